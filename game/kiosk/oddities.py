"""Warn of settings that are valid but hardly meant, each in one line. It is apart because it reads no file."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import chain, pairwise
from pathlib import Path

from game.core.times import CLOSED, DAY, Span, clock_text
from game.kiosk.config import Config

LATEST_CLOSING = 6 * 60  # minutes after midnight; who closes later has more likely mixed up two times
_VOLUMES = ("first", "second", "third")


def oddities(config: Config, exports: Path, lacking: Callable[[str], str]) -> tuple[str, ...]:
    """All of them; `exports` is the folder for exports without a setting.

    `lacking` tells the signs of a text that cannot be shown.
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
        yield f'table.phones_bind: "{bind}" is every network of this machine, not the guests\' alone'
    elif address.is_loopback:
        yield f'table.phones_bind: "{bind}" is this machine itself: no phone reaches it'
    elif address.is_multicast or address.is_reserved:
        yield f'table.phones_bind: "{bind}" is the address of no machine'


def _of_text(config: Config, lacking: Callable[[str], str]) -> Iterator[str]:
    if signs := lacking(config.attract.text):
        named = ", ".join(f"{sign if sign.isprintable() else '?'} (U+{ord(sign):04X})" for sign in signs)
        yield f"attract.text: the typeface does not have {named}: it is left out"


def _of_export(config: Config, exports: Path) -> Iterator[str]:
    folder = Path(config.export.folder).expanduser() if config.export.folder else exports
    if not folder.is_absolute():
        yield f'export.folder: "{config.export.folder}" is no whole path: it means {exports / folder}'
