"""The kiosk's settings as data: the tables of a TOML file. Each key has its kind of values, its default and a
description.

`KEYS` has every setting by its dotted key. Only `config_file.py` reads the file. tools/write_docs.py generates the
documented file (docs/kiosk.toml) from this module. Opening hours and volume steps are pure functions of the settings
and a local time. All times are local, without a time zone. A span is an hour shorter or longer if the clocks change
within it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, time, timedelta
from operator import attrgetter
from typing import Any, NamedTuple, get_type_hints

from game.core.kinds import LANGUAGES, Choice, Flag, Line, NetworkAddress, Setting, Several, ValueKind, Whole
from game.core.spec import LEVELS
from game.core.times import ALWAYS, Opening, Span, TimeOfDay
from game.registry import GAMES
from game.storage.shelf import LEAST_SIZE, MOST_SIZE, SIZE

LONGEST_TEXT = 80  # the most characters of the operator's own text
_LONGEST_PATH = 1_000
_SECONDS = "seconds"
PHONES = ("off", "join", "always")
_OPENING = {
    "kind": Opening(),
    "about": "When the table is open, by the day on which it opens; at other times the screen is dark. "
    "A closing time before the opening time is on the next day.",
}
CLOSING_MINUTES = 5  # how many minutes before closing time the closing is announced
_DAYS_AHEAD = 8  # days after today whose opening hours are considered: one week and one day


def _set(kind: ValueKind, default: object, about: str) -> Any:
    """Return a field that is a setting. A callable `default` returns the default."""
    metadata = {"kind": kind, "about": about}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Display:
    """The display's number, from 0, and the language: "en", "ja" or "both" (a flag on the screen changes it)."""

    number: int = _set(Whole(0, 15), 0, "The display that shows the table, counted from 0.")
    language: str = _set(
        Choice((*LANGUAGES, "both")),
        "both",
        "The language: English, Japanese, or both, with a flag on the screen to switch.",
    )


@dataclass(frozen=True, slots=True)
class Games:
    """The games that visitors see, in their order, and the AI levels that they may choose."""

    shown: tuple[str, ...] = _set(
        Several(tuple(GAMES)),
        lambda: tuple(GAMES),
        "The games that visitors see, in this order.",
    )
    levels: tuple[int, ...] = _set(Several(LEVELS, in_order=True), LEVELS, "The AI levels that visitors may choose.")


