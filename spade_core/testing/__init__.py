"""What tests of an LLM pipeline can use: an OpenAI-compatible server on this machine that answers as it is told."""

from spade_core.testing.loopback import Answer, Call, LoopbackServer

__all__ = ["Answer", "Call", "LoopbackServer"]
