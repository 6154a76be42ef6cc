"""Writes a model of random weights for llama.cpp: ``python tiny_model.py FILE``, in a Python that has `gguf`.

It knows single characters. What it says is chance, but that quotation marks and the end are the likeliest: under a
schema its texts end.
"""

import sys

import gguf  # type: ignore[import-not-found]
import numpy as np

WIDTH, HEADS, CONTEXT, END = 64, 2, 2048, 2
PIECES = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "\u2581", *map(chr, range(33, 127))]
KINDS = {"<unk>": gguf.TokenType.UNKNOWN, "<s>": gguf.TokenType.CONTROL, "</s>": gguf.TokenType.CONTROL}


def kind_of(piece: str) -> gguf.TokenType:
    """Return what kind of piece it is."""
    is_byte = piece.startswith("<0x")
    return KINDS.get(piece, gguf.TokenType.BYTE if is_byte else gguf.TokenType.NORMAL)


def main() -> None:
    """Write the file."""
    out = gguf.GGUFWriter(sys.argv[1], "llama")
    out.add_context_length(CONTEXT)
    out.add_embedding_length(WIDTH)
    out.add_feed_forward_length(WIDTH)
    out.add_block_count(1)
    out.add_head_count(HEADS)
    out.add_head_count_kv(HEADS)
    out.add_rope_dimension_count(WIDTH // HEADS)
    out.add_layer_norm_rms_eps(1e-5)
    out.add_vocab_size(len(PIECES))
    out.add_tokenizer_model("llama")
    out.add_token_list([piece.encode() for piece in PIECES])
    out.add_token_scores([0.0] * len(PIECES))
    out.add_token_types([kind_of(piece) for piece in PIECES])
    out.add_bos_token_id(1)
    out.add_eos_token_id(END)
    chance = np.random.default_rng(1)

    def weights(rows: int) -> np.ndarray:
        return chance.normal(0, 0.02, (rows, WIDTH)).astype(np.float32)

    known, said = weights(len(PIECES)), weights(len(PIECES))
    known[:, 0] = 1.0
    said[[PIECES.index('"'), END], 0] = 1.0
    out.add_tensor("token_embd.weight", known)
    out.add_tensor("output.weight", said)
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        out.add_tensor(f"{name}.weight", np.ones(WIDTH, np.float32))
    for name in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"):
        out.add_tensor(f"blk.0.{name}.weight", weights(WIDTH))
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


if __name__ == "__main__":
    main()
