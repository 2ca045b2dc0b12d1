"""What a position is worth, in words and as a curve."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.review import Worth
from game.core.rules import Seat
from game.review.turning_points import Valued
from scenes.kit import theme
from scenes.services import Services
from scenes.table.curve import Curve

NEARLY_EVEN = 0.02
EXACT = 0.0005  # of a chance that stands for a certain win, draw or loss


def chance_text(t: Callable[..., str], chance: float) -> str:
    """A chance of winning: "won", "lost", or per cent; never 0 % or 100 % of what is not certain."""
    if chance >= 1 - EXACT:
        return t("review.won")
    if chance <= EXACT:
        return t("review.lost")
    return t("review.percent", value=max(1, min(99, round(100 * chance))))


def worth_text(t: Callable[..., str], worth: Worth, seat: Seat) -> str:
    """What a position is worth to a seat: "wins in 9" (plies, as theory counts), "even", "71 %"."""
    chance = worth.chances[seat]
    if worth.plies is not None and worth.plies > 0 and chance in (0.0, 1.0):
        return t("review.wins_in" if chance else "review.loses_in", count=worth.plies)
    if len(worth.chances) == 2 and abs(chance - 0.5) < NEARLY_EVEN:
        return t("review.even")
    return chance_text(t, chance)


def curve_of(
    services: Services,
    identities: Sequence[str],
    bottom: Seat,
    values: Sequence[Valued | None],
    beads: Sequence[int] = (),
    lit: int = -1,
    at: int = -1,
) -> Curve:
    """The chances over a game: of two the one below the board, of more everybody's in their colours."""
    known = [(float(ply), value.worth.chances) for ply, value in enumerate(values) if value is not None]
    seats = [bottom] if len(identities) == 2 else range(len(identities))
    lines = tuple(tuple((ply, chances[seat]) for ply, chances in known) for seat in seats)
    colors = (theme.IVORY,) if len(identities) == 2 else tuple(services.identities[who].color for who in identities)
    sides = (identities[bottom], identities[1 - bottom]) if len(identities) == 2 else ()
    return Curve(max(1, len(values) - 1), lines, colors, tuple(beads), lit, at, sides)
