"""Headings and the sections below them, in the forms that responses have."""

from spade_core.checks import has_heading, headings_of, section


def test_headings_of_html_stand_anywhere_in_a_line() -> None:
    text = '<div class="a"><h2>Summary</h2><p>Dry.</p></div><div><h2 id="b">Tides</h2><p>High.</p></div>'
    assert headings_of(text) == ["Summary", "Tides"]
    assert "High." in section(text, "Tides")
    assert "High." not in section(text, "Summary")


def test_a_line_that_leads_in_a_list_is_no_heading() -> None:
    assert not has_heading("The bill is short.\n\nKey provisions include:\n\n- a price on each receipt\n")
    assert has_heading("The bill is short.\n\nKey provisions:\n\n- a price on each receipt\n")
