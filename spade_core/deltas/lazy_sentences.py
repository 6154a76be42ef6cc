"""The sentences of a version with their places in the text, each made only when it is looked at, and once."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import overload

from spade_core.deltas.blocks import Blocks
from spade_core.deltas.sentence import Sentence


class LazySentences(Sequence[Sentence]):
    """What `Blocks.sentences` of all parts hold, one after the other. Most of a long version is never looked at."""

    def __init__(self, parts: Sequence[Blocks]) -> None:
        self._blocks = [placed for part in parts for placed in zip(part.starts, part.blocks, strict=True)]
        self._firsts = list(accumulate((len(block.sentences) for _, block in self._blocks), initial=0))
        self._made: dict[int, Sentence] = {}

    def __len__(self) -> int:
        return self._firsts[-1]

    @overload
    def __getitem__(self, index: int) -> Sentence: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Sentence]: ...

    def __getitem__(self, index: int | slice) -> Sentence | Sequence[Sentence]:
        """Return one sentence, or those of a slice."""
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        if at not in self._made:
            self._made[at] = self._placed(at)
        return self._made[at]

    def _placed(self, index: int) -> Sentence:
        place = bisect_right(self._firsts, index) - 1
        start, block = self._blocks[place]
        sentence = block.sentences[index - self._firsts[place]]
        return replace(sentence, span=sentence.span.shifted(start))
