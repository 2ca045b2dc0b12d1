"""What is said of a step of the show, in any language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from game.core.record import CLOCK_SEAT
from game.core.rules import Seat
from game.session import AnyStep
from scenes.kit.strings import LANGUAGES
from scenes.services import Services
from scenes.table.board import AnyBoard


def caption_of(services: Services, board: AnyBoard, step: AnyStep) -> str:
    """A sentence about `step` in the present language."""
    told = board.words.told(step)
    if step.seat == CLOCK_SEAT or len(board.context.seats) < 2:
        return told
    return services.stage.t("speech.action", name=board.context.names[step.seat], action=told)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a step matters to a seat, for the board's drawing (see `BoardDrawing.draw_reason`)."""

    seat: Seat
    cells: Mapping[str, tuple[int, ...]]


def other_language(language: str) -> str:
    """The one after `language`."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


@contextmanager
def speaking(services: Services, board: AnyBoard, language: str) -> Iterator[None]:
    """For as long as this lasts, texts and the names around `board` are in `language`; nothing is laid out anew."""
    strings, context = services.stage.strings, board.context
    before, names = strings.language, context.names
    if language == before:
        yield
        return
    strings.language = language
    context.names = [services.name(seat) for seat in context.seats]
    try:
        yield
    finally:
        strings.language, context.names = before, names
