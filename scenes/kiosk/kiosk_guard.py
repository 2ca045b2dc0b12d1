"""The guard of the unattended table: it asks whether anyone still plays, then resets the table for new visitors.

Also in this module: the call for the operator (a long hold of the upper left corner, of a key, or of a pad's Start and
Back), the closing hours with their announcement, the time limit of a visit, and a watch for updated program files.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

import pygame

from game.core.device_id import ANY
from game.core.record import Record
from game.kiosk.config import Config, closing_soon, is_open, volume_step
from game.kiosk.kiosk import Kiosk
from game.people.roster import Roster
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
        self._corner: Point | None = None  # where the present press of a pointer began
        self._both = 0.0  # seconds that a pad has held Start and Back

    def hears(self, item: Intent | Signal) -> bool:
        """Return whether scenes get `item`. A long hold that calls the operator is kept from them."""
        if isinstance(item, Intent):
            if item.kind in (Kind.PRESS, Kind.RELEASE):
                self._corner = item.point if item.kind is Kind.PRESS else None
            return True
        if item.kind is SignalKind.SWITCH_HELD and (item.code == KEY or self._in_corner() or self._both > 0):
            self._called = self._called or self._both == 0  # the hold of a pad's two buttons is timed in `tick`
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
WARNINGS = (5, 1)  # minutes before closing at which visitors are warned
MINUTE = 60.0  # seconds


class Closing:
    """Follows the opening hours. Call `look` about once a second; `tick` dims the table's light or restores it."""

    def __init__(self) -> None:
        self.is_open = True
        self.gone = 0.0  # share of the light that is dimmed, 0 to 1
        self._closed_since: datetime | None = None
        self._announced: int | None = None  # the minutes of the last warning
        # Whether play has stopped since closing; no game may begin then.
        self._has_ended = False

    def look(self, config: Config, now: datetime, is_heard: bool) -> int | None:
        """Update `is_open`; return the minutes until closing if a warning is due, else None.

        A warning that is due waits until `is_heard` is true, and then gives the minutes left at that moment. The
        opening hours are those of `config`.
        """
        self.is_open = is_open(config, now)
        if self.is_open:
            self._closed_since, self._has_ended = None, False
        elif self._closed_since is None or now < self._closed_since:  # the second case: the clock was set back
            self._closed_since = now
        left = closing_soon(config, now)
        due = None if left is None else next((m for m in reversed(WARNINGS) if left <= timedelta(minutes=m)), None)
        if due is not None and (due == self._announced or not is_heard):
            return None
        self._announced = due
        return None if left is None or due is None else max(1, math.ceil(left / timedelta(minutes=1)))

    def wants_dark(self, now: datetime, is_playing: bool, grace: timedelta) -> bool:
        """Return whether the light should go down: the table is closed, and either no game runs or `grace` is over.

        Call this at each tick. Otherwise a new game could begin unnoticed after the running one has ended.
        """
        since = self._closed_since
        if since is None:
            return False
        self._has_ended = self._has_ended or not is_playing or now - since >= grace
        return self._has_ended

    def tick(self, dt: float, wants_dark: bool) -> bool:
        """Dim the light for `dt` more seconds, or restore it at once; return whether it is dark."""
        self.gone = min(1.0, self.gone + dt / DIM_SECONDS) if wants_dark else 0.0
        return self.gone >= 1.0


class TableTime:
    """Counts the time of the current visit."""

    def __init__(self) -> None:
        self.used = 0.0  # seconds

    def begin(self) -> None:
        """Count from 0 again: a visit begins or ends."""
        self.used = 0.0

    def tick(self, dt: float, limit: int) -> int | None:
        """Count `dt` seconds; return the minutes left if they should be announced now, else None.

        When the time is up, return 0. A `limit` of 0 minutes means no limit.
        """
        before, self.used = self.used, self.used + dt
        if not limit:
            return None
        for left in (0, *reversed(WARNINGS)):
            if before < (limit - left) * MINUTE <= self.used and left < limit:
                return left
        return 0 if self.used >= limit * MINUTE else None  # the operator may have lowered the limit


