"""The operator's command for a kiosk. The kiosk may be running.

The command also warns of settings that are valid but unlikely, in one line each.
"""

from __future__ import annotations

import codecs
import getpass
import ipaddress
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from itertools import chain, pairwise
from pathlib import Path

from game import paths
from game.core.rules import GameError
from game.core.times import CLOSED, DAY, Span, clock_text
from game.kiosk.config import Config
from game.kiosk.config_file import load
from game.kiosk.export import export
from game.kiosk.pin import PinError, PinFile
from game.storage.audits import Audits, HourCount
from game.storage.store import Store

# Minutes after midnight. If the table closes later, two times were probably mixed up.
LATEST_CLOSING = 6 * 60
_VOLUMES = ("first", "second", "third")
PATIENCE = 5.0  # seconds to wait while a PIN is being tried at the table
_LONGEST_LINE = 100  # the most characters that are read for a PIN
PROBLEMS = 1  # exit status for a configuration with problems
DAYS, INCIDENTS = 30, 10  # how many days of results, and how many incidents, the command prints
_ROW = "{:<10} {:>8} {:>6} {:>8} {:>12}"


def oddities(config: Config, exports: Path, lacking: Callable[[str], str]) -> tuple[str, ...]:
    """Return the warnings about unlikely settings, one line each.

    `exports` is the default folder for exports. `lacking` returns the characters of a text that the typeface does not
    have.
    """
    ways = (_of_sound(config), _of_hours(config), _of_phones(config), _of_export(config, exports))
    return (*chain(*ways), *_of_text(config, lacking))


def _of_sound(config: Config) -> Iterator[str]:
    times = [(name, getattr(config.sound, f"{name}_from")) for name in _VOLUMES]
    for (before, begin), (after, end) in pairwise(times):
        both = f"sound.{before}_from ({clock_text(begin)}) and sound.{after}_from ({clock_text(end)})"
        if begin == end:
            yield f"{both} are the same: only sound.{after} is ever heard"
        elif begin > end:
            yield f"{both} are not in their order: each volume holds from its own time until the next one's"


def _of_hours(config: Config) -> Iterator[str]:
    week = config.hours.week()
    if all(span.begin == span.end for span in week):
        yield "hours: every day is closed: the table never opens"
    for name, span in zip((day.name for day in fields(config.hours)), week, strict=True):
        if span != CLOSED and span.end - DAY > LATEST_CLOSING:
            yield f'hours.{name}: "{span}" goes over midnight: open for {_length(span)}, until the next day'


def _length(span: Span) -> str:
    hours, minutes = divmod(span.end - span.begin, 60)
    return f"{hours} h" + (f" {minutes} min" if minutes else "")


def _of_phones(config: Config) -> Iterator[str]:
    bind = config.table.phones_bind
    if not bind:
        return
    address = ipaddress.IPv4Address(bind)
    if address.is_unspecified:
        yield f'table.phones_bind: "{bind}" means all networks of this machine, not only the guests\''
    elif address.is_loopback:
        yield f'table.phones_bind: "{bind}" is this machine itself: no phone reaches it'
    elif address.is_multicast or address.is_reserved:
        yield f'table.phones_bind: "{bind}" is not the address of a machine'


def _of_text(config: Config, lacking: Callable[[str], str]) -> Iterator[str]:
    if signs := lacking(config.attract.text):
        named = ", ".join(f"{sign if sign.isprintable() else '?'} (U+{ord(sign):04X})" for sign in signs)
        yield f"attract.text: the typeface lacks {named}: left out"


def _of_export(config: Config, exports: Path) -> Iterator[str]:
    folder = Path(config.export.folder).expanduser() if config.export.folder else exports
    if not folder.is_absolute():
        yield f'export.folder: "{config.export.folder}" is no whole path: it means {exports / folder}'


class OperatorError(GameError):
    """The operator's command failed. The message is one line for a person."""


def command(
    set_pin: bool,
    reset_pin: bool,
    config: str | None,
    folder: str | None,
    audits: bool,
    lacking: Callable[[str], str],
) -> int | None:
    """Run the operator's command and print the result. Returns the exit status; None if no command was given.

    `lacking` returns the characters of a text that the typeface does not have. Raises OperatorError.
    """
    if set_pin:
        return _set_pin()
    if reset_pin:
        return _reset_pin()
    if config is not None:
        return _check(Path(config), lacking)
    if folder is not None:
        return _export(Path(folder))
    return _print_audits() if audits else None


