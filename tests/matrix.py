"""Matrices of cases of which the default run takes some: where a case stands on the diagonals of its matrix."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def diagonals(cases: Sequence[Sequence[Hashable]]) -> list[int]:
    """For each case of a matrix, given by its value in each dimension, the sum of the places of its values.

    Cases with one remainder of that sum have every value of each dimension among them, if there are enough of them.
    """
    places: list[dict[Hashable, int]] = [{} for _ in cases[0]]
    return [sum(seen.setdefault(value, len(seen)) for seen, value in zip(places, case, strict=True)) for case in cases]
