"""A small celebration over the board when people have won: pieces of the game fly, differently by how it was won."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from random import Random

import pygame

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.stage import Stage
from scenes.match.controller import MatchController
from scenes.table.art.cheer import FlyingPiece, draw_pieces, picture
from scenes.table.art.faces import draw_face, level_of

SECONDS = 1.5
PIECES = 26
FACE = 220  # of the level that was beaten for the first time
_FADES = 0.35  # of the time, at its end
_SIZES = (0.6, 0.8, 1.0)  # of the pieces: few, so that each is scaled once


class WinKind(Enum):
    """The ways of winning that are celebrated in a way of their own."""

    PLAINLY = auto()
    FIRST_TIME = auto()  # over this level of the AI
    IN_THE_LAST_SECOND = auto()  # of the clock
    BY_THE_SHORTEST_ROUTE = auto()


@dataclass(frozen=True, slots=True)
class Celebration:
    """The content of a celebration. `picture` is the file of a piece, `level` one that was beaten for the first time,
    else 0.
    """

    picture: str
    won: WinKind
    seed: int
    level: int = 0

    def pieces(self, share: float) -> Sequence[FlyingPiece]:
        """The pieces when `share` (0 to 1) of the time has gone; the same ones each time."""
        random = Random(self.seed)
        alpha = min(1.0, (1.0 - share) / _FADES)
        return [self._piece(number, random, share, alpha) for number in range(PIECES)]

    def _piece(self, number: int, random: Random, share: float, alpha: float) -> FlyingPiece:
        size, turn, speed = random.choice(_SIZES), random.uniform(-0.5, 0.5), random.uniform(0.6, 1.0)
        part = (number + 0.5) / PIECES
        if self.won is WinKind.BY_THE_SHORTEST_ROUTE:  # one after the other along one line
            way = min(1.0, max(0.0, 1.6 * share - 0.6 * part))
            return FlyingPiece(
                0.05 + 0.9 * way, 0.5 + 0.06 * math.sin(9 * way + turn), size, alpha if 0 < way < 1 else 0.0
            )
        if self.won is WinKind.IN_THE_LAST_SECOND:  # as the hand of a clock goes round, then outwards
            angle = 2 * math.pi * part - math.pi / 2
            reach = 0.2 + 0.4 * speed * share**2
            shown = alpha if share * 2 > part else 0.0
            return FlyingPiece(0.5 + reach * math.cos(angle), 0.5 + reach * math.sin(angle), size, shown)
        if self.won is WinKind.FIRST_TIME:  # it rains
            return FlyingPiece(part, -0.15 + 1.3 * share * speed + 0.1 * turn, size, alpha)
        angle = -math.pi / 2 + 1.6 * turn  # a fountain
        rise = speed * share
        return FlyingPiece(0.5 + rise * math.cos(angle), 0.95 + 1.3 * rise * math.sin(angle) + share**2, size, alpha)


def draw_celebration(stage: Stage, canvas: Canvas, celebration: Celebration, board: pygame.Rect, age: float) -> None:
    """Draw it over the board (pixels), `age` seconds after it began."""
    share = min(1.0, age / SECONDS)
    draw_pieces(stage, canvas, ((celebration.picture, piece) for piece in celebration.pieces(share)), board)
    if celebration.level:
        alpha = min(1.0, 4 * share, (1.0 - share) / _FADES)
        draw_face(stage, canvas, celebration.level, board.center, stage.metrics.px(FACE), alpha)


def celebration_of(controller: MatchController) -> Celebration | None:
    """Return the celebration of a game that is over; None where no person has won, or somebody resigned."""
    session = controller.session
    outcome, seats = session.outcome, session.seats
    assert outcome is not None
    people = [seat for seat in outcome.winners if not seats[seat].is_ai]
    if not people or outcome.reason == session.spec.play.resign or len(people) == len(seats) > 1:
        return None
    passed_by = {*outcome.winners, *(change.seat for change in session.changes)}  # nobody beats an AI that stood in
    levels = [level for seat, config in enumerate(seats) if seat not in passed_by and (level := level_of(config))]
    first = max((level for level in levels if level in controller.first_wins), default=0)
    look_back = controller.board.look_back
    if first:
        won = WinKind.FIRST_TIME
    elif any(map(controller.acted_in_the_last_second, people)):
        won = WinKind.IN_THE_LAST_SECOND
    elif look_back is not None and look_back.told(session.state, session.steps).was_shortest:
        won = WinKind.BY_THE_SHORTEST_ROUTE
    else:
        won = WinKind.PLAINLY
    return Celebration(picture(controller.stage.assets, session.spec.id), won, session.seed, first)
