"""Tips of people who wait during a cup match: who wins it, and what is played next. Right tips give stars, no points.

People tip the winner before the first move and again at half-time, and the next move while a person thinks. Stars for
tips on winners follow from the cup's results. Stars for moves are counted as they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from game.core.rules import GameError
from game.people.cup import Cup, Tip

if TYPE_CHECKING:
    from game.core.rules import AnyStep, Seat
    from game.core.spec import GameSpec


FIRST_STARS, HALF_STARS, MOVE_STARS = 3, 2, 1
"""Stars for a right tip: on the winner before the first move, on the winner at half-time, on a move."""


# When


def is_half(spec: GameSpec, ply: int, seats: int) -> bool:
    """Whether a match with `seats` seats is at half-time, which lasts for one action of each seat."""
    half = spec.play.plies * seats // (2 * min(spec.seats))
    return half <= ply < half + seats if half else False


def may_tip_winner(spec: GameSpec, ply: int, seats: int) -> bool:
    """Whether winners can be tipped after `ply` actions."""
    return spec.simultaneous is None and (not ply or is_half(spec, ply, seats))


def kinds_of_moves(spec: GameSpec, state: Any, seat: Seat) -> tuple[str, ...]:
    """Return the kinds that a tip on the next move may name; () if there is nothing to guess."""
    guess = spec.play.guess
    if guess is None:
        return ()
    possible = {guess.of(state, seat, action) for action in spec.rules.legal(state, seat)}
    found = tuple(kind for kind in guess.kinds if kind in possible)
    return found if len(found) > 1 else ()


# Who


def waiting(cup: Cup) -> tuple[str, ...]:
    """Return the identities of the people who wait while the next match is played."""
    match = cup.next
    return () if match is None else tuple(one.identity for one in cup.entrants if one.identity not in match.people)


def tip_winner(cup: Cup, identity: str, choice: str, half: bool) -> Cup:
    """Return the cup with a tip on the winner of the present match. It replaces an earlier tip of this person
    with the same `half`.

    Raises GameError for a person who does not wait, and for a winner who does not play.
    """
    match = cup.next
    if match is None or identity not in waiting(cup) or choice not in match.people:
        raise GameError(f"{identity} cannot tip {choice}")
    tip = Tip(len(cup.results), identity, choice, half)
    others = tuple(one for one in cup.tips.winners if replace(one, choice=choice) != tip)
    return replace(cup, tips=replace(cup.tips, winners=(*others, tip)))


def tip_move(cup: Cup, identity: str, kind: str, ply: int) -> Cup:
    """Return the cup with a tip on the move after `ply` actions. It replaces an earlier tip on that move.

    Raises GameError for a person who does not wait, and for a move that was seen already.
    """
    tips = cup.tips
    if identity not in waiting(cup) or ply < tips.ply:
        raise GameError(f"{identity} cannot tip move {ply}")
    before = tips.moves if ply == tips.ply else {}
    return replace(cup, tips=replace(tips, moves={**before, identity: kind}, ply=ply))


def quieted(cup: Cup, identity: str) -> Cup:
    """Return the cup with other people's signs switched off in one player's matches, or switched on again."""
    quiet = tuple(sorted({*cup.tips.quiet} ^ {identity}))
    return replace(cup, tips=replace(cup.tips, quiet=quiet))


def tipped(cup: Cup, half: bool) -> dict[str, str]:
    """Return the present match's tips on its winner, by the identity of the person who gave them."""
    now = len(cup.results)
    return {tip.identity: tip.choice for tip in cup.tips.winners if tip.match == now and tip.half == half}


def of_ai(spec: GameSpec, state: Any, cup: Cup, identity: str, seats: Sequence[str], half: bool) -> str:
    """Return an AI's tip on the winner of the present match, the same at each call. `seats` are the identities by seat.

    The AI tips the person with most points, or at half-time the person who is ahead on the board. Now and then it tips
    at random.
    """
    match = cup.next
    assert match is not None
    random = Random(f"{len(cup.results)} {identity} {half}")
    if random.random() < 0.25:
        return random.choice(match.people)
    if half and spec.play.progress is not None:
        far = dict(zip(seats, spec.play.progress(state), strict=True))
        return max(match.people, key=lambda person: far[person])
    return max(match.people, key=lambda person: (cup.totals[person], random.random()))


# How it came out


def told(cup: Cup, spec: GameSpec, steps: Sequence[AnyStep]) -> Cup:
    """Return the cup after `steps`, all steps so far of the present match. Right tips on the move get stars."""
    tips = cup.tips
    if len(steps) <= tips.ply:
        return cup
    stars = dict(tips.stars)
    for person in right(cup, spec, steps):
        stars[person] = stars.get(person, 0) + MOVE_STARS
    return replace(cup, tips=replace(tips, moves={}, ply=len(steps), stars=stars))


def right(cup: Cup, spec: GameSpec, steps: Sequence[AnyStep]) -> tuple[str, ...]:
    """Return the identities of the people whose tips on the move were right, as `steps` have shown."""
    tips, guess = cup.tips, spec.play.guess
    if guess is None or not tips.moves or len(steps) <= tips.ply:
        return ()
    step = steps[tips.ply]
    kind = guess.of(step.before, step.seat, step.action)
    return tuple(who for who, tip in tips.moves.items() if tip == kind)


def stars(cup: Cup) -> dict[str, int]:
    """Return everybody's stars so far, by identity."""
    found = {entrant.identity: cup.tips.stars.get(entrant.identity, 0) for entrant in cup.entrants}
    for tip in cup.tips.winners:
        if tip.match < len(cup.results) and tip.choice in cup.results[tip.match].best:
            found[tip.identity] += HALF_STARS if tip.half else FIRST_STARS
    return found


def best_eyes(cup: Cup) -> tuple[str, ...]:
    """Return the identities with the most stars; () if nobody has one."""
    found = stars(cup)
    most = max(found.values())
    return tuple(person for person, count in found.items() if count == most) if most else ()
