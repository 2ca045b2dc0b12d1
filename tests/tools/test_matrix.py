"""Of a matrix the default run takes one case in so many, and each value of each parameter has its turn."""

from itertools import product

import pytest

from tests.selection import diagonals


@pytest.mark.parametrize("sizes", [(5,), (4, 4), (6, 4), (4, 2, 6), (2, 3, 4, 5)])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_each_value_has_its_turn_whichever_diagonal_is_taken(sizes, n):
    cases = list(product(*map(range, sizes)))
    places = diagonals(cases)
    for remainder in range(n):
        taken = [case for case, place in zip(cases, places, strict=True) if place % n == remainder]
        if len(sizes) > 1 and min(sizes) >= n:
            assert [set(values) for values in zip(*taken, strict=True)] == [set(range(size)) for size in sizes]
        assert len(cases) // (2 * n) <= len(taken) <= 2 * len(cases) / n


@pytest.mark.one_in(2)
@pytest.mark.parametrize("one", ["a", "b", "c", "d"])
@pytest.mark.parametrize(("other", "more"), [("a", 1), ("a", 2), ("b", 3), ("b", 4)])
def test_stacked_parameters_are_counted_each_by_itself(request, one, other, more):
    if any("[" in asked for asked in request.config.args):
        pytest.skip("a case asked for by name runs")
    matrix = [item for item in request.session.items if item.originalname == request.node.originalname]
    taken = [item.callspec.params for item in matrix if item.get_closest_marker("long") is None]
    assert len({("abcd".index(case["one"]) + case["more"]) % 2 for case in taken}) <= 1, "two diagonals"
