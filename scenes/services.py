"""What every scene is given: the stage, and what outlives a scene (the store, the AI's process, the last setups)."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from typing import Annotated, Any, TypeVar

from game.agents.agent import Agent
from game.core.decode import DecodeError, Pattern, decode
from game.core.kinds import Setting
from game.core.record import Record, SeatConfig
from game.core.rules import GameError
from game.core.spec import LEVELS, GameSpec
from game.cup import Cup, cup_from_json
from game.evening import Evening, Played, evening_from_json, game_id
from game.outside.table_agent import Engines
from game.profiles import ProfileError, name_key
from game.registry import GAMES
from game.review.desk import ReviewDesk
from game.roster import Chair, Roster, fits, pad_number, roster_from_json, seated
from game.store import Store
from game.table import DEFAULT_LEVEL, NAMES, Table, default_table, opened, table_from_json
from scenes import preferences
from scenes.kit.identity import Identities
from scenes.kit.pad_numbers import Mark
from scenes.kit.stage import Stage
from scenes.kit.strings import LANGUAGES, detect_language
from scenes.preferences import GamePreferences, Preferences
from scenes.visitors import Visitors

_ROSTER, _PADS, _EVENING, _CUP = "roster", "roster.pads", "evening", "cup"  # keys of the store
_PadNumber = Annotated[str, Pattern("[1-9][0-9]?")]
_Kept = TypeVar("_Kept")
log = logging.getLogger(__name__)


def stored_pads(store: Store) -> dict[int, Mark]:
    """The pads of those who sat at the table when the program ended last, by their numbers."""
    try:
        stored = decode(dict[_PadNumber, tuple[str, str, str]], store.get(_PADS, {}))
    except DecodeError as error:
        log.warning("the stored pads of the roster are not used: %s", error)
        return {}
    return {int(number): Mark(*facts) for number, facts in stored.items()}


@dataclass(frozen=True, slots=True)
class Ended:
    """What has come of a finished game for those at the table.

    The evening's `score` of the people who played, by name; those who are `coming` in for the next game; whether it was
    a match `of_cup`.
    """

    score: Mapping[str, int]
    coming: tuple[SeatConfig, ...] = ()
    of_cup: bool = False


class Services:
    """Handed from scene to scene; there is one per window."""

    def __init__(self, stage: Stage, store: Store, agent: Agent) -> None:
        self.stage = stage
        self.store = store
        self.agent = agent
        self.reviews = ReviewDesk(lambda: self.agent, store)
        self.engines = Engines()  # from outside, that may be started here
        self.engine_notice = ""  # what of the owner's file of engines cannot be used
        self.preferences = preferences.load(store)
        self.of_games = GamePreferences(store)
        self.on_change: Callable[[Preferences, Preferences], None] | None = None  # told what was, and what is set now
        self.on_seed: Callable[[int], None] | None = None  # told of each seed that chance has given
        self.phones: Callable[[], object] = lambda: None  # gives the desk of those who play by phone
        self.visitors: Visitors | None = None  # what strangers find, at a table that nobody attends
        self.clock: Callable[[], datetime] = datetime.now  # the local time
        self.offered_resume = False
        self._roster = self._stored(_ROSTER, roster_from_json, Roster())
        self._evening = self._stored(_EVENING, evening_from_json, Evening())
        self._cup: Cup | None = self._stored(_CUP, partial(cup_from_json, games=GAMES), None)
        self._before_game: tuple[str, Roster] = ("", self._roster)  # the last game that ended, and who sat there then
        self.offered_roster = not self._roster.people  # nobody is there to be asked about
        self._hold_pads()
        self._told: set[str] = set()  # the kinds of the store's troubles that the screen has shown
        self._failures: list[str] = []
        self._identities: tuple[object, Identities] | None = None

    @property
    def identities(self) -> Identities:
        """Tokens and strips at the window's present scale."""
        if self._identities is None or self._identities[0] is not self.stage.paint:
            self._identities = (self.stage.paint, Identities(self.stage.assets, self.stage.paint))
        return self._identities[1]

    @property
    def last_game(self) -> str:
        """The id of the game that was played last, or of the first of the house."""
        last = str(self.store.get("last_game", ""))
        return last if last in self.games else next(iter(self.games))

    @property
    def today(self) -> date:
        """The day by the clock on the wall."""
        return self.clock().date()

    @property
    def is_unattended(self) -> bool:
        """Whether strangers come and go: they find no way to the settings, to files, to free letters or out."""
        return self.visitors is not None

    @property
    def offers_phones(self) -> bool:
        """Whether the door for phones can be opened where people sit down."""
        return self.visitors is None or self.visitors.may_open_phones

    @property
    def games(self) -> Mapping[str, GameSpec]:
        """The games that are offered, by id."""
        return GAMES if self.visitors is None else {game: GAMES[game] for game in self.visitors.games}

    @property
    def levels(self) -> Sequence[int]:
        """The AI levels that can be chosen, rising."""
        return LEVELS if self.visitors is None else self.visitors.levels

    def level(self, wanted: int = DEFAULT_LEVEL) -> int:
        """The level that is offered and nearest to `wanted`."""
        return min(self.levels, key=lambda level: abs(level - wanted))

    def fitting(self, seats: Sequence[SeatConfig]) -> tuple[SeatConfig, ...]:
        """The seats with their AIs at levels that are offered."""
        return tuple(replace(seat, level=self.level(seat.level)) if seat.is_ai else seat for seat in seats)

    def engine_names(self, game: str) -> tuple[str, ...]:
        """The engines from outside that are offered for a game; to strangers none."""
        return () if self.is_unattended else self.engines.names(game)

    def take_engine_notice(self) -> str:
        """What is wrong with the owner's file of engines, once; to strangers nothing."""
        taken, self.engine_notice = self.engine_notice, ""
        return "" if self.is_unattended else taken

    def opened(self, game: str, seats: Sequence[SeatConfig]) -> tuple[SeatConfig, ...]:
        """The seats, those of engines that are not to be had here for this game open for a person."""
        return opened(seats, self.engine_names(game))

    # Who sits at the table

    @property
    def roster(self) -> Roster:
        """Who has sat down."""
        return self._roster

    def seat(self, roster: Roster) -> None:
        """Take another roster, and keep it; the pads of those who sit there stay theirs while they are pulled out."""
        self._roster = roster
        self.store.set(_ROSTER, roster.to_json())
        if not roster.people:  # everybody has gone home
            self._evening = Evening()
            self.store.set(_EVENING, self._evening.to_json())
            self.keep_cup(None)
        self._hold_pads()

    def _hold_pads(self) -> None:
        """Keep the numbers of the roster's pads for them, in this run and, as far as pads can be known, the next."""
        numbers = {number for chair in self._roster.chairs if (number := pad_number(chair.device))}
        self.stage.devices.hold("roster", numbers)
        marks = self.stage.devices.pad_marks(numbers)
        self.store.set(_PADS, {str(number): [mark.model, mark.serial, mark.place] for number, mark in marks.items()})

    def _stored(self, key: str, read: Callable[[Any], _Kept], usual: _Kept, name: str = "") -> _Kept:
        """What the store holds under `key`; the usual where there is none, or none that can be used (see the log)."""
        stored = self.store.get(key)
        try:
            return usual if stored is None else read(stored)
        except GameError as error:
            why = "" if key == _ROSTER else f": {error}"  # what is wrong may be a name there
            log.warning("the stored %s is not used%s", name or key, why)
            return usual

    @property
    def awaits_pads(self) -> bool:
        """Whether somebody at the table has a pad that is not plugged in, or has nothing in the hand."""
        present = {f"pad{pad.number}" for pad in self.stage.devices.pads()}
        devices = [chair.device for chair in self._roster.people]
        return any(not device or (device.startswith("pad") and device not in present) for device in devices)

    def end_game(self, record: Record, places: Sequence[int]) -> Ended:
        """Count a finished game between people for the evening or the cup; where some wait, let the next ones in.

        `places` are those of the seats.
        """
        assert record.result is not None
        id = game_id(record)
        of_cup = self._cup is not None and self._cup.owns(id)
        if self._cup is not None and of_cup:
            self.keep_cup(self._cup.ended(id, dict(zip((s.identity for s in record.seats), places, strict=True))))
        people = [seat for seat in record.seats if not seat.is_ai]
        if len(people) < 2:
            return Ended({}, of_cup=of_cup)
        won = [seat for index, seat in enumerate(record.seats) if index in record.result.winners and not seat.is_ai]
        names = tuple(map(self.name, people))
        self._evening = self._evening.with_game(Played(id, record.game, names, tuple(map(self.name, won))))
        self.store.set(_EVENING, self._evening.to_json())
        score = self._evening.score(names)
        return Ended(score, () if of_cup else self._next_in(id, record, won), of_cup)

    def _next_in(self, id: str, record: Record, won: Sequence[SeatConfig]) -> tuple[SeatConfig, ...]:
        """Let those who wait take the places of those who lost; gives who comes in for the next game."""
        people = [seat for seat in record.seats if not seat.is_ai]
        if self._before_game[0] != id:  # else it was gone on with after its end
            self._before_game = id, self._roster
        identities = [seat.identity for seat in people]
        before = self._before_game[1]
        known = {(chair.identity, self.chair_name(chair)) for chair in before.people}
        all_sat = set(zip(identities, map(self.name, people), strict=True)) <= known
        if not all_sat or fits(GAMES[record.game], before).playing != len(people) or len(people) < len(record.seats):
            return ()
        after = before.after_game(identities, [seat.identity for seat in won])
        if after == before:
            return ()
        self.seat(after)
        return tuple(chair.seat() for chair in after.people[: len(people)] if chair.identity not in identities)

    @property
    def cup(self) -> Cup | None:
        """The cup that is under way, or has just ended; None where there is none."""
        return self._cup

    def is_cup_match(self, record: Record) -> bool:
        """Whether this game is being played for the cup."""
        return self._cup is not None and self._cup.playing == game_id(record)

    def plays_cup(self, identity: str) -> bool:
        """Whether somebody takes part in a cup that is under way."""
        cup = self._cup
        return cup is not None and cup.next is not None and any(entry.identity == identity for entry in cup.entrants)

    def keep_cup(self, cup: Cup | None) -> None:
        """Take a cup as it is now, or none, and keep it."""
        self._cup = cup
        self.store.set(_CUP, None if cup is None else cup.to_json())

    def chair_name(self, chair: Chair) -> str:
        """A chair's name as the screen shows it."""
        return self.stage.t(f"name.{chair.name[1:]}") if chair.name.startswith("@") else chair.name

    def named(self, chair: Chair, name: str, keeps: bool = True) -> Roster:
        """The roster with a name, and so a profile, for `chair`. Raises GameError where another chair has it, or none
        can be had. Unless it `keeps` them, a name that is new to the table has no profile, and goes with the roster."""
        if any(name_key(self.chair_name(other)) == name_key(name) for other in self._roster.chairs if other != chair):
            raise GameError(f"the name {name!r} is another chair's")
        if not keeps and self.store.profiles.find(name) is None:
            return self._roster.with_chair(replace(chair, name=name, profile=0))
        try:
            profile = self.store.profiles.take(name)
        except ProfileError as error:
            raise GameError(str(error)) from error
        return self._roster.with_chair(replace(chair, name=profile.name, profile=profile.id))

    def follow_profiles(self) -> None:
        """Let those who sit at the table have their profiles' names as they are now; whose is gone keeps his name."""
        chairs: list[Chair] = []
        for chair in self._roster.chairs:
            profile = self.store.profiles.by_id(chair.profile) if chair.profile else None
            if profile is not None and all(profile.id != other.profile for other in chairs):
                chair = replace(chair, name=profile.name, profile=profile.id)
            chairs.append(chair if profile is not None else replace(chair, profile=0))
        for index, chair in enumerate(chairs):
            others = {name_key(self.chair_name(other)) for other in chairs if other is not chair}
            if not chair.profile and name_key(self.chair_name(chair)) in others:
                free = next(name for name in NAMES if name_key(self.stage.t(f"name.{name[1:]}")) not in others)
                chairs[index] = replace(chair, name=free)
        try:
            roster = Roster(tuple(chairs))
        except GameError:  # two profiles have become one, and both of its people sit here
            return
        self.seat(roster)

    # Setups

    def table(self, spec: GameSpec) -> Table:
        """The last setup of a game, with those who have sat down."""
        usual, name = default_table(spec), f"setup of {spec.id}"
        last = self._stored(f"setup.{spec.id}", partial(table_from_json, spec), usual, name)
        table = seated(last, spec, self._roster)
        return replace(table, seats=self.fitting(self.opened(spec.id, table.seats)))

    def remember(self, table: Table) -> None:
        """Keep a setup for the next game."""
        self.store.set(f"setup.{table.game}", table.to_json())

    def last_result(self, game: str) -> Record | None:
        """The latest finished game of this kind."""
        return next((record for record in self.store.results(20) if record.game == game), None)

    def name(self, seat: SeatConfig) -> str:
        """A seat's name as the screen shows it, an engine's own; names with an @ have one in each language."""
        if seat.is_engine:
            return seat.engine
        if seat.name.startswith("@"):
            return self.stage.t(f"name.{seat.name[1:]}")
        return seat.name or self.stage.t("name.nobody")

    def names(self, seats: Sequence[SeatConfig]) -> str:
        """Names as a list in the language of the screen: "Aoi, Mio and Ren"."""
        return self.stage.list_of(map(self.name, seats), "result.and")

    def change(self, **changes: Any) -> None:
        """Set preferences by their names: they are kept, and take effect at once."""
        self.restore(replace(self.preferences, **changes))

    def value(self, setting: Setting) -> Any:
        """What is set of a preference: of one of the program's own, or of a game's."""
        name = preferences.NAMES.get(setting.key)
        return self.of_games[setting] if name is None else getattr(self.preferences, name)

    def put(self, setting: Setting, value: Any) -> None:
        """Set a preference, as `change` does."""
        if setting.key in preferences.NAMES:
            self.change(**{preferences.NAMES[setting.key]: value})
        else:
            self.of_games.set(setting, value, keep=not self.is_unattended)

    def restore(self, wanted: Preferences) -> None:
        """Set all preferences; of those of strangers nothing is kept."""
        if not self.is_unattended:
            preferences.save(self.store, self.preferences, wanted)
        self.take(wanted)

    def take(self, wanted: Preferences) -> None:
        """Let preferences take effect in this run; they are not kept."""
        before, self.preferences = self.preferences, wanted
        self.apply_preferences()
        if self.on_change is not None:
            self.on_change(before, wanted)

    def apply_preferences(self) -> None:
        """Hand what is set to the stage; sizes follow when it is laid out again."""
        wanted = self.preferences
        self.stage.look.text_scale = wanted.text_scale
        self.stage.look.reduced_motion = wanted.reduced_motion
        self.stage.scan.on, self.stage.scan.pace = wanted.scan, wanted.scan_pace
        self.stage.scan.sound = wanted.scan_sound
        self.stage.strings.language = wanted.language or detect_language()
        self.stage.audio.effects_volume = wanted.effects
        self.stage.audio.music_volume = wanted.music
        self.stage.speech.enabled = wanted.speech
        self.stage.devices.bindings = wanted.bindings

    def toggle_language(self) -> None:
        """Take the next language and keep it."""
        index = LANGUAGES.index(self.stage.strings.language)
        self.change(language=LANGUAGES[(index + 1) % len(LANGUAGES)])

    def fresh_seed(self) -> int:
        """A seed for a new game."""
        seed = random.SystemRandom().randrange(2**31)
        if self.on_seed is not None:
            self.on_seed(seed)
        return seed

    def notices(self) -> list[str]:
        """What went wrong, for the screen: with the store or the cache, and with the house's own files.

        Each kind of the store's troubles comes once, or a full disk is told at each move. At a table that nobody
        attends the operator finds it among the incidents instead.
        """
        told, self._failures = self._failures, []
        missing: list[tuple[str, str]] = []
        for source in (self.stage.strings, self.stage.assets):
            missing += source.missing
            source.missing = []
        if missing:
            path, detail = missing[0]
            told.append(self.stage.t("asset.missing", count=len(missing), path=path, detail=detail))
        if (detail := self.stage.assets.cache_trouble) and "cache" not in self._told:
            self._told.add("cache")
            told.append(self.stage.t("asset.cache", path=self.stage.assets.cache_dir, detail=detail))
        trouble, self.store.trouble = self.store.trouble, None
        if trouble is not None and trouble.kind not in self._told:
            self._told.add(trouble.kind)
            told.append(self.stage.t(f"store.{trouble.kind}", path=trouble.path, detail=trouble.detail))
        if self.is_unattended:
            for text in told:
                self.store.audits.note("error", text)
            return []
        return told

    def tell_failure(self, detail: str) -> None:
        """Let the screen say at the next occasion that something cannot be shown, and why."""
        self.tell(self.stage.t("asset.failed", detail=detail))

    def tell(self, text: str) -> None:
        """Let the screen say something at the next occasion; at a table that nobody attends it is for the operator."""
        self._failures.append(text)

    def close(self) -> None:
        """End the AI's process and close the store."""
        self.agent.close()
        self.store.close()
