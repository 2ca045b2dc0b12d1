"""A cup: all games, played by the people at one table for points.

Only the entrants and results are stored; the pairings follow from them. A game with many seats is played by all at
once, or in heats and a final. A game for two is a round robin of up to four people; with more it is a knock-out, in
which the best placed have byes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from game.core.decode import decode
from game.core.rules import GameError, Outcome, Seat
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES, NAMES, clean_name

if TYPE_CHECKING:
    from fractions import Fraction  # imported here, since it imports `decimal`, and only a cup needs it


# Stands for the place of an AI that won after its person had resigned.
NOBODY = ""
# For the first places of a game. People who share places share their points.
POINTS = (4, 2, 1)
PEOPLE = (2, 8)
MOST_IN_ROBIN = 4
ROUNDS = {2: "final", 4: "semifinal", 8: "quarterfinal"}  # of a knock-out, by number of places


def places(
    spec: GameSpec, state: object, outcome: Outcome, seats: int, resigned: Collection[Seat] = ()
) -> tuple[int, ...]:
    """The place of each seat, 1 for the first: the winners share it, the others follow by their progress.

    Seats with equal progress share a place, and the places after it stay empty. In a draw all share the first place.
    Those who have `resigned` have the last places; the seat that resigned first has the very last one. If an AI wins
    for one of them, the first place stays empty.
    """
    come = spec.play.progress or spec.play.points
    far: Sequence[int] = come(state) if come is not None and outcome.winners else (0,) * seats
    reached = [(int(seat in outcome.winners), 0 if seat in outcome.winners else far[seat]) for seat in range(seats)]
    for order, seat in enumerate(resigned):
        reached[seat] = -1, order
    nobody = [(1, 0)] if any(seat in resigned for seat in outcome.winners) else []
    return rank_scores([*reached, *nobody])[:seats]


def rank_scores(scores: Sequence[Any]) -> tuple[int, ...]:
    """The place of each score, 1 for the highest; equal ones share a place, and the places after it stay empty."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: identity and name."""

    identity: str
    name: str


@dataclass(frozen=True, slots=True)
class Title:
    """A game of the cup, and its greatest number of seats."""

    game: str
    seats: int


@dataclass(frozen=True, slots=True)
class CupResult:
    """A finished match: its id (see `party.game_id`), and for each person's identity the place."""

    id: str
    people: tuple[str, ...]
    places: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.people) != len(self.places):
            raise GameError("a match has not one place for each of its people")

    @property
    def best(self) -> tuple[str, ...]:
        """The people in the first place."""
        return tuple(person for person, place in zip(self.people, self.places, strict=True) if place == 1)


@dataclass(frozen=True, slots=True)
class CupMatch:
    """A match: its people in playing order, by identity, and its round: "table", "heat", "robin" or one of ROUNDS."""

    game: str
    people: tuple[str, ...]
    round: str
    result: CupResult | None = None


@dataclass(frozen=True, slots=True)
class CupRound:
    """One game of the cup: its matches known so far, and all places once they are played."""

    title: Title
    matches: tuple[CupMatch, ...]
    places: Mapping[str, int]

    def beaten(self, person: str) -> tuple[str, ...]:
        """Return the identities of those whom `person` has beaten in matches of two."""
        results = (match.result for match in self.matches if len(match.people) == 2)
        won = [result for result in results if result is not None and result.best == (person,)]
        return tuple(other for result in won for other in result.people if other != person)

    def left(self, people: int) -> int:
        """Return the number of matches left among `people`, not counting repetitions after draws."""
        if self.places:
            return 0
        waiting = {frozenset(match.people) for match in self.matches if match.result is None}
        played = {frozenset(match.people) for match in self.matches} - waiting  # the same people repeat a drawn match
        return max(len(waiting), _fewest_matches(self.title, people) - len(played))

    def points(self) -> dict[str, Fraction]:
        """Return the points won here, by identity; empty before the last match."""
        from fractions import Fraction

        shared: dict[int, Fraction] = {}
        for place, group in groupby(sorted(self.places.values())):
            count = len(list(group))
            shared[place] = Fraction(sum(POINTS[place - 1 : place - 1 + count]), count)
        return {person: shared[place] for person, place in self.places.items()}


