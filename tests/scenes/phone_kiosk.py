"""Phones at the unattended table for tests, and the verbs with which stories tell of them."""

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
    """An unattended table with still phones, begun as `--kiosk` does."""

    def __init__(
        self, house: Playhouse, folder: Path, phones: str = "always", start: datetime = NOON, **changes: object
    ) -> None:
        super().__init__(house)
        given = {key.replace("__", "."): value for key, value in changes.items()}
        self.kiosk = open_kiosk(house, folder, {"table.phones": phones, **given})
        self.watch = watch_over(house.app, house.services, self.kiosk, clock_of(house, start))

    def begin(self) -> AttractScene:
        """The show, while nobody is there."""
        self.house.app.manager.start(self.watch.first()())
        self.house.run(1.0)
        return self.house.on_top(AttractScene)

    def scan(self, *numbers: int) -> None:
        """Phones scan the code."""
        for number in numbers:
            self.phones.join(number)
        self.house.run(1.0)

    def join(self, *numbers: int) -> None:
        """Phones scan the code, and their people go on from the page that says who they are."""
        self.scan(*numbers)
        for number in numbers:
            if MEET in self.buttons(number):
                self.phones.press(number, MEET)
        self.house.run(0.5)

    def leave(self) -> None:
        """Nobody presses anything, until the table rests."""
        self.watch.quiet = float(max(HURRY.values()))
        self.house.until(lambda: isinstance(self.house.top, AttractScene), "the show", 400.0)
        self.house.run(0.5)


class PhonesAtKiosk(PhoneVocabulary):
    """A story of the unattended table."""

    def __init__(self, house: Playhouse, folder: Path) -> None:
        super().__init__(house)
        self.folder = folder

    # How it begins

    def do_away(self, what: str) -> None:
        """The table was away: when phones may come, the hour of a Sunday, and what else the operator has set."""
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
        """As `away`, and then it is begun; "without an address" its phone server cannot be started."""
        self.do_away(what.removesuffix(" without an address"))
        if what.endswith("without an address"):
            self.do_no_address()
        self.evening.begin()
        self.before = self.evening.phones.renewed

    def do_phones_sat(self, numbers: str) -> None:
        roster = Roster()
        for number in numbers.split():
            roster = roster.sit(word(int(number)))
        self.house.services.people.seat(roster)

    def do_their_game_was_written(self) -> None:
        session = self.evening.house.match(*self.seats()).session
        session.submit(0, session.legal(0)[0])

    def do_start_again(self) -> None:
        self.house.app.manager.start(self.evening.watch.first(again=True)())
        self.house.run(1.0)

    def do_start_rested(self) -> None:
        self.house.app.manager.start(self.evening.watch.first(again=True, rested=True)())
        self.house.run(1.0)

    # What happens

    def seats(self) -> list[Any]:
        """Those who sit here, as seats."""
        return [chair.seat() for chair in self.house.services.people.roster.chairs]

    def do_match(self, what: str) -> None:
        game, *actions = what.split()
        self.game = self.house.match(*self.seats(), game=game, actions=actions)
        self.house.run(0.5)

    def do_join_page(self) -> None:
        self.house.app.manager.go(Switch(lambda: PhonesScene(self.house.services, self.evening.controllers)))
        self.house.run(0.5)

    def do_to_the_menu(self) -> None:
        self.house.app.manager.go(Switch(ToMenu()))
        self.house.run(1.0)

    def do_a_game_is_left(self) -> None:
        self.house.match(PERSON, RIVAL, actions="e2")
        self.do_everybody_goes()
        self.before = self.evening.phones.renewed

    def do_everybody_goes(self) -> None:
        self.evening.leave()

    def do_the_operator_ends_it(self) -> None:
        self.house.app.manager.go(Switch(self.evening.watch._places.rest))

    def do_somebody_starts_over(self) -> None:
        self.house.app.manager.go(self.evening.watch.start_over())

    def do_somebody_sits_at_the_mouse(self) -> None:
        self.house.services.people.seat(self.house.services.people.roster.sit(DeviceId("mouse")))

    def do_idle(self, seconds: str) -> None:
        """Nobody presses anything."""
        self.house.idle(float(seconds))

    def do_stay(self, seconds: str) -> None:
        """Somebody presses something each second."""
        for _ in range(int(seconds)):
            self.evening.watch.quiet = 0.0
            self.house.idle(1.0)

    def do_quiet(self, seconds: str) -> None:
        """Nobody has pressed anything for so long."""
        self.evening.watch.quiet = float(seconds)
        self.house.run(1.0)

    def do_until(self, name: str) -> None:
        self.house.until(lambda: type(self.house.top).__name__ == name, name, 200.0)

    def do_set(self, what: str) -> None:
        self.evening.kiosk.change(settings(*what.split("=", 1)))
        self.house.run(1.5)

    def do_scans(self, phone: int) -> None:
        self.evening.scan(phone)

    def do_takes_a_name(self, phone: int) -> None:
        """One of those that are given, which the phone then shows."""
        name = self.evening.shown(phone).names[2]
        self.do_is_named(phone, name)
        self.house.run(0.3)
        same(self.ask_is(phone), name)

    # What is so

    def do_show(self, what: str) -> None:
        """Whether the show has a code."""
        join_page = self.house.on_top(AttractScene).column.join_code
        same(join_page, self.evening.phones.join_code if what == "a code" else None)

    def do_screen_offers(self, label: str) -> None:
        same(button(self.house, label).enabled, True)

    def do_screen_bars(self, label: str) -> None:
        same(button(self.house, label).enabled, False)

    def ask_prompts(self) -> Any:
        return sorted(Kind(prompt.control).name for prompt in self.house.on_top(PhonesScene).bar.prompts)

    def ask_dim(self) -> Any:
        return self.house.on_top(AttractScene).care.gone > 0

    def do_code(self, which: str) -> None:
        """Whether it is another one than when the story began."""
        same(self.evening.phones.renewed > self.before, which == "another")

    def do_nothing_is_stored_of_it(self) -> None:
        """Neither the code nor the secret of the first phone."""
        stored = str(self.house.services.store.get("phones"))
        same([part for part in (f"{1:064x}", "K7Q4-2MVD") if part in stored], [])

    def do_it_is_played_by_nobodys_device(self) -> None:
        session = self.house.playing.session
        same((session.ply, [seat.device for seat in session.seats]), (1, ["", ""]))

    def ask_quiet_is_over(self) -> Any:
        return self.evening.watch.quiet < 2.0

    def do_can_be_named(self, phone: int) -> None:
        shown = self.evening.shown(phone)
        same(
            (shown.renaming, len(shown.names) > 1, [each.shape for each in shown.sockets][:1]),
            (True, True, [shown.me.shape]),
        )
