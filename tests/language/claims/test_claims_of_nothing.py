"""What claims nothing (K3, K6, K13), and that whatever is read stays the speaker's words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.language.claims.reading import read_claims, read_statement
from dcpm_sqlite.records import Moment

SAID = Moment(1_709_626_320_000, "second", 60)


@pytest.mark.parametrize(
    "text",
    [
        "What is your name?", "ok", "run echo hello", "lol", "thanks!", "Good morning! How are you today?", "What should I cook?", "no worries",
        "Can you rewrite this paragraph?", "Should I tell my boss I'm pregnant?", "Do you think my sister would like a scarf?",
        "I was wondering if you could help me", "I'm looking for a good restaurant", "I need help with my homework", "I have a question about Python",
        "I love that idea", "I appreciate your help", "I think so.", "I see what you mean.", "I'm so excited!", "I'll check that out", "I can't wait",
        "If I lived in Spain I'd have a siesta every day.", "I wish I had a garden.", "Suppose my income were 50,000.", "Imagine I'm a pirate and I love rum.",
        "What if I told you I was born on Mars?", "I might move to Spain", "I would never do that", "Maybe I should learn Python",
        'He said "I hate dogs and I love cats"', '"I have a dream that one day this nation will rise up" - who said that?',
        "My horoscope says I'm impulsive and hate routine.", "My doctor told me to avoid salt",
    ],
)  # fmt: skip
def test_talk(text: str) -> None:
    """Questions, requests, thanks, wishes, suppositions, opinions on the talk, and others' words give nothing."""
    assert read_claims(text, said=SAID) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ich wohne seit drei Jahren in Hamburg und arbeite als Lehrerin.", "J'adore le fromage de chèvre.", "mi nombre es Juan y vivo en Madrid",
        "I miei amici vivono a Roma", "Jeg bor i Bergen", "明日は東京に行きます。", "Я живу в Москве",
    ],
)  # fmt: skip
def test_other_languages(text: str) -> None:
    """What is not English is neither mangled nor translated: it is not read at all."""
    assert read_claims(text, said=SAID) == []


@pytest.mark.parametrize(
    "text",
    [
        "def area(r):\n    return 3.14 * r ** 2", "git push --force && echo I live in Rome", "SELECT name FROM customers WHERE age > 30;",
        "TypeError: unsupported operand", "2024-01-01 12:00:00 INFO started", "```\nI live in Rome\n```", "> I live in Rome",
        "Translate: I live in Rome", "Summarize this:\n\nI am a doctor and I live in Rome.", "Act as a nurse. I live in Rome.",
        "Dear Sir or Madam,\n\nI am fluent in German.\n\nPlease proofread this letter.", "1. preheat oven\n2. mix flour and butter",
    ],
)  # fmt: skip
def test_pasted(text: str) -> None:
    """Code, logs, quoted lines, texts to work on and parts to play are not the speaker's statements."""
    assert read_claims(text, said=SAID) == []


def test_article_gives_nothing_but_numbered_statements_do() -> None:
    """A long text that never speaks of its writer is an article; a numbered list of statements was meant as such."""
    fact = "The capital of France is Paris and the river is the Seine."
    assert read_claims(" ".join([fact] * 12), said=SAID) == []
    assert len(read_claims("\n".join(f"{n}. The capital of France is Paris." for n in range(12)), said=SAID)) == 12


_WORDS = st.lists(
    st.sampled_from(
        [
            "I",
            "my",
            "we",
            "she",
            "Anna",
            "sister",
            "live",
            "lives",
            "in",
            "Oslo",
            "and",
            ",",
            ".",
            "!",
            "?",
            ";",
            "not",
            "n't",
            "don't",
            "love",
            "tea",
            "coffee",
            "the",
            "of",
            "is",
            "was",
            "been",
            "moved",
            "to",
            "stopped",
            "eating",
            "by",
            "2019",
            "—",
            "\n",
            "“",
            "’",
            "if",
            "when",
            "as",
            "a",
            "nurse",
            "very",
            "i'm",
            "34",
            "used",
            "like",
            "have",
            "had",
            "two",
            "dogs",
            "called",
            "Rex",
            "because",
        ]
    ),
    max_size=25,
).map(" ".join)


@given(_WORDS | st.text(max_size=80))
def test_whatever_is_read_stands_in_the_text(text: str) -> None:
    """Any text is read without an error; quotes lie in it in order, and a claim's words are words of the text."""
    claims = read_claims(text, said=SAID, question="Do you eat meat?")
    words = set(re.findall(r"\w+", text)) | set(re.findall(r"\w+", "Do you eat meat?"))
    for claim in claims:
        assert 0 <= claim.start < claim.end <= len(text)
        assert set(re.findall(r"\w+", claim.text)) <= words
        assert claim.needs_question or text[claim.start : claim.end].strip()


@given(st.text(min_size=1, max_size=80).filter(str.strip))
def test_any_statement_is_read(text: str) -> None:
    """Reading a kept text never fails and keeps it whole."""
    claim = read_statement(text, said=SAID)
    assert (claim.text, claim.start, claim.end) == (text, 0, len(text))