@dataclass(frozen=True)  # no slots, so that properties can be cached, which a page reads in each frame
class Cup:
    """A cup: its entrants, games and results so far, and the id of the match in play, if any."""

    entrants: tuple[Entrant, ...]
    titles: tuple[Title, ...]
    results: tuple[CupResult, ...]
    playing: str

    def __post_init__(self) -> None:
        if not PEOPLE[0] <= len(self.entrants) <= PEOPLE[1]:
            raise GameError(f"a cup is for {PEOPLE[0]} to {PEOPLE[1]} people, not {len(self.entrants)}")
        if len({entrant.identity for entrant in self.entrants}) < len(self.entrants) or not self.titles:
            raise GameError("a cup has no games, or somebody takes part twice")

    @cached_property
    def stages(self) -> tuple[CupRound, ...]:
        """The games in order; future ones have no matches."""
        stages: list[CupRound] = []
        results = iter(self.results)
        for index, title in enumerate(self.titles):
            if stages and not stages[-1].places:
                stages.append(CupRound(title, (), {}))
                continue
            stages.append(_stage(title, index, _seeds(self.entrants, stages), results))
        return tuple(stages)

    @property
    def next(self) -> CupMatch | None:
        """The next match; None at the end of the cup."""
        matches = (match for stage in self.stages for match in stage.matches)
        return next((match for match in matches if match.result is None), None)

    @cached_property
    def totals(self) -> dict[str, Fraction]:
        """The points so far, by identity."""
        return _totals(self.entrants, self.stages)

    @cached_property
    def standings(self) -> tuple[tuple[int, Entrant], ...]:
        """All entrants with their places, in order. At the end of the cup the last game breaks ties."""
        stages, totals = self.stages, self.totals
        last = stages[-1].places
        scores = [(totals[entrant.identity], -last.get(entrant.identity, 0)) for entrant in self.entrants]
        return tuple(sorted(zip(rank_scores(scores), self.entrants, strict=True), key=lambda entry: entry[0]))

    @cached_property
    def leaders(self) -> frozenset[str]:
        """The identities in the first place; empty without points."""
        totals = self.totals
        return frozenset(who.identity for place, who in self.standings if place == 1 and totals[who.identity] > 0)

    def entrant(self, identity: str) -> Entrant:
        """Return the entrant with an identity. Raises KeyError."""
        return {entrant.identity: entrant for entrant in self.entrants}[identity]

    def begun(self, id: str) -> Cup:
        """Return the cup with the next match begun under this id."""
        return replace(self, playing=id)

    def ended(self, id: str, places: Mapping[str, int]) -> Cup:
        """Return the cup with the match of this id ended.

        `places` are the places of its people; others are ignored. If NOBODY has the first place, nobody gets its
        points.

        A match that was continued after its end counts by its last result, unless the next one has begun. Other matches
        do not change the cup.
        """
        before = self
        if self.results and self.results[-1].id == id and not self.playing:
            before = replace(self, results=self.results[:-1])
        elif self.playing != id:
            return self
        match = before.next
        if match is None or not set(match.people) <= places.keys():
            return self
        counted = [*match.people, *({NOBODY} & places.keys())]
        among = rank_scores([-places[person] for person in counted])[: len(match.people)]
        return replace(before, results=(*before.results, CupResult(id, match.people, among)), playing="")

    def owns(self, id: str) -> bool:
        """Whether the match with this id is the cup's present or last one."""
        return id in (self.playing, self.results[-1].id if self.results else "") and bool(id)

    def to_json(self) -> dict[str, Any]:
        """The cup as JSON values, for the store."""
        return asdict(self)


