"""The review of a game: its turning points, each with the better action and the reason.

The turning points are marked on the curve of winning chances. Play can go on from each of them. A better line of
several steps is shown step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.core.record import Record, SeatConfig
from game.core.rules import AnyStep
from game.core.spec import GameSpec
from game.records.playback import Playback
from game.review.explaining import ExplainedPoint, explain
from scenes.archive.branch_scene import RecordTable
from scenes.archive.review_words import ChoiceCard, ReviewWords, draw_words, review_places
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Places
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.page import FocusScene
from scenes.kit.widgets.widget import Button, Widget
from scenes.routes import ToReplay
from scenes.services import Services
from scenes.table.art.marks import GOLD
from scenes.table.board.board_view import OnTable
from scenes.table.board.layout import squared
from scenes.table.chances import SECONDS, ChanceBar, Curve, curve_of, draw_curve, marker_place
from scenes.table.sayings import commentator, draw_saying, saying

# Design pixels of the focus ring around a turning point.
MARKER = 48
# Seconds from one step of a better line to the next.
EACH_SECONDS = 0.9
# Seconds for which the whole better line stays on the board before it starts over.
HOLD_SECONDS = 2.7


class CurveMarker(Widget):
    """A turning point on the curve. Presses inside `reach` choose it; `say` returns what speech reads."""

    ring = (0.0, 4.0)

    def __init__(
        self, rect: pygame.Rect, reach: pygame.Rect, name: str, say: Callable[[], str], press: Callable[[], None]
    ) -> None:
        super().__init__(rect)
        self.radius = MARKER / 2
        self.reach = reach
        self.name = name
        self._say, self._press = say, press

    def value(self) -> str:
        return self._say()

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        self._press()
        return None

    def hit(self, point: tuple[int, int]) -> bool:
        return self.enabled and self.reach.collidepoint(point)

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        """Draw nothing, since the curve itself draws the turning points."""


class Walkthrough:
    """Counts how many steps of a better line are shown.

    A timer repeats the line; after the first press, only presses advance it.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._count = 1
        self._time = 0.0
        # Steps shown since the first press; 0 before it.
        self._by_hand = 0

    def begin(self, count: int) -> None:
        """Start a better line of `count` steps."""
        self._count, self._time, self._by_hand = count, 0.0, 0

    def press(self) -> None:
        """Show one more step; after the last one, begin again with the first."""
        self._by_hand = self.shown % self._count + 1

    def tick(self, dt: float) -> None:
        """Advance the timer."""
        self._time += dt

    @property
    def shown(self) -> int:
        """The number of steps on the board, at least 1. With reduced motion all steps show until the first press."""
        if self._by_hand:
            return self._by_hand
        if self._stage.look.reduced_motion:
            return self._count
        passed = self._time % (EACH_SECONDS * (self._count - 1) + HOLD_SECONDS)
        return min(self._count, 1 + int(passed / EACH_SECONDS))

    @property
    def is_animated(self) -> bool:
        """Whether the timer advances the steps."""
        return self._count > 1 and not self._by_hand and not self._stage.look.reduced_motion


# Design pixels around a turning point in which a press chooses it.
REACH = 64
# The two actions of a turning point, as indices.
PLAYED, BETTER = 0, 1


class ReviewTable(RecordTable):
    """The table of a record under review."""

    def place(self) -> pygame.Rect:
        return squared(review_places(self.stage.metrics)["board"])


