"""The result beside the board: who won and how, the standings, and what next. The last position stays visible.

If people have won, pieces of the game fly over the board first, in a way that shows how it was won.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from random import Random

import pygame

from game.core.record import Record, SeatConfig
from game.people.party import EndedGame
from game.review.reviewer import GameReviewer, can_review
from game.session.session import Session
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.drawing.paint import LIFT_DIALOG
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.layout import Metrics, Part, Places, Shape, cell, column, places, row
from scenes.kit.scene import Item, Nav, PhoneView, Push, Switch
from scenes.kit.stage import Stage
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.page import FRAMES, FocusScene, PageFrame, page
from scenes.kit.widgets.scanner import prompt_targets
from scenes.kit.widgets.widget import Button
from scenes.match import verdict
from scenes.match.controller import MatchController
from scenes.match.encouragement import Encouragement
from scenes.match.pause_scene import WARMING_SECONDS, way_out
from scenes.match.questions import Agreement, Questions
from scenes.match.verdict import Standings, score_lines, share
from scenes.routes import ToBranch, ToCup, ToMatch, ToRematch, ToReview, ToSetup
from scenes.services import Services
from scenes.table.art.faces import Face, draw_face, face_of, level_of
from scenes.table.art.laurel import SECONDS as LAUREL_SECONDS
from scenes.table.art.laurel import FlyingPiece, draw_laurel, draw_pieces, picture
from scenes.table.board.layout import NARROW_MARGIN, NARROW_RAIL
from scenes.table.chances import curve_of, draw_curve
from scenes.table.column.move_list import MoveList, draw_move_list, entries
from scenes.table.contract.phone_pages import ResultPage
from scenes.table.fits import Rated
from scenes.table.sayings import draw_saying, goodbye


class NextPeople:
    """Follows who sits at the table for the next game; `coming` are the people who did not play this one."""

    def __init__(self, services: Services, session: Session, ended: EndedGame) -> None:
        self._people = services.people
        self._roster = self._people.roster
        self._played = [seat.identity for seat in session.record().owners if not seat.is_ai]
        # whether `coming` follows the people at the table: only if everybody who played sat there, and not after a
        # cup's match
        self._follows = not ended.of_cup and all(map(self._roster.chair, self._played))
        self.coming = ended.coming

    def follow(self) -> bool:
        """Update `coming` after a change at the table. Returns whether there was one."""
        if self._roster == self._people.roster:
            return False
        self._roster = self._people.roster
        if self._follows:
            present = self._roster.people[: len(self._played)]
            self.coming = tuple(chair.seat() for chair in present if chair.identity not in self._played)
        return True


SECONDS = 1.5
PIECES = 26
FACE_BEATEN = 220  # width in pixels of an AI's face when its level is beaten for the first time
_FADES = 0.35  # pieces fade during this last share of the celebration
_SIZES = (0.6, 0.8, 1.0)  # scales of the pieces; one picture is made for each


class WinKind(Enum):
    """The ways of winning with a celebration of their own."""

    PLAINLY = auto()
    FIRST_TIME = auto()  # the first win over an AI of this level
    IN_THE_LAST_SECOND = auto()  # a win in the last second of a clock
    BY_THE_SHORTEST_ROUTE = auto()


@dataclass(frozen=True, slots=True)
class Celebration:
    """A celebration. `picture` is the file of a piece.

    `level` is the AI level that was beaten for the first time, else 0.
    """

    picture: str
    won: WinKind
    seed: int
    level: int = 0

    def pieces(self, share: float) -> Sequence[FlyingPiece]:
        """The pieces at `share` (0 to 1) of the time; deterministic."""
        random = Random(self.seed)
        alpha = min(1.0, (1.0 - share) / _FADES)
        return [self._piece(number, random, share, alpha) for number in range(PIECES)]

    def _piece(self, number: int, random: Random, share: float, alpha: float) -> FlyingPiece:
        size, turn, speed = random.choice(_SIZES), random.uniform(-0.5, 0.5), random.uniform(0.6, 1.0)
        part = (number + 0.5) / PIECES
        if self.won is WinKind.BY_THE_SHORTEST_ROUTE:  # the pieces follow one another along a line
            way = min(1.0, max(0.0, 1.6 * share - 0.6 * part))
            return FlyingPiece(
                0.05 + 0.9 * way, 0.5 + 0.06 * math.sin(9 * way + turn), size, alpha if 0 < way < 1 else 0.0
            )
        if self.won is WinKind.IN_THE_LAST_SECOND:  # the pieces circle like the hand of a clock, then fly outwards
            angle = 2 * math.pi * part - math.pi / 2
            reach = 0.2 + 0.4 * speed * share**2
            shown = alpha if share * 2 > part else 0.0
            return FlyingPiece(0.5 + reach * math.cos(angle), 0.5 + reach * math.sin(angle), size, shown)
        if self.won is WinKind.FIRST_TIME:  # the pieces rain
            return FlyingPiece(part, -0.15 + 1.3 * share * speed + 0.1 * turn, size, alpha)
        angle = -math.pi / 2 + 1.6 * turn  # the pieces rise like a fountain
        rise = speed * share
        return FlyingPiece(0.5 + rise * math.cos(angle), 0.95 + 1.3 * rise * math.sin(angle) + share**2, size, alpha)


def draw_celebration(stage: Stage, canvas: Canvas, celebration: Celebration, board: pygame.Rect, age: float) -> None:
    """Draw a celebration over the board (pixels), `age` seconds after it began."""
    share = min(1.0, age / SECONDS)
    draw_pieces(stage, canvas, ((celebration.picture, piece) for piece in celebration.pieces(share)), board)
    if celebration.level:
        alpha = min(1.0, 4 * share, (1.0 - share) / _FADES)
        draw_face(stage, canvas, Face(celebration.level), board.center, stage.metrics.px(FACE_BEATEN), alpha)


def celebration_of(controller: MatchController) -> Celebration | None:
    """Return the celebration of a finished game.

    None after a resignation, if no person won, or if several people played without AIs and all of them won.
    """
    session = controller.session
    outcome, seats = session.outcome, session.seats
    assert outcome is not None
    people = [seat for seat in outcome.winners if not seats[seat].is_ai]
    if not people or outcome.reason == session.spec.play.resign or len(people) == len(seats) > 1:
        return None
    # a stand-in AI does not count as beaten
    passed_by = {*outcome.winners, *(change.seat for change in session.changes)}
    levels = [config.full_level for seat, config in enumerate(seats) if seat not in passed_by and level_of(config)]
    first = max((level for level in levels if level in controller.first_wins), default=0)
    look_back = controller.board.look_back
    if first:
        won = WinKind.FIRST_TIME
    elif any(map(controller.acted_in_the_last_second, people)):
        won = WinKind.IN_THE_LAST_SECOND
    elif look_back is not None and look_back.summary(session.state, session.steps).was_shortest:
        won = WinKind.BY_THE_SHORTEST_ROUTE
    else:
        won = WinKind.PLAINLY
    return Celebration(picture(controller.stage.assets, session.spec.id), won, session.seed, first)


TITLE = Style(72, theme.INK, bold=True)
FACE = 88  # design pixels of the face that says goodbye
HOW = Style(theme.HELPER, theme.INK_SOFT)
GOODBYE = Style(theme.HELPER, theme.MUTED)
# The space below the title; the line spacing in type sizes.
GAP, LEADING = 8, 1.2
# The height of the first button, and the room below it for its ring.
FIRST, RING = 112, 26
MOST_BESIDE_CURVE = 7  # the most buttons that leave room for the curve in an upright window
FEW_ROWS = 2  # the most rows of standings that leave room for one more sentence in a narrow card
INNER = (28, 24)  # design pixels between the card's edge and its content
MOST_GROWTH = 1.2  # text grows with the text scale only up to this factor, since the panels are narrow
LABEL = Style(40, bold=True)
READING_SECONDS = 0.9
UNFOLDING = frozenset({Kind.CONFIRM, Kind.BACK, Kind.SECONDARY, Kind.PAUSE, Kind.RELEASE})


def result_places(
    metrics: Metrics,
    buttons: int,
    has_curve: bool,
    has_goodbye: bool = False,
    rows: int = 4,
    aspect: float = 1.0,
    has_more: bool = False,
) -> Places:
    """The places beside the board: `head`, `words`, `standings`, `bar`, and each `button`, the large one first.

    `rows` is the number of rows in the standings; `has_more` makes room for one more sentence. The `card` is the area
    of the texts. There may be three more places: a `goodbye` below the card and the `paper` with the moves (if they
    fit), and a `curve` (if chances are known). `aspect` is the board's width divided by its height.
    """
    shape = metrics.shape
    frame: PageFrame | None = None
    curve = cell("curve", 116 if shape is Shape.TALL else 104 if shape is Shape.WIDE else 90) if has_curve else None
    if shape is Shape.TALL:  # the board lies between the two panels
        card = row(cell("head", 164), cell("words"), cell("standings", 304), name="card", size=250, gap=20, pad=INNER)
        is_full = buttons > MOST_BESIDE_CURVE
        keys = _buttons(buttons, 3, 92 if has_curve or is_full else 116)
        below = None if is_full else curve, keys, cell("bar", 116)
        return places(metrics, column(card, cell(), *below, gap=16, pad=(54, 54, 54, 4)))
    if shape is Shape.WIDE:
        side = 392 if aspect == 1 else NARROW_RAIL
        frame = None if aspect == 1 else FRAMES[shape]._replace(margin=NARROW_MARGIN)
        words = cell("words", fit=212, least=196, share=1)
        standings = cell("standings", fit=max(250, 38 * rows))
        texts = cell("head", fit=216, least=150, share=1, most=292), words, curve, standings
        card = column(*texts, name="card", gap=12, pad=INNER)
        parts = column(card, cell("goodbye", 132 if has_more else 96) if has_goodbye else None, size=side)
        body = row(
            parts, cell(), column(cell("paper", fit=376, least=320), cell(), _buttons(buttons, 1, 76), size=side)
        )
    else:
        has_more = has_more and rows <= FEW_ROWS
        words = cell("words", fit=226 if has_more else 192, least=192, share=1)
        standings = cell("standings", fit=max(150, 30 * rows), least=max(132, 25 * rows))
        texts = cell("head", fit=134 if has_more else 168, least=104), words, curve, standings
        card = column(*texts, name="card", gap=8, pad=(INNER[0], 16))
        body = row(cell(), column(card, _buttons(buttons, 2, 76, 92), size=388, gap=20))
    return places(metrics, page(shape, body, frame=frame))


def _buttons(count: int, across: int, height: float, first: float = FIRST) -> Part:
    """The large first button, and below it the others, `across` in a row.

    The buttons of the last row share its width.
    """
    rests = [min(across, count - first) for first in range(1, count, across)]
    rows = [row(*[cell("button")] * each, size=height, gap=16) for each in rests]
    first = max(height, first)
    others = column(*rows, size=len(rows) * (height + 16) - 16, gap=16)
    return column(row(cell("button"), size=first), others, size=first + RING + (others.size or 0), gap=RING)


class ResultScene(FocusScene):
    """The result over a finished match. While `folded`, the match's own panels are shown.

    Back folds the result away; any press brings it back. X opens the review.
    """

    overlay = True

    def __init__(
        self,
        controller: MatchController,
        note: str = "",
        ended: EndedGame | None = None,
        rated: Rated | None = None,
    ) -> None:
        """`note` is the board's sentence about the end, "" for the usual one.

        `ended` is what counting the game returned, and `rated` the rating of the only person.
        """
        super().__init__(controller.stage)
        self.services = controller.services
        self.session = controller.session
        self.board = controller.board
        self.several_people = controller.has_several_people
        self._table = controller.table
        self._bottom = controller.table.bottom_seat
        self.title = verdict.title(self.services, self.session)
        self.body = verdict.ending_text(self.services, self.session, note)
        self.standing = verdict.rated_text(self.services, self.session, rated) if rated else ""
        self.ended = ended or EndedGame({})
        self.next_people = NextPeople(self.services, self.session, self.ended)
        self._goodbye = self._said_goodbye()
        self._parting_face = face_of(self._goodbye[0])
        look_back = self.board.look_back
        figures = {} if look_back is None else look_back.summary(self.session.state, self.session.steps).figures
        self.standings = Standings(self.services, self.session, self.board, figures, self.ended.score)
        written = entries(self.board.words, self.session.seats, self.session.steps)
        self.moves = MoveList(written, self.session.ply - 1)
        self.folded = False
        self.age = 0.0
        self._encouragement = Encouragement(self.services, self.session)
        self.celebration = None if self.stage.look.reduced_motion else celebration_of(controller)
        self._review_of: GameReviewer | None = None
        if can_review(self.session.spec) and self.session.steps and len(self.session.seats) > 1:
            record = self.session.record()
            self._review_of = self.services.reviews.reviewer(self.session.spec, record, self.session.steps)

    def _said_goodbye(self) -> tuple[SeatConfig, str]:
        """Return the AI that says goodbye, and its words in the present language."""
        session = self.session
        assert session.outcome is not None
        return goodbye(self.services, session.spec.id, session.outcome, tuple(session.seats), session.seed)

    @property
    def parting(self) -> str:
        """The words of goodbye, "" for none."""
        return self._goodbye[1]

    def leave(self) -> None:
        self.services.reviews.pause()

    def pause(self) -> None:
        self.services.reviews.pause()

    def enter(self) -> None:
        self.resized()
        self.stage.audio.play("open")

    def resized(self) -> None:
        self._goodbye = self._said_goodbye()  # the language may have changed
        choices = self._choices()
        has_curve, has_goodbye, rows = (
            self._review_of is not None,
            bool(self._parting_face.level),
            len(self.standings.rows),
        )
        self.places = result_places(
            self.stage.metrics, len(choices), has_curve, has_goodbye, rows, self.board.aspect, bool(self.standing)
        )
        self._place_bar()
        self.standings.lay(self.places["standings"])
        self.words = self._text()
        found = list(zip(self.places.all("button"), choices, strict=True))
        edge = self.stage.metrics.px(32)
        size = min(self.stage.shrink_to_width(label, LABEL, rect.width - edge).size for rect, (label, _) in found)
        widgets = [
            Button(rect, *choice, kind="normal" if index else "primary", size=size)
            for index, (rect, choice) in enumerate(found)
        ]
        self.focus.set(widgets)

    def _text(self) -> str:
        """The text below the title: how the game ended, and the score and goodbye if they fit."""
        scores = [""] if self.standings.shows_score else score_lines(self.stage, self.ended.score)
        below = "goodbye" in self.places
        parting, standing = ("" if below and not self.standing else self.parting), ("" if below else self.standing)
        rect, stage = self.places["words"], self.stage
        title = stage.natural_height(self.title, self.title_style(), rect.width)
        room = rect.height / stage.metrics.scale - title - GAP
        how, *_ = self.body.split("\n")
        told = self.body, standing
        for parts in (
            (*told, parting, scores[0]),
            *((*told, score) for score in scores),
            told,
            (standing or self.body,),
        ):
            text = "\n".join(filter(None, parts))
            lines = stage.lines(text, stage.limit_scale(HOW, 1.0), rect.width)
            if len(lines) * HOW.size * LEADING <= room:
                return text
        return how

    def title_style(self) -> Style:
        return self.stage.shrink_to_width(
            self.title, self.stage.limit_scale(TITLE, 1.0), self.places["words"].width, 44
        )

    def _place_bar(self) -> None:
        """Place the bar. It is wider while there are no buttons."""
        metrics = self.stage.metrics
        found = places(metrics, page(metrics.shape, cell())) if self.folded else self.places
        self.bar = GlyphBar(self.stage, found["bar"])

    @property
    def spoken_title(self) -> str:
        reason, *rest = self.body.split("\n")
        won = self.stage.t("result.spoken", won=self.title, reason=reason) if reason else self.title
        told = won, *rest, self.standing, self.parting, score_lines(self.stage, self.ended.score)[0]
        return "\n".join(filter(None, told))

    def _choices(self) -> list[tuple[str, Callable[[], Nav | None]]]:
        """The choices. The first one gets the large button."""
        choices, t = self._next_choices(), self.stage.t
        if self.stage.metrics.shape is Shape.TALL:  # a tall window's touch bar has no room for these
            choices += [(t("result.share"), self._share), (t("result.board"), partial(self._fold, True))]
        return choices

    def _next_choices(self) -> list[tuple[str, Callable[[], Nav | None]]]:
        """The choices of what to play next, the likeliest first."""
        t = self.stage.t
        alone = len(self.session.seats) == 1
        choices: list[tuple[str, Callable[[], Nav | None]]] = [
            (self._again_text(), self._again),
            (t("result.review"), self._review),
        ]
        if not self.ended.of_cup:
            choices[1:1] = self._encouragement.offers(self._review_of)
        if not alone and self.session.decision_ply() is not None:
            choices.append((t("result.take_back"), self._ask_take_back))
        if not self.ended.of_cup:
            choices.append((t("result.setup"), lambda: Switch(ToSetup(self.session.spec.id))))
        choices.append(way_out(self.services, self.session))
        return choices

    def _again_text(self) -> str:
        t = self.stage.t
        if self.ended.of_cup:
            return t("result.cup")
        if self.next_people.coming:
            return t("result.next_people", names=self.services.people.names(self.next_people.coming))
        return t("result.next" if len(self.session.seats) == 1 else "result.rematch")

    def _again(self) -> Nav:
        if self.ended.of_cup:
            return Switch(ToCup())
        if self.next_people.coming:
            return Switch(ToMatch(self.services.offers.table(self.session.spec)))
        return Switch(ToRematch(self.session.record()))

    def _review(self) -> Nav:
        return Push(ToReview(self.session.record()))

    def _share(self) -> Nav:
        return share(self.services, self.session, self.board, self.body)

    def _ask_take_back(self) -> Nav:
        """Take back at once against AIs; between people, ask for agreement first."""
        if self.several_people:
            return Questions(self.services, self.session, self.board).undo()
        return self._take_back()

    def _take_back(self) -> Nav:
        ply = self.session.decision_ply()
        record: Record = self.session.record()
        before = replace(record, actions=record.actions[:ply], times=record.times[:ply], result=None)
        return Switch(ToBranch(before))

    # Phones

    def _chosen_by_phone(self, number: int) -> Nav | None:
        choices = self._next_choices()
        if number >= len(choices):
            return None
        self.stage.audio.play("press")
        return choices[number][1]()

    def phone_view(self, device: Device) -> PhoneView:
        choices = tuple(label for label, _ in self._next_choices())
        scores = verdict.scores(self.services, self.session, self.board)
        said = self._said_goodbye()[1]  # in the phone's language
        told = self.stage.strings.lines(*filter(None, (self.body, self.standing, said)))
        return PhoneView(self.title, told, page=ResultPage(scores, choices, self.session.record, self.is_read))

    def _fold(self, folded: bool) -> None:
        self.folded = folded
        self._place_bar()
        self.stage.audio.play("close" if folded else "open")

    # Presses and time

    @property
    def is_read(self) -> bool:
        """Whether the result has been visible long enough.

        A late press that was meant for the game must not choose anything.
        """
        return self.age >= READING_SECONDS

    def resume(self, result: object) -> Nav | None:
        return self._take_back() if result is Agreement.UNDO else None

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind not in (Kind.HOVER, Kind.RELEASE):
            self.celebration = None
        meant = self.bar.translate(intent) or intent
        by_phone = intent.kind is Kind.DIGIT and intent.device.is_phone
        if not self.is_read and (by_phone or meant.kind in (Kind.CONFIRM, Kind.BACK)):
            return None
        if by_phone:
            return self._chosen_by_phone(intent.value)
        if self.folded:
            if meant.kind in UNFOLDING:
                self._fold(False)
            return None
        if meant.kind is Kind.BACK:
            self._fold(True)
            return None
        if meant.kind is Kind.SECONDARY:
            return self._review()
        if meant.kind is Kind.HINT:
            return self._share()
        return self.focus.intent(meant)[1]

    def scan(self) -> Sequence[Item]:
        """Return the targets, once the result has been visible long enough.

        While the result is folded, the only target shows it again.
        """
        if not self.is_read:
            return ()
        return prompt_targets(self, self.bar) if self.folded else super().scan()

    def tick(self, dt: float) -> Nav | None:
        self.age += dt
        if self.next_people.follow():
            self.resized()
        if self.age >= SECONDS:
            self.celebration = None
        if self._review_of is not None and self.is_read:
            self.services.reviews.tick()
        return super().tick(dt)

    @property
    def is_animated(self) -> bool:
        looking = self._review_of is not None and not self._review_of.done
        return self.age < WARMING_SECONDS or looking or self.celebration is not None or super().is_animated

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        self.bar.set(self._prompts())
        self.bar.draw(canvas)
        if self.folded:
            return
        card, grown = self.places["card"], ease_out(min(1.0, self.age / self.stage.seconds(LAUREL_SECONDS)))
        self.stage.blit(canvas, self.stage.paint.panel("enamel", card.size, lift=LIFT_DIALOG), card.topleft)
        self._draw_head(canvas, grown)
        self._draw_words(canvas)
        self._draw_goodbye(canvas, grown)
        if self.parting and "goodbye" not in self.places and self.parting not in self.words:
            draw_saying(self.stage, canvas, self._goodbye[0], self.parting)
        self._draw_curve(canvas)
        if self.celebration is not None:
            draw_celebration(self.stage, canvas, self.celebration, self._table.place(), self.age)
        self.standings.draw(canvas)
        paper = self.places.get("paper")
        if paper is not None and not self.session.spec.simultaneous:
            draw_move_list(self.stage, canvas, paper, self.moves, len(self.session.seats))
        self.focus.draw(canvas)

    def _prompts(self) -> list[Prompt]:
        t = self.stage.t
        if self.folded:
            return [Prompt(Kind.BACK, t("result.show"))]
        if self.bar.as_buttons and self.stage.metrics.shape is Shape.TALL:
            return []
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.SECONDARY, t("result.review"), ""),
            Prompt(Kind.HINT, t("result.share")),
            Prompt(Kind.BACK, t("result.board")),
        ]

    def _draw_head(self, canvas: Canvas, share: float) -> None:
        """Draw the winners' tokens in a laurel; if nobody has won, draw the tokens of all players."""
        assert self.session.outcome is not None
        winners = self.session.outcome.winners
        shown = [self.session.seats[seat].identity for seat in winners or range(len(self.session.seats))]
        head, side = self.places["head"], self.stage.metrics.px(FACE)
        draw_laurel(self.stage, canvas, head, shown, share, won=bool(winners))
        if "goodbye" not in self.places:
            corner = head.right - side // 2, head.bottom - side // 2
            draw_face(self.stage, canvas, self._parting_face, corner, side, share)

    def _draw_goodbye(self, canvas: Canvas, share: float) -> None:
        """Draw the face below the card, and beside it the sentence about a rated match or else the words of goodbye."""
        if (place := self.places.get("goodbye")) is None:
            return
        side = self.stage.metrics.px(FACE)
        draw_face(self.stage, canvas, self._parting_face, (place.left + side // 2, place.centery), side, share)
        parts = pygame.Rect(place.left + side, place.top, place.width - side, place.height)
        parts = parts.inflate(-self.stage.metrics.px(32), 0)
        self.stage.label(canvas, self.standing or self.parting, parts, GOODBYE, lines=0, grow=MOST_GROWTH, alpha=share)

    def _draw_words(self, canvas: Canvas) -> None:
        stage, rect = self.stage, self.places["words"]
        style = self.title_style()
        head = pygame.Rect(rect.topleft, (rect.width, rect.height * 3 // 5))
        align = "left" if stage.metrics.shape is Shape.TALL else "centre"
        title = stage.label(canvas, self.title, head, style, align, lines=0, grow=math.inf, top=True)
        below = stage.below(title, rect, GAP)
        stage.label(canvas, self.words, below, HOW, align, lines=0, grow=MOST_GROWTH, top=True)

    def _draw_curve(self, canvas: Canvas) -> None:
        """Draw the chances of winning in the course of the game, as far as they are known."""
        place, review = self.places.get("curve"), self._review_of
        if place is None or review is None or review.found_nothing:
            return
        if all(value is None for value in review.values[:-1]):
            return
        points = [point.ply for point in review.points or ()]
        identities = [seat.identity for seat in self.session.seats]
        curve = curve_of(self.stage, identities, self._bottom, review.values, points)
        draw_curve(self.stage, canvas, place, curve)
