"""The guard of the unattended table: it asks visitors who seem to have left, then resets the table for the next.

It also holds the call for the operator (a long hold of the upper left corner, of a key, or of a pad's Start and Back),
the closing hours with their announcement, the limit of a visit, and a watch for updated program files.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

import pygame

from game.core.device_id import ANY
from game.core.record import Record
from game.kiosk.config import Config, closing_soon, is_open, volume_step
from game.kiosk.kiosk import Kiosk
from game.people.roster import Chair, Roster
from game.platforms import own_files
from game.platforms.own_files import OwnFiles
from scenes.house.offers import Visitors
from scenes.kiosk.countdowns import StillPlayingScene, WaitingScene
from scenes.kiosk.programme import InvitedGuests
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.input.holds import HOLD_SECONDS
from scenes.kit.input.intents import Intent, Kind, Point, Signal, SignalKind
from scenes.kit.scene import IdleLimit, Manager, Nav, Push, Quit, Scene, Switch
from scenes.kit.stage import Stage
from scenes.kit.widgets.notice import draw_across_margin
from scenes.routes import ToMenu, ToResume
from scenes.services import Services

KEY = pygame.K_F10
CORNER = 120  # design pixels


class OperatorCall:
    """Watches all input for the operator's call."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._called = False
        self._corner: Point | None = None  # where the pointer that is down was pressed
        self._both = 0.0  # seconds that a pad has held Start and Back

    def hears(self, item: Intent | Signal) -> bool:
        """Return whether `item` is for the scenes; a long hold that calls the operator is not."""
        if isinstance(item, Intent):
            if item.kind in (Kind.PRESS, Kind.RELEASE):
                self._corner = item.point if item.kind is Kind.PRESS else None
            return True
        if item.kind is SignalKind.SWITCH_HELD and (item.code == KEY or self._in_corner() or self._both > 0):
            self._called = self._called or self._both == 0  # a pad's two buttons are timed in `tick`
            return False
        return True

    def _in_corner(self) -> bool:
        """Return whether a pointer is down in the upper left corner."""
        side = self._stage.metrics.px(CORNER)
        return self._corner is not None and max(self._corner) <= side

    def tick(self, dt: float) -> None:
        """Time how long a pad has held both buttons."""
        devices = self._stage.devices
        held = any(devices.is_down(pad, Kind.PAUSE) and devices.is_down(pad, Kind.RULES) for pad in devices.pads())
        before, self._both = self._both, self._both + dt if held else 0.0
        self._called = self._called or before < HOLD_SECONDS <= self._both

    def was_called(self) -> bool:
        """Return whether the operator has been called since the last query."""
        called, self._called = self._called, False
        if called:
            self._corner = None
        return called


DIM_SECONDS = 20.0
WARNINGS = (5, 1)  # minutes before closing
MINUTE = 60.0  # seconds


class Closing:
    """Follows the opening hours: call `look` about once a second; `tick` dims the lamp or lights it again."""

    def __init__(self) -> None:
        self.is_open = True
        self.gone = 0.0  # lost share of the lamp's light
        self._closed_since: datetime | None = None
        self._announced: int | None = None  # the last warning
        self._has_ended = False  # whether play has stopped since closing, so that no game may begin

    def look(self, config: Config, now: datetime, is_heard: bool) -> int | None:
        """Update `is_open`; return the minutes until closing if a warning is due, else None.

        A warning waits until it `is_heard`; if the hours have been changed, it counts the new rest.
        """
        self.is_open = is_open(config, now)
        if self.is_open:
            self._closed_since, self._has_ended = None, False
        elif self._closed_since is None or now < self._closed_since:  # also if the clock was set back
            self._closed_since = now
        left = closing_soon(config, now)
        due = None if left is None else next((m for m in reversed(WARNINGS) if left <= timedelta(minutes=m)), None)
        if due is not None and (due == self._announced or not is_heard):
            return None
        self._announced = due
        return None if left is None or due is None else max(1, math.ceil(left / timedelta(minutes=1)))

    def wants_dark(self, now: datetime, is_playing: bool, grace: timedelta) -> bool:
        """Return whether the lamp should go down: at once, or after a running game, which has `grace` to end.

        Call it on each tick, so that the tick between two games is not missed.
        """
        since = self._closed_since
        if since is None:
            return False
        self._has_ended = self._has_ended or not is_playing or now - since >= grace
        return self._has_ended

    def tick(self, dt: float, wants_dark: bool) -> bool:
        """Dim the lamp for `dt` seconds or light it; return whether it is dark."""
        self.gone = min(1.0, self.gone + dt / DIM_SECONDS) if wants_dark else 0.0
        return self.gone >= 1.0