NOT_FOR_VISITORS = frozenset({SignalKind.CLOSE, SignalKind.FULLSCREEN, SignalKind.QUIT})  # QUIT comes from Cmd+Q
PRESSES = frozenset(  # signals that a person caused by a press
    {
        *(SignalKind.SWITCH_DOWN, SignalKind.TYPED, SignalKind.COMPOSING, SignalKind.ERASED, SignalKind.KEY_DOWN),
        SignalKind.PHONE_PRESSED,
    }
)
# A mouse counts as pushed if it moves by this share of the window's shorter side. A shaken table moves it less.
PUSHED = 1 / 12
# Without a press for this long, all of the operator's scenes close.
OPERATOR_SECONDS = 90.0
NOTICE_SECONDS = 12.0
# How long the show thanks the players and invites others, after a visit that reached its limit.
THANKS_SECONDS = 60.0
AGAIN_SECONDS = 10.0  # seconds after a restart of the program before the offered game resumes by itself
LOOK_SECONDS = 1.0  # seconds between two checks of clock, PIN and volume
NIGHT = "#050404"


@dataclass(frozen=True, slots=True)
class KioskScenes:
    """Functions that make the scenes which the table opens by itself.

    `rest` is shown without visitors, `dark` while the table is closed. `first_pin` lets the operator set the first PIN,
    then opens the next scene. `operator` asks for the PIN, and pops when the operator leaves.
    """

    rest: Callable[[], Scene]
    dark: Callable[[], Scene]
    first_pin: Callable[[], Scene]
    operator: Callable[[], Scene]


class PhoneServerControl(Protocol):
    """What the guard needs of the phone server."""

    def tick(self, dt: float, rests: bool, is_dark: bool) -> None:
        """Let `dt` seconds pass. `rests` says that there are no visitors, `is_dark` that the table is closed."""

    def clear(self) -> None:
        """Forget the visitors who have left."""


