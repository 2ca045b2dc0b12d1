"""The people here: the party, which is kept at each change, and everybody's names as the screen shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from game.core.record import Record, SeatConfig
from game.core.rules import GameError
from game.people.cup import Cup
from game.people.party import EndedGame, Party, keep, kept_party
from game.people.roster import Chair, Roster
from game.registry import GAMES
from game.storage.profiles import ProfileError, name_key
from game.storage.store import Store
from scenes.kit.stage import Stage


class People:
    """The people of one window."""

    def __init__(self, stage: Stage, store: Store, party: Party | None = None) -> None:
        """`party` is that of the store, where it has been read already."""
        self.stage = stage
        self.store = store
        self.party = kept_party(store, GAMES) if party is None else party
        self.were_asked = not self.roster.people  # whether those of the last time still play; nobody is there to say so
        self._take(self.party)

    @property
    def roster(self) -> Roster:
        """The people who have sat down."""
        return self.party.roster

    @property
    def cup(self) -> Cup | None:
        """The cup that is under way, or has just ended; None where there is none."""
        return self.party.cup

    def seat(self, roster: Roster) -> None:
        """Take another roster, and keep it; the pads of those who sit there stay theirs while they are pulled out."""
        self._take(self.party.seated(roster))

    @property
    def keys(self) -> Mapping[str, int]:
        """The codes of the keys with which people sat down, by identity."""
        return {chair.identity: chair.key for chair in self.roster.people if chair.key}

    def rebind(self, identity: str, key: int) -> Mapping[str, int]:
        """Give somebody who sat down with a key another one; whoever had that gets the former one."""
        before = self.keys[identity]
        swapped = {key: before, before: key}
        self.seat(Roster(tuple(replace(one, key=swapped.get(one.key, one.key)) for one in self.roster.chairs)))
        return self.keys

    def keep_cup(self, cup: Cup | None) -> None:
        """Take a cup as it is now, or none, and keep it."""
        self._take(replace(self.party, cup=cup))

    def end_game(self, record: Record, places: Sequence[int]) -> EndedGame:
        """Count a finished game, as `Party.ended` does, and keep what has come of it."""
        party, ended = self.party.ended(record, places, self.name, GAMES)
        self._take(party)
        return ended

    def _take(self, party: Party) -> None:
        """Keep a party, and the numbers of its pads, in this run and, as far as pads can be known, in the next one.

        What has not changed is not written: a start alone leaves a stored part as it is that this program cannot read.
        """
        numbers = {number for chair in party.roster.chairs if (number := chair.device.slot)}
        devices = self.stage.devices
        devices.identity.hold("roster", numbers)
        marks = {
            number: (mark.model, mark.serial, mark.place) for number, mark in devices.identity.marks(numbers).items()
        }
        party = replace(party, pads=marks)
        if party != self.party:
            self.party = party
            keep(self.store, party)

    @property
    def awaits_pads(self) -> bool:
        """Whether somebody at the table has a pad that is not plugged in, or has nothing in the hand."""
        present = {pad.held for pad in self.stage.devices.pads()}
        devices = [chair.device for chair in self.roster.people]
        return any(not device or (device.slot and device not in present) for device in devices)

    # Names

    def shown(self, name: str) -> str:
        """A name as the screen shows it: those with an @ have one in each language."""
        return self.stage.t(f"name.{name[1:]}") if name.startswith("@") else name

    def name(self, seat: SeatConfig) -> str:
        """A seat's name as the screen shows it, an engine's own, and the level's that plays on for who has given up."""
        if seat.is_engine:
            return seat.engine
        return self.stage.t(f"level.{seat.level}") if seat.resigned else self.owner(seat)

    def owner(self, seat: SeatConfig) -> str:
        """The name of the one whose seat it is, whoever plays on there."""
        return self.shown(seat.name) or self.stage.t("name.nobody")

    def told(self, seat: SeatConfig) -> str:
        """A seat's name, and for whom an AI plays on there: "Mocha for Aoi"."""
        name = self.name(seat)
        return self.stage.t("resign.for", ai=name, name=self.owner(seat)) if seat.resigned else name

    def names(self, seats: Sequence[SeatConfig]) -> str:
        """Names as a list in the language of the screen: "Aoi, Mio and Ren"."""
        return self.stage.list_of(map(self.name, seats), "result.and")

    def chair_name(self, chair: Chair) -> str:
        """A chair's name as the screen shows it."""
        return self.shown(chair.name)

    def named(self, chair: Chair, name: str, keeps: bool = True) -> Roster:
        """The roster with a name, and so a profile, for `chair`. Raises GameError where another chair has it, or none
        can be had. Unless it `keeps` them, a name that is new to the table has no profile, and goes with the roster."""
        if any(name_key(self.chair_name(other)) == name_key(name) for other in self.roster.chairs if other != chair):
            raise GameError(f"the name {name!r} is another chair's")
        if not keeps and self.store.profiles.find(name) is None:
            return self.roster.with_chair(replace(chair, name=name, profile=0))
        try:
            profile = self.store.profiles.take(name)
        except ProfileError as error:
            raise GameError(str(error)) from error
        return self.roster.with_chair(replace(chair, name=profile.name, profile=profile.id))

    def follow_profiles(self) -> None:
        """Let those who sit at the table have their profiles' names as they are now."""
        self._take(self.party.following(self.store.profiles.by_id, self.shown))