def audits_table(audits: Audits, now: datetime) -> str:
    """Return the results of the last DAYS days by game, and the last INCIDENTS incidents, as lines of text."""
    first = now.date() - timedelta(days=DAYS - 1)
    counts = audits.hours(first, now.date())
    games = sorted({count.game for count in counts})
    lines = [f"Games from {first} to {now.date()}", ""]
    lines.append(_ROW.format("game", "finished", "left", "minutes", "AI has won"))
    lines += [_row(game, [count for count in counts if count.game == game]) for game in games]
    lines.append(_row("all", counts))
    found = audits.incidents
    lines += ["", f"Incidents: the last {min(len(found), INCIDENTS)} of {len(found)}", ""]
    lines += [f"{incident.at}  {incident.kind:<8} {incident.detail}".rstrip() for incident in found[:INCIDENTS]]
    return "\n".join(lines).rstrip()


def _row(name: str, counts: Sequence[HourCount]) -> str:
    finished, left, seconds, ai_games, ai_won = (
        sum(getattr(count, figure) for count in counts)
        for figure in ("finished", "left", "seconds", "ai_games", "ai_won")
    )
    mean = f"{seconds / (finished + left) / 60:.1f}" if counts else "-"
    return _ROW.format(name, finished, left, mean, f"{ai_won} of {ai_games}")


def _set_pin() -> int:
    pin = _asked_pin() if sys.stdin is not None and sys.stdin.isatty() else _read_pin()
    try:
        _pin_file().set(pin, over_damage=True)
    except PinError as error:
        raise OperatorError(str(error)) from error
    print("the new PIN is set")
    return 0


def _asked_pin() -> str:
    """Ask for a PIN twice, without echo. Raises OperatorError."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            pin = getpass.getpass("New PIN, 6 to 12 digits: ")
            again = getpass.getpass("Type it again: ")
        except (EOFError, getpass.GetPassWarning) as error:
            raise OperatorError("this terminal would show the PIN; give it by standard input") from error
    if pin != again:
        raise OperatorError("the two PINs were different: the old PIN stays")
    return pin


def _read_pin() -> str:
    """Return the first line of standard input, without a byte order mark."""
    try:
        line = sys.stdin.readline(_LONGEST_LINE) if sys.stdin is not None else ""
    except ValueError:  # the bytes cannot be decoded
        line = ""
    mark = codecs.BOM_UTF8.decode(getattr(sys.stdin, "encoding", None) or "utf-8", "replace")
    return line.removeprefix(mark).rstrip("\r\n")


def _reset_pin() -> int:
    try:
        code = _pin_file().reset()
    except PinError as error:
        raise OperatorError(str(error)) from error
    print("the PIN is deleted: the table is closed to visitors until a new one is set.")
    print("Set it with --set-pin, or on the table's screen after typing this code:")
    print(f"{code[:4]} {code[4:]}")
    return 0


def _pin_file() -> PinFile:
    return PinFile(paths.pin_path(), patience=PATIENCE)


def _check(path: Path, lacking: Callable[[str], str]) -> int:
    config, problems = load(path)
    if any(problem.kind in ("missing", "unreadable") for problem in problems):
        raise OperatorError(f"{path}: {problems[0]}")
    strange = [f"warning: {text}" for text in oddities(config, paths.export_dir(), lacking)]
    print("\n".join([*map(str, problems), *strange, *([] if problems else ["nothing is wrong"])]))
    return PROBLEMS if problems else 0


def _export(folder: Path) -> int:
    try:
        written = export(_store(), folder, datetime.now())
    except OSError as error:
        raise OperatorError(f"{folder}: {error.strerror}") from error
    print("\n".join(map(str, written)))
    return 0


def _print_audits() -> int:
    print(audits_table(_store().audits, datetime.now()))
    return 0


def _store() -> Store:
    """Return the store's present content, even while another process holds the store. Raises OperatorError."""
    store = Store.open_as_guest(paths.store_path())
    if store.trouble is not None and store.trouble.kind == "read":
        raise OperatorError(f"the saved data cannot be read: {store.trouble}")
    return store