@dataclass(frozen=True, slots=True)
class Idle:
    """Timeouts in seconds without a press (see docs/kiosk.toml)."""

    menu: int = _set(
        Whole(10, 600, _SECONDS), 45, "If nobody presses anything on the menu for this long, the demo begins."
    )
    turn: int = _set(
        Whole(15, 1_800, _SECONDS),
        90,
        'If nobody presses anything for this long in a turn, the table asks "Still playing?".',
    )
    thinking: int = _set(
        Whole(15, 3_600, _SECONDS),
        180,
        "The same while people look for a route in Hyper Robots.",
    )
    question: int = _set(Whole(5, 60, _SECONDS), 15, 'How long "Still playing?" waits for an answer.')
    offer: int = _set(
        Whole(10, 1_800, _SECONDS),
        120,
        "How long an abandoned game is offered before it moves to Games.",
    )
    dim: int = _set(Whole(60, 86_400, _SECONDS), 3_600, "If nobody presses anything for this long, the screen dims.")


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The time limit of a visit in minutes, 0 for none, and the use of phones.

    `grace` is the number of minutes for which a game may continue after closing time. `phones` is "off", "join" (after
    a visitor starts the phone server) or "always". `phones_bind` is the server's address on this machine, "" for the
    best one. With `films`, phones can download films of games.
    """

    limit: int = _set(
        Whole(0, 720, "minutes"),
        0,
        "How long a visit may last; 0 for no limit. The table says so 5 minutes and 1 minute before the end.",
    )
    grace: int = _set(
        Whole(0, 60, "minutes"),
        10,
        "How long a game may continue after closing time. No other game begins then.",
    )
    phones: str = _set(
        Choice(PHONES),
        "off",
        'When phones can join (see docs/phones.md): never, after somebody presses Phones on the page "Who plays?", '
        "or at any time, with the code on the screen while nobody plays.",
    )
    phones_bind: str = _set(
        NetworkAddress(),
        "",
        'The address of this machine that phones connect to; "" to choose it automatically.',
    )
    films: bool = _set(Flag(), True, "Whether phones can get a film of their game.")


@dataclass(frozen=True, slots=True)
class Sound:
    """Three volumes in per cent. Each begins at a time of the day (minutes since midnight), and lasts until the next
    begins.
    """

    first_from: int = _set(TimeOfDay(), 8 * 60, "When the first volume begins. It lasts until the second one.")
    first: int = _set(Whole(0, 100), 35, "The first volume, in per cent.")
    second_from: int = _set(TimeOfDay(), 12 * 60, "When the second volume begins. It lasts until the third one.")
    second: int = _set(Whole(0, 100), 60, "The second volume, in per cent.")
    third_from: int = _set(
        TimeOfDay(),
        18 * 60,
        "When the third volume begins. It lasts through the night, until the first one.",
    )
    third: int = _set(Whole(0, 100), 45, "The third volume, in per cent.")


@dataclass(frozen=True, slots=True)
class Hours:
    """The opening hours, by the day on which they begin."""

    monday: Span = field(default=ALWAYS, metadata=_OPENING)
    tuesday: Span = field(default=ALWAYS, metadata=_OPENING)
    wednesday: Span = field(default=ALWAYS, metadata=_OPENING)
    thursday: Span = field(default=ALWAYS, metadata=_OPENING)
    friday: Span = field(default=ALWAYS, metadata=_OPENING)
    saturday: Span = field(default=ALWAYS, metadata=_OPENING)
    sunday: Span = field(default=ALWAYS, metadata=_OPENING)

    def week(self) -> tuple[Span, ...]:
        """The spans from Monday on."""
        return tuple(getattr(self, day.name) for day in fields(self))


@dataclass(frozen=True, slots=True)
class Attract:
    """The demo: seconds for each move, the operator's text, and whether cards (rules, puzzle, records) are shown."""

    pace: int = _set(Whole(2, 8, _SECONDS), 4, "Seconds from move to move in the demo.")
    text: str = _set(
        Line(LONGEST_TEXT),
        "",
        'Your own text in the demo; "" for none. A long text scrolls.',
    )
    cards: bool = _set(
        Flag(),
        True,
        "Whether the demo also shows rules, puzzles of the day and records.",
    )


@dataclass(frozen=True, slots=True)
class ShelfSize:
    """The number of games that the shelf keeps."""

    size: int = _set(
        Whole(LEAST_SIZE, MOST_SIZE, "games"),
        SIZE,
        "How many games are kept under Games. After a smaller number is set, the next game deletes the oldest ones.",
    )


@dataclass(frozen=True, slots=True)
class Export:
    """The folder for exports; "" is the usual folder for game files (`game.paths.export_dir`)."""

    folder: str = _set(
        Line(_LONGEST_PATH),
        "",
        'The folder for exports; "" for "Kissaten" in the documents folder.',
    )


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of the kiosk."""

    display: Display = field(default_factory=Display)
    games: Games = field(default_factory=Games)
    idle: Idle = field(default_factory=Idle)
    table: TableSettings = field(default_factory=TableSettings)
    sound: Sound = field(default_factory=Sound)
    hours: Hours = field(default_factory=Hours)
    attract: Attract = field(default_factory=Attract)
    shelf: ShelfSize = field(default_factory=ShelfSize)
    export: Export = field(default_factory=Export)

    def value(self, key: str) -> Any:
        """Return the value under a dotted key, in the form that the program uses. Raises KeyError."""
        table, name = split_key(key)
        return getattr(getattr(self, table), name)

    def plain(self, key: str) -> Any:
        """Return the value under a dotted key, for TOML and JSON. Raises KeyError."""
        return KEYS[key].kind.plain(self.value(key))

    def changed(self, values: Mapping[str, object]) -> Config:
        """Return the settings with new `values`, by dotted key, in the form of TOML and JSON (a time as "HH:MM").

        A value may be a `Span`, too. Raises KeyError for an unknown key, and ValueError for a wrong value.
        """
        found = self
        for key, value in values.items():
            table, name = split_key(key)
            changed = replace(getattr(found, table), **{name: KEYS[key].read(value)})
            found = replace(found, **{table: changed})
        return found


def split_key(key: str) -> tuple[str, str]:
    """Return the table that a dotted key names, and the key's name in this table."""
    table, _, name = key.partition(".")
    return table, name


