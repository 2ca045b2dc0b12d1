"""The people at the table: the party (who sits, and their cup), stored at each change; and names for the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.core.record import Record, SeatConfig
from game.core.rules import GameError
from game.match_setup import AI_NAMES, OF_AIS
from game.people.party import EndedGame, Party, keep, kept_party
from game.people.roster import Chair, Roster
from game.registry import GAMES
from game.storage.profiles import ProfileError, name_key
from game.storage.store import Store
from scenes.kit.stage import Stage

if TYPE_CHECKING:
    from game.people.cup import Cup


_CHARACTERS: Final = {family[0]: level for level, family in AI_NAMES.items()}


class People:
    """The people of one window."""

    def __init__(self, stage: Stage, store: Store, party: Party | None = None) -> None:
        """`party` is the stored party, if the caller has read it already."""
        self.stage = stage
        self.store = store
        self.party = kept_party(store, GAMES) if party is None else party
        self.were_asked = not self.roster.people  # whether the people at the table have confirmed that they still play
        self._take(self.party)

    @property
    def roster(self) -> Roster:
        """The seated people."""
        return self.party.roster

    @property
    def cup(self) -> Cup | None:
        """The cup under way or just ended, if any."""
        return self.party.cup

    def seat(self, roster: Roster) -> None:
        """Replace and store the roster. The numbers of its people's pads stay reserved while the pads are unplugged."""
        self._take(self.party.seated(roster))

    @property
    def keys(self) -> Mapping[str, int]:
        """For each identity, the code of the key with which the person sat down."""
        return {chair.identity: chair.key for chair in self.roster.people if chair.key}

    def rebind(self, identity: str, key: int) -> Mapping[str, int]:
        """Give a person at the keyboard another key. If another person has that key, the two people swap keys."""
        before = self.keys[identity]
        swapped = {key: before, before: key}
        self.seat(Roster(tuple(replace(one, key=swapped.get(one.key, one.key)) for one in self.roster.chairs)))
        return self.keys

    def keep_cup(self, cup: Cup | None) -> None:
        """Replace and store the cup."""
        self._take(replace(self.party, cup=cup))

    def take_over(self, identity: str, by: str) -> None:
        """Put the seated person of the colour `by` in a cup entrant's place (see `Party.taken_over`)."""
        self._take(self.party.taken_over(identity, by))

    def hand_on(self, identity: str, by: SeatConfig) -> None:
        """Let `by` play on for a cup entrant who leaves a match (see `Party.handed_on`)."""
        self._take(self.party.handed_on(identity, by))

    def end_game(self, record: Record, places: Sequence[int]) -> EndedGame:
        """Count a finished game (see `Party.ended`) and store the result."""
        party, ended = self.party.ended(record, places, self.name, GAMES)
        self._take(party)
        return ended

    def _take(self, party: Party) -> None:
        """Make `party` the present one, and reserve the numbers of its pads.

        If pads can be recognised, their numbers stay reserved in the next run, too. Only parts of the party that have
        changed are written. So a part that this program cannot read is not overwritten when the program starts.
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
        """Whether a seated person's pad is unplugged, or a person has no device."""
        present = {pad.held for pad in self.stage.devices.pads()}
        devices = [chair.device for chair in self.roster.people]
        return any(not device or (device.slot and device not in present) for device in devices)

    # Names

    def shown(self, name: str) -> str:
        """A name as the screen shows it. Default names, which begin with @, are translated."""
        if level := _CHARACTERS.get(name):
            return self.stage.t(f"level.{level}")
        return self.stage.t(f"name.{name[1:]}") if name.startswith("@") else name

    def name(self, seat: SeatConfig) -> str:
        """A seat's name as the screen shows it.

        An engine's seat has the engine's name. A seat that an AI took over from a person has the AI's name.
        """
        if seat.is_engine:
            return seat.engine
        return self.shown(seat.plays_as or AI_NAMES[seat.level][0]) if seat.resigned else self.owner(seat)

    def owner(self, seat: SeatConfig) -> str:
        """The name of the seat's owner, even if an AI plays on there."""
        return self.shown(seat.name) or self.stage.t("name.nobody")

    def full_name(self, seat: SeatConfig) -> str:
        """A seat's name; for a seat that an AI took over, also the owner's name: "Mocha for Aoi"."""
        name = self.name(seat)
        return self.stage.t("resign.for", ai=name, name=self.owner(seat)) if seat.resigned else name

    def level_note(self, seat: SeatConfig) -> str:
        """An AI's level, for example "AI 2".

        In older records, an AI may have a name that is not one of the AIs' names. Then the AI's character is added:
        "AI 2, Milk".
        """
        key = "who.level" if seat.name in OF_AIS else "who.ai"
        return self.stage.t(key, level=f"{seat.plays_at:g}", name=self.stage.t(f"level.{seat.level}"))

    def names(self, seats: Sequence[SeatConfig]) -> str:
        """Names as a list in the current language: "Aoi, Mio and Ren"."""
        return self.stage.list_of(map(self.name, seats), "result.and")

    def chair_name(self, chair: Chair) -> str:
        """A chair's name as the screen shows it."""
        return self.shown(chair.name)

    def named(self, chair: Chair, name: str, keeps: bool = True) -> Roster:
        """The roster with a name, and thus a profile, for `chair`.

        Raises GameError if another person has the name, or no profile can be made. Without `keeps`, a new name gets no
        profile and is forgotten with the roster.
        """
        if any(name_key(self.chair_name(other)) == name_key(name) for other in self.roster.people if other != chair):
            raise GameError(f"the name {name!r} is another chair's")
        if not keeps and self.store.profiles.find(name) is None:
            return self.roster.with_chair(replace(chair, name=name, profile=0))
        try:
            profile = self.store.profiles.take(name)
        except ProfileError as error:
            raise GameError(str(error)) from error
        return self.roster.with_chair(replace(chair, name=profile.name, profile=profile.id))

    def follow_profiles(self) -> None:
        """Update the names of seated people from their profiles."""
        self._take(self.party.following(self.store.profiles.by_id, self.shown))
