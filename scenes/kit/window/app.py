"""The loop: input, fixed ticks, drawing, and sleep until the next frame's deadline.

When the page changes, the new page rises onto the table (the background), or the old one sinks from it; the table does
not move. While pictures of a frame are being made, the screen keeps its content, and soon shows a notice.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import pygame

from scenes.kit import system
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.drawing.frame_budget import OverBudgetError
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.drawing.window_light import WindowLight
from scenes.kit.input.flight import Flight, entry_of
from scenes.kit.input.intents import Intent, Signal, SignalKind
from scenes.kit.scene import Destination, Manager, Nav, Push, Route, Scene
from scenes.kit.stage import Stage, let_in
from scenes.kit.system import STEP, FixedClock
from scenes.kit.widgets.notice import draw_in_the_middle
from scenes.kit.window.muting import Muting
from scenes.kit.window.window import Window

if TYPE_CHECKING:
    from scenes.kit.widgets.scanner import Scanner


# Design pixels by which a new page rises, or a removed page sinks.
RISE = 36
SETTLE = 2  # design pixels by which a rising page overshoots its place before it settles
LANDED = 0.7  # share of the time at which the page begins to settle
GONE = 0.45  # share of the time at which the previous page is invisible
MOMENT = 0.3  # seconds of making pictures before the notice appears
FRAME = 1 / 60  # seconds
STILL = 3  # frames without a press or a motion after which the screen is quiet
# Seconds within which an ended scene's memory is freed. Freeing takes 27 ms, so until then the loop waits for a quiet
# screen.
FREED_WITHIN = 2.0
# Seconds between redraws of a quiet screen, in case its scene moves but does not say so.
LOOK_OVER = 0.1
# Seconds without a press or a motion after which a still scene is redrawn less often.
SETTLED = 1.0
SETTLED_LOOK_OVER = 0.25  # seconds between the redraws of such a scene
# Frames per turn of the loop for such a scene. A turn then takes 42 ms, a delay that nobody who presses notices.
SETTLED_FRAME = 2.5
VOICE_SECONDS = 0.5  # seconds for which the music stays lowered after speech
RENEW = 1.0  # seconds between attempts to get a surface that is visible
LIGHT_SECONDS = 60.0  # seconds between changes of the light on a page that stays
REST = 0.2  # seconds between checks for events while the window is invisible


def page_of(scenes: list[Scene]) -> Scene | None:
    """Return the scene that fills the screen in a stack: the topmost one that is no overlay."""
    return next((scene for scene in reversed(scenes) if not scene.overlay), None)


@dataclass(slots=True)
class Turn:
    """A transition from one page to another.

    `picture` is the last frame before the change. Outside of its `pieces` (rectangles in pixels) it shows only the
    table, which `ground` identifies (`Canvas.ground`).

    The transition starts at `begin` and takes `seconds`. With `is_put_down` the new page rises by `rise` pixels;
    otherwise the old page sinks as far. With a `rise` of 0 the pages only fade.
    """

    picture: pygame.Surface
    pieces: list[pygame.Rect]
    ground: tuple[int, ...]
    begin: float
    seconds: float
    is_put_down: bool
    rise: float
    share: float = field(default=0.0, init=False)  # how much of its time has passed, 0 to 1

    def advance(self, now: float) -> bool:
        """Advance to `now`. Returns whether it goes on."""
        self.share = min(1.0, (now - self.begin) / self.seconds)
        return self.share < 1

    @property
    def lift(self) -> int:
        """The present distance of the new page below its place, in pixels."""
        if not self.is_put_down or not self.rise:
            return 0
        if self.share < LANDED:
            landing = ease_out(self.share / LANDED)
            return round(self.rise * (1 - landing) - SETTLE * self.rise / RISE * landing)
        rest = (self.share - LANDED) / (1 - LANDED)
        return round(-SETTLE * self.rise / RISE * (1 - rest) * math.cos(rest * math.pi / 2))

    def draw(self, canvas: Canvas) -> None:
        """Draw what is left of the previous page over the new one.

        If the table has changed, the whole old frame is drawn.
        """
        share = min(1.0, self.share / (GONE if self.rise else 1.0))
        sunk = 0 if self.is_put_down else round(self.rise * share * share)
        pieces = self.pieces if canvas.ground() == self.ground else [self.picture.get_rect()]
        for piece in pieces:
            canvas.blit(self.picture, (piece.x, piece.y + sunk), 1 - ease_out(share), piece)


class PictureWait:
    """The wait for the pictures of a frame.

    `since` is when the wait began; None while the last frame is finished.
    """

    def __init__(self, stage: Stage, window: Window) -> None:
        self._stage = stage
        self._window = window
        self.since: float | None = None
        # the screen from before the present layout, stretched and shown until the new layout is drawn
        self.before: pygame.Surface | None = None
        self._has_notice = False

    def go_on(self, now: float, is_shown: bool) -> None:
        """Note an unfinished frame. `is_shown` says that the screen has content, which stays."""
        if self.since is None:
            self.since = now
        if self.before is not None:
            pygame.transform.scale(self.before, self._window.size, self._window.surface)
            self._window.present([self._window.surface.get_rect()])
            self.before = None
        if not self._has_notice and now - self.since >= MOMENT:
            self._say(is_shown)

    def end(self) -> bool:
        """Note a finished frame. Returns whether a notice was shown; then the whole screen must be drawn again."""
        had_notice, self._has_notice = self._has_notice, False
        self.since = self.before = None
        return had_notice

    def _say(self, is_shown: bool) -> None:
        self._has_notice = True
        surface = self._window.surface
        if not is_shown:
            surface.fill(theme.ROOM)
        place = draw_in_the_middle(self._stage, SurfaceCanvas(surface), self._stage.t("app.moment"))
        self._window.present([place.clip(surface.get_rect()) if is_shown else surface.get_rect()])


class Guard(Protocol):
    """Guards an unattended table."""

    def hears(self, item: Intent | Signal) -> bool:
        """Note an input. Returns whether the scenes and the window may get it."""

    def tick(self, dt: float) -> Nav | None:
        """Let `dt` seconds of simulated time pass."""

    @property
    def is_animated(self) -> bool:
        """Whether what the guard draws moves by itself."""

    def draw(self, canvas: Canvas) -> None:
        """Draw over all scenes."""

    @property
    def hides_pointer(self) -> bool:
        """Whether the mouse's arrow is hidden."""


