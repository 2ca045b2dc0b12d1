"""The guard of the unattended table: it asks people who seem to have gone, then makes the table ready for the next.

With it what it hears and counts: the call for the operator (the upper left corner, a key, or a pad's Start and Back,
held for long), the ends by the clock (that of the day, from the announcement to the dark, and that of the same people's
time), and whether the program's files have been changed under the table.
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
    """Hears everything that comes in; `was_called` says once that the operator is called."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._called = False
        self._corner: Point | None = None  # where a pointer went down last, until it goes up
        self._both = 0.0  # seconds for which a pad has held Start and Back

    def hears(self, item: Intent | Signal) -> bool:
        """Whether `item` is for the scenes: the end of a long hold that calls the operator is not."""
        if isinstance(item, Intent):
            if item.kind in (Kind.PRESS, Kind.RELEASE):
                self._corner = item.point if item.kind is Kind.PRESS else None
            return True
        if item.kind is SignalKind.SWITCH_HELD and (item.code == KEY or self._in_corner() or self._both > 0):
            self._called = self._called or self._both == 0  # a pad's two buttons are counted by themselves
            return False
        return True

    def _in_corner(self) -> bool:
        """Whether a pointer is down in the upper left corner."""
        side = self._stage.metrics.px(CORNER)
        return self._corner is not None and max(self._corner) <= side

    def tick(self, dt: float) -> None:
        """Count for how long a pad has held both buttons."""
        devices = self._stage.devices
        held = any(devices.is_down(pad, Kind.PAUSE) and devices.is_down(pad, Kind.RULES) for pad in devices.pads())
        before, self._both = self._both, self._both + dt if held else 0.0
        self._called = self._called or before < HOLD_SECONDS <= self._both

    def was_called(self) -> bool:
        """Whether the operator has been called since this was last asked."""
        called, self._called = self._called, False
        if called:
            self._corner = None
        return called


DIM_SECONDS = 20.0
WARNINGS = (5, 1)  # minutes before the end
MINUTE = 60.0  # seconds


class Closing:
    """Asked once a second or so by `look`; `tick` lets the lamp go down or up."""

    def __init__(self) -> None:
        self.is_open = True
        self.gone = 0.0  # the share of the lamp's light that is gone
        self._closed_since: datetime | None = None
        self._announced: int | None = None  # the warning that was given last
        self._has_ended = False  # whether nobody has played for a moment since closing: no new game begins

    def look(self, config: Config, now: datetime, is_heard: bool) -> int | None:
        """Follow the opening hours; the minutes until the table closes where that is to be said now, else None.

        The announcement waits until somebody can hear it. The hours may have been changed: it then tells the present
        rest.
        """
        self.is_open = is_open(config, now)
        if self.is_open:
            self._closed_since, self._has_ended = None, False
        elif self._closed_since is None or now < self._closed_since:  # the clock may have been set back
            self._closed_since = now
        left = closing_soon(config, now)
        due = None if left is None else next((m for m in reversed(WARNINGS) if left <= timedelta(minutes=m)), None)
        if due is not None and (due == self._announced or not is_heard):
            return None
        self._announced = due
        return None if left is None or due is None else max(1, math.ceil(left / timedelta(minutes=1)))

    def wants_dark(self, now: datetime, is_playing: bool, grace: timedelta) -> bool:
        """Whether the lamp is to go down; who plays at closing time may end that game within `grace`, and begin none.

        Ask at each tick: between two games there is one at which nobody plays.
        """
        since = self._closed_since
        if since is None:
            return False
        self._has_ended = self._has_ended or not is_playing or now - since >= grace
        return self._has_ended

    def tick(self, dt: float, wants_dark: bool) -> bool:
        """Let `dt` seconds pass; whether it is dark."""
        self.gone = min(1.0, self.gone + dt / DIM_SECONDS) if wants_dark else 0.0
        return self.gone >= 1.0


