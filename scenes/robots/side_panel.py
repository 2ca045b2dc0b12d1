"""What lies beside the robots' board: the task, the clock or the demonstration's count, a dock for every seat."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat, Timer
from game.robots.state import LOWEST_BID, State
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.keyboard import face
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.kit.text import fit
from scenes.robots import phrases, puzzles
from scenes.robots.bidding import desk as bidding
from scenes.robots.bidding import docks
from scenes.robots.bidding.banner import draw_banner
from scenes.robots.bidding.clock import LAST_SECONDS, draw_clock
from scenes.robots.bidding.controls import draw_controls
from scenes.robots.bidding.desk import Desk
from scenes.robots.bidding.dock_art import Dock, DockArt
from scenes.robots.board import RobotsBoard
from scenes.robots.notebook import draw_notebook
from scenes.robots.review.rounds import Round
from scenes.robots.selection import DECLARING, Declaring, Rebinding, Selection, Steering, Watching
from scenes.services import Services
from scenes.table.board import AnyBoard
from scenes.table.rules_in_force import BETWEEN
from scenes.table.side_panel import EYEBROW, HELPER, SENTENCE, PanelContent, SidePanel

MOST_GROWTH = 1.2  # how far the words follow the text scale
RAIL_WIDTH = 376
LEAST_EYEBROW = 20
LEAST_SENTENCE = 32
COUNT_GAP = 28  # design pixels between the moves used and the time left
ANALYSIS = {Shape.WIDE: (1432, 56, 392, 196), Shape.CLASSIC: (1228, 56, 140, 96), Shape.TALL: (634, 56, 392, 196)}
"""Where a replay tells what the solver says, in design pixels: over the clock, which stands still there."""
# Title corner and width, clock, note (left, baseline, width), head of the demonstration, banner; design pixels.
_PLACES: dict[Shape, tuple[Any, ...]] = {
    Shape.WIDE: ((96, 84), 400, (1628, 56, 196, 196), (1432, 84, 184), (1432, 56, 392, 196), (96, 50, 392, 128)),
    Shape.CLASSIC: ((992, 84), 220, (1252, 64, 116, 116), None, (1228, 56, 140, 124), (992, 50, 228, 128)),
    Shape.TALL: ((54, 82), 560, (830, 56, 196, 196), (636, 84, 184), (634, 56, 392, 196), (54, 50, 560, 128)),
}
MOST_PIPS = 20  # more than that would be too small to count: a bar shows the share


class RobotsSidePanel(SidePanel):
    """The side panel of one arrangement."""

    def __init__(
        self,
        services: Services,
        eyebrow: str,
        seats: Sequence[SeatConfig],
        board: AnyBoard,
        replay: bool = False,
    ) -> None:
        super().__init__(services, eyebrow, seats, board, replay)
        self._game = eyebrow
        self.bar_top = 1560 if len(seats) == 1 else 1752  # below the docks, or the page of a puzzle
        assert isinstance(board, RobotsBoard)
        self.robots = board
        self.analysis = services.stage.metrics.rect(*ANALYSIS[services.stage.metrics.shape]) if replay else None
        self.art = DockArt(services, board.sprites)
        self._lights: dict[Seat, float] = {}
        self._drawn = 0.0  # the stage's time at the last frame

    @property
    def transport(self) -> pygame.Rect:
        """Above the docks, however many there are."""
        if self.stage.metrics.shape is Shape.WIDE:
            return self.stage.metrics.rect(96, 256, 392, 176)
        return super().transport

    def _places(self) -> tuple[dict[Seat, pygame.Rect], None, tuple[float, float], float]:
        metrics = self.stage.metrics
        title, width, self.dial, self.note, self.head, self.banner = _PLACES[metrics.shape]
        return docks.dock_places(metrics, len(self.seats), self.replay), None, title, width

    def draw(self, canvas: Canvas, beside: PanelContent) -> None:
        """Draw the side panel."""
        state: State = beside.state
        selection: Selection = Watching() if self.replay else beside.selection  # nobody acts in a replay
        clock = beside.actors.clock if beside.actors is not None else None
        silence = beside.actors.silence if beside.actors is not None else None
        self.eyebrow = self._game if state.phase != "demonstrate" else self.stage.t("robots.demonstration")
        self._draw_title(canvas, beside)
        if self.robots.banners.latest is not None:
            draw_banner(self.services, canvas, self.stage.metrics.rect(*self.banner), self.robots.banners.latest)
        if state.phase == "demonstrate" and not self.is_analysed:
            self._draw_count(canvas, self.robots.latest.counted(state), clock)
        elif state.phase in DECLARING and not self.is_analysed:
            self._draw_clock(canvas, state, clock)
        self._fade(phrases.in_hand(state))
        if state.settings.players == 1 and not self.replay:
            best, hints = self.robots.memory.best_from(0), selection.hints if isinstance(selection, Steering) else 0
            grade, bound = puzzles.grade(self.services.store), self.robots.memory.bound_from(0)
            draw_notebook(self.services, canvas, state, best, hints, grade, bound)
            return
        for seat, rect in self.cards.items():
            window = selection.desk.window if isinstance(selection, Declaring) else None
            left = window.left / bidding.WINDOW_SECONDS if window is not None and window.seat == seat else 0.0
            waits = isinstance(selection, Declaring) and not self.seats[seat].is_ai
            pause = self.robots.pace.share(seat) if waits else 0.0
            dock = self._dock(state, seat, selection, silence)
            self.art.draw(canvas, rect, seat, dock, self._lights[seat], left, pause)
            if isinstance(selection, Declaring) and seat in selection.open and state.phase in DECLARING:
                draw_controls(self.services, canvas, rect, self.seats[seat].identity, state, seat, selection)

    def _draw_title(self, canvas: Canvas, beside: PanelContent) -> None:
        """Eyebrow, sentence and two lines, which are wider than the sentence where the clock stands beside that."""
        stage, px = self.stage, self.stage.metrics.px
        x, baseline = stage.metrics.point(*self.title)
        width = px(self.width)
        eyebrow = self.eyebrow.upper()
        wide = stage.capped(EYEBROW, MOST_GROWTH)
        if stage.fonts.width(eyebrow, wide._replace(size=LEAST_EYEBROW)) > width:
            wide = wide._replace(spacing=1)
        least = wide._replace(size=LEAST_EYEBROW / stage.metrics.text_scale)
        if stage.fonts.width(eyebrow, least) > width:  # which game it is, the board shows
            eyebrow = (stage.t("robots.replay") if self.replay else self.eyebrow.split(BETWEEN)[-1]).upper()
        small = stage.shrunk(eyebrow, wide, width, LEAST_EYEBROW)
        stage.text(canvas, eyebrow, (x, baseline), small, width=width)
        top = baseline + px(76)
        sentence = stage.shrunk(beside.sentence, stage.capped(SENTENCE, MOST_GROWTH), width, LEAST_SENTENCE)
        stage.text(canvas, beside.sentence, (x, top), sentence, width=width)
        room = px(max(self.width, RAIL_WIDTH))
        lines = beside.helper.split("\n")
        widest = max(lines, key=lambda line: stage.fonts.width(line, HELPER))
        style = stage.shrunk(widest, stage.capped(HELPER, MOST_GROWTH), room, 24)
        stage.paragraph(canvas, [fit(line, self._measure(style), room) for line in lines], (x, top + px(52)), style)

    def _measure(self, style: Style) -> Callable[[str], int]:
        return lambda text: self.stage.fonts.width(text, style)

    def _fade(self, lit: Seat | None) -> None:
        """Let the light of `lit` come and the others' go, by the time since the last frame."""
        step = (self.stage.time - self._drawn) / self.stage.seconds(theme.LIGHT_SECONDS)
        self._drawn = self.stage.time
        for seat in self.cards:
            goal = float(seat == lit)
            before = self._lights.get(seat, goal)
            self._lights[seat] = before + max(-step, min(step, goal - before))

    @property
    def lively(self) -> bool:
        """Whether a light comes or goes."""
        return any(light not in (0.0, 1.0) for light in self._lights.values())

    def _dock(self, state: State, seat: Seat, selection: Selection, silence: Timer | None) -> Dock:
        config = self.seats[seat]
        desk = selection.desk if isinstance(selection, Declaring) else Desk({})
        left = silence.seconds if silence is not None and state.silent else None
        sign, number, status = phrases.status(self.stage.t, state, seat, desk, left)
        rebinding = isinstance(selection, Rebinding) and seat == selection.seat
        may_dial = not config.is_ai and not self.replay and state.phase in DECLARING
        own = state.lowest_of(seat)
        dialling = may_dial and seat not in state.agreed and self._dials(seat, selection.open)
        if dialling and seat in desk.dials and own is not None:  # the plate shows the dial
            status = self.stage.t("robots.status.own", number=own)
        return Dock(
            config.identity,
            self.services.name(config),
            self.stage.t("robots.status.key") if rebinding else status,
            sign,
            number,
            state.won[seat],
            state.chips[seat],
            state.settings.chips_to_win,
            str(bidding.dial(desk, state, seat)) if dialling else "",
            seat in desk.dials,
            self._key(seat, selection.open, rebinding) if may_dial else "",
        )

    def _key(self, seat: Seat, open_docks: Collection[Seat], rebinding: bool) -> str:
        """The face of the buzzer of somebody who shares the keyboard, while that is in use."""
        seating = self.robots.seating
        by_keys = self.stage.devices.current.family in ("keyboard", "mouse")
        if not by_keys or seat not in seating.seats_by_key().values() or seat in open_docks:
            return ""
        return "?" if rebinding else face(seating.buzzers[seat])

    def _dials(self, seat: Seat, open_docks: Collection[Seat]) -> bool:
        """Whether a seat has a dial: a pad, a keyboard alone, or an open dock."""
        shared = self.robots.seating.sharing()
        return seat not in shared or len(shared) == 1 or seat in open_docks

    def _draw_clock(self, canvas: Canvas, state: State, clock: Timer | None) -> None:
        stage = self.stage
        running = clock.seconds if clock is not None and state.phase == "bid" else None
        draw_clock(stage, canvas, stage.metrics.rect(*self.dial), running, state.settings.clock_seconds)
        if self.note is None:
            return
        x, y, width = self.note
        left, top = stage.metrics.point(x, y)
        room = stage.metrics.px(width)
        eyebrow = stage.t("robots.clock").upper()
        stage.text(canvas, eyebrow, (left, top), stage.shrunk(eyebrow, stage.capped(EYEBROW, 1.1), room, 20))
        text = self._clock_note(state)
        lines, style = stage.fitted(text, HELPER, room, stage.metrics.px(132))
        stage.paragraph(canvas, lines[:4], (left, top + stage.metrics.px(66)), style)

    def _clock_note(self, state: State) -> str:
        t = self.stage.t
        if state.phase == "think":
            return self._looking_back() or t("robots.clock.waits")
        if not state.bids:
            return t("robots.clock.retry")
        limit = state.best if state.settings.clock_reset == "new_lowest" else state.bids[0][1]
        if limit is None or limit <= LOWEST_BID:
            return t("robots.clock.last")
        return t("robots.clock.resets", number=limit - 1)

    def _looking_back(self) -> str:
        """The round before in few words, as long as nothing is declared."""
        t = self.stage.t
        past: Round | None = None if self.replay else self.robots.memory.past
        if past is None or past.best is None:
            return ""
        if not past.best:
            return t("robots.past.none")
        if past.winner is None or past.shown is None:
            return t("robots.past.nobody", best=len(past.best))
        return t(
            "robots.past.won",
            name=self.robots.context.names[past.winner],
            count=len(past.shown.moves),
            best=len(past.best),
        )

    def _draw_count(self, canvas: Canvas, state: State, clock: Timer | None) -> None:
        """ "3/7", the pips and the time left, which stands below the number in a small panel."""
        stage, px = self.stage, self.stage.metrics.px
        panel = stage.metrics.rect(*self.head)
        small = panel.width < px(300)
        stage.put(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        number = state.lowest_of(state.order[state.turn]) or 0
        used = len(state.moves)
        big = stage.capped(Style(48 if small else theme.CLOCK, theme.HIGHLIGHT, bold=True), 1.0)
        rest = stage.capped(Style(34 if small else 64, theme.IVORY, bold=True), 1.0)
        left, baseline = panel.left + px(16 if small else 34), panel.top + px(52 if small else 112)
        end = panel.right - px(16)
        if clock is not None:
            time = self._draw_time(canvas, panel, clock.seconds, small)
            end = end if small else time.left - px(COUNT_GAP)
        whole = stage.fonts.width(str(used), big) + px(4) + stage.fonts.width(f"/{number}", rest)
        share = min(1.0, (end - left) / whole)
        place = stage.text(canvas, str(used), (left, baseline), big._replace(size=big.size * share))
        stage.text(canvas, f"/{number}", (place.right + px(4), baseline), rest._replace(size=rest.size * share))
        pips = pygame.Rect(panel.left + px(16 if small else 34), panel.bottom - px(24 if small else 48), 0, 0)
        pips.size = (panel.right - px(16 if small else 34) - pips.left, px(12 if small else 18))
        draw_pips(stage, canvas, pips, used, number)

    def _draw_time(self, canvas: Canvas, panel: pygame.Rect, seconds: float, small: bool) -> pygame.Rect:
        """The time left in the head of a demonstration; gives where it is."""
        stage, px = self.stage, self.stage.metrics.px
        whole = math.ceil(seconds)
        color = theme.WARN if whole <= LAST_SECONDS else theme.IVORY
        time = stage.capped(Style(28 if small else 52, color, bold=True), 1.0)
        right = panel.right - px(16 if small else 30)
        if not small:
            label = stage.capped(EYEBROW, 1.0)
            stage.text(canvas, stage.t("robots.time").upper(), (right, panel.top + px(56)), label, "right")
        return stage.text(
            canvas, f"{whole // 60}:{whole % 60:02}", (right, panel.top + px(90 if small else 112)), time, "right"
        )


def draw_pips(stage: Stage, canvas: Canvas, rect: pygame.Rect, used: int, whole: int) -> None:
    """Draw `whole` pips in `rect` (pixels), `used` of them lit."""
    key = (rect.size, used, whole)
    canvas.blit(stage.paint.latest("pips", key, lambda: Sprite(_draw(rect.size, used, whole))).surface, rect.topleft)


def _draw(size: tuple[int, int], used: int, whole: int) -> pygame.Surface:
    width, height = size
    defs = svg.gradient("lit", (("0", "#FFE9A8"), ("1", "#E2AE4E")), (0, 0), (0, height))
    body = ""
    count = max(1, min(whole, MOST_PIPS))
    gap = min(height * 0.55, width / count * 0.25)
    each = (width - gap * (count - 1)) / count
    lit = used if whole <= MOST_PIPS else round(used / whole * count)
    for index in range(count):
        fill = "url(#lit)" if index < lit else "#0C0A09"
        body += svg.box(index * (each + gap), 0, each, height, min(each, height) / 2, fill=fill)
    return svg.render(f"<defs>{defs}</defs>{body}", width, height)
