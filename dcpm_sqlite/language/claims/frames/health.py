"""Health, allergies and diets."""

from __future__ import annotations

from dcpm_sqlite.language.claims.frames.frame import ADJECTIVES, DONE, NOW, REST, THING, Frame, any_of
from dcpm_sqlite.language.claims.lexicon import CONDITION_ADJECTIVES, CONDITIONS, DIETS

HEALTH: tuple[Frame, ...] = (
    Frame(
        "be",
        r"(?:\w+ly )?(?:a bit |very |really )?allergic to " + REST,
        "allergic to {o}",
        domain="health",
        is_core=True,
        is_each=True,
        salience=0.9,
    ),
    Frame(
        "have",
        r"(?:an? |a (?:bad|severe|mild|serious) )?(?:severe |mild |bad )?(?P<o>[\w ]+?) (?:allergy|intolerance)\b",
        "allergic to {o}",
        domain="health",
        is_core=True,
        salience=0.9,
    ),
    Frame(
        "have",
        r"(?:an? )?(?:severe |mild |bad |serious )?allerg(?:y|ies) to " + REST,
        "allergic to {o}",
        domain="health",
        is_core=True,
        is_each=True,
        salience=0.9,
    ),
    Frame("be", rf"{ADJECTIVES}(?P<o>{any_of(DIETS)})s?\b", "{o}", domain="food", is_core=True, salience=0.9),
    Frame(
        "go turn",
        rf"(?:fully |completely |back to being )?(?P<o>{any_of(DIETS)})\b",
        "{o}",
        domain="food",
        type="event",
        is_core=True,
        is_change=True,
        salience=0.9,
        tenses=DONE,
    ),
    Frame(
        "be",
        r"(?P<o>(?:lactose|gluten|fructose|histamine)[- ]intolerant|intolerant to .+)",
        "{o}",
        domain="health",
        is_core=True,
        salience=0.9,
    ),
    Frame("be", rf"{ADJECTIVES}(?P<o>{any_of(CONDITION_ADJECTIVES)})\b", "{o}", domain="health", is_core=True, salience=0.9),
    Frame(
        "be",
        r"(?:completely |totally |so |flat )?(?P<o>broke|homeless|in debt|debt[- ]free|bankrupt)\b",
        "is {o}",
        domain="money",
        kind="fact",
    ),
    Frame("diagnose", r"with (?P<o>.+)", "has {o}", domain="health", is_core=True, is_passive=True, is_change=True, salience=0.9),
    Frame("get", r"diagnosed with (?P<o>.+)", "has {o}", domain="health", is_core=True, is_change=True, salience=0.9, tenses=DONE),
    Frame("suffer", r"from " + THING, "has {o}", domain="health", is_core=True, salience=0.9),
    Frame(
        "have",
        rf"(?P<o>(?:[\w-]+ ){{0,3}}?(?:{any_of(CONDITIONS)})(?: disease| syndrome)?|(?:a |high |low |chronic |bad )+[\w ]*(?:condition|disease|disorder|syndrome|blood pressure|cholesterol|pain))\b",
        "has {o}",
        domain="health",
        is_core=True,
        salience=0.9,
        tenses=NOW,
    ),
)
"""Health and diet."""