class TableTime:
    """Counts the time of the people who are at the table."""

    def __init__(self) -> None:
        self.used = 0.0  # seconds

    def begin(self) -> None:
        """Others are at the table, or nobody."""
        self.used = 0.0

    def tick(self, dt: float, limit: int) -> int | None:
        """Let `dt` seconds of at most `limit` minutes pass (0: of any number).

        The minutes that are left where that is to be said now, 0 at the end; else None.
        """
        before, self.used = self.used, self.used + dt
        if not limit:
            return None
        for left in (0, *reversed(WARNINGS)):
            if before < (limit - left) * MINUTE <= self.used and left < limit:
                return left
        return 0 if self.used >= limit * MINUTE else None  # the limit has been made shorter meanwhile


NOT_FOR_VISITORS = frozenset({SignalKind.CLOSE, SignalKind.FULLSCREEN, SignalKind.QUIT})  # the last is Cmd+Q's
PRESSES = frozenset(  # signals that somebody's hand gives
    {
        *(SignalKind.SWITCH_DOWN, SignalKind.TYPED, SignalKind.COMPOSING, SignalKind.ERASED, SignalKind.KEY_DOWN),
        SignalKind.PHONE_PRESSED,
    }
)
PUSHED = 1 / 12  # of the window's shorter side: a mouse that goes so far is in a hand, and not on a shaking table
OPERATOR_SECONDS = 90.0  # without a press, after which nothing of the operator's stays open, whatever it is
NOTICE_SECONDS = 12.0
THANKS_SECONDS = 60.0  # for which the show asks for the next guests once somebody's time is up
AGAIN_SECONDS = 10.0  # that a game waits after the table itself was away
LOOK_SECONDS = 1.0  # from one look at clock, PIN and volume to the next
NIGHT = "#050404"


@dataclass(frozen=True, slots=True)
class KioskScenes:
    """Makes the scenes that the table goes to by itself.

    `rest` while nobody is there, `dark` while it is closed, `first_pin` where the operator sets the PIN and which leads
    on by itself, `operator` where the PIN is asked for and which pops.
    """

    rest: Callable[[], Scene]
    dark: Callable[[], Scene]
    first_pin: Callable[[], Scene]
    operator: Callable[[], Scene]


class PhoneServerControl(Protocol):
    """The phone server."""

    def tick(self, dt: float, rests: bool, is_dark: bool) -> None:
        """`dt` seconds have passed; `rests`: nobody is there, `is_dark`: the table is closed."""

    def clear(self) -> None:
        """Forget the people who have gone."""


