"""Phones at the unattended table for tests, and the verbs of stories about them."""

from __future__ import annotations

from datetime import datetime, time
from pathlib import Path
from typing import Any

from game.core.device_id import DeviceId
from game.people.roster import Roster
from scenes.kiosk.attract_scene import AttractScene
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Switch
from scenes.phones.pages import MEET
from scenes.phones.phones_scene import PhonesScene
from scenes.routes import ToMenu
from scenes.unattended import watch_over
from tests.scenes.hands import button
from tests.scenes.kiosk_table import HURRY, NOON, clock_of, open_kiosk, settings
from tests.scenes.phone_evening import Evening, word
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.stories import same
from tests.vocabulary.phone import PhoneVocabulary


class Table(Evening):
    """An unattended table with phones without a network, as `--kiosk` starts it."""

    def __init__(
        self, house: Playhouse, folder: Path, phones: str = "always", start: datetime = NOON, **changes: object
    ) -> None:
        super().__init__(house)
        given = {key.replace("__", "."): value for key, value in changes.items()}
        self.kiosk = open_kiosk(house, folder, {"table.phones": phones, **given})
        self.watch = watch_over(house.app, house.services, self.kiosk, clock_of(house, start))

    def begin(self) -> AttractScene:
        """Start with the show, without visitors."""
        self.house.app.manager.start(self.watch.first()())
        self.house.run(1.0)
        return self.house.on_top(AttractScene)

    def scan(self, *numbers: int) -> None:
        """Let phones scan the code."""
        for number in numbers:
            self.phones.join(number)
        self.house.run(1.0)

    def join(self, *numbers: int) -> None:
        """Let phones scan the code, and let their people leave the page that says who they are."""
        self.scan(*numbers)
        for number in numbers:
            if MEET in self.buttons(number):
                self.phones.press(number, MEET)
        self.house.run(0.5)

    def leave(self) -> None:
        """Press nothing until the table shows the show again."""
        self.watch.quiet = float(max(HURRY.values()))
        self.house.until(lambda: isinstance(self.house.top, AttractScene), "the show", 400.0)
        self.house.run(0.5)