class KioskGuard:
    """The main loop's guard. With it no scene can end the program, and services can reset the table."""

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
        self.offered: Record | None = None  # the unfinished game that is offered to visitors
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
        # Whether a visitor's one-button play goes on when the operator leaves.
        self._scans_again = False
        self._mouse = (0, 0)  # where the mouse was when it last counted as pushed
        # Whether the program's files have changed since its start.
        self.updated: Callable[[], bool] = lambda: False
        self._has_offered_update = False
        self.renews = False  # whether to restart the program with the changed files
        self.quiet = 0.0  # seconds since the last press
        manager.may_quit = False
        kiosk.on_change = lambda before, after: self._changed()
        self._follow()

    def first(self, again: bool = False, rested: bool = False) -> Callable[[], Scene]:
        """Return a function that makes the first scene.

        `again` says that the program was restarted. Then an unfinished game is offered, and resumes after AGAIN_SECONDS
        without an answer. But if the table had `rested`, it rests again, and offers the game to the next visitors. If
        no game was kept, people on phones get the menu and keep their seats. Without `again` the table is reset; an
        interrupted game is offered to the next visitors.
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
            sits = again and not rested and bool(self._services.people.roster.on_phones)
            return (lambda: self._manager.opened(ToMenu())) if sits else self._places.rest
        if rested or not again:
            self.offered, self._offer_left = begun, float(self.kiosk.config.idle.offer)
            return self._places.rest
        go_on = Switch(ToResume(begun))
        return lambda: WaitingScene(self._services, begun, AGAIN_SECONDS, go_on, self.start_over, again=True)

    def _begun(self) -> Record | None:
        """Return the latest unfinished game with an action."""
        return next((record for record in self._services.store.unfinished_games() if record.actions), None)

    # The operator's settings

    def _follow(self) -> bool:
        """Apply the operator's settings to visitors. Return whether the open scenes must be replaced to show them."""
        config, services, before = self.kiosk.config, self._services, self._services.offers.visitors
        both = config.display.language == "both"
        phones = self._join_code is not None and config.table.phones != "off"
        found, films = config.games, config.table.films
        services.offers.visitors = Visitors(self.start_over, found.shown, found.levels, both, phones, films)
        language = self._own.language if both else config.display.language
        usual = replace(self._own, language=language, display=config.display.number)
        if usual != self._usual or before is None:  # otherwise visitors keep their own choices
            self._usual = usual
            services.settings.take(usual)
        self._has_changed = False
        return services.offers.visitors != before or self._is_resting

    def _changed(self) -> None:
        """Take note of a changed setting. It is applied when the operator's menu closes, the volume at once."""
        self._has_changed = True
        self._since_look = LOOK_SECONDS

    def tell(self, text: str) -> None:
        """Show a sentence on top of the screen for a while."""
        self.notice, self._notice_left = text, NOTICE_SECONDS
        self._services.stage.say(text)
        self._services.stage.audio.play("open")

    # Input

    def hears(self, item: Intent | Signal) -> bool:
        """Return whether scenes get `item`.

        They do not get a call for the operator, or input that would end the program or leave full screen.
        """
        if not self._call.hears(item):
            return False
        if isinstance(item, Signal):
            if item.kind in PRESSES:
                self.quiet = 0.0
            # no question about one-button play in the operator's scenes: somebody may be wiping the screen
            asks = item.kind is SignalKind.SWITCH_HELD and self._has_operator
            return item.kind not in NOT_FOR_VISITORS and not asks
        if not item.repeat and (item.kind is not Kind.HOVER or self._is_pushed(item)):
            self.quiet = 0.0
        return True

    def _is_pushed(self, hover: Intent) -> bool:
        """Return whether the mouse was moved far from its place at the last push. Return False at a resting table."""
        assert hover.point is not None
        far = math.dist(hover.point, self._mouse) >= PUSHED * min(self._services.stage.metrics.size)
        if far:
            self._mouse = hover.point
        return far and not self._is_resting

    def start_over(self) -> Nav:
        """Reset the table for the next people: put games away, free the seats, restore the default language."""
        self._clear()
        return Switch(ToMenu())

    def _decline(self) -> Nav:
        """Reset the table after newcomers declined the offered game; their phones keep their seats."""
        self._clear(newcomers=True)
        return Switch(ToMenu())

    def _clear(self, newcomers: bool = False) -> None:
        """Reset the table. With `newcomers`, people who joined by phone while the table rested keep their seats."""
        self.offered = None
        self._scans_again = False
        self._table_time.begin()
        store = self._services.store
        for record in store.unfinished_games():
            store.shelve(record.game)
        self._services.people.seat(Roster(self._services.people.roster.on_phones if newcomers else ()))
        if self._join_code is not None and not newcomers:
            self._join_code.clear()
        self._services.visit.clear()
        self._services.settings.restore(self._usual)

    # Time

    def tick(self, dt: float) -> Nav | None:
        """Do what is due: ask visitors, reset the table, close it, or offer an unfinished game."""
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
        """Suspend a visitor's one-button play: it would take the keys of the PIN for the switch."""
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
        """Tick while the operator has no scene open."""
        self._scan_for_visitors()
        if self._join_code is not None:
            self._join_code.tick(dt, self._is_resting, any(scene.is_dark for scene in self._manager.scenes))
        if self._needs_pin and self.kiosk.pin.is_unset:  # the command line may have set a PIN since the last check
            # the game is offered to the players once a PIN is set
            if self._is_playing and (begun := self._begun()) is not None:
                self.offered, self._offer_left = begun, float(self.kiosk.config.idle.offer)
            return Switch(self._places.first_pin)
        if self._call.was_called():
            self.quiet = 0.0  # the time without a press counts from now on, not from the beginning of the long hold
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
        """Tick while visitors are at the table, or seem to be."""
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
        """Check the clock, the PIN file and whether the program was updated."""
        now, config = self._clock(), self.kiosk.config
        self._needs_pin = self.kiosk.pin.is_unset
        self._services.stage.audio.volume = volume_step(config, now.time()).volume / 100
        if self._is_resting:
            self._services.stage.audio.start_music(0.0)  # silent until the menu opens
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
        """Rest, since the question was not answered. A running game is offered for a while, then put away."""
        begun = self._begun()
        if begun is None or not self._is_playing:
            self._clear()
        else:
            self.offered, self._offer_left = begun, float(self.kiosk.config.idle.offer)
        return Switch(self._asleep)

    @property
    def _asleep(self) -> Callable[[], Scene]:
        """The function that makes the scene shown without visitors: the dark scene while the table is closed."""
        return self._places.rest if self.closing.is_open else self._places.dark

    def _offer(self) -> Scene:
        assert self.offered is not None
        record, self.offered = _without_phones(self.offered), None
        go_on = Switch(ToResume(record))
        return WaitingScene(self._services, record, self._offer_left, go_on, self._decline)

    # Drawing

    @property
    def is_animated(self) -> bool:
        """Whether the light changes or a notice is shown."""
        return self._notice_left > 0 or self.closing.gone > 0

    @property
    def hides_pointer(self) -> bool:
        """Whether to hide the mouse pointer. It is hidden while there are no visitors."""
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


EVERY = 30.0  # seconds between two checks; when both find the same files, the update is complete


class UpdateWatch:
    """Watches the program's files, in a thread because a disk may be slow."""

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
