"""The panel beside the robots' board: the task, the clock or the count of a demonstration, and a dock for each seat."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.core.rules import Seat, Timer
from game.core.times import stopwatch_text
from game.puzzles.puzzle import MOST_STARS
from game.robots.looking_back import hint as route_hint
from game.robots.state import LOWEST_BID, Move, State
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.bindings import key_face
from scenes.kit.layout import Part, cell, column, row, within
from scenes.robots import phrases, puzzles
from scenes.robots.bidding import bid_queue, docks
from scenes.robots.bidding.banner import LAST_SECONDS, draw_banner, draw_clock
from scenes.robots.bidding.bid_queue import BidQueue
from scenes.robots.bidding.docks import Dock, DockArt, Owner, draw_controls
from scenes.robots.board import RobotsBoard
from scenes.robots.captions import reason
from scenes.robots.looking_back import Round, draw_keys, keys
from scenes.robots.selection import DECLARING, Declaring, LookingBack, Rebinding, Selection, Steering, Watching
from scenes.table.art.cups import WIDTH, draw_cup
from scenes.table.art.faces import face_of, level_of
from scenes.table.board.turn_light import draw_lamp, forward
from scenes.table.column.side_panel import (
    EYEBROW,
    HELPER,
    MOST_GROWTH,
    SENTENCE,
    PanelContent,
    SidePanel,
    match_by_touch,
)
from scenes.table.contract.words import BETWEEN

COUNT = Style(theme.CLOCK, theme.HIGHLIGHT, bold=True)
# Style of the best bid's number, the largest text beside the clock.
BEST = Style(88, theme.HIGHLIGHT, bold=True)
BEST_WORDS = Style(theme.TITLE, theme.IVORY, bold=True)
TASK = Style(theme.NAME, theme.IVORY)
REMARK = Style(theme.GLYPH, theme.MUTED)
# Smallest sizes of the texts that people read from a sofa, in design pixels.
LEAST_READ, LEAST_BEST = 40, 72
TIME = Style(LEAST_BEST, theme.IVORY, bold=True)
# Times of at least this many seconds are shown with minutes.
LONG_TIME = 100
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True)
TEXT = Style(theme.HELPER, theme.IVORY)
STAR = 54
# Smallest type size of a long route.
SMALLEST = 20
# A reason is given only after this many hints, because a reason mentions the route.
EXPLAINED = 3
LEAST_EYEBROW = 20
# Design pixels between the number of moves and the time left.
COUNT_GAP = 28
# Type sizes of a round's result. The largest one at which no word breaks is used.
PAST_SIZES = (theme.HEADING, 54, theme.TITLE, 42, 36)
MOST_REMARK = 2  # lines of a remark
# With more moves, pips would be too small to count. Then this many pips show the share of the moves.
MOST_PIPS = 20


class RobotsSidePanel(SidePanel):
    """The side panel of one layout."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._game = self.eyebrow
        # In an upright window, the bar begins below a puzzle's page, or below the docks (design pixels from the top).
        self.bar_top = 1560 if len(self.seats) == 1 else 1752
        assert isinstance(self.board, RobotsBoard)
        self.robots = self.board
        self.art = DockArt(self.stage, self.robots.sprites)
        self._lights: dict[Seat, float] = {}
        # The stage's time at the last frame.
        self._drawn = 0.0

    def arrange(self) -> None:
        # Docks are for all devices, so touch needs no other layout.
        self.by_touch = False
        self.places = docks.robots_places(
            self.stage.metrics, len(self.seats), self.is_replay, match_by_touch(self.stage)
        )
        self.cards, self.move_list = dict(enumerate(self.places.all("dock"))), None

    @property
    def analysis(self) -> pygame.Rect | None:
        """Return the place of the solver's words in a replay.

        The clock's place is used, since a replay has no clock.
        """
        return self.places["head"] if self.is_replay else None

    def draw_light(self, canvas: Canvas, state: object, lights: Mapping[Seat, float]) -> None:
        """Draw the lamp's light on the dock that is lit. Unlike other boards, this one has no rim to light."""
        draw_lamp(self.stage, canvas, self.cards, self._lights)

    def draw(self, canvas: Canvas, beside: PanelContent) -> None:
        """Draw the side panel."""
        state: State = beside.state
        # Replays have no actors.
        selection: Selection = Watching() if self.is_replay else beside.selection
        clock = beside.actors.clock if beside.actors is not None else None
        silence = beside.actors.silence if beside.actors is not None else None
        self.eyebrow = self._eyebrow(state)
        past = self.robots.memory.past if isinstance(selection, LookingBack) else None
        if past is not None and isinstance(selection, LookingBack):
            self._draw_past(canvas, past, selection)
        else:
            self._draw_title(canvas, beside)
        if self.robots.banners.latest is not None:
            draw_banner(self.stage, canvas, self.places["banner"], self.robots.banners.latest)
        if state.phase == "demonstrate" and not self.is_analysed:
            self.draw_count(canvas, self.robots.latest.counted(state), clock)
        elif state.phase in DECLARING and not self.is_analysed and (past is None or "note" not in self.places):
            self._draw_clock(canvas, state, clock)
        self._fade(phrases.lit_seat(state))
        if state.settings.players == 1 and not self.is_replay:
            hints = selection.hints if isinstance(selection, Steering) else 0
            self.draw_notebook(canvas, self.cards[0], state, hints)
            return
        for seat, rect in self.cards.items():
            window = selection.queue.window if isinstance(selection, Declaring) else None
            left = window.left / bid_queue.WINDOW_SECONDS if window is not None and window.seat == seat else 0.0
            waits = isinstance(selection, Declaring) and not self.seats[seat].is_ai
            pause = self.robots.pace.share(seat) if waits else 0.0
            dock = self.dock(state, seat, selection, silence)
            if past is not None:
                dock = self._dock_of_past(dock, past, seat)
            is_open = isinstance(selection, Declaring) and seat in selection.open and state.phase in DECLARING
            light = self._lights[seat]
            place = rect if is_open else rect.move(forward(self.stage, rect, self.robots.geometry.rect, light))
            self.art.draw(canvas, place, seat, dock, light, left, pause)
            if isinstance(selection, Declaring) and is_open:
                config = self.seats[seat]
                owner = Owner(config.identity, self.services.people.name(config))
                draw_controls(self.stage, canvas, rect, owner, state, seat, selection)

    def _draw_title(self, canvas: Canvas, content: PanelContent) -> None:
        """Draw what people read from afar: the best bid (or whose turn it is) and the task.

        A remark follows in small type.

        People sit close to the screen during a replay, so a replay has the same title as in other games.
        """
        if self.is_replay:
            super()._draw_title(canvas, content)
            return
        super()._draw_title(canvas, replace(content, sentence="", helper=""))
        stage, room, state = self.stage, self.places["sentence"], content.state
        if state.phase == "bid" and state.best is not None and content.sentence:
            self._draw_best(canvas, room, state.best)
        else:
            stage.label(canvas, content.sentence, room, SENTENCE, lines=2, grow=MOST_GROWTH, least=LEAST_READ)
        task, _, remark = content.helper.partition("\n")
        room, small = self.places["helper"], stage.limit_scale(REMARK, 1.0)
        # A larger task leaves the remark its usual size.
        below = stage.metrics.px(stage.natural_height(remark, small, room.width)) if remark else 0
        upper = pygame.Rect(room.topleft, (room.width, max(0, room.height - below)))
        place = stage.label(canvas, task, upper, TASK, lines=2, grow=MOST_GROWTH, least=LEAST_READ, top=True)
        if task and content.is_ai_thinking:
            draw_cup(stage, canvas, place.right + stage.metrics.px(WIDTH + 8), place.bottom)
        rest = room.clip(room.left, place.bottom, room.width, room.height)
        high = rest.height / stage.metrics.scale
        if not remark or high < LEAST_EYEBROW:
            return
        scale = stage.metrics.text_scale
        small = REMARK._replace(size=theme.CAPTION / scale)
        too_wide = stage.fonts.width(remark, small) / rest.width
        if high < MOST_REMARK * theme.CAPTION and too_wide > 1:  # there is room for one line
            small = small._replace(size=max(LEAST_EYEBROW / scale, small.size / too_wide))
            stage.text(canvas, remark, (rest.left, rest.centery + stage.drop(small)), small, width=rest.width)
            return
        least = min(theme.CAPTION, high)
        stage.label(canvas, remark, rest, REMARK, lines=MOST_REMARK, grow=math.inf, least=least, top=True)

    def _draw_best(self, canvas: Canvas, room: pygame.Rect, best: int) -> None:
        """Draw the best bid as a sentence with a large number.

        If the sentence does not fit in a line, the number and the words after it stand in a second line.
        """
        stage = self.stage
        before, _, after = stage.t("robots.best", number="\n").partition("\n")
        number, words = stage.limit_scale(BEST, 1.0), stage.limit_scale(BEST_WORDS, 1.0)
        wide = stage.fonts.width(str(best), number) + stage.fonts.width(after, words)
        x, baseline = room.left, room.centery + stage.drop(number)
        if stage.fonts.width(before, words) + wide <= room.width:
            x = stage.text(canvas, before, (x, baseline), words).right
        elif before:
            number = number._replace(size=number.size * LEAST_BEST / BEST.size)
            line = pygame.Rect(room.left, room.top, room.width, stage.metrics.px(LEAST_READ * 1.1))
            small = words._replace(size=words.size * LEAST_READ / BEST_WORDS.size)
            stage.label(canvas, before.strip(" :"), line, small, grow=math.inf, least=LEAST_EYEBROW)
            baseline = (line.bottom + room.bottom) // 2 + stage.drop(number)
        x = stage.text(canvas, str(best), (x, baseline), number).right
        stage.text(canvas, after, (x, baseline), words)

    def draw_notebook(self, canvas: Canvas, page: pygame.Rect, state: State, hints: int) -> None:
        """Draw the page beside a puzzle: the moves made, the stars, and the `hints` given."""
        stage, memory = self.stage, self.robots.memory
        px, best = stage.metrics.px, memory.best_from(0)
        stage.blit(canvas, stage.paint.panel("lacquer", page.size), page.topleft)
        places = within(stage.metrics, page, _plan(page.width > page.height))
        count, label, room = places["count"], places["label"], places["hints"]
        moves, style = len(state.moves), stage.limit_scale(COUNT, 1.0)
        baseline = count.centery + stage.drop(style)
        right = stage.text(canvas, str(moves), (count.left, baseline), style).right
        unit = stage.t("robots.notebook.moves", count=moves)
        stage.text(canvas, unit, (right + px(14), baseline), stage.limit_scale(Style(theme.LIST, theme.MUTED), 1.1))
        following = stage.t("robots.notebook.next", grade=stage.t(f"robots.grade.{memory.grade}"))
        stage.label(canvas, following, label, LABEL, grow=1.1, least=22)
        taken = memory.hints_taken(state.settings.seed)
        won = puzzles.stars(moves, len(best), taken) if state.phase == "over" and best else 0
        for index, place in enumerate(places.all("star")):
            stage.show(canvas, "robots/star" if index < won else "robots/star-empty", place)
        fact = route_hint(state.board, state.markers, best) if best and hints >= EXPLAINED else None
        texts, style = self._hints(best, hints, "" if fact is None else reason(stage.t, fact, ())), TEXT
        high = stage.natural_height("\n".join(texts), stage.limit_scale(TEXT, 1.15), room.width, room.height)
        # A long route leaves no room for a reason.
        if fact is not None and px(high) > room.height:
            texts = self._hints(best, hints, "")
        elif not texts:
            texts, style = [stage.t("robots.hint.offer")], TEXT._replace(color=theme.MUTED)
        stage.label(canvas, "\n".join(texts), room, style, lines=0, grow=1.15, least=SMALLEST, top=True)

    def _hints(self, best: tuple[Move, ...] | None, given: int, why: str) -> Sequence[str]:
        """Return the hints given so far."""
        t = self.stage.t
        if not given:
            return []
        if best:
            return puzzles.hints(t, best, given, why)
        bound = self.robots.memory.bound_from(0)
        return [puzzles.searching_text(t, bound) if best is None else t("robots.review.none")]

    def _draw_past(self, canvas: Canvas, past: Round, looking: LookingBack) -> None:
        """Draw the result of the previous round, with the keys that show its routes."""
        stage, places = self.stage, self.places
        stage.label(canvas, self.eyebrow.upper(), places["eyebrow"], EYEBROW, grow=1.2, least=20)
        room = places["sentence"].union(places["helper"]) if "note" in places else places["sentence"]
        texts, styles = self._looking_back(), [SENTENCE._replace(size=size) for size in PAST_SIZES]
        style = stage.untorn([texts], styles, room.size, grow=1.0)
        stage.label(canvas, texts, room, style, lines=0, grow=math.inf, top=True)
        draw_keys(stage, canvas, places, keys(stage.t, past, looking, self.robots.context.names))

    def _dock_of_past(self, dock: Dock, past: Round, seat: Seat) -> Dock:
        """Return a seat's dock with the seat's bid in the previous round and the bid's result."""
        t = self.stage.t
        lowest = min((number for bidder, number in past.played.bids if bidder == seat), default=None)
        if lowest is None:
            return replace(dock, status=t("robots.status.no_bid"), sign="none", number="", dial="")
        ends = {shown.seat: shown.end for shown in past.played.shown}
        key = "arrived" if ends.get(seat) == "won" else "failed" if ends.get(seat) else "bid"
        return replace(dock, status=t(f"robots.past.{key}"), sign="number", number=str(lowest), dial="")

    def _eyebrow(self, state: State) -> str:
        """Return the name of the game, shortened if there is little room.

        A demonstration has its own text, or none if the text does not fit.
        """
        least = EYEBROW._replace(size=LEAST_EYEBROW / self.stage.metrics.text_scale)
        showing = state.phase == "demonstrate"
        text = self.stage.t("robots.demonstration") if showing else self._game
        if self.stage.fonts.width(text.upper(), least) <= self.places["eyebrow"].width:
            return text
        if showing:
            return ""
        return self.stage.t("robots.replay") if self.is_replay else self._game.split(BETWEEN)[-1]

    def _fade(self, lit: Seat | None) -> None:
        """Fade in the light of `lit` and fade out the others, by the time since the last frame."""
        step = (self.stage.time - self._drawn) / self.stage.seconds(theme.LIGHT_SECONDS)
        self._drawn = self.stage.time
        for seat in self.cards:
            goal = float(seat == lit)
            before = self._lights.get(seat, goal)
            self._lights[seat] = before + max(-step, min(step, goal - before))

    @property
    def is_animated(self) -> bool:
        """Whether a light is fading."""
        return any(light not in (0.0, 1.0) for light in self._lights.values())

    def dock(self, state: State, seat: Seat, selection: Selection, silence: Timer | None) -> Dock:
        config = self.seats[seat]
        queue = selection.queue if isinstance(selection, Declaring) else BidQueue({})
        left = silence.seconds if silence is not None and state.silent else None
        sign, number, status = phrases.status(self.stage.t, state, seat, queue, left)
        rebinding = isinstance(selection, Rebinding) and seat == selection.seat
        may_dial = not config.is_ai and not self.is_replay and state.phase in DECLARING
        own = state.lowest_of(seat)
        dialling = may_dial and seat not in state.agreed and self._dials(seat, selection.open)
        # The plate shows the dial's number, so the status line shows the seat's bid.
        if dialling and seat in queue.dials and own is not None:
            status = self.stage.t("robots.status.own", number=own)
        return Dock(
            config.identity,
            self.services.people.full_name(config),
            self.stage.t("robots.status.key") if rebinding else status,
            sign,
            number,
            state.won[seat],
            state.chips[seat],
            state.settings.chips_to_win,
            str(bid_queue.dial(queue, state, seat)) if dialling else "",
            seat in queue.dials,
            self._key(seat, selection.open, rebinding) if may_dial else "",
            face_of(config),
            f"{config.plays_at:g}" if level_of(config) and not config.resigned else "",
        )

    def _key(self, seat: Seat, open_docks: Collection[Seat], rebinding: bool) -> str:
        """Return the sign on a seat's buzzer key, if people share the keyboard and use it; otherwise ""."""
        seating = self.robots.seating
        by_keys = self.stage.devices.current.family in ("keyboard", "mouse")
        if not by_keys or seat not in seating.seats_by_key().values() or seat in open_docks:
            return ""
        return "?" if rebinding else key_face(seating.buzzers[seat])

    def _dials(self, seat: Seat, open_docks: Collection[Seat]) -> bool:
        """Return whether a seat has a dial: with a pad, with the keyboard for itself alone, or in an open dock."""
        shared = self.robots.seating.sharing()
        return seat not in shared or len(shared) == 1 or seat in open_docks

    def _draw_clock(self, canvas: Canvas, state: State, clock: Timer | None) -> None:
        stage = self.stage
        running = clock.seconds if clock is not None and state.phase == "bid" else None
        draw_clock(stage, canvas, self.places["clock"], running, state.settings.clock_seconds)
        if "note" not in self.places:
            return
        label, room = self.places["label"], self.places["note"]
        stage.label(canvas, stage.t("robots.clock").upper(), label, EYEBROW, grow=1.1, least=20)
        stage.label(canvas, self.clock_note(state), room, HELPER, lines=4, grow=math.inf, top=True)

    def clock_note(self, state: State) -> str:
        t = self.stage.t
        if state.phase == "think":
            return self._looking_back() or t("robots.clock.waits")
        if not state.bids:
            return t("robots.clock.retry")
        if state.best == LOWEST_BID:
            return t("robots.clock.last", number=LOWEST_BID)
        below_first = state.settings.clock_reset != "new_lowest"
        return t("robots.clock.resets", number=state.bids[0][1] if below_first else state.best)

    def _looking_back(self) -> str:
        """Return the previous round's result in few words; "" in a replay, or if there is none."""
        t = self.stage.t
        past: Round | None = None if self.is_replay else self.robots.memory.past
        if past is None:
            return ""
        won = past.played.won
        arrived = {} if won is None else {"name": self.robots.context.names[won.seat], "count": len(won.moves)}
        # The search is not finished.
        if past.best is None:
            return t("robots.review.arrived", **arrived) if arrived else ""
        if not past.best:
            return t("robots.past.none")
        return t("robots.past.won" if arrived else "robots.past.nobody", **arrived, best=len(past.best))

    def draw_count(self, canvas: Canvas, state: State, clock: Timer | None) -> None:
        """Draw the count of moves ("3/7"), the pips and the time left.

        In a small panel the time is below the number.
        """
        stage, panel = self.stage, self.places["head"]
        small = panel.width < stage.metrics.px(300)
        stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        whole = math.ceil(clock.seconds) if clock is not None else 0
        left = stopwatch_text(whole) if whole >= LONG_TIME else str(whole) if clock is not None else ""
        color = theme.WARN if whole <= LAST_SECONDS else theme.IVORY
        time = TIME._replace(color=color)
        label = stage.t("robots.time").upper() if clock is not None else ""
        wide = max(
            stage.natural(left, stage.limit_scale(time, 1.0)), stage.natural(label, stage.limit_scale(EYEBROW, 1.0))
        )
        beside = column(cell("label", 36), cell("time"), size=wide, gap=0)
        page = column(row(cell("moves"), beside, gap=COUNT_GAP), cell("pips", 18), gap=26, pad=(34, 28, 34, 30))
        if small:
            page = column(cell("moves", 40), cell("time"), cell("pips", 8), gap=4, pad=(14, 8))
        places = within(stage.metrics, panel, page)
        stage.label(canvas, left, places["time"], time, "right")
        if "label" in places:
            stage.label(canvas, label, places["label"], EYEBROW, "right")
        number, used, room = state.lowest_of(state.order[state.turn]) or 0, len(state.moves), places["moves"]
        big = stage.limit_scale(Style(48 if small else theme.CLOCK, theme.HIGHLIGHT, bold=True), 1.0)
        rest = stage.limit_scale(Style(40 if small else 60, theme.IVORY, bold=True), 1.0)
        gap, baseline = stage.metrics.px(4), room.centery + stage.drop(big)
        share = min(1.0, room.width / (stage.fonts.width(str(used), big) + gap + stage.fonts.width(f"/{number}", rest)))
        place = stage.text(canvas, str(used), (room.left, baseline), big._replace(size=big.size * share))
        stage.text(canvas, f"/{number}", (place.right + gap, baseline), rest._replace(size=rest.size * share))
        pips = places["pips"]
        make = partial(_pips, pips.size, used, number)
        stage.blit(canvas, stage.paint.cached_one("pips", (pips.size, used, number), make), pips.topleft)


def _plan(low: bool) -> Part:
    """Lay out the number of moves (`count`), the `label` of what comes next, each `star`, and the `hints`."""
    stars = row(*[cell("star", STAR)] * MOST_STARS, cell(), size=STAR, gap=STAR * 0.15)
    if low:
        upper = row(cell("count"), column(cell(), stars, cell(), gap=0, size=220), size=90)
        return row(column(upper, cell("label", 36), gap=14), cell("hints"), gap=32, pad=(32, 24))
    return column(cell("count", 90), cell("label", 36), stars, cell("hints"), gap=18, pad=(32, 32, 32, 24))


def _pips(size: tuple[int, int], used: int, whole: int) -> Sprite:
    """Draw a row of `whole` pips, `used` of them lit."""
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
    return Sprite(svg.render(f"<defs>{defs}</defs>{body}", width, height))
