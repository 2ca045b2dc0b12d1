"""Places the cases of a matrix on its diagonals. The default run takes only some of the cases."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def diagonals(cases: Sequence[Sequence[Hashable]]) -> list[int]:
    """Return for each case of a matrix the sum of the places of its values. A case is given by its value in each
    dimension.

    The cases with the same remainder of this sum have every value of each dimension, if there are enough of them.
    """
    places: list[dict[Hashable, int]] = [{} for _ in cases[0]]
    return [sum(seen.setdefault(value, len(seen)) for seen, value in zip(places, case, strict=True)) for case in cases]