def new_cup(entrants: Iterable[Entrant], games: Mapping[str, GameSpec]) -> Cup:
    """A cup of all these games; the one in which all act at once comes last, as the tie-break.

    Raises GameError unless the entrants are 2 to 8.
    """
    order = sorted(games.values(), key=lambda spec: spec.simultaneous is not None)
    return Cup(tuple(entrants), tuple(Title(spec.id, max(spec.seats)) for spec in order), (), "")


def cup_from_json(data: object, games: Mapping[str, GameSpec]) -> Cup:
    """Read a cup from `to_json`. Raises GameError naming the error."""
    try:
        stored = decode(Cup, data, fields="any")
        _check(stored, games)
        cup = replace(stored, results=(), playing="")
        for result in stored.results:
            places = dict(zip(result.people, result.places, strict=True))
            if rank_scores([-place for place in result.places]) != result.places:
                places[NOBODY] = 1
            after = cup.begun(result.id).ended(result.id, places)
            if len(after.results) == len(cup.results):
                raise GameError(f"the match {result.id[:20]!r} is none of it")
            cup = after
    except GameError as error:
        raise GameError(f"a stored cup: {error}") from None
    return cup.begun(stored.playing)


def _check(cup: Cup, games: Mapping[str, GameSpec]) -> None:
    """Raise GameError for unknown identities and games."""
    for entrant in cup.entrants:
        if entrant.identity not in IDENTITIES:
            raise GameError(f"nobody is a {entrant.identity[:20]!r}")
        if entrant.name not in NAMES and clean_name(entrant.name) != entrant.name:
            raise GameError(f"{entrant.name[:20]!r} is no name")
    if len({title.game for title in cup.titles}) < len(cup.titles):
        raise GameError("it has a game twice")
    if {title.game for title in cup.titles} - set(games) or min(title.seats for title in cup.titles) < PEOPLE[0]:
        raise GameError("it has games that this house has not")


# Pairings


def _totals(entrants: Sequence[Entrant], stages: Iterable[CupRound]) -> dict[str, Fraction]:
    from fractions import Fraction

    totals = {entrant.identity: Fraction(0) for entrant in entrants}
    for stage in stages:
        for person, points in stage.points().items():
            totals[person] += points
    return totals


def _seeds(entrants: Sequence[Entrant], stages: Iterable[CupRound]) -> list[str]:
    """All identities, those with most points first."""
    totals = _totals(entrants, stages)
    return sorted(totals, key=lambda person: -totals[person])


def _stage(title: Title, index: int, seeds: list[str], results: Iterator[CupResult]) -> CupRound:
    """A game that has begun; it takes its own `results`. `index` varies the beginner."""
    draft = _Draft(title.game, results)
    if title.seats > 2:
        places = _tables(draft, title.seats, seeds)
    elif len(seeds) <= MOST_IN_ROBIN:
        places = _robin(draft, seeds, index)
    else:
        places = _knock_out(draft, seeds)
    return CupRound(title, tuple(draft.matches), places)


