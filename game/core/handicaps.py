"""Handicaps: options that make seats unequal. A player who changes seats keeps the handicap."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.options import Option
from game.core.record import SeatConfig
from game.core.rules import OptionError, Options, Seat


def in_force(specs: Sequence[Option], options: Options) -> list[Option]:
    """Return the handicaps that are in use with complete `options`."""
    return [option for option in specs if option.is_handicap and _is_in_force(option, options)]


def beginner(specs: Sequence[Option], options: Options) -> Seat:
    """Return the seat that begins a game with complete `options`."""
    return next((int(options[option.name]) for option in specs if option.names_seat), 0)


def numbers(option: Option, options: Options, count: int) -> list[int]:
    """Return the handicap's number for each of `count` seats: the usual numbers if it is off."""
    assert option.per_seat is not None
    value = options[option.name]
    return [option.per_seat.usual(options)] * count if value is None else list(value)


def settle_value(option: Option, values: Sequence[int], options: Options) -> list[int] | None:
    """Return `values` as the value of a handicap, or None (off) if they are not allowed or all usual."""
    assert option.per_seat is not None
    try:
        found = option.check(list(values), options)
    except OptionError:
        return None
    return None if set(found) <= {option.per_seat.usual(options)} else list(found)


def with_head_start(specs: Sequence[Option], options: Options, seat: Seat, count: int) -> dict[str, object] | None:
    """Return the complete options of a game of `count` seats with a usual head start for `seat`.

    The head start is the first move, or a handicap: more of something for this seat, or less for all others. None if
    the game has no head start, or if the options allow no greater one.
    """
    for option in specs:
        value: object = None
        if option.names_seat:
            value = seat
        elif option.per_seat is not None and (more := option.per_seat.head_start):
            present = numbers(option, options, count)
            given = [number + more * ((more > 0) == (other == seat)) for other, number in enumerate(present)]
            value = settle_value(option, given, options)
        if value is not None and value != options[option.name]:
            return {**options, option.name: value}
    return None


def carry_handicaps(
    specs: Sequence[Option],
    before: tuple[Options, Sequence[SeatConfig]],
    after: tuple[Options, Sequence[SeatConfig]],
) -> dict[str, object]:
    """Return the options of `after` with the handicaps of `before`, moved to the seats where the same people sit now.

    `before` and `after` are each complete options with their seats. A new player gets the usual values. A
    handicap that does not fit the options of `after` is off.
    """
    (earlier, seats), (options, now) = before, after
    origins = [_origin(seats, seat) for seat in now]
    moved = dict(options)
    for option in specs:
        if option.per_seat and earlier[option.name] is not None:
            moved[option.name] = _moved(option, earlier, options, origins)
        elif option.names_seat and earlier[option.name] != option.default_for(earlier):
            named = earlier[option.name]
            moved[option.name] = origins.index(named) if named in origins else option.default_for(options)
    return moved


def _is_in_force(option: Option, options: Options) -> bool:
    value = options[option.name]
    if option.per_seat is None:
        return bool(value != option.default_for(options))
    return value is not None and set(value) != {option.per_seat.usual(options)}


def _moved(option: Option, earlier: Options, options: Options, origins: Sequence[Seat | None]) -> list[int] | None:
    assert option.per_seat is not None
    values, was_usual, usual = earlier[option.name], option.per_seat.usual(earlier), option.per_seat.usual(options)
    kept = [None if origin is None or origin >= len(values) else values[origin] for origin in origins]
    return settle_value(option, [usual if number in (None, was_usual) else number for number in kept], options)


def _origin(seats: Sequence[SeatConfig], seat: SeatConfig) -> Seat | None:
    """Return the earlier seat of the player of `seat`, found by name if both seats have own names, else by identity."""
    found = (i for i, other in enumerate(seats) if _is_same(other, seat))
    return next(found, None)


def _is_same(one: SeatConfig, other: SeatConfig) -> bool:
    names = one.name, other.name
    if all(name and not name.startswith("@") for name in names):
        return one.name == other.name
    return one.identity == other.identity