class PhonesAtKiosk(PhoneVocabulary):
    """Tells of phones at the unattended table. WHEN says when phones may come: "off", "join" or "always"."""

    def __init__(self, house: Playhouse, folder: Path) -> None:
        super().__init__(house)
        self.folder = folder

    # How it begins

    def do_away(self, what: str) -> None:
        """WHEN [TIME] [KEY=VALUE …]: Set up the table without a first scene, at TIME of a Sunday ("21:59:30"), with
        these settings of the operator."""
        phones, *rest = what.split()
        changes: dict[str, Any] = {}
        start = NOON
        for each in rest:
            if "=" in each:
                changes |= settings(*each.split("=", 1))
            else:
                start = datetime.combine(NOON, time.fromisoformat(each))
        self.evening = Table(self.house, self.folder, phones, start, **changes)
        self.before = self.evening.phones.renewed

    def do_kiosk(self, what: str) -> None:
        """WHEN [TIME] [KEY=VALUE …] [without an address]: Set up the table and start it with the show. "without an
        address" lets the phone server fail."""
        self.do_away(what.removesuffix(" without an address"))
        if what.endswith("without an address"):
            self.do_no_address()
        self.evening.begin()
        self.before = self.evening.phones.renewed

    def do_phones_sat(self, numbers: str) -> None:
        """PHONES: Seat the people of these phones, as before a restart."""
        roster = Roster()
        for number in numbers.split():
            roster = roster.sit(word(int(number)))
        self.house.services.people.seat(roster)

    def do_their_game_was_written(self) -> None:
        """Store a game of the people at the table after its first action."""
        session = self.evening.house.match(*self.seats()).session
        session.submit(0, session.legal(0)[0])

    def do_start_again(self) -> None:
        """Start as after a restart of the program."""
        self.house.app.manager.start(self.evening.watch.first(again=True)())
        self.house.run(1.0)

    def do_start_rested(self) -> None:
        """Start as after a restart while the table had no visitors."""
        self.house.app.manager.start(self.evening.watch.first(again=True, rested=True)())
        self.house.run(1.0)

    # What happens

    def seats(self) -> list[Any]:
        """Return the seats of the people at the table."""
        return [chair.seat() for chair in self.house.services.people.roster.chairs]

    def do_match(self, what: str) -> None:
        """GAME [ACTIONS]: Begin a match of the people at the table, after ACTIONS."""
        game, *actions = what.split()
        self.game = self.house.match(*self.seats(), game=game, actions=actions)
        self.house.run(0.5)

    def do_join_page(self) -> None:
        """Go to the page with the code for phones."""
        self.house.app.manager.go(Switch(lambda: PhonesScene(self.house.services, self.evening.controllers)))
        self.house.run(0.5)

    def do_to_the_menu(self) -> None:
        """Go to the menu."""
        self.house.app.manager.go(Switch(ToMenu()))
        self.house.run(1.0)

    def do_a_game_is_left(self) -> None:
        """Leave an unfinished game of people at the table, and wait until the table rests."""
        self.house.match(PERSON, RIVAL, actions="e2")
        self.do_everybody_goes()
        self.before = self.evening.phones.renewed

    def do_everybody_goes(self) -> None:
        """Press nothing until the table rests."""
        self.evening.leave()

    def do_the_operator_ends_it(self) -> None:
        """Go to the show, as after the operator's menu."""
        self.house.app.manager.go(Switch(self.evening.watch._places.rest))

    def do_somebody_starts_over(self) -> None:
        """Reset the table for the next people."""
        self.house.app.manager.go(self.evening.watch.start_over())

    def do_somebody_sits_at_the_mouse(self) -> None:
        """Let a person sit down at the mouse."""
        self.house.services.people.seat(self.house.services.people.roster.sit(DeviceId("mouse")))

    def do_idle(self, seconds: str) -> None:
        """SECONDS: Let this time pass without a press."""
        self.house.idle(float(seconds))

    def do_stay(self, seconds: str) -> None:
        """SECONDS: Let this time pass with a press in each second."""
        for _ in range(int(seconds)):
            self.evening.watch.quiet = 0.0
            self.house.idle(1.0)

    def do_quiet(self, seconds: str) -> None:
        """SECONDS: Set the seconds since the last press."""
        self.evening.watch.quiet = float(seconds)
        self.house.run(1.0)

    def do_until(self, name: str) -> None:
        """SCENE: Wait until a scene of this class is on top."""
        self.house.until(lambda: type(self.house.top).__name__ == name, name, 200.0)

    def do_set(self, what: str) -> None:
        """KEY=VALUE: Change a setting of the operator."""
        self.evening.kiosk.change(settings(*what.split("=", 1)))
        self.house.run(1.5)

    def do_scans(self, phone: int) -> None:
        """Let PHONE scan the code, without another press."""
        self.evening.scan(phone)

    def do_takes_a_name(self, phone: int) -> None:
        """Choose the third name that PHONE offers, and check that PHONE then shows it."""
        name = self.evening.shown(phone).names[2]
        self.do_is_named(phone, name)
        self.house.run(0.3)
        same(self.ask_is(phone), name)

    # What must be so

    def do_show(self, what: str) -> None:
        """a code or no code: Check whether the show has a code for phones."""
        join_page = self.house.on_top(AttractScene).column.join_code
        same(join_page, self.evening.phones.join_code if what == "a code" else None)

    def do_screen_offers(self, label: str) -> None:
        """LABEL: Check that the button LABEL of the screen can be pressed."""
        same(button(self.house, label).enabled, True)

    def do_screen_bars(self, label: str) -> None:
        """LABEL: Check that the button LABEL of the screen cannot be pressed."""
        same(button(self.house, label).enabled, False)

    def ask_prompts(self) -> Any:
        """Return the kinds of the prompts in the bar of the page with the code, in the order of the alphabet."""
        return sorted(Kind(prompt.control).name for prompt in self.house.on_top(PhonesScene).bar.prompts)

    def ask_dim(self) -> Any:
        """Return whether the show has dimmed the screen."""
        return self.house.on_top(AttractScene).care.gone > 0

    def do_code(self, which: str) -> None:
        """another or the same: Check whether the code has changed since the story's first step, or since a game was
        left."""
        same(self.evening.phones.renewed > self.before, which == "another")

    def do_nothing_is_stored_of_it(self) -> None:
        """Check that the store has neither the code nor the secret of phone 1."""
        stored = str(self.house.services.store.get("phones"))
        same([part for part in (f"{1:064x}", "K7Q4-2MVD") if part in stored], [])

    def do_it_is_played_by_nobodys_device(self) -> None:
        """Check that the match has one action, and that no device belongs to its two seats."""
        session = self.house.playing.session
        same((session.ply, [seat.device for seat in session.seats]), (1, ["", ""]))

    def ask_quiet_is_over(self) -> Any:
        """Return whether the last press was less than two seconds ago."""
        return self.evening.watch.quiet < 2.0

    def do_can_be_named(self, phone: int) -> None:
        """Check that PHONE offers names to choose from, and shows its own seat first."""
        shown = self.evening.shown(phone)
        same(
            (shown.renaming, len(shown.names) > 1, [each.shape for each in shown.sockets][:1]),
            (True, True, [shown.me.shape]),
        )