def _fewest_matches(title: Title, people: int) -> int:
    """The number of matches of a game without repetitions."""
    if title.seats > 2:
        tables = -(-people // title.seats)
        return 1 if tables == 1 else tables + 1
    return people * (people - 1) // 2 if people <= MOST_IN_ROBIN else people - 1


class _Draft:
    """The matches of a game while they are drawn up, with their results so far."""

    def __init__(self, game: str, results: Iterator[CupResult]) -> None:
        self.game = game
        self.results = results
        self.matches: list[CupMatch] = []

    def play(self, people: Sequence[str], round: str) -> CupResult | None:
        """Add a match and return its result; None once a match waits to be played."""
        waits = bool(self.matches) and self.matches[-1].result is None
        result = None if waits else next(self.results, None)
        self.matches.append(CupMatch(self.game, tuple(people), round, result))
        return result


def _tables(draft: _Draft, seats: int, seeds: list[str]) -> dict[str, int]:
    """The places in a game that all play at once. If they are too many for one table, they play heats and a final.

    Of equals the better seed goes first. Those who are not in the final follow by their places in the heats.
    """
    count = -(-len(seeds) // seats)
    if count == 1:
        result = draft.play(seeds, "table")
        return {} if result is None else dict(zip(result.people, result.places, strict=True))
    heats = [seeds[index::count] for index in range(count)]
    played = [draft.play(heat, "heat") for heat in heats]
    finalists: list[str] = []
    reached: dict[str, int] = {}
    for result in played:
        if result is None:
            return {}
        reached |= {person: -place for person, place in zip(result.people, result.places, strict=True)}
        finalists.append(max(result.people, key=lambda person: (reached[person], -seeds.index(person))))
    final = draft.play(sorted(finalists, key=seeds.index), "final")
    if final is None:
        return {}
    reached |= {person: count - place for person, place in zip(final.people, final.places, strict=True)}
    nobody = [] if final.best else [count - 1]
    return dict(zip(reached, rank_scores([*reached.values(), *nobody]), strict=False))


def _robin(draft: _Draft, seeds: list[str], index: int) -> dict[str, int]:
    """The places of a round robin, by wins; a draw is half a win."""
    scores = dict.fromkeys(seeds, 0)
    for first, second in _pairs(len(seeds)):
        swapped = (first + second + index) % 2 == 0  # so that people begin in turn
        people = (seeds[second], seeds[first]) if swapped else (seeds[first], seeds[second])
        result = draft.play(people, "robin")
        for person in () if result is None else result.best:
            scores[person] += 2 if result is not None and len(result.best) == 1 else 1
    if draft.matches[-1].result is None:
        return {}
    return dict(zip(seeds, rank_scores([scores[person] for person in seeds]), strict=True))


def _pairs(count: int) -> list[tuple[int, int]]:
    """All pairs of `count`, in rounds in which each plays at most once."""
    ring: list[int] = list(range(count + count % 2))
    pairs: list[tuple[int, int]] = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        for one, other in zip(ring[:half], reversed(ring[half:]), strict=True):
            if max(one, other) < count:
                pairs.append((min(one, other), max(one, other)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return pairs


def _knock_out(draft: _Draft, seeds: list[str]) -> dict[str, int]:
    """The places of a knock-out; losers of the same round share a place."""
    slots: list[str | None] = [seeds[seed] if seed < len(seeds) else None for seed in _bracket(len(seeds))]
    places: dict[str, int] = {}
    while len(slots) > 1:
        going: list[str | None] = []
        for upper, lower in zip(slots[::2], slots[1::2], strict=True):
            if upper is None or lower is None:
                going.append(upper or lower)  # one of the two has a bye
                continue
            winner = _duel(draft, upper, lower, ROUNDS[len(slots)], seeds)
            going.append(winner)
            if winner is not None:
                places[lower if winner == upper else upper] = len(slots) // 2 + 1
        if draft.matches[-1].result is None:
            return {}
        slots = going
    return places | {str(slots[0]): 1}


def _bracket(count: int) -> list[int]:
    """The order of seeds, from 0, in a bracket for `count`. The best two can meet only in the final."""
    order = [0]
    while len(order) < count:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return order


def _duel(draft: _Draft, one: str, other: str, round: str, seeds: list[str]) -> str | None:
    """The winner of a match, None before its end.

    The lower seed begins. After a draw the match is repeated with sides changed; after two draws the better seed goes
    on.
    """
    better, worse = sorted((one, other), key=seeds.index)
    for people in ((worse, better), (better, worse)):
        result = draft.play(people, round)
        if result is None:
            return None
        if len(result.best) == 1:
            return result.best[0]
    return better
