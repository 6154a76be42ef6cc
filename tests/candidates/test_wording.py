import pytest

from spade_core.sandbox import Sandbox
from tests.candidates.verdicts import Case, wrong_verdicts

GREETED = 'Start the reply with "Hi {customer_name}," and sign off with "The {company} team".'

CASES = [
    Case(
        'Start the response with "You might like..."',
        "starts_with_you_might_like",
        ["You might like this", "**you might like** it"],
        ["", "I think you might like"],
    ),
    Case(
        'End with "Best, Anna".',
        "ends_with_best_anna",
        ["Bye.\nBest, Anna", "best, anna.\n"],
        ["", "Best, Anna said she"],
    ),
    Case(
        'Answer with either "Yes" or "No".',
        "is_one_of_yes_no",
        ["Yes", "no.", "**Yes**\n"],
        ["", "Yes, of course", "maybe"],
    ),
    Case('Answer with either "Yes" or "No".', "contains_one_of_yes_no", ["Yes, of course"], ["", "maybe"]),
    Case(
        'Always include "Terms apply" and "No refund".',
        "contains_terms_apply_no_refund",
        ["terms apply. NO REFUND"],
        ["", "terms apply"],
    ),
    Case('Use the phrase "plan B".', "contains_plan_b", ["This is Plan B."], ["", "planb"]),
    Case(
        'Never use words like: "Feature", "on sale"',
        "does_not_contain_feature_on_sale",
        ["", "featured on sail"],
        ["This feature!", "now On Sale"],
    ),
    Case('Never use the words "ban" or "stop".', "does_not_contain_ban_stop", ["urban stops"], ["a ban.", "Stop it"]),
    Case('Never say "ban".', "does_not_contain_ban", ["urban life"], ["a ban."]),
    Case("Do not use em dashes.", "does_not_contain_em_dash", ["", "a - b"], ["a \u2014 b"]),
    Case(
        "Use the phrase 'big sale' in the subject line.",
        "title_contains_big_sale",
        ["Subject: Big sale now\nHello"],
        ["Hello\nbig sale", ""],
    ),
    Case(
        "End with a single line that starts with 'TL;DR:'.",
        "last_line_starts_with_tl_dr",
        ["Long.\n\n**TL;DR:** short\n"],
        ["", "TL;DR: short\n\nLong."],
    ),
    Case("The last line must say 'Bye'.", "last_line_contains_bye", ["a\nGood bye!"], ["", "Bye\na"]),
    Case(
        "End with a paragraph that begins with 'In short'.",
        "last_paragraph_starts_with_in_short",
        ["a\n\nIn short, b.\nc", "a\r\n\r\nin short: b"],
        ["", "In short, a.\n\nb"],
    ),
    Case(
        "Don't start with 'This article'.",
        "does_not_start_with_this_article",
        ["", "In this article"],
        ["This article says", "**this article**"],
    ),
    Case("Never end with 'Thanks'.", "does_not_end_with_thanks", ["", "Thanks, Bob"], ["Many thanks.", "thanks"]),
    Case(
        "Each bullet should start with 'Run'.",
        "each_list_item_starts_with_run",
        ["", "Do:\n- Run it\n- **run** on"],
        ["- Run\n- Go"],
    ),
    Case(
        GREETED,
        "starts_with_hi_customer_name",
        ["Hi Ann, welcome", "**Hi Ann,**"],
        ["", "Hello Ann", "Hi Bob,"],
        fields={"customer_name": "Ann", "company": 3},
    ),
    Case(GREETED, "starts_with_hi_customer_name", ["", "Hello"], [], fields={"customer_name": None}),
    Case(
        GREETED,
        "starts_with_hi_customer_name",
        ["Hi Ann! Welcome", "Hi Ann", "Hi Ann's team"],
        ["Hi Annabel,", "Hi Ann2"],
        fields={"customer_name": "Ann"},
    ),
    Case(
        'Never start with "Re: {topic}".',
        "does_not_start_with_re_topic",
        ["Re: Apples", "Hello"],
        ["re: apple", "Re: Apple, again"],
        fields={"topic": "Apple"},
    ),
    Case(
        'End with a line "Next call: <date>".',
        "last_line_starts_with_next_call",
        ["Hello.\nNext call: 2 May\n\n", "**Next call:** soon"],
        ["", "Next call: 2 May\nBye"],
    ),
    Case(
        GREETED,
        "ends_with_the_company_team",
        ["Bye\nThe Acme team", "The Acme team.\n"],
        ["", "The Acme team said"],
        fields={"company": "Acme"},
    ),
    Case(GREETED, "ends_with_the_company_team", ["", "x"], []),
    Case(
        "Do not mention Target, eBay or New Balance.",
        "does_not_name_target_ebay_new_balance",
        ["", "our target", "Targeted at", "a new balance"],
        ["At Target!", "TARGET", "on ebay", "New  Balance's"],
    ),
    Case(
        "Never use cups or ounces.",
        "does_not_name_cup_cups_ounce_ounces",
        ["", "cupboard", "5 g"],
        ["2 cups", "one Cup"],
    ),
    Case("Answer yes or no.", "is_one_of_yes_no", ["Yes", "no."], ["", "I know"]),
    Case("Answer yes or no.", "contains_one_of_yes_no", ["Yes, it is."], ["", "I know."]),
    Case(
        "Never write in the first person.",
        "has_no_words_of_the_first_person",
        ["", "US size 10"],
        ["Buy from us.", "I\u2019m in", "Our US shop"],
    ),
    Case(
        "Do not say which table you queried.",
        "does_not_reveal_the_table",
        ["", "There are 5 users."],
        ["According to the table, 5.", "I queried it."],
    ),
    Case("Always show gratitude to the author.", "has_words_of_thanks", ["Thanks!", "I appreciate it"], ["", "Good."]),
    Case(
        "Always show gratitude to the author.",
        "opens_with_words_of_thanks",
        ["Thank you.\n\nx"],
        ["", "x\n\ny\n\nThank you."],
    ),
    Case("Greet the customer.", "opens_with_a_greeting", ["Hello Ann", "**Dear Sir**"], ["", "Well, hello"]),
    Case(
        "Sign off with a friendly closing line.",
        "has_a_sign_off",
        ["x\n\nKind regards,\nAnn"],
        ["", "Regards to you all.\na\nb\nc\nd"],
    ),
    Case("Do not apologize.", "has_no_apology", ["", "It is late."], ["I am sorry.", "We apologise."]),
    Case(
        "Never say that you are an AI.",
        "has_no_remark_about_being_an_ai",
        ["", "I think so."],
        ["As an AI, I cannot."],
    ),
    Case(
        "Do not give a conclusion.",
        "has_no_concluding_last_paragraph",
        ["", "Sales rose."],
        ["Sales rose.\n\nIn conclusion, good."],
    ),
    Case("Do not give a conclusion.", "has_no_concluding_remark", ["Sales rose."], ["Overall, good.\n\nSales rose."]),
    Case("Do not give a conclusion.", "has_no_concluding_section", ["# Overall\nx"], ["x\n## Conclusion\ny"]),
    Case(
        "Do not give a conclusion.",
        "does_not_end_with_a_remark_about_itself",
        ["", "Sales rose."],
        ["a\nNote: based on the text."],
    ),
    Case("Refrain from speculating.", "has_no_speculative_words", ["", "Sales rose in May."], ["Sales might rise."]),
    Case("Refrain from speculating.", "has_at_most_2_speculative_words", ["might, could"], ["might, could, perhaps"]),
    Case(
        "Write in the first person.",
        "has_words_of_the_first_person",
        ["I went.", "We (us) did."],
        ["", "He went in."],
    ),
    Case(
        "Address the user directly.",
        "has_words_of_the_second_person",
        ["You win.", "This is your day."],
        ["", "They win."],
    ),
    Case("Always include a Call To Action.", "has_a_call_to_action", ["Sign up today!"], ["", "It is good."]),
    Case("End with a question.", "ends_with_a_question", ["Well?", "Well?\n"], ["", "Well? Yes."]),
    Case("Do not use contractions.", "has_no_contractions", ["", "It is the dog's."], ["It's", "don\u2019t"]),
    Case("Explain the rationale.", "has_words_that_give_reasons", ["Because of rain."], ["", "It rains."]),
    Case("Mention all caveats.", "has_words_that_limit_a_statement", ["It rose; however, less."], ["", "It rose."]),
    Case("Give an example.", "has_words_that_bring_an_example", ["For example, this."], ["", "This."]),
    Case("Use simple language.", "at_most_15_words_per_sentence", ["Short words help."], ["word " * 16]),
    Case(
        "Use simple language.",
        "at_most_10_percent_long_words",
        ["", "short words"],
        ["incomprehensible terminology"],
    ),
    Case("Do not use exclamation marks.", "has_no_exclamation_marks", ["", "Hi."], ["Hi!"]),
    Case(
        "The query must end with a semicolon.",
        "ends_with_semicolon",
        ["SELECT 1;", "```sql\nSELECT 1;\n```"],
        ["", "SELECT 1"],
    ),
    Case("The reply has to end with a period.", "ends_with_full_stop", ["Done."], ["", "Done"]),
    Case('Give the rating in the format "Rating: X/10".', "contains_rating", ["Rating: 5/10"], ["", "5/10"]),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name}-{case.instruction[:30]}" for case in CASES])
def test_the_words_of_a_response_decide(case: Case, sandbox: Sandbox) -> None:
    assert wrong_verdicts(case, sandbox) == []