class TableTime:
    """Counts the time of the current visit."""

    def __init__(self) -> None:
        self.used = 0.0  # seconds

    def begin(self) -> None:
        """Start over, for other visitors or none."""
        self.used = 0.0

    def tick(self, dt: float, limit: int) -> int | None:
        """Count `dt` seconds; return the minutes left of `limit` if they are to be announced, 0 at the end, else None.

        A `limit` of 0 minutes means no limit.
        """
        before, self.used = self.used, self.used + dt
        if not limit:
            return None
        for left in (0, *reversed(WARNINGS)):
            if before < (limit - left) * MINUTE <= self.used and left < limit:
                return left
        return 0 if self.used >= limit * MINUTE else None  # the operator may have shortened the limit


NOT_FOR_VISITORS = frozenset({SignalKind.CLOSE, SignalKind.FULLSCREEN, SignalKind.QUIT})  # the last comes from Cmd+Q
PRESSES = frozenset(  # signals of human presses
    {
        *(SignalKind.SWITCH_DOWN, SignalKind.TYPED, SignalKind.COMPOSING, SignalKind.ERASED, SignalKind.KEY_DOWN),
        SignalKind.PHONE_PRESSED,
    }
)
PUSHED = 1 / 12  # of the window's shorter side: farther than a shaking table moves a mouse
OPERATOR_SECONDS = 90.0  # without a press, until all of the operator's scenes close
NOTICE_SECONDS = 12.0
THANKS_SECONDS = 60.0  # for which the show invites the next guests after a visit's limit
AGAIN_SECONDS = 10.0  # for which a game waits after the table was away
LOOK_SECONDS = 1.0  # between two looks at clock, PIN and volume
NIGHT = "#050404"


@dataclass(frozen=True, slots=True)
class KioskScenes:
    """Makers of the scenes that the table opens by itself.

    `rest` is for no visitors, `dark` for a closed table. `first_pin` lets the operator set the PIN and goes on by
    itself; `operator` asks for the PIN and pops.
    """

    rest: Callable[[], Scene]
    dark: Callable[[], Scene]
    first_pin: Callable[[], Scene]
    operator: Callable[[], Scene]


class PhoneServerControl(Protocol):
    """The phone server, for the guard."""

    def tick(self, dt: float, rests: bool, is_dark: bool) -> None:
        """Let `dt` seconds pass; `rests`: no visitors, `is_dark`: the table is closed."""

    def clear(self) -> None:
        """Forget the visitors who have left."""


