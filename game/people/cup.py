"""A cup: the people at one table play all games for points.

Only the entrants, the changes of players and the results are stored; the pairings follow from them. A game of many
seats is played by all at once, or in heats with a final. In a game of two, the cup's `length` decides the number of
matches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Literal

from game.core.decode import decode
from game.core.rules import GameError, Outcome, Seat
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES, NAMES, OF_AIS, clean_name

if TYPE_CHECKING:
    from fractions import Fraction  # imports `decimal`, so only when there is a cup


# Stands in the `places` of `Cup.ended` for an AI that won in place of a person who had resigned.
NOBODY = ""
# For the first places of a game. People who share places share the points of these places.
POINTS = (4, 2, 1)
PEOPLE = (2, 8)
MOST_IN_ROBIN = 4
# The rounds of a knock-out, by the number of people for whom a round has room.
ROUNDS = {2: "final", 4: "semifinal", 8: "quarterfinal"}
Length = Literal["", "short", "evening", "all"]
"""How a game of two is played. "short": one match for each person. "evening": a knock-out. "all": all pairs meet.

"" is a cup of an older store: all pairs meet if there are at most MOST_IN_ROBIN people, otherwise it is a knock-out.
"""
LENGTHS: Final[tuple[Length, ...]] = ("short", "evening", "all")
Share = Literal["", "half", "none"]
"""The part of a leaving person's points that the next player gets. "" until the table has chosen."""


def places(
    spec: GameSpec, state: object, outcome: Outcome, seats: int, resigned: Collection[Seat] = ()
) -> tuple[int, ...]:
    """Return the place of each seat, 1 for the first. The winners share place 1. The others follow by their progress.

    Seats with equal progress share a place, and the places after it stay empty. In a draw, all share the first place.
    Seats that have `resigned` have the last places; the first one to resign is the very last. If an AI wins for one of
    them, the first place stays empty.
    """
    come = spec.play.progress or spec.play.points
    far: Sequence[int] = come(state) if come is not None and outcome.winners else (0,) * seats
    reached = [(int(seat in outcome.winners), 0 if seat in outcome.winners else far[seat]) for seat in range(seats)]
    for order, seat in enumerate(resigned):
        reached[seat] = -1, order
    nobody = [(1, 0)] if any(seat in resigned for seat in outcome.winners) else []
    return rank_scores([*reached, *nobody])[:seats]