def _settings() -> Iterator[Setting]:
    usual = Config()
    for table, kind in get_type_hints(Config).items():
        for one in fields(kind):
            default = getattr(getattr(usual, table), one.name)
            yield Setting(f"{table}.{one.name}", one.metadata["kind"], default, one.metadata["about"])


KEYS: Mapping[str, Setting] = {setting.key: setting for setting in _settings()}
"""Every setting by its dotted key, in the order of the file."""
TABLES = tuple(get_type_hints(Config))


def is_open(config: Config, now: datetime) -> bool:
    """Return whether the table is open at this local time."""
    return any(begin <= now < end for begin, end in _spans(config, now.date()))


def next_opening(config: Config, now: datetime) -> datetime | None:
    """Return `now` if the table is open, otherwise its next opening; None if it never opens."""
    if is_open(config, now):
        return now
    return min((begin for begin, _ in _spans(config, now.date()) if begin > now), default=None)


def next_closing(config: Config, now: datetime) -> datetime | None:
    """Return when the open table closes. Opening hours without a gap between them count as one.

    Return None if the table is closed, or does not close within a week.
    """
    closing = None
    for begin, end in sorted(_spans(config, now.date())):
        if begin <= (closing or now) < end:
            closing = end
    last = datetime.combine(now.date() + timedelta(days=_DAYS_AHEAD), time())
    return None if closing is None or closing >= last else closing


def closing_soon(config: Config, now: datetime, minutes: int = CLOSING_MINUTES) -> timedelta | None:
    """Return the time left until closing if it is at most `minutes`, otherwise None."""
    closing = next_closing(config, now)
    left = closing - now if closing is not None else None
    return left if left is not None and left <= timedelta(minutes=minutes) else None


class VolumeStep(NamedTuple):
    """A `volume` in per cent, the `name` of its setting, and its start in minutes since midnight."""

    begin: int
    name: str
    volume: int


def volume_steps(config: Config) -> list[VolumeStep]:
    """Return the volumes of a day in order. Volumes with equal times are in the file's order."""
    sound = config.sound
    first = VolumeStep(sound.first_from, "first", sound.first)
    second = VolumeStep(sound.second_from, "second", sound.second)
    return sorted((first, second, VolumeStep(sound.third_from, "third", sound.third)), key=attrgetter("begin"))


def volume_step(config: Config, now: time) -> VolumeStep:
    """Return the volume at this time of the day. The last volume lasts past midnight until the first one begins."""
    steps, minute = volume_steps(config), now.hour * 60 + now.minute
    return next((step for step in reversed(steps) if step.begin <= minute), steps[-1])


def _spans(config: Config, today: date) -> Iterator[tuple[datetime, datetime]]:
    """Yield begin and end of each day's opening hours, from yesterday (they may go past midnight) to a week ahead."""
    week = config.hours.week()
    for ahead in range(-1, _DAYS_AHEAD + 1):
        day = today + timedelta(days=ahead)
        span, midnight = week[day.weekday()], datetime.combine(day, time())
        if span.begin < span.end:
            yield midnight + timedelta(minutes=span.begin), midnight + timedelta(minutes=span.end)