class KioskGuard:
    """The main loop's guard: no scene can end the program any more, and services can reset the table."""

    def __init__(
        self,
        services: Services,
        manager: Manager,
        kiosk: Kiosk,
        places: KioskScenes,
        clock: Callable[[], datetime] = datetime.now,
        join_code: PhoneServerControl | None = None,
    ) -> None:
        """`clock` gives the local time. Without a `join_code` there are no phones."""
        self._services = services
        self._manager = manager
        self.kiosk = kiosk
        self._places = places
        self._clock = clock
        self._join_code = join_code
        self._own = self._usual = services.settings.preferences
        self.offered: Record | None = None  # the abandoned game on offer
        self._offer_left = 0.0
        self._thanks_left = 0.0
        self._call = OperatorCall(services.stage)
        self._table_time = TableTime()
        self.closing = Closing()
        self._since_look = LOOK_SECONDS
        self._needs_pin = False
        self._has_changed = False  # whether the operator has changed a setting for visitors
        self.notice = ""
        self._notice_left = 0.0
        self._scans_again = False  # whether to restore a visitor's one-button play when the operator leaves
        self._mouse = (0, 0)  # position that last counted as a push
        self.updated: Callable[[], bool] = lambda: False  # whether the program's files have changed since the start
        self._has_offered_update = False
        self.renews = False  # whether to restart the program from them
        self.quiet = 0.0  # seconds since the last press
        manager.may_quit = False
        kiosk.on_change = lambda before, after: self._changed()
        self._follow()

    def first(self, again: bool = False, rested: bool = False) -> Callable[[], Scene]:
        """Return the maker of the first scene.

        With `again`, the table was away and is back: it offers the game that was being played, which resumes by itself;
        if it `rested`, it rests again and offers the game as before. People on phones whose game is lost get the menu
        and their seats. Otherwise the table is reset, but an interrupted game is offered to the next guests.
        """
        self._look()
        begun = self._begun()
        if not self.closing.is_open or (begun is None and not again):
            self._clear()
        if self._needs_pin:
            return self._places.first_pin
        if not self.closing.is_open:
            return self._places.dark
        if begun is None:
            sits = again and not rested and bool(self._by_phone(self._services.people.roster.chairs))
            return (lambda: self._manager.opened(ToMenu())) if sits else self._places.rest
        if rested or not again:
            self.offered, self._offer_left = begun, float(self.kiosk.config.idle.offer)
            return self._places.rest
        go_on = Switch(ToResume(begun))
        return lambda: WaitingScene(self._services, begun, AGAIN_SECONDS, go_on, self.start_over, again=True)

    def _begun(self) -> Record | None:
        """Return the latest unfinished game with an action."""
        return next((record for record in self._services.store.unfinished_games() if record.actions), None)

    # What the operator sets

    def _follow(self) -> bool:
        """Apply the operator's settings to visitors, present and future; return whether they notice a change."""
        config, services, before = self.kiosk.config, self._services, self._services.offers.visitors
        both = config.display.language == "both"
        phones = self._join_code is not None and config.table.phones != "off"
        found, films = config.games, config.table.films
        services.offers.visitors = Visitors(self.start_over, found.shown, found.levels, both, phones, films)
        language = self._own.language if both else config.display.language
        usual = replace(self._own, language=language, display=config.display.number)
        if usual != self._usual or before is None:  # else visitors keep their own choices
            self._usual = usual
            services.settings.take(usual)
        self._has_changed = False
        return services.offers.visitors != before or self._is_resting

    def _changed(self) -> None:
        """Apply a changed setting when the operator's menu closes, the volume at once."""
        self._has_changed = True
        self._since_look = LOOK_SECONDS

    def tell(self, text: str) -> None:
        """Show a sentence over everything for a while."""
        self.notice, self._notice_left = text, NOTICE_SECONDS
        self._services.stage.say(text)
        self._services.stage.audio.play("open")

    # What comes in

    def hears(self, item: Intent | Signal) -> bool:
        """Return whether `item` is for the scenes: it must not end the program or full screen, or call the operator."""
        if not self._call.hears(item):
            return False
        if isinstance(item, Signal):
            if item.kind in PRESSES:
                self.quiet = 0.0
            asks = item.kind is SignalKind.SWITCH_HELD and self._has_operator  # wiping the screen holds it for long
            return item.kind not in NOT_FOR_VISITORS and not asks
        if not item.repeat and (item.kind is not Kind.HOVER or self._is_pushed(item)):
            self.quiet = 0.0
        return True

    def _is_pushed(self, hover: Intent) -> bool:
        """Return whether the mouse has moved far since it last counted."""
        assert hover.point is not None
        far = math.dist(hover.point, self._mouse) >= PUSHED * min(self._services.stage.metrics.size)
        if far:
            self._mouse = hover.point
        return far and not self._is_resting

    def start_over(self) -> Nav:
        """Reset the table for the next people: games shelved, seats free, default language."""
        self._clear()
        return Switch(ToMenu())

    def _decline(self) -> Nav:
        """Reset the table after newcomers declined the offered game; their phones keep their seats."""
        self._clear(newcomers=True)
        return Switch(ToMenu())

    def _clear(self, newcomers: bool = False) -> None:
        """Reset the table; `newcomers` keep the seats that they took by phone while it rested."""
        self.offered = None
        self._scans_again = False
        self._table_time.begin()
        store = self._services.store
        for record in store.unfinished_games():
            store.shelve(record.game)
        self._services.people.seat(Roster(self._by_phone(self._services.people.roster.chairs) if newcomers else ()))
        if self._join_code is not None and not newcomers:
            self._join_code.clear()
        self._services.visit.clear()
        self._services.settings.restore(self._usual)

    @staticmethod
    def _by_phone(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
        return tuple(chair for chair in chairs if chair.device.is_phone)

    # Time

    def tick(self, dt: float) -> Nav | None:
        """Ask, leave, close, or offer an abandoned game."""
        self.quiet += dt
        self._notice_left = max(0.0, self._notice_left - dt)
        self.kiosk.tick(dt)
        self._call.tick(dt)
        self._since_look += dt
        if self._since_look >= LOOK_SECONDS:
            self._since_look = 0.0
            self._look()
        if self._manager.top is None:  # the last scene has popped
            return Switch(ToMenu())
        if self._has_operator:
            self._call.was_called()
            self._scan_for_operator()
            return self._leave() if self.quiet >= OPERATOR_SECONDS and not self._needs_pin else None
        return self._tick_table(dt)

    def _scan_for_operator(self) -> None:
        """Suspend a visitor's one-button play, which would take the PIN's keys for the switch."""
        present = self._services.settings.preferences
        if present.scan and not self._usual.scan:
            self._scans_again = True
            self._services.settings.take(replace(present, scan=False))

    def _scan_for_visitors(self) -> None:
        """Restore the suspended one-button play."""
        if self._scans_again:
            self._scans_again = False
            self._services.settings.take(replace(self._services.settings.preferences, scan=True))

    def _tick_table(self, dt: float) -> Nav | None:
        """Tick while no scene of the operator's is open."""
        self._scan_for_visitors()
        if self._join_code is not None:
            self._join_code.tick(dt, self._is_resting, any(scene.is_dark for scene in self._manager.scenes))
        if self._needs_pin and self.kiosk.pin.is_unset:  # it may have been set since the last look
            if self._is_playing and (begun := self._begun()) is not None:  # offered to the players once a PIN is set
                self.offered, self._offer_left = begun, float(self.kiosk.config.idle.offer)
            return Switch(self._places.first_pin)
        if self._call.was_called():
            self.quiet = 0.0  # the held key does not count as a press elsewhere
            return Push(self._places.operator)
        if self._has_changed and self._follow() and not self._is_playing:
            return Switch(self._asleep if self._is_resting else ToMenu())
        grace = timedelta(minutes=self.kiosk.config.table.grace)
        wants_dark = self.closing.wants_dark(self._clock(), self._is_playing, grace)
        is_dark = any(scene.is_dark for scene in self._manager.scenes)
        if is_dark:
            return self._tick_rest(dt) if wants_dark else Switch(self._places.rest)
        if self.closing.tick(dt, wants_dark):
            self.closing.tick(dt, False)
            self._clear()
            return Switch(self._places.dark)
        return self._tick_rest(dt) if self._is_resting else self._tick_visit(dt)

    def _tick_rest(self, dt: float) -> Nav | None:
        """Tick without visitors."""
        self._offer_left -= dt
        self._thanks_left -= dt
        if self.offered is not None and self._offer_left <= 0:
            self._clear(newcomers=True)
        if self._has_offered_update and self.offered is None:
            self.renews = self._manager.may_quit = True
            return Quit()
        return None

    def _tick_visit(self, dt: float) -> Nav | None:
        """Tick with visitors, present or apparently so."""
        self._thanks_left = 0.0
        left = self._table_time.tick(dt, self.kiosk.config.table.limit)
        if left == 0:
            self._clear()
            self._thanks_left = THANKS_SECONDS
            self.tell(self._services.stage.t("kiosk.time_up"))
            return Switch(self._asleep)
        if left is not None:
            self.tell(self._services.stage.t("kiosk.time_left", count=left))
        if self.offered is not None:
            return Push(self._offer)
        top, idle = self._manager.top, self.kiosk.config.idle
        allowed = {IdleLimit.MENU: idle.menu, IdleLimit.TURN: idle.turn, IdleLimit.THINKING: idle.thinking}
        if isinstance(top, StillPlayingScene | WaitingScene) or self.quiet < allowed[self._patience]:
            return None
        return Push(self._ask)

    def _look(self) -> None:
        """Follow the clock and the PIN file."""
        now, config = self._clock(), self.kiosk.config
        self._needs_pin = self.kiosk.pin.is_unset
        self._services.stage.audio.volume = volume_step(config, now.time()).volume / 100
        if self._is_resting:
            self._services.stage.audio.start_music(0.0)  # until the menu opens
        if not self._has_offered_update and self.updated():
            self._has_offered_update = True
            self._services.store.audits.note("update", own_files.CHANGED)
        minutes = self.closing.look(config, now, is_heard=not self._is_resting)
        if minutes is not None:
            self.tell(self._services.stage.t("kiosk.closing", count=minutes))

    @property
    def invited(self) -> InvitedGuests:
        """The people whom the show invites."""
        if self._thanks_left > 0:
            return InvitedGuests.NEXT
        return InvitedGuests.ANYBODY if self.offered is None else InvitedGuests.WAITING

    @property
    def _has_operator(self) -> bool:
        return any(scene.is_operators for scene in self._manager.scenes)

    @property
    def _is_resting(self) -> bool:
        return any(scene.rests for scene in self._manager.scenes)

    @property
    def _is_playing(self) -> bool:
        return self._patience is not IdleLimit.MENU

    @property
    def _patience(self) -> IdleLimit:
        """The longest idle limit of the open scenes: a menu over a match keeps the match's limit."""
        found = (scene.patience for scene in self._manager.scenes)
        return max(found, key=lambda patience: patience.value, default=IdleLimit.MENU)

    def _ask(self) -> Scene:
        return StillPlayingScene(self._services.stage, self.kiosk.config.idle.question, self._leave, self.start_over)

    def _leave(self) -> Nav:
        """Rest after an unanswered question; a running game is offered for a while, then shelved."""
        begun = self._begun()
        if begun is None or not self._is_playing:
            self._clear()
        else:
            self.offered, self._offer_left = begun, float(self.kiosk.config.idle.offer)
        return Switch(self._asleep)

    @property
    def _asleep(self) -> Callable[[], Scene]:
        """The maker of the scene without visitors; at night it stays dark."""
        return self._places.rest if self.closing.is_open else self._places.dark

    def _offer(self) -> Scene:
        assert self.offered is not None
        record, self.offered = _without_phones(self.offered), None
        go_on = Switch(ToResume(record))
        return WaitingScene(self._services, record, self._offer_left, go_on, self._decline)

    # Drawing

    @property
    def is_animated(self) -> bool:
        """Whether the lamp goes down or a notice is shown."""
        return self._notice_left > 0 or self.closing.gone > 0

    @property
    def hides_pointer(self) -> bool:
        """Whether to hide the mouse pointer, without visitors."""
        return self._is_resting

    def draw(self, canvas: Canvas) -> None:
        """Dim the picture and draw the notice on top."""
        stage = self._services.stage
        if self.closing.gone > 0:
            stage.blit(canvas, stage.paint.veil(stage.metrics.size, 1.0, NIGHT), (0, 0), self.closing.gone)
        if self._notice_left > 0:
            draw_across_margin(stage, canvas, self.notice)


def _without_phones(record: Record) -> Record:
    """Return the record with the seats of phones opened to any device."""
    seats = [replace(seat, device=ANY) if seat.device.is_phone else seat for seat in record.seats]
    return replace(record, seats=tuple(seats))


EVERY = 30.0  # seconds between two looks; if both see the same files, the update is complete


class UpdateWatch:
    """Looks in a thread, as a disk may be slow."""

    def __init__(self, files: OwnFiles, every: float = EVERY) -> None:
        self._files = files
        self._every = every
        self._is_found = False
        threading.Thread(target=self._watch, name="update watch", daemon=True).start()

    def found(self) -> bool:
        """Return whether the files have changed since the start and the update is complete."""
        return self._is_found

    def _watch(self) -> None:
        nothing = threading.Event()
        while not self._is_found:
            nothing.wait(self._every)
            self._is_found = self._files.have_settled()