def rank_scores(scores: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each score, 1 for the highest. Equal scores share a place, and the places after it stay
    empty.
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: identity, name, the number of the first game that they play (from 0), and whether it is an AI."""

    identity: str
    name: str
    since: int = 0
    is_ai: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """After `after` matches of the cup, another person or an AI plays in the place of the entrant `identity`."""

    after: int
    identity: str
    name: str
    is_ai: bool = False


@dataclass(frozen=True, slots=True)
class Title:
    """A game of the cup, and its greatest number of seats."""

    game: str
    seats: int


@dataclass(frozen=True, slots=True)
class CupResult:
    """A finished match: its id (see `party.game_id`), and each person's place by identity."""

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
    """A match: its people's identities in playing order, and its round: "table", "heat", "robin" or one of ROUNDS."""

    game: str
    people: tuple[str, ...]
    round: str
    result: CupResult | None = None


@dataclass(frozen=True, slots=True)
class CupRound:
    """A game of the cup: the matches known so far, and all places once these are played."""

    title: Title
    matches: tuple[CupMatch, ...]
    places: Mapping[str, int]

    def beaten(self, person: str) -> tuple[str, ...]:
        """Return the identities of the people whom `person` has beaten in matches of two."""
        results = (match.result for match in self.matches if len(match.people) == 2)
        won = [result for result in results if result is not None and result.best == (person,)]
        return tuple(other for result in won for other in result.people if other != person)

    def left(self, people: int, length: Length = "") -> int:
        """Return the number of matches left for this number of `people`, without repetitions after draws."""
        if self.places:
            return 0
        if length == "all" and self.title.seats == 2:
            return _fewest_matches(self.title, people, length) - sum(match.result is not None for match in self.matches)
        waiting = {frozenset(match.people) for match in self.matches if match.result is None}
        played = {frozenset(match.people) for match in self.matches} - waiting  # a set: people who draw play again
        return max(len(waiting), _fewest_matches(self.title, people, length) - len(played))

    def points(self) -> dict[str, Fraction]:
        """Return the points won in this game, by identity; empty until its last match has ended."""
        from fractions import Fraction

        shared: dict[int, Fraction] = {}
        for place, group in groupby(sorted(self.places.values())):
            count = len(list(group))
            shared[place] = Fraction(sum(POINTS[place - 1 : place - 1 + count]), count)
        return {person: shared[place] for person, place in self.places.items()}


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip by one person on the winner of a match, both by identity. The cup's first match has the number 0."""

    match: int
    identity: str
    choice: str
    half: bool


@dataclass(frozen=True, slots=True)
class Tips:
    """The tips of a cup (see `game.people.tips`).

    `moves` has the tips on the next move of the present match, by identity. `ply` is the number of actions before that
    move. `stars` has the stars for moves so far. `quiet` are the players in whose matches others cannot give
    signs (clap, oh, laugh, hurry).
    """

    winners: tuple[Tip, ...] = ()
    moves: dict[str, str] = field(default_factory=dict)
    ply: int = 0
    stars: dict[str, int] = field(default_factory=dict)
    quiet: tuple[str, ...] = ()


@dataclass(frozen=True)  # no slots: a page reads the properties in each frame, so they are cached
class Cup:
    """A cup: its entrants, games and results so far, and the id of the match in play, if any.

    `changes` are in the order in which people left or took over. `gone` are the colours whose people have stood up.
    The next person of such a colour may be somebody else.
    """

    entrants: tuple[Entrant, ...]
    titles: tuple[Title, ...]
    results: tuple[CupResult, ...]
    playing: str
    length: Length = ""
    changes: tuple[Change, ...] = ()
    share: Share = ""
    tips: Tips = field(default_factory=Tips)
    gone: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not PEOPLE[0] <= len(self.entrants) <= PEOPLE[1]:
            raise GameError(f"a cup is for {PEOPLE[0]} to {PEOPLE[1]} people, not {len(self.entrants)}")
        if len({entrant.identity for entrant in self.entrants}) < len(self.entrants) or not self.titles:
            raise GameError("a cup has no games, or somebody takes part twice")

    @cached_property
    def stages(self) -> tuple[CupRound, ...]:
        """The games in order. Future games have no matches."""
        stages: list[CupRound] = []
        results = iter(self.results)
        for index, title in enumerate(self.titles):
            if stages and not stages[-1].places:
                stages.append(CupRound(title, (), {}))
                continue
            stages.append(_stage(title, index, self._seeds(stages), results, self.length))
        return tuple(stages)

    def _seeds(self, stages: Sequence[CupRound]) -> list[str]:
        """Return the identities of the people who play the game after `stages`, those with most points first."""
        played = sum(match.result is not None for stage in stages for match in stage.matches)
        changes = [change for change in self.changes if change.after <= played]
        totals = self._totals([*stages, CupRound(self.titles[len(stages)], (), {})], changes)
        present = [entrant.identity for entrant in self.entrants if entrant.since <= len(stages)]
        return sorted(present, key=lambda person: -totals[person])

    def _totals(self, stages: Iterable[CupRound], changes: Sequence[Change]) -> dict[str, Fraction]:
        """Return the points after `stages`.

        A newcomer starts with the points of the person who has fewest. A person who takes over starts with a share of
        the points.
        """
        from fractions import Fraction

        totals: dict[str, Fraction] = {}
        pending, played = list(changes), 0
        for index, stage in enumerate(stages):
            self._share_out(totals, pending, played)
            least = min(totals.values(), default=Fraction(0))
            totals |= {entrant.identity: least for entrant in self.entrants if entrant.since == index}
            played += sum(match.result is not None for match in stage.matches)
            self._share_out(totals, pending, played - bool(stage.places))
            for person, points in stage.points().items():
                totals[person] += points
        self._share_out(totals, pending, played)
        return totals

    def _share_out(self, totals: dict[str, Fraction], pending: list[Change], played: int) -> None:
        """Take from `totals` what new players do not get, for each pending change within the first `played` matches."""
        while pending and pending[0].after <= played:
            change = pending.pop(0)
            if self.share and change.identity in totals and not self.holder(change.identity, change).is_ai:
                totals[change.identity] /= 2
                totals[change.identity] *= self.share == "half"

    @property
    def next(self) -> CupMatch | None:
        """The next match; None at the end of the cup."""
        matches = (match for stage in self.stages for match in stage.matches)
        return next((match for match in matches if match.result is None), None)

    @cached_property
    def totals(self) -> dict[str, Fraction]:
        """The points so far, by identity."""
        return self._totals(self.stages, self.changes)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The number of matches left in each game, without repetitions after draws."""
        counts = (sum(entrant.since <= index for entrant in self.entrants) for index in range(len(self.titles)))
        return tuple(stage.left(count, self.length) for stage, count in zip(self.stages, counts, strict=True))

    # People who come and go

    def holder(self, identity: str, before: Change | None = None) -> Change:
        """Return an entrant's latest change of player, or the last one that precedes the change `before`."""
        first = self.entrant(identity)
        now = Change(0, identity, first.name, first.is_ai)
        for change in self.changes:
            if change is before:
                break
            now = change if change.identity == identity else now
        return now

    def stood_in_for(self, identity: str) -> tuple[str, ...]:
        """Return the names of the people who played earlier in an entrant's place, in order."""
        first = self.entrant(identity)
        chain = [Change(0, identity, first.name, first.is_ai)]
        chain += [change for change in self.changes if change.identity == identity]
        return tuple(one.name for one in chain[:-1] if not one.is_ai and one.name != chain[-1].name)

    @property
    def next_round(self) -> int:
        """The number of the first game that a newcomer can play; the number of games if all have begun."""
        index = next((index for index, stage in enumerate(self.stages) if not stage.places), len(self.titles))
        begun = index < len(self.titles) and any(match.result is not None for match in self.stages[index].matches)
        return index + bool(begun or self.playing)

    def taken_over(self, identity: str, name: str, is_ai: bool) -> Cup:
        """Return the cup with another player in an entrant's place, from the next match on.

        If no match was played after the entrant's last change, this change replaces it. A player who comes back before
        a match was played counts as having stayed.
        """
        now = len(self.results)
        others = tuple(one for one in self.changes if (one.identity, one.after) != (identity, now))
        before = replace(self, changes=others).holder(identity)
        gone = self.gone if is_ai else tuple(one for one in self.gone if one != identity)
        if not before.is_ai and not is_ai and before.name == name:
            return replace(self, changes=others, gone=gone)
        return replace(self, changes=(*others, Change(now, identity, name, is_ai)), gone=gone)

    def stood_up(self, identities: Iterable[str]) -> Cup:
        """Return the cup after people of these colours have stood up."""
        return replace(self, gone=tuple(dict.fromkeys((*self.gone, *identities))))

    def had_there(self, identity: str) -> frozenset[str]:
        """Return the names of all people who have played in an entrant's place."""
        holder = self.holder(identity)
        return frozenset((*self.stood_in_for(identity), *(() if holder.is_ai else (holder.name,))))

    def joined(self, identity: str, name: str, is_ai: bool = False) -> Cup:
        """Return the cup with another entrant, who plays from the next game on. Raises GameError if no game is left."""
        if self.next_round >= len(self.titles):
            raise GameError("the last game has begun")
        return replace(self, entrants=(*self.entrants, Entrant(identity, name, self.next_round, is_ai)))

    @cached_property
    def standings(self) -> tuple[tuple[int, Entrant], ...]:
        """All entrants with their places, in order. At the end of the cup, the last game breaks ties."""
        stages, totals = self.stages, self.totals
        last = {entrant.identity: len(self.entrants) for entrant in self.entrants} | dict(stages[-1].places)
        scores = [(totals[entrant.identity], -last.get(entrant.identity, 0)) for entrant in self.entrants]
        return tuple(sorted(zip(rank_scores(scores), self.entrants, strict=True), key=lambda entry: entry[0]))

    @cached_property
    def leaders(self) -> frozenset[str]:
        """The identities in the first place; empty while nobody has points."""
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

        `places` has the places of the match's people; other places are ignored. If NOBODY has the first place, nobody
        gets the points for it.

        If a match was continued after its end, its last result counts, unless the next match has begun. The end of any
        other match does not change the cup.
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
        known = replace(before.tips, moves={}, ply=0)  # nothing is known of the next match
        result = CupResult(id, match.people, among)
        return replace(before, results=(*before.results, result), playing="", tips=known)

    def owns(self, id: str) -> bool:
        """Whether this is the id of the cup's present or last match."""
        return id in (self.playing, self.results[-1].id if self.results else "") and bool(id)

    def to_json(self) -> dict[str, Any]:
        """Return the cup as JSON values, for the store."""
        return asdict(self)


def new_cup(entrants: Iterable[Entrant], games: Mapping[str, GameSpec], length: Length = "") -> Cup:
    """Return a cup of all these games. The game in which all act at once comes last, as the tie-break.

    Raises GameError unless there are 2 to 8 entrants and at least one game.
    """
    order = sorted(games.values(), key=lambda spec: spec.simultaneous is not None)
    return Cup(tuple(entrants), tuple(Title(spec.id, max(spec.seats)) for spec in order), (), "", length)


def cup_from_json(data: object, games: Mapping[str, GameSpec]) -> Cup:
    """Read a cup from `to_json`. Raises GameError, which names the error."""
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
    return replace(cup, playing=stored.playing, tips=stored.tips)


def _check(cup: Cup, games: Mapping[str, GameSpec]) -> None:
    """Raise GameError for unknown identities and games."""
    identities = {entrant.identity for entrant in cup.entrants}
    players: list[Entrant | Change] = [*cup.entrants, *cup.changes]
    for player in players:
        if player.identity not in IDENTITIES or player.identity not in identities:
            raise GameError(f"nobody is a {player.identity[:20]!r}")
        given = OF_AIS.union(NAMES) if player.is_ai else NAMES
        if player.name not in given and clean_name(player.name) != player.name:
            raise GameError(f"{player.name[:20]!r} is no name")
    if any(entrant.since not in range(len(cup.titles)) for entrant in cup.entrants):
        raise GameError("somebody begins with a game that it has not")
    if sum(entrant.since == 0 for entrant in cup.entrants) < PEOPLE[0]:
        raise GameError("it begins with too few people")
    order = [0, *(change.after for change in cup.changes), len(cup.results)]
    if order != sorted(order):
        raise GameError("its changes have no order")
    if not set(cup.gone) <= identities:
        raise GameError("somebody has gone who does not take part")
    if len({title.game for title in cup.titles}) < len(cup.titles):
        raise GameError("it has a game twice")
    if {title.game for title in cup.titles} - set(games) or min(title.seats for title in cup.titles) < PEOPLE[0]:
        raise GameError("it has games that this house has not")
    _check_tips(cup.tips, identities)


def _check_tips(tips: Tips, identities: set[str]) -> None:
    """Raise GameError for tips that nobody can have given."""
    named = {*tips.moves, *tips.stars, *tips.quiet}
    named |= {name for tip in tips.winners for name in (tip.identity, tip.choice)}
    if not named <= identities:
        raise GameError("somebody tips who does not take part")
    if len({(tip.match, tip.identity, tip.half) for tip in tips.winners}) < len(tips.winners):
        raise GameError("somebody tips twice")


# Pairings


def _stage(title: Title, index: int, seeds: list[str], results: Iterator[CupResult], length: Length) -> CupRound:
    """Return a game that has begun. Its results are taken from the iterator `results`. `index` varies who begins."""
    draft = _Draft(title.game, results)
    if title.seats > 2:
        places = _tables(draft, title.seats, seeds)
    elif _is_knock_out(len(seeds), length):
        places = _knock_out(draft, seeds)
    else:
        places = _by_wins(draft, seeds, _meetings(len(seeds), length), index)
    return CupRound(title, tuple(draft.matches), places)


def _is_knock_out(people: int, length: Length) -> bool:
    return length == "evening" or (not length and people > MOST_IN_ROBIN)


def _fewest_matches(title: Title, people: int, length: Length) -> int:
    """Return the number of matches of a game, without repetitions."""
    if title.seats > 2:
        tables = -(-people // title.seats)
        return 1 if tables == 1 else tables + 1
    return people - 1 if _is_knock_out(people, length) else len(_meetings(people, length))


def _meetings(people: int, length: Length) -> list[tuple[int, int]]:
    """Return the pairs, by seed, who meet in a game without a knock-out. Two people alone meet twice."""
    if length == "short":
        pairs = [(seed, seed + 1) for seed in range(0, people - 1, 2)]
        return pairs if people % 2 == 0 else [*pairs, (0, people - 1)]
    return _pairs(people) * (2 if length == "all" and people == PEOPLE[0] else 1)


class _Draft:
    """The matches of a game while they are paired, with their results so far."""

    def __init__(self, game: str, results: Iterator[CupResult]) -> None:
        self.game = game
        self.results = results
        self.matches: list[CupMatch] = []

    def play(self, people: Sequence[str], round: str) -> CupResult | None:
        """Add a match and return its result; None if this or an earlier match waits to be played."""
        waits = bool(self.matches) and self.matches[-1].result is None
        result = None if waits else next(self.results, None)
        self.matches.append(CupMatch(self.game, tuple(people), round, result))
        return result


def _tables(draft: _Draft, seats: int, seeds: list[str]) -> dict[str, int]:
    """Return the places in a game that all play at once, or in heats with a final if one table is too small.

    Of equals in a heat, the better seed reaches the final. People who are not in the final follow by their places in
    the heats.
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


def _by_wins(draft: _Draft, seeds: list[str], meetings: list[tuple[int, int]], index: int) -> dict[str, int]:
    """Return the places after all `meetings` of seeds, by the share of matches won. A draw is half a win."""
    from fractions import Fraction

    scores, played = dict.fromkeys(seeds, 0), dict.fromkeys(seeds, 0)
    for number, (first, second) in enumerate(meetings):
        again = meetings.index((first, second)) < number
        swapped = (first + second + index + again) % 2 == 0  # so that people take turns to begin
        people = (seeds[second], seeds[first]) if swapped else (seeds[first], seeds[second])
        result = draft.play(people, "robin" if len(meetings) >= len(seeds) * (len(seeds) - 1) // 2 else "pair")
        for person in people:
            played[person] += 1
        for person in () if result is None else result.best:
            scores[person] += 2 if result is not None and len(result.best) == 1 else 1
    if draft.matches[-1].result is None:
        return {}
    return dict(zip(seeds, rank_scores([Fraction(scores[each], played[each]) for each in seeds]), strict=True))


def _pairs(count: int) -> list[tuple[int, int]]:
    """Return all pairs of `count` people, in rounds in which each plays at most once."""
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
    """Return the places of a knock-out. Losers of the same round share a place."""
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
    """Return the order of seeds, from 0, in a bracket for `count`. The best two can meet only in the final."""
    order = [0]
    while len(order) < count:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return order


def _duel(draft: _Draft, one: str, other: str, round: str, seeds: list[str]) -> str | None:
    """Return the winner of a match; None before its end.

    The worse seed begins. After a draw, the match is repeated with the other side beginning. After two draws, the
    better seed goes on.
    """
    better, worse = sorted((one, other), key=seeds.index)
    for people in ((worse, better), (better, worse)):
        result = draft.play(people, round)
        if result is None:
            return None
        if len(result.best) == 1:
            return result.best[0]
    return better
