"""Which stretches of a text are samples."""

from spade_core.structure.samples import samples_in


def test_a_dictionary_that_a_line_of_the_prompt_gives_is_a_sample() -> None:
    assert [each.body for each in samples_in('output = {"done": 1}\n', 0)] == ['{"done": 1}']