class ReviewScene(OnTable, FocusScene):
    """Reviews `playback`, a game of `spec`. Back leads to `leave`; if that is None, the scene pops."""

    table: RecordTable

    def __init__(
        self, services: Services, spec: GameSpec, record: Record, playback: Playback, leave: Nav | None = None
    ) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.leave_to: Nav = leave or Pop()
        self.playback = playback
        playback.seek(playback.total)
        self.table = ReviewTable(services, playback)
        self.board = self.table.board
        self.reviewer = services.reviews.reviewer(spec, playback.record, playback.steps)
        self.points: tuple[ExplainedPoint, ...] = ()
        # The index of the turning point on the board; -1 at the end of the game.
        self.shown = -1
        # The AI that comments on the shown turning point, and its comment.
        self._said: tuple[SeatConfig, str] | None = None
        # Which action is shown: PLAYED or BETTER.
        self.choice = PLAYED
        self.balance = ChanceBar(self.stage)
        self.walkthrough = Walkthrough(self.stage)
        self.age = 0.0
        self.places: Places
        # How many evaluated positions the drawn curve has.
        self._known = -1
        self._curve = Curve(1, (), ())

    # Life

    def enter(self) -> None:
        self.resized()
        self._take_points()
        self._lay_widgets()

    def leave(self) -> None:
        self.services.reviews.pause()
        super().leave()

    def pause(self) -> None:
        self.services.reviews.pause()

    def resized(self) -> None:
        self.table.lay(self.table.seats)
        self.places = review_places(self.stage.metrics)
        self.bar = GlyphBar(self.stage, self.places["bar"])
        self._known = -1
        self._follow()
        self._lay_widgets()

    def _lay_widgets(self) -> None:
        self._said = self.said(self.shown)
        widgets: list[Widget] = [self._marker(index) for index in range(len(self.points))]
        widgets += self._cards()
        if self.can_branch and "branch" in self.places:
            label = self.stage.t("review.from_here")
            widgets.append(Button(self.places["branch"], label, self.table.branch, kind="primary", size=36))
        self.focus.set(widgets, widgets[self.shown] if 0 <= self.shown < len(self.points) else None)

    def _cards(self) -> list[Widget]:
        """Make the cards of the played and the better action at the shown turning point."""
        if self.shown < 0:
            return []
        words, seats = self._words_of(self.points[self.shown]), self.table.seats
        edges = self.stage.identities[seats[words.player].identity].color, GOLD
        return [
            ChoiceCard(
                self.places[name],
                words.choices[which],
                seats[words.seat].identity,
                edges[which],
                partial(self._shows, which),
                partial(self.choose, which),
            )
            for which, name in ((PLAYED, "played"), (BETTER, "better"))
        ]

    def _shows(self, which: int) -> bool:
        return self.choice == which

    def _marker(self, index: int) -> CurveMarker:
        """Make the widget of a turning point. A press near several turning points chooses the nearest."""
        px = self.stage.metrics.px
        places = [marker_place(self.stage, self.places["curve"], self._curve, point.point.ply) for point in self.points]
        x, y = places[index]
        left, right = x - px(REACH), x + px(REACH)
        if index:
            left = max(left, (places[index - 1][0] + x) // 2)
        if index + 1 < len(places):
            right = min(right, (places[index + 1][0] + x) // 2)
        others = [place for place in places if place != (x, y)]
        # The squares of two turning points must not overlap.
        side = min([px(MARKER), *(max(abs(a - x), abs(b - y)) for a, b in others)])
        rect = pygame.Rect(0, 0, side, side)
        rect.center = (x, y)
        reach = pygame.Rect(left, self.places["curve"].top, right - left, self.places["curve"].height)
        move = self.playback.moves(self.points[index].point.ply + 1)
        name = self.stage.t("review.bead", number=index + 1, move=move)
        return CurveMarker(rect, reach, name, partial(self.sentence, index), partial(self.press, index))

    # Time

    def tick(self, dt: float) -> Nav | None:
        self.age += dt
        self.walkthrough.tick(dt)
        self.balance.tick(dt)
        self.table.timeline.tick(dt)
        self.services.reviews.tick()
        self.table.tick_lights(self.table.lit, dt)
        if not self.points and self.reviewer.done:
            self._take_points()
            self._lay_widgets()
        self._follow()
        return super().tick(dt)

    def _take_points(self) -> None:
        """Once the turning points are final, take them and show the first."""
        points = self.reviewer.points or ()
        if points and not self.points:
            values = self.reviewer.values
            self.points = tuple(explain(self.spec, self.playback.steps, values, point) for point in points)
            self._follow()
            self.show(0)

    def _chances(self) -> tuple[float, ...]:
        """Return each player's winning chance after the shown action or line; () if unknown."""
        values = self.reviewer.values
        if self.shown < 0:
            end = values[-1] if values else None
            return () if end is None else end.evaluation.chances
        found = self.points[self.shown].point
        known = values[found.ply] if self.spec.study.rounds else values[found.ply + self._after]
        if known is None or not self.spec.study.rounds:
            return () if known is None else known.evaluation.chances
        chances = known.evaluation.chances
        mine = (found.after, found.before)[self.choice]
        others = (1 - mine) / max(1 - chances[found.seat], 1e-9)
        return tuple(mine if seat == found.seat else others * chance for seat, chance in enumerate(chances))

    @property
    def _after(self) -> int:
        """The number of plies from the turning point to the position whose chances are shown.

        For the better action this is 0, because best play leaves the chances unchanged.
        """
        return 1 if self.choice == PLAYED else 0

    def _follow(self) -> None:
        """Show the latest evaluations in the curve and in the bar of chances."""
        self.balance.aim(self._chances())
        known = sum(value is not None for value in self.reviewer.values)
        markers = [point.point.ply for point in self.points]
        at = self.playback.ply if self.shown >= 0 else -1
        lit = markers[self.shown] if 0 <= self.shown < len(markers) else -1
        if (known, lit) != (self._known, self._curve.lit):
            self._known = known
            identities = [seat.identity for seat in self.table.seats]
            bottom = self.table.bottom_seat
            self._curve = curve_of(self.stage, identities, bottom, self.reviewer.values, markers, lit, at)

    @property
    def is_animated(self) -> bool:
        drawing = self.age < self.stage.seconds(SECONDS) or (self.shown >= 0 and self.walkthrough.is_animated)
        drawing = drawing or self.balance.is_animated
        return drawing or not self.reviewer.done or self.table.is_animated or super().is_animated

    @property
    def can_branch(self) -> bool:
        """Whether play can go on from here. Reviews allow it only at a turning point."""
        return self.shown >= 0 and self.table.can_branch

    # What is shown

    def show(self, index: int) -> None:
        """Show a turning point with the action that was played there."""
        self.shown = index
        self.playback.seek(self.points[index].point.ply)
        self.choose(PLAYED)
        self._lay_widgets()

    def choose(self, which: int) -> None:
        """Show the played or the better action: `which` is PLAYED or BETTER.

        A better line is shown step by step, a single action by its result.
        """
        self.choice = which
        steps = self._steps
        self.walkthrough.begin(max(1, len(steps)))
        after = self.playback.state if self.spec.study.rounds else steps[0].after
        if self.table.shown is not after or not self.table.timeline.is_idle:
            self.table.slide(after, partial(self.table.arrived, after))
        self._known = -1
        self._follow()

    @property
    def _steps(self) -> tuple[AnyStep, ...]:
        """The steps to show at the turning point: those played, or the better ones.

        The better ones are a whole line if the game has rounds, otherwise a single action.
        """
        point = self.points[self.shown]
        if self.choice == PLAYED:
            return point.played
        return point.line if self.spec.study.rounds else point.line[:1]

    def press(self, index: int) -> None:
        """Show a turning point. If it is already shown, show the next step of its line or its other action."""
        if index != self.shown:
            self.show(index)
        elif self.has_steps:
            self.walkthrough.press()
        else:
            self.choose(BETTER if self.choice == PLAYED else PLAYED)

    @property
    def has_steps(self) -> bool:
        """Whether the better choice is a line of several steps."""
        return bool(self.spec.study.rounds) and self.shown >= 0

    def sentence(self, index: int) -> str:
        """Return what speech reads for a turning point: what happened and why."""
        words, said = self._words_of(self.points[index]), self.said(index)
        return sentences(words.sentence, words.change_spoken, *words.reasons, *(said[1:] if said else ()))

    def said(self, index: int) -> tuple[SeatConfig, str] | None:
        """Return the AI that comments on a turning point, and its comment.

        Only the turning point with the greatest loss can have a comment; for others, return None.
        """
        losses = [point.point.loss for point in self.points]
        if index < 0 or losses[index] < max(losses) or index != losses.index(max(losses)):
            return None
        record, point = self.playback.record, self.points[index]
        taker = point.played[0].seat if self.spec.study.rounds and point.played else None
        found = commentator(record.seats_at(point.point.ply), point.point.seat, taker)
        text = found and saying(self.services, self.spec.id, *found, record.seed)
        return (found[0], text) if found and text else None

    def _words_of(self, point: ExplainedPoint) -> ReviewWords:
        names = [self.services.people.name(seat) for seat in self.playback.record.seats_at(point.point.ply)]
        move = self.playback.moves(point.point.ply + 1)
        return ReviewWords.of(self.stage.t, self.spec, point, move, names, self.board.words)

    @property
    def spoken_title(self) -> str:
        t = self.stage.t
        if self.shown >= 0:
            return sentences(t("review.title"), self.sentence(self.shown))
        return sentences(t("review.title"), *self._without_points())

    def _without_points(self) -> tuple[str, str]:
        """Return title and text of a review without turning points: the search is running, or it found none."""
        key = "looking" if not self.reviewer.done else "nothing" if self.reviewer.found_nothing else "none"
        return self.stage.t(f"review.{key}"), self.stage.t(f"review.{key}_body")

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind is Kind.BACK:
            return self.leave_to
        if meant.kind is Kind.SECONDARY:
            return Push(ToReplay(self.playback.record, self.playback.ply))
        if meant.kind is Kind.HINT and self.can_branch:
            return self.table.branch()
        if meant.kind in (Kind.NEXT, Kind.PREVIOUS) and self.points:
            step = 1 if meant.kind is Kind.NEXT else -1
            self.show((self.shown + step) % len(self.points))
            return None
        return self.focus.intent(meant)[1]

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.table.ground.picture, (0, 0))
        self._draw_board(canvas, alpha)
        draw_words(self.stage, canvas, self.places, self._words())
        identities = [seat.identity for seat in self.table.seats]
        self.balance.draw(canvas, self.places["balance"], identities, self.table.bottom_seat)
        share = min(1.0, self.age / self.stage.seconds(SECONDS))
        draw_curve(self.stage, canvas, self.places["curve"], self._curve, share)
        self.focus.draw(canvas)
        if self._said is not None:
            draw_saying(self.stage, canvas, *self._said)
        self.bar.set(self._prompts())
        self.bar.draw(canvas)

    def _words(self) -> ReviewWords:
        if self.shown >= 0:
            place = self.stage.t("review.eyebrow", number=self.shown + 1, total=len(self.points))
            return self._words_of(self.points[self.shown]).placed(place)
        title, body = self._without_points()
        share = -1.0 if self.reviewer.done else self.reviewer.share
        return ReviewWords(self.stage.t("review.title"), title, note=body, share=share)

    def _draw_board(self, canvas: Canvas, alpha: float) -> None:
        is_still = self.shown >= 0 and self.table.timeline.is_idle
        self.board.drawing.draw(canvas, self.table.view(alpha, win_time=theme.WIN_SECONDS))
        for step in self._steps[: self.walkthrough.shown] if is_still else ():
            own = self.stage.identities[self.table.seats[step.seat].identity].color
            self.board.drawing.draw_weighed(canvas, step, own if self.choice == PLAYED else GOLD, 1.0)

    def _prompts(self) -> Sequence[Prompt]:
        t = self.stage.t
        choose = [Prompt(ARROWS, t("glyph.choose"), "")] if self.focus.widgets else []
        in_bar = self.can_branch and "branch" not in self.places
        marked = isinstance(self.focus.current, CurveMarker) and self.shown >= 0
        points = [Prompt(SHOULDERS, t("review.points"), "")] if len(self.points) > 1 else []
        return [
            *choose,
            *points,
            *([Prompt(Kind.CONFIRM, t("review.step" if self.has_steps else "review.compare"), "")] if marked else []),
            Prompt(Kind.SECONDARY, t("review.replay")),
            *([Prompt(Kind.HINT, t("replay.branch"), "primary")] if in_bar else []),
            Prompt(Kind.BACK, t("glyph.back")),
        ]
