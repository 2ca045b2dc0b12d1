"""Captions for the steps of the show, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from game.core.languages import LANGUAGES
from game.core.rules import AnyStep, Seat
from game.core.spec import GameSpec
from game.registry import facts_of
from scenes.kit.text.strings import Strings
from scenes.services import Services
from scenes.table.contract.board import AnyBoard
from scenes.table.loading import scenes_of
from scenes.table.words import Caption, caption, sentence


@dataclass(frozen=True, slots=True)
class SeatReason:
    """The reason why a step matters to a seat, for the board's drawing (see `BoardDrawing.draw_reason`)."""

    seat: Seat
    cells: Mapping[str, tuple[int, ...]]


def caption_of(
    services: Services,
    spec: GameSpec,
    board: AnyBoard,
    step: AnyStep,
    optimum: int | None,
    is_fresh: Callable[[str], bool],
    is_plain_welcome: bool,
) -> Caption | None:
    """The most telling sentence about `step` in the present language that `is_fresh`; None where there is none.

    One that only says what was done comes where it `is_plain_welcome`.
    """
    t, names, plain = services.stage.t, board.context.names, scenes_of(spec).plain_facts
    found = facts_of(spec, step, optimum)
    for fact in found:
        if is_plain_welcome or fact.kind not in plain:
            told = Caption(sentence(t, spec, fact, names), fact)
            if is_fresh(told.text):
                return told
    if found or not is_plain_welcome:
        return None
    told = caption(t, spec, step, names, board.words)
    return told if is_fresh(told.text) else None


def reason_of(told: Caption) -> SeatReason | None:
    """Return the part of a caption that can be drawn: the way that somebody had, and the one that is left."""
    fact = told.fact
    return SeatReason(fact.seats[0], fact.cells) if fact is not None and {"old", "new"} <= fact.cells.keys() else None


def other_language(language: str) -> str:
    """The one after `language`."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


@contextmanager
def in_language(strings: Strings, language: str) -> Iterator[None]:
    """Keep texts in `language` for as long as this lasts; nothing is laid out anew."""
    before = strings.language
    if language != before:
        strings.language = language
    try:
        yield
    finally:
        if language != before:
            strings.language = before


@contextmanager
def speak_language(services: Services, board: AnyBoard, language: str, state: object) -> Iterator[None]:
    """Keep texts and the names around `board` in `language` for as long as this lasts; nothing is laid out anew.

    No card says whose pieces are whose, so where a game's sides are called by them in `state` these are the names.
    """
    strings, context, words = services.stage.strings, board.context, board.words
    names = context.names
    with in_language(strings, language):
        sides = [words.seat(state, seat).side for seat in range(len(context.seats))]
        context.names = [side or services.people.name(seat) for side, seat in zip(sides, context.seats, strict=True)]
        try:
            yield
        finally:
            context.names = names