class App:
    """Runs scenes in a window. `frame` is one turn of the loop at a given time, so that tests can drive it."""

    def __init__(
        self,
        window: Window,
        stage: Stage,
        open_route: Callable[[Route], Scene],
        flight: Flight | None = None,
    ) -> None:
        self.window = window
        self.stage = stage
        self.manager = Manager(open_route)
        self.canvas = Canvas(window.surface)
        self.on_frame: Callable[[float], None] | None = None  # called with the working time of each frame in seconds
        self.on_fullscreen: Callable[[bool], None] | None = None  # asked to begin (True) or end full screen
        self.ended: Callable[[], bool] = lambda: False  # whether the system wants the program to end
        # gets the error of a failed frame; returns whether to go on
        self.rescue: Callable[[Exception], bool] | None = None
        self.frames_shown = 0
        self.failed = False  # whether a failed frame has ended the loop
        self.guard: Guard | None = None
        # Returns the place of a destination, or with None the present place, in the form of `FlightLeg.place`.
        self.where: Callable[[object], object] | None = None
        self.flight = flight or Flight()
        self.muting = Muting(stage)
        # Makes the question about one-button play.
        self.on_hold: Callable[[], Destination] | None = None
        # Gets signals that no scene used.
        self.on_given: Callable[[Signal, Scene | None], Nav | None] | None = None
        # Returns the light that the table should have now.
        self.daylight: Callable[[], WindowLight | None] = lambda: None
        self.on_escape: Callable[[], None] | None = None  # ends one-button play
        self._hold: tuple[object, float] | None = None  # what is held, and since when
        self._hold_asks = False  # whether the hold began in a scene that asks about one-button play
        self.manager.on_switch = self._switched
        self.manager.on_arrival = self._read_out
        self._clock = FixedClock()
        self.last: float | None = None
        self._quiet = 0  # number of frames in a row without input or motion
        self._stirred = float("-inf")  # when there was input or motion last
        self._looked = float("-inf")  # when the screen was redrawn last
        self._lit = float("-inf")  # when the table's light was updated last
        # Whether nothing has happened for a while and the scene is still.
        self._settled = False
        self._is_shown = False  # whether the screen has any content
        self._was_seen = True  # whether the window was visible in the previous frame
        self._renewed = float("-inf")  # when the window last got a new surface
        self.unseen = False  # whether a new scene has not been drawn yet
        self._left = 0  # `Manager.left` in the last frame
        self._left_at: float | None = None  # when the memory of an ended scene began to wait to be freed
        self._turn: Turn | None = None
        self._wait = PictureWait(stage, window)
        self._question: Scene | None = None  # the scene that asked about closing the window

    def run(self, first: Scene) -> None:
        """Run from `first` until a quit. A pressed button is drawn before it acts."""
        self.stage.answer = self._answer
        let_in(self.stage, self.daylight())
        self.manager.start(first)
        deadline = time.perf_counter()
        while not self.manager.quitting and not self.ended():
            begin = time.perf_counter()
            self._guarded(begin)
            now = time.perf_counter()
            if self.on_frame is not None:
                self.on_frame(now - begin)
            deadline = max(deadline + self.frame_seconds, now)
            time.sleep(max(0.0, deadline - time.perf_counter()))
        self.manager.close()

    def show_before(self, scene: Scene) -> None:
        """Draw `scene` once, before `run`."""
        self.manager.start(scene)
        self.draw()
        self._is_shown = False  # nothing of this frame stays on screen, so the first frame of `run` may take long

    @cached_property
    def scanner(self) -> Scanner:
        """The scanner of one-button play, made when first needed."""
        from scenes.kit.widgets.scanner import Scanner

        return Scanner(self.stage, self.manager)

    @property
    def _scans(self) -> Scanner | None:
        """The scanner of one-button play, if that is on or was on before."""
        top = self.manager.top
        is_wanted = top is not None and (self.stage.scan.is_on or top.scanned)
        return self.scanner if is_wanted or "scanner" in vars(self) else None

    @property
    def _rests(self) -> bool:
        """Whether to rest, since the window is invisible: simulated time stands still. A kiosk never rests."""
        return self.guard is None and not self.window.is_seen

    @property
    def frame_seconds(self) -> float:
        """The length of the next frame."""
        if self._rests:
            return REST
        return self.window.frame_seconds * (SETTLED_FRAME if self._settled else 1)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing was pressed and nothing moved during the last frames."""
        return self._quiet >= STILL

    @property
    def hears(self) -> bool:
        """Whether presses reach the top scene. They do not if it is too new, or not drawn yet."""
        return not (self.unseen or self.manager.is_new)

    def _guarded(self, now: float) -> None:
        """Run a frame; `rescue` handles its failure."""
        try:
            self.frame(now)
        except Exception as error:
            if self.rescue is None:
                raise
            if not self.rescue(error):
                self.failed = True
                self.end()

    def frame(self, now: float) -> None:
        """Run a frame at `now` (seconds, never decreasing)."""
        elapsed = 0.0 if self.last is None else now - self.last
        self.last = now
        top, scenes = self.manager.top, self.manager.scenes.copy()
        scans = self._scans
        self.stage.devices.switch(scans is not None and scans.is_active)
        happened = self.stage.devices.drain(now)
        self._note_hold()
        for item in happened:
            self.take(item)
        seen = self._look(now)
        if self._rests:
            self._quiet = 0
            return
        ticks = self._clock.advance(elapsed)
        at_once = max(1, ticks) if self._settled and not happened else 1  # without motion, all ticks pass as one
        for _ in range(ticks // at_once):
            self.step(at_once)
        if self.manager.top is not top:
            self.stage.devices.forget_holds()  # the held direction was meant for the previous scene
            self._begin_turn(scenes, now, seen)
            self._let_in_light(now)
        if self._turn is not None and not self._turn.advance(now):
            self._turn = None
            self._quiet = 0
        self._note_place()
        if self.manager.left != self._left:
            self._left = self.manager.left
            self._left_at = now if self._left_at is None else self._left_at
        is_animated = self._turn is not None or self.manager.is_animated or bool(self.muting.muted(now))
        is_animated = is_animated or (scans is not None and scans.lit is not None)
        is_animated = is_animated or (self.guard is not None and self.guard.is_animated)
        self._quiet = 0 if happened or is_animated else self._quiet + 1
        if self._quiet == 0:
            self._stirred = now
        elif now - self._lit >= LIGHT_SECONDS:
            self._let_in_light(now)
        self._settled = now - self._stirred >= SETTLED and self.manager.stands_still
        pause = SETTLED_LOOK_OVER if self._settled else LOOK_OVER
        if seen and (not self.is_quiet or now - self._looked >= pause - self.window.frame_seconds / 2):
            self._looked = now
            self.draw()
        if self._left_at is not None and (self.is_quiet or now - self._left_at >= FREED_WITHIN):
            self._left_at = None
            system.collect_memory()

    def _let_in_light(self, now: float) -> None:
        self._lit = now
        let_in(self.stage, self.daylight())

    def _begin_turn(self, before: list[Scene], now: float, seen: bool) -> None:
        """Start a transition if the stack `before` had another page."""
        old, new = page_of(before), page_of(self.manager.scenes)
        affordable = seen and not self.stage.is_large  # on large windows a transition would be too slow
        if old is None or new is None or old is new or not affordable:
            return
        reduced = self.stage.look.reduced_motion
        self._turn = Turn(
            self.window.surface.copy(),
            self.canvas.pieces(),
            self.canvas.ground(shown=True),
            now,
            self.stage.seconds(theme.SCENE_SECONDS),
            is_put_down=new not in before,
            rise=0.0 if reduced else float(self.stage.metrics.px(RISE)),
        )

    def _look(self, now: float) -> bool:
        """Check whether the window is visible. After it was hidden in full screen, everything is redrawn."""
        seen = self.window.is_seen
        if seen and not self._was_seen and self.window.fullscreen:
            self._renew_surface(now)
        self._was_seen = seen
        return seen

    def _renew_surface(self, now: float) -> None:
        """Replace the window's surface."""
        self._renewed = now
        self._turn = None
        self._quiet = 0
        self.window.renew()
        self.canvas = Canvas(self.window.surface)

    def take(self, item: Intent | Signal) -> None:
        """Pass on an input. A press is dropped if the scene is not drawn yet: it was meant for an earlier scene."""
        if self.guard is not None and not self.guard.hears(item):
            return
        if isinstance(item, Intent) and (self.unseen or not self._is_heard(item)):
            return
        top = self.manager.top
        if top is None or not top.hides_presses:
            self.flight.note(entry_of(item, top is not None and top.takes_text))
        if isinstance(item, Intent):
            self.manager.intent(item)
        else:
            self._signal(item)

    def _is_heard(self, intent: Intent) -> bool:
        """Whether a press counts. A press from a muted source does not count; a muted phone shows that it is muted."""
        now, remotes = self.last or 0.0, self.stage.devices.remotes
        is_heard = self.muting.hears(intent, now)
        if not is_heard and intent.device.is_phone and remotes is not None:
            remotes.unheard(intent.device, self.muting.left(intent, now))
        return is_heard

    def _switched(self, destination: object) -> None:
        self.flight.begin(None if self.where is None else self.where(destination))

    def _read_out(self, scene: Scene) -> None:
        if self.stage.speech.is_enabled:
            self.stage.say(scene.spoken, urgent=True, passing=True)

    def _note_place(self) -> None:
        """Empty the log of presses if a route leads to the present place: it needs no earlier presses."""
        if self.where is not None and self.flight.wants_place and len(self.manager.scenes) == 1:
            place = self.where(None)
            if place is not None:
                self.flight.go_on(place)

    def step(self, ticks: int = 1) -> None:
        """Let simulated time pass: `ticks` as one step."""
        seconds = ticks * STEP
        self.flight.ticks += ticks
        self.stage.time += seconds
        self.manager.tick(seconds)
        if self.guard is not None:
            self.manager.go(self.guard.tick(seconds))
        if (scans := self._scans) is not None:
            scans.tick(seconds)
        if self.stage.speech.is_speaking:
            self.stage.audio.duck(VOICE_SECONDS)
        self.stage.audio.tick(seconds)
        self.stage.speech.tick(seconds)

    def draw(self) -> None:
        """Draw a frame and show it. If pictures are missing, the screen keeps its content."""
        hidden = self.guard is not None and self.guard.hides_pointer
        self.window.show_pointer(self.stage.devices.current.family == "mouse" and not hidden)
        self.canvas.begin()
        self.canvas.lift = self._turn.lift if self._turn is not None else 0
        try:
            with self.stage.budget.drawing(hurried=self._is_shown):
                self.manager.draw(self.canvas, self._clock.alpha)
        except OverBudgetError:
            self._wait_for_pictures()
            return
        self.unseen = False
        self._is_shown = True
        if self._wait.end():
            self.canvas.invalidate()
        if (scans := self._scans) is not None:
            scans.draw(self.canvas)
        self.canvas.lift = 0
        if self._turn is not None:
            self._turn.draw(self.canvas)
        self.muting.draw(self.canvas, self.last or 0.0)
        if self.guard is not None:
            self.guard.draw(self.canvas)
        if self.window.present(self.canvas.end()):
            self.frames_shown += 1
        elif self.last is not None and self.last - self._renewed >= RENEW:
            self._renew_surface(self.last)

    @property
    def is_waiting(self) -> bool:
        """Whether the last frame is unfinished, since pictures are missing."""
        return self._wait.since is not None

    def _answer(self) -> None:
        if not self.unseen and self.window.is_seen:
            self.draw()

    def _wait_for_pictures(self) -> None:
        """Keep the screen's content, with a notice in a long wait, and go on in the next frame."""
        self._quiet = 0
        self._wait.go_on(self.last or 0.0, self._is_shown)
        self.unseen = self.unseen or self.manager.is_new
        if self._turn is not None and self.last is not None:
            self._turn.begin = self.last
            self._turn.advance(self.last)

    def _signal(self, signal: Signal) -> None:
        if signal.kind is SignalKind.QUIT:
            self.end()
        elif signal.kind is SignalKind.CLOSE:
            self._close(signal)
        elif signal.kind is SignalKind.EXPOSED:
            self.canvas.invalidate()
        elif signal.kind is SignalKind.FULLSCREEN and self.on_fullscreen is not None:
            self.on_fullscreen(not self.window.fullscreen)
        elif signal.kind is SignalKind.RESIZED and signal.size is not None:
            self.window.resized(signal.size)
            self.stage.assets.persist = False  # while its border is dragged, the window has sizes that never come again
            self.relayout()
        elif signal.kind in (SignalKind.SWITCH_DOWN, SignalKind.SWITCH_UP):
            self.scanner.switch(signal.kind is SignalKind.SWITCH_DOWN)
        elif signal.kind is SignalKind.SWITCH_HELD:
            self._held(signal.code)
        elif not self.manager.signal(signal) and self.on_given is not None:
            self.manager.go(self.on_given(signal, self.manager.top))

    def _note_hold(self) -> None:
        """Note where a hold began."""
        hold = self.stage.devices.switches.hold
        if hold != self._hold:
            self._hold, self._hold_asks = hold, any(scene.asks_for_scan for scene in self.manager.scenes)

    def _held(self, key: int | None) -> None:
        """Act on a long hold: ask about one-button play. A long hold of Esc ends one-button play without a question."""
        top = self.manager.top
        if self.stage.scan.is_on and key == pygame.K_ESCAPE and self.on_escape is not None:
            self.on_escape()
        elif (
            top is not None
            and not top.scanned
            and self.on_hold is not None
            and (self.stage.scan.is_on or self._hold_asks)
        ):
            self.manager.go(Push(self.on_hold()))

    def _close(self, signal: Signal) -> None:
        """Leave, unless a scene asks first; a second close during the question leaves, too."""
        asked = self._question in self.manager.scenes
        if asked or not self.manager.signal(signal):
            self.end()
        else:
            self._question = self.manager.top

    def end(self) -> None:
        """Leave after this frame, without a question."""
        self.manager.quitting = True

    def renew(self) -> None:
        """Drop all pictures and holds after a failure, since one of them may be the cause."""
        self.stage.devices.let_go()
        self._clock = FixedClock()
        self.relayout()

    def relayout(self) -> None:
        """Lay everything out for the present window; until that is drawn, the old picture is stretched."""
        if self.canvas.size != self.window.size:
            self._wait.before = self.canvas.coarse_picture()
        self.stage.devices.resize(self.window.size)
        self._turn = None
        self.stage.resize(self.window.size)
        self.canvas = Canvas(self.window.surface)
        self.manager.resized()
        system.collect_memory()  # frees the previous layout
