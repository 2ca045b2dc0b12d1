"""The texts of a turning point in a review, the layout of the review's page, and the cards of the two actions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.rules import Seat
from game.core.spec import GameSpec
from game.review.explaining import ExplainedPoint
from game.review.turning_points import TurningPoint
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Metrics, Part, Places, Shape, cell, cells, column, places, row, within
from scenes.kit.scene import Nav
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import page
from scenes.kit.widgets.person import draw_owned_panel
from scenes.kit.widgets.widget import Widget, draw_progress
from scenes.table.chances import EXACT, chance_text
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.words import BoardWords
from scenes.table.loading import scenes_of
from scenes.table.words import because, brief

LABEL = Style(theme.CAPTION, bold=True)
BRIEF = Style(theme.TITLE, bold=True)
CHANCE = Style(theme.HEADING, bold=True)
REASON = Style(theme.HELPER)
# Scale of the type on a card that is wide and high.
LARGE = 1.25
# Large type grows with the text scale by at most this factor.
GROWTH = 1.2
# Radius of the player's token on a card, in design pixels.
TOKEN = 22
CHANCE_GAP = 14
# Smallest type size, used for bids by people with long names.
LEAST = 22
# A card lower than this (in design pixels) has narrower margins.
LOW = 200
# On a card narrower than this (in design pixels) the effect of the action has a line of its own.
NARROW = 600
STRIP = 14


@dataclass(frozen=True, slots=True)
class ComparedAction:
    """One of the two actions at a turning point.

    `label` names the action, `brief` says what it does on the board, `chance` is the winning chance after it. `reason`
    says why it is better or worse. `spoken` is what speech reads. `at` is its move number, shown if there is room. All
    but `label` and `brief` may be "".
    """

    label: str
    brief: str
    chance: str = ""
    reason: str = ""
    spoken: str = ""
    at: str = ""

    @property
    def named(self) -> str:
        """The label, after the move number if there is one."""
        return f"{self.label} · {self.at}" if self.at else self.label


class ChoiceCard(Widget):
    """Shows one of the two actions. While the board shows this action, the card is lit.

    The token of `identity` stands beside the chance. The strip at the card's edge has the colour `edge`.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        choice: ComparedAction,
        identity: str,
        edge: str,
        is_shown: Callable[[], bool],
        press: Callable[[], None],
    ) -> None:
        super().__init__(rect)
        self.choice = choice
        self.name = choice.named
        self._identity = identity
        self._edge = edge
        self._is_shown, self._press = is_shown, press

    def value(self) -> str:
        return sentences(self.choice.spoken or self.choice.brief, self.choice.chance, self.choice.reason)

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        self._press()
        return None

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        lit, choice, rect = self._is_shown(), self.choice, self.rect
        draw_owned_panel(stage, canvas, rect, self._identity, lit=lit, strip=STRIP, edge=self._edge)
        main, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
        width, height = (side / stage.metrics.scale for side in rect.size)
        large = LARGE if width >= NARROW and height >= LOW else 1.0
        chance = CHANCE._replace(size=large * CHANCE.size, color=main)
        wide = 2 * TOKEN + CHANCE_GAP + stage.natural(choice.chance, stage.limit_scale(chance, 1.0))
        places = within(stage.metrics, rect, _plan(width, height, wide if choice.chance else 0))
        label = stage.limit_scale(LABEL._replace(color=soft), GROWTH)
        fits = stage.fonts.width(choice.named, label) <= places["label"].width
        stage.label(canvas, choice.named if fits else choice.label, places["label"], label, grow=math.inf)
        brief = BRIEF._replace(size=large * BRIEF.size, color=main)
        stage.label(canvas, choice.brief, places["brief"], brief, grow=GROWTH, least=LEAST)
        if choice.chance:
            room, radius = places["chance"], stage.metrics.px(TOKEN)
            drawn = stage.label(canvas, choice.chance, room, chance, "right")
            token = stage.identities.token(self._identity, TOKEN, lit)
            left = drawn.left - stage.metrics.px(CHANCE_GAP) - 2 * radius
            stage.blit(canvas, token, (left, room.centery - radius))
        if choice.reason:
            room = places["reason"]
            styles = REASON._replace(size=large * REASON.size), REASON, LABEL, LABEL._replace(size=LEAST)
            style = stage.untorn([choice.reason], styles, room.size)._replace(color=main, bold=False)
            stage.label(canvas, choice.reason, room, style, lines=0, grow=math.inf, top=True)


def _plan(width: float, height: float, chance: float) -> Part:
    """Lay out `label`, `brief` and `reason` of a card, and a part "chance" of width `chance` (0: no such part).

    All are in design pixels.
    """
    label, card = cell("label", 38), cell("chance", chance) if chance else None
    if width < NARROW:
        top = row(cell("label"), card, size=56)
        return column(top, cell("brief", 56), cell("reason"), gap=2, pad=(STRIP + 22, 12, 24, 10))
    if height < LOW:
        top = row(column(label, cell("brief", 54), gap=0), card, size=92)
        return column(top, cell("reason"), gap=2, pad=(STRIP + 22, 10, 26, 10))
    top = row(column(label, cell("brief", 78), gap=0), card, size=116)
    return column(top, cell("reason"), gap=12, pad=(STRIP + 26, 20, 32, 16))


EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=3)
SENTENCE = Style(theme.HEADING, theme.IVORY, bold=True)
# Type sizes of the sentence. The largest one at which no word breaks is used.
SIZES = (theme.HEADING, 54, theme.TITLE, 42, 36)
NOTE = Style(theme.HELPER, theme.MUTED)
MOST_GROWTH = 1.2
# Width of the bar of chances beside the board, in design pixels.
BALANCE = 44
PROGRESS = 20


