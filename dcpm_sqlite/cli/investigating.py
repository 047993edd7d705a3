"""Commands that follow the relations: searching along them, answering from what was found, and what they learned from it."""

from __future__ import annotations

import click

from dcpm_sqlite.cli import show, show_search
from dcpm_sqlite.cli.options import common, existing, file_and, minded, text_of
from dcpm_sqlite.cli.show_beliefs import thinking
from dcpm_sqlite.deciding.mind import choose_mind
from dcpm_sqlite.records import Outcome

_deep = click.option("--deep", is_flag=True, help="More starting points, and more rounds.")


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] QUESTION")
@_deep
@click.option("--trace", is_flag=True, help="Show the search round by round.")
@click.option("--answer", metavar="TEXT", help="What was answered by it: lets the relations learn from this use. `-` reads standard input.")
@click.option("--outcome", type=click.Choice(["right", "wrong"]), help="Whether that answer was right, where it is known.")
@minded
@common
def investigate(
    words: tuple[str, ...], deep: bool, trace: bool, answer: str | None, outcome: Outcome | None, mind: str | None, space: str,
    encoder: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Search along the relations between beliefs.

    Goes on from what fits the question to what is tied to it: what caused it, what came before, what it belongs to.
    """
    if outcome and answer is None:
        raise click.UsageError("--outcome says whether an answer was right; give it with --answer")
    path, (question,) = file_and(words, "QUESTION")
    chosen = choose_mind(mind)
    with existing(path, space, encoder, read_only=answer is None and chosen.llm is None, mind=mind) as memory, thinking(chosen):
        found = memory.investigate(text_of(question), preset="deep" if deep else "shallow")
        report = None if answer is None else memory.reconsolidate(found, answer=text_of(answer), outcome=outcome)
    if as_json:
        show.as_json(found if report is None else {"investigation": found, "reconsolidation": report})
        return
    show_search.investigation(found, with_trace=trace)
    if report is not None:
        show_search.reconsolidation(report)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] QUESTION")
@_deep
@click.option("--no-learn", is_flag=True, help="Leave the weights of the relations as they are.")
@minded
@common
def ask(
    words: tuple[str, ...], deep: bool, no_learn: bool, mind: str | None, space: str, encoder: str | None, as_json: bool
) -> None:  # fmt: skip
    """Let a model answer from what is remembered.

    It cites what it rests on, and says so when the memory does not tell. Then the relations learn from this use.
    """
    path, (question,) = file_and(words, "QUESTION")
    chosen = choose_mind(mind)
    with existing(path, space, encoder, read_only=False, mind=mind) as memory, thinking(chosen):
        reply = memory.ask(text_of(question), preset="deep" if deep else "shallow", learn=not no_learn)
    (show.as_json if as_json else show_search.reply)(reply)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--of", "id", metavar="ID", help="Of one belief.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@common
def relations(words: tuple[str, ...], id: str | None, limit: int, space: str, encoder: str | None, as_json: bool) -> None:
    """How use has changed the relations between beliefs.

    Latest first: weight before and after, by which question, and who judged it.
    """
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.reweighings(of=id, limit=limit)
        texts = {key: memory.get(key) for key in dict.fromkeys(end for one in found for end in (one.source, one.target))}
    if as_json:
        show.as_json(found)
    else:
        show_search.reweighings(found, {key: str(getattr(item, "text", "")) for key, item in texts.items()})