class KioskGuard:
    """The guard of the loop. From now on no scene can end the program, and the services can clear the table."""

    def __init__(
        self,
        services: Services,
        manager: Manager,
        kiosk: Kiosk,
        places: KioskScenes,
        clock: Callable[[], datetime] = datetime.now,
        join_code: PhoneServerControl | None = None,
    ) -> None:
        """`clock` gives the local time. Without a `join_code` no phone comes."""
        self._services = services
        self._manager = manager
        self._kiosk = kiosk
        self._places = places
        self._clock = clock
        self._join_code = join_code
        self._own = self._usual = services.settings.preferences
        self._offered: Record | None = None  # the game that was left, while it is offered
        self._offer_left = 0.0
        self._thanks_left = 0.0
        self._call = OperatorCall(services.stage)
        self._table_time = TableTime()
        self._closing = Closing()
        self._since_look = LOOK_SECONDS
        self._needs_pin = False
        self._has_changed = False  # whether the operator has set something that the visitors will find
        self._notice = ""
        self._notice_left = 0.0
        self._scans_again = False  # one-button play was a visitor's choice, and waits for the operator to go
        self._mouse = (0, 0)  # where the mouse lay when it last counted
        self.updated: Callable[[], bool] = lambda: False  # whether the program's files are others than at its start
        self._has_told_update = False
        self.renews = False  # whether the table ends so that the program begins anew from them
        self.quiet = 0.0  # seconds since the last press
        manager.may_quit = False
        kiosk.on_change = lambda before, after: self._changed()
        self._follow()

    def first(self, again: bool = False, rested: bool = False) -> Callable[[], Scene]:
        """Makes the scene to begin with.

        With `again` the table had gone and is back: the game that was played is offered, for it goes on by itself.
        Where the table `rested` it rests again, and offers the game as it did. People who sat by phone without a game,
        or with one that could not be written, find the menu and their seat. Otherwise nothing is left of those who were
        here before, but the next guests are offered a game that was cut off.
        """
        self._look()
        begun = self._begun()
        if not self._closing.is_open or (begun is None and not again):
            self._clear()
        if self._needs_pin:
            return self._places.first_pin
        if not self._closing.is_open:
            return self._places.dark
        if begun is None:
            sits = again and not rested and bool(self._by_phone(self._services.people.roster.chairs))
            return (lambda: self._manager.opened(ToMenu())) if sits else self._places.rest
        if rested or not again:
            self._offered, self._offer_left = begun, float(self._kiosk.config.idle.offer)
            return self._places.rest
        go_on = Switch(ToResume(begun))
        return lambda: WaitingScene(self._services, begun, AGAIN_SECONDS, go_on, self.start_over, again=True)

    def _begun(self) -> Record | None:
        """The latest game that was left with an action made."""
        return next((record for record in self._services.store.unfinished_games() if record.actions), None)

    # What the operator sets

    def _follow(self) -> bool:
        """Let what the operator has set hold for whoever is there or comes; whether it changes what visitors find."""
        config, services, before = self._kiosk.config, self._services, self._services.offers.visitors
        both = config.display.language == "both"
        phones = self._join_code is not None and config.table.phones != "off"
        found, films = config.games, config.table.films
        services.offers.visitors = Visitors(self.start_over, found.shown, found.levels, both, phones, films)
        language = self._own.language if both else config.display.language
        usual = replace(self._own, language=language, display=config.display.number)
        if usual != self._usual or before is None:  # else whoever is there keeps what has been chosen
            self._usual = usual
            services.settings.take(usual)
        self._has_changed = False
        return services.offers.visitors != before or self._is_resting

    def _changed(self) -> None:
        """Something else is set: it holds as soon as the operator's menu is left, and the volume is heard at once."""
        self._has_changed = True
        self._since_look = LOOK_SECONDS

    def tell(self, text: str) -> None:
        """Show a sentence over everything for a while."""
        self._notice, self._notice_left = text, NOTICE_SECONDS
        self._services.stage.say(text)
        self._services.stage.audio.play("open")

    # What comes in

    def hears(self, item: Intent | Signal) -> bool:
        """Everything but what would end the program, leave full screen, or is the operator's."""
        if not self._call.hears(item):
            return False
        if isinstance(item, Signal):
            if item.kind in PRESSES:
                self.quiet = 0.0
            asks = item.kind is SignalKind.SWITCH_HELD and self._has_operator  # who wipes holds it for long
            return item.kind not in NOT_FOR_VISITORS and not asks
        if not item.repeat and (item.kind is not Kind.HOVER or self._is_pushed(item)):
            self.quiet = 0.0
        return True

    def _is_pushed(self, hover: Intent) -> bool:
        """Whether the mouse has gone far since it last counted."""
        assert hover.point is not None
        far = math.dist(hover.point, self._mouse) >= PUSHED * min(self._services.stage.metrics.size)
        if far:
            self._mouse = hover.point
        return far and not self._is_resting

    def start_over(self) -> Nav:
        """Make the table ready for the next people: games go to the shelf, seats are free, the language is the
        house's.
        """
        self._clear()
        return Switch(ToMenu())

    def _decline(self) -> Nav:
        """The same by those who have just come, and want none of what was left: their phones keep their seats."""
        self._clear(newcomers=True)
        return Switch(ToMenu())

    def _clear(self, newcomers: bool = False) -> None:
        """Make the table ready for others; `newcomers` have taken seats by phone since it rested."""
        self._offered = None
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
        """Ask, leave, close, or offer what was left."""
        self.quiet += dt
        self._notice_left = max(0.0, self._notice_left - dt)
        self._kiosk.tick(dt)
        self._call.tick(dt)
        self._since_look += dt
        if self._since_look >= LOOK_SECONDS:
            self._since_look = 0.0
            self._look()
        if self._manager.top is None:  # a scene that had nothing below it has gone
            return Switch(ToMenu())
        if self._has_operator:
            self._call.was_called()
            self._scan_for_operator()
            return self._leave() if self.quiet >= OPERATOR_SECONDS and not self._needs_pin else None
        return self._tick_table(dt)

    def _scan_for_operator(self) -> None:
        """Take one-button play as the house has it: a visitor's would take the keys of a PIN for the switch."""
        present = self._services.settings.preferences
        if present.scan and not self._usual.scan:
            self._scans_again = True
            self._services.settings.take(replace(present, scan=False))

    def _scan_for_visitors(self) -> None:
        """Give back the one-button play that waited."""
        if self._scans_again:
            self._scans_again = False
            self._services.settings.take(replace(self._services.settings.preferences, scan=True))

    def _tick_table(self, dt: float) -> Nav | None:
        """While no scene of the operator's is open."""
        self._scan_for_visitors()
        if self._join_code is not None:
            self._join_code.tick(dt, self._is_resting, any(scene.is_dark for scene in self._manager.scenes))
        if self._needs_pin and self._kiosk.pin.is_unset:  # it may have been set since the last look
            if self._is_playing and (begun := self._begun()) is not None:  # for whoever played, once there is one
                self._offered, self._offer_left = begun, float(self._kiosk.config.idle.offer)
            return Switch(self._places.first_pin)
        if self._call.was_called():
            self.quiet = 0.0  # a key that is held is no press that a scene hears of
            return Push(self._places.operator)
        if self._has_changed and self._follow() and not self._is_playing:
            return Switch(self._asleep if self._is_resting else ToMenu())
        grace = timedelta(minutes=self._kiosk.config.table.grace)
        wants_dark = self._closing.wants_dark(self._clock(), self._is_playing, grace)
        is_dark = any(scene.is_dark for scene in self._manager.scenes)
        if is_dark:
            return self._tick_rest(dt) if wants_dark else Switch(self._places.rest)
        if self._closing.tick(dt, wants_dark):
            self._closing.tick(dt, False)
            self._clear()
            return Switch(self._places.dark)
        return self._tick_rest(dt) if self._is_resting else self._tick_visit(dt)

    def _tick_rest(self, dt: float) -> Nav | None:
        """While nobody is there."""
        self._offer_left -= dt
        self._thanks_left -= dt
        if self._offered is not None and self._offer_left <= 0:
            self._clear(newcomers=True)
        if self._has_told_update and self._offered is None:
            self.renews = self._manager.may_quit = True
            return Quit()
        return None

    def _tick_visit(self, dt: float) -> Nav | None:
        """While somebody is there, or seems to be."""
        self._thanks_left = 0.0
        left = self._table_time.tick(dt, self._kiosk.config.table.limit)
        if left == 0:
            self._clear()
            self._thanks_left = THANKS_SECONDS
            self.tell(self._services.stage.t("kiosk.time_up"))
            return Switch(self._asleep)
        if left is not None:
            self.tell(self._services.stage.t("kiosk.time_left", count=left))
        if self._offered is not None:
            return Push(self._offer)
        top, idle = self._manager.top, self._kiosk.config.idle
        allowed = {IdleLimit.MENU: idle.menu, IdleLimit.TURN: idle.turn, IdleLimit.THINKING: idle.thinking}
        if isinstance(top, StillPlayingScene | WaitingScene) or self.quiet < allowed[self._patience]:
            return None
        return Push(self._ask)

    def _look(self) -> None:
        """Follow the clock and the file of the PIN."""
        now, config = self._clock(), self._kiosk.config
        self._needs_pin = self._kiosk.pin.is_unset
        self._services.stage.audio.volume = volume_step(config, now.time()).volume / 100
        if self._is_resting:
            self._services.stage.audio.start_music(0.0)  # until somebody comes to the menu
        if not self._has_told_update and self.updated():
            self._has_told_update = True
            self._services.store.audits.note("update", own_files.CHANGED)
        minutes = self._closing.look(config, now, is_heard=not self._is_resting)
        if minutes is not None:
            self.tell(self._services.stage.t("kiosk.closing", count=minutes))

    @property
    def invited(self) -> InvitedGuests:
        """The people whom the show asks to press."""
        if self._thanks_left > 0:
            return InvitedGuests.NEXT
        return InvitedGuests.ANYBODY if self._offered is None else InvitedGuests.WAITING

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
        """The most that a scene of the stack has: a menu over a match leaves the match's time."""
        found = (scene.patience for scene in self._manager.scenes)
        return max(found, key=lambda patience: patience.value, default=IdleLimit.MENU)

    def _ask(self) -> Scene:
        return StillPlayingScene(self._services.stage, self._kiosk.config.idle.question, self._leave, self.start_over)

    def _leave(self) -> Nav:
        """Nobody has answered: the table rests. A game that was left is offered for a while, then shelved."""
        begun = self._begun()
        if begun is None or not self._is_playing:
            self._clear()
        else:
            self._offered, self._offer_left = begun, float(self._kiosk.config.idle.offer)
        return Switch(self._asleep)

    @property
    def _asleep(self) -> Callable[[], Scene]:
        """Makes what is shown now while nobody is there: at night no light goes on."""
        return self._places.rest if self._closing.is_open else self._places.dark

    def _offer(self) -> Scene:
        assert self._offered is not None
        record, self._offered = _without_phones(self._offered), None
        go_on = Switch(ToResume(record))
        return WaitingScene(self._services, record, self._offer_left, go_on, self._decline)

    # Drawing

    @property
    def is_animated(self) -> bool:
        """Whether the lamp goes down, or a notice has come or is about to go."""
        return self._notice_left > 0 or self._closing.gone > 0

    @property
    def hides_pointer(self) -> bool:
        """Whether nobody is there who would look for the mouse's arrow."""
        return self._is_resting

    def draw(self, canvas: Canvas) -> None:
        """Draw the dimmed lamp over all, and the announcement on top."""
        stage = self._services.stage
        if self._closing.gone > 0:
            stage.blit(canvas, stage.paint.veil(stage.metrics.size, 1.0, NIGHT), (0, 0), self._closing.gone)
        if self._notice_left > 0:
            draw_across_margin(stage, canvas, self._notice)


def _without_phones(record: Record) -> Record:
    """The record with the seats of phones, which have ended, open for whatever plays there next."""
    seats = [replace(seat, device=ANY) if seat.device.is_phone else seat for seat in record.seats]
    return replace(record, seats=tuple(seats))


EVERY = 30.0  # seconds between two looks: files that are the same at both belong to an update that is over


class UpdateWatch:
    """Looks in a thread: a disk may take its time."""

    def __init__(self, files: OwnFiles, every: float = EVERY) -> None:
        self._files = files
        self._every = every
        self._is_found = False
        threading.Thread(target=self._watch, name="update watch", daemon=True).start()

    def found(self) -> bool:
        """Whether the files are others than at the start, and an update that changed them is over."""
        return self._is_found

    def _watch(self) -> None:
        nothing = threading.Event()
        while not self._is_found:
            nothing.wait(self._every)
            self._is_found = self._files.have_settled()