def review_places(metrics: Metrics) -> Places:
    """Lay out the review's page.

    Its places are `words`, the cards `played` and `better`, `balance`, `board`, `curve` and `bar`. The board is square.
    `branch` is the button for playing on, if there is room; in an upright window it is in the bar.
    """
    shape = metrics.shape
    choices = cells("played better")
    if shape is Shape.TALL:
        shown = row(cell("balance", BALANCE), cell("board"), size=912, gap=16)
        card = column(*choices, gap=16)
        body = column(cell("words", 176), shown, row(cell("", BALANCE), cell("curve"), size=130, gap=16), card, gap=16)
        return places(metrics, page(shape, body, top=84))
    side = (760, 756)[shape is Shape.CLASSIC]
    shown = row(cell("balance", BALANCE), cell("board", side), size=side, gap=16)
    below = row(cell("", BALANCE), cell("curve"), gap=16)
    table = column(shown, below, size=side + BALANCE + 16, gap=16)
    card = column(cell("words", 226), *choices, cell("branch", 84), gap=20)
    body = row(card, table, gap=48) if shape is Shape.WIDE else row(table, card, gap=32)
    return places(metrics, page(shape, body))


@dataclass(frozen=True, slots=True)
class ReviewWords:
    """The texts of a turning point: `eyebrow` (its number), `sentence` (the event), two `choices` (played and better).

    `change_spoken` tells the winning chance of `seat` before and after the action; "" if it did not change.
    `player` is the seat that acted. Without choices there is a `note`. `share` is the progress of the search, negative
    if no search runs.
    """

    eyebrow: str
    sentence: str
    choices: tuple[ComparedAction, ...] = ()
    change_spoken: str = ""
    seat: Seat = -1
    player: Seat = -1
    note: str = ""
    share: float = -1.0

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons for the better choice and against the played one."""
        return tuple(choice.reason for choice in reversed(self.choices))

    @classmethod
    def of(
        cls,
        t: Callable[..., str],
        spec: GameSpec,
        point: ExplainedPoint,
        move: int,
        names: Sequence[str],
        words: BoardWords[S, A, Sel],
    ) -> ReviewWords:
        """Return the texts of a turning point in the language of `t`.

        `move` is its move number; `names` are the players' names by seat.
        """
        found = point.point
        facts = (point.reasons.merit, point.reasons.fault)
        merit, fault = ("" if fact is None else because(t, spec, fact, names, words, seen=True) for fact in facts)
        before, after, change = _change(t, found)
        make = scenes_of(spec).missed
        if point.what is not None and make is not None:
            card = make(t, point, names)
            choices = (
                ComparedAction(t("review.played"), card.played, after, fault),
                ComparedAction(t("review.better"), card.better, before, merit),
            )
            player = point.played[0].seat if point.played else found.seat
            return cls("", card.sentence, choices, change, found.seat, player)
        fault = fault or _fall(t, found)
        played, better = point.played[0], point.better
        choices = (
            ComparedAction(
                t("review.played"),
                brief(t, played, words),
                after,
                fault,
                words.action(played.action).spoken,
                t("review.move", move=move),
            ),
            ComparedAction(
                t("review.better"), brief(t, better, words), before, merit, words.action(better.action).spoken
            ),
        )
        sentence = t(f"review.point.{point.kind}", name=names[found.seat])
        return cls("", sentence, choices, change, found.seat, found.seat)

    def placed(self, eyebrow: str) -> ReviewWords:
        """Return a copy with `eyebrow` as the line above the title."""
        return replace(self, eyebrow=eyebrow)


def _change(t: Callable[..., str], found: TurningPoint) -> tuple[str, str, str]:
    """Return the chances before and after in words, and what speech reads; all "" if the chance did not change."""
    if found.before == found.after:
        return "", "", ""
    before, after = chance_text(t, found.before), chance_text(t, found.after)
    return before, after, t("review.change_said", before=before, after=after)


def _fall(t: Callable[..., str], found: TurningPoint) -> str:
    """Return the drop of the winning chance in words; "" if the game was decided before or after the action."""
    if not EXACT < found.after < found.before < 1 - EXACT:
        return ""
    return t("review.falls", before=chance_text(t, found.before), after=chance_text(t, found.after))


def draw_words(stage: Stage, canvas: Canvas, places: Places, spoken: ReviewWords) -> None:
    """Draw the eyebrow and the sentence, and the note if there are no cards."""
    head = within(stage.metrics, places["words"], column(cell("eyebrow", 36), cell("sentence"), gap=14))
    stage.label(canvas, spoken.eyebrow.upper(), head["eyebrow"], EYEBROW, grow=MOST_GROWTH, least=20)
    styles = [SENTENCE._replace(size=size) for size in SIZES]
    style = stage.untorn([spoken.sentence], styles, head["sentence"].size, grow=1.0)
    stage.label(canvas, spoken.sentence, head["sentence"], style, lines=0, grow=math.inf, top=True)
    if not spoken.note:
        return
    room = pygame.Rect(places["played"].topleft, (places["played"].width, places["played"].height // 2))
    so_far = stage.label(canvas, spoken.note, room, NOTE, lines=0, grow=math.inf, top=True)
    if spoken.share >= 0:
        bar = stage.below(so_far, places["played"], PROGRESS)
        bar.height = stage.metrics.px(PROGRESS)
        draw_progress(stage, canvas, bar, spoken.share)
