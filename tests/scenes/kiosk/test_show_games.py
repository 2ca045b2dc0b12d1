"""What the show plays: good games, each in its time, with captions that say why and none that comes twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

import pytest

from game.core.options import resolve
from game.core.record import Replay, replay
from game.core.review import Fact
from game.match_setup import NAMES
from game.registry import facts_of, find
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from scenes.kiosk.attract_scene import CAPTION_SECONDS, AttractScene, ShowPart
from scenes.kiosk.programme import FORGET_SECONDS, LEAST, MOST, Excerpt, Programme, Show, read_excerpts
from scenes.kit.drawing.assets import Assets
from scenes.kit.system import STEP
from scenes.table.loading import scenes_of
from scenes.table.words import sentence
from tests.four import FOUR
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import BOOK

ALL = FOUR
EXCERPTS = read_excerpts(Assets(None))
TICK = 6 * STEP
OTHER_SHOWS = [(4.0, False), *product((2.0, 8.0), (False, True))]
BEGUN = 90.0  # seconds within which all games have come by
KINDS = {
    "quoridor": {"wall_costs", "jump_gains"},
    "robots": {"turned", "route_reflectors", "bid_optimal", "game_won"},
    "coffee": {"fork", "closes_row", "row"},
    "star": {"foul", "only_win", "gives_win_away", "surrounded"},
}
pytestmark = pytest.mark.usefixtures("four_games")


def replayed(excerpt: Excerpt) -> Replay:
    """The excerpt by the rules, which have to take each of its actions."""
    spec = find(excerpt.game)
    actions = [action for beat in excerpt.beats for action in beat]
    return replay(spec, resolve(spec.options, excerpt.options), excerpt.seed, actions)


def _facts(excerpt: Excerpt) -> list[Fact]:
    """Whatever can be told of it."""
    beats = [number for number, beat in enumerate(excerpt.beats) for _ in beat]
    steps = zip(beats, replayed(excerpt).steps, strict=True)
    spec = find(excerpt.game)
    return [fact for beat, step in steps for fact in facts_of(spec, step, excerpt.optimum(beat))]


@dataclass
class Seen:
    """What came by: games with the second at which each began, steps, and captions with theirs and their language."""

    games: list[tuple[float, str, bool]] = field(default_factory=list)
    steps: int = 0
    why: int = 0
    said: list[tuple[float, str, str]] = field(default_factory=list)
    now: float = 0.0


def watch(house: Playhouse, scene: AttractScene, seen: Seen, seconds: float) -> None:
    """Let the show go on, at each tick with a look at it."""
    text, turn, moves = "", 0, scene.moves
    until = seen.now + seconds
    while seen.now < until:
        if scene.turns != turn:
            turn = scene.turns
            seen.games.append((seen.now, scene.table.spec.id, scene.turn.is_taste))
        assert scene.tick(TICK) is None
        seen.now += TICK
        if scene.moves != moves:
            moves = scene.moves
            seen.steps += 1
            seen.why += bool(scene.text) and _tells_why(scene)
        if scene.text and scene.text != text:
            seen.said.append((seen.now, scene.text, scene.language))
        text = scene.text


def _tells_why(scene: AttractScene) -> bool:
    """Whether the caption is one of those that say why the step on screen matters."""
    step, spec = scene.table.last, scene.table.spec
    assert step is not None
    facts = facts_of(spec, step, scene.table.optimum)
    why = [fact for fact in facts if fact.kind not in scenes_of(spec).plain_facts]
    with scene.table.speaking(scene.language):
        return scene.text in [sentence(scene.stage.t, spec, fact, scene.table.board.context.names) for fact in why]


def began(
    house: Playhouse, seen: Seen, programme: Programme | None = None, games: Sequence[str] = ALL, **more: object
) -> AttractScene:
    """A show that begins to rest, on a clock of its own."""
    programme = programme or Programme(EXCERPTS, lambda: seen.now)
    scene = AttractScene(house.services, Show(games, **more), programme=programme)  # type: ignore[arg-type]
    scene.resized()
    return scene


def games_have_their_time(seen: Seen) -> int:
    """Check when games began, and for how long each was shown. Return how many were shown to their end."""
    assert seen.games[3][0] < BEGUN
    spans = [later[0] - begin for (begin, _, is_taste), later in pairwise(seen.games) if not is_taste]
    assert min(spans) >= LEAST - 1 and max(spans) <= MOST
    return len(spans)


# The excerpts


@pytest.mark.parametrize("excerpt", EXCERPTS, ids=lambda excerpt: f"{excerpt.game}-{excerpt.seed}-{excerpt.taste}")
def test_an_excerpt_is_a_game_by_the_rules(excerpt: Excerpt) -> None:
    assert replayed(excerpt).steps
    assert 0 < excerpt.taste < len(excerpt.beats) - 1


@pytest.mark.parametrize("game", ALL)
def test_games_are_chosen_for_what_happens_in_them(game: str) -> None:
    own = [excerpt for excerpt in EXCERPTS if excerpt.game == game]
    assert len(own) >= 4 and len({excerpt.beats for excerpt in own}) == len(own)
    facts = [fact for excerpt in own for fact in _facts(excerpt)]
    assert {fact.kind for fact in facts} >= KINDS[game]
    if game == "quoridor":
        costs = [fact.numbers["cost"] for fact in facts if fact.kind.startswith("wall_costs") and fact.numbers]
        assert max(costs) >= 3


@pytest.mark.one_in(3)
@pytest.mark.parametrize("excerpt", [found for found in EXCERPTS if found.game == "robots"], ids=lambda it: it.seed)
def test_robots_solve_two_or_three_puzzles_of_five_to_eight_moves_by_the_shortest_way(excerpt: Excerpt) -> None:
    assert 2 <= len(excerpt.chips) <= 3 and excerpt.seed not in {puzzle.seed for puzzle in BOOK.calendar()}
    spec = find("robots")
    for first, fewest in excerpt.chips:
        before = [action for beat in excerpt.beats[:first] for action in beat]
        state = replay(spec, resolve(spec.options, excerpt.options), excerpt.seed, before).state
        found = Solver().solve(state.board, state.robots, target_of(state), state.settings.one_move_rule)
        assert found.route is not None and 5 <= len(found.route) == fewest <= 8
        assert sum(":bid" not in beat[-1] for beat in _beats_of(excerpt, first)) == fewest


def _beats_of(excerpt: Excerpt, first: int) -> list[tuple[str, ...]]:
    """The beats of the chip that begins at `first`."""
    ends = [beat for beat, _ in excerpt.chips if beat > first]
    return list(excerpt.beats[first : min(ends, default=len(excerpt.beats))])


def test_the_show_leaves_at_least_one_puzzle_whole_whatever_its_pace() -> None:
    for excerpt in (excerpt for excerpt in EXCERPTS if excerpt.chips):
        starts = [beat for beat, _ in excerpt.chips]
        assert all(excerpt.begin(count) in starts for count in range(1, len(excerpt.beats) + 5))


# The course


@pytest.mark.parametrize(
    ("pace", "both"), [(4.0, True), *(pytest.param(*case, marks=pytest.mark.long) for case in OTHER_SHOWS)]
)
def test_twenty_minutes_of_the_show(house: Playhouse, pace: float, both: bool) -> None:
    seen = Seen()
    scene = began(house, seen, pace=pace, both_languages=both)
    watch(house, scene, seen, 1_200.0)

    first = [game for _, game, _ in seen.games[:4]]
    assert sorted(first) == sorted(ALL)
    assert games_have_their_time(seen) >= 11
    assert seen.why >= seen.steps / 3
    last: dict[str, float] = {}
    for when, text, _ in seen.said:
        assert when - last.get(text, -FORGET_SECONDS) >= FORGET_SECONDS - TICK, text
        last[text] = when

    rounds = [{language for when, _, language in seen.said if begin <= when < end} for begin, end in _rounds(seen)]
    assert all(len(languages) == 1 for languages in rounds)
    assert {next(iter(languages)) for languages in rounds} == ({"en", "ja"} if both else {"en"})


def _rounds(seen: Seen) -> list[tuple[float, float]]:
    begins = [begin for begin, _, _ in seen.games[:: len(ALL)]]
    return [*pairwise(begins), (begins[-1], seen.now + 1)]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("cards", [True, False])
@pytest.mark.parametrize("pace", [2.0, 3.0, 5.0, 6.0, 8.0])
def test_a_game_has_its_time_at_each_pace(house: Playhouse, pace: float, cards: bool) -> None:
    seen = Seen()
    scene = began(house, seen, pace=pace, has_cards=cards)
    watch(house, scene, seen, 540.0)
    assert games_have_their_time(seen)


def test_each_rest_begins_with_another_game_and_no_sentence_comes_again_in_the_next(house: Playhouse) -> None:
    seen = Seen()
    programme = Programme(EXCERPTS, lambda: seen.now)
    firsts, begins = [], []
    for _ in range(2 * len(ALL)):
        scene = began(house, seen, programme)
        firsts.append(scene.table.spec.id)
        begins.append(scene.turn.begin)
        watch(house, scene, seen, 30.0)
        scene.leave()
    assert firsts == [*ALL, *ALL] and min(begins) > 0
    texts = [text for _, text, _ in seen.said]
    assert len(texts) == len(set(texts)) > 10


# Captions and the board


def test_a_caption_comes_as_its_piece_lands_and_is_gone_before_the_next_one_moves(house: Playhouse) -> None:
    seen = Seen()
    scene = began(house, seen)
    gone, said = -1.0, 0
    while seen.now < 150.0:
        before, text, turn = scene.moves, scene.text, scene.turns
        scene.tick(STEP)
        seen.now += STEP
        game = scene.table
        if scene.moves > before:
            assert game.shown is game.last.after is game.playback.state and game.has_arrived
            assert game.since_last == 0.0
            said += bool(scene.text)
        elif scene.text and scene.text != text:
            assert scene.part is ShowPart.WINNER and game.has_ended
        if scene.text:
            assert game.has_arrived
        elif text and scene.turns == turn:
            gone = seen.now
        if game.last is None:  # a piece moves
            assert seen.now - gone >= CAPTION_SECONDS and scene.reason is None and not scene.ways
    assert said > 8


@pytest.mark.parametrize("games", [("robots",), ("star", "coffee")])
def test_a_house_of_fewer_games_shows_these(house: Playhouse, games: tuple[str, ...]) -> None:
    seen = Seen()
    watch(house, began(house, seen, games=games), seen, 200.0)
    assert [game for _, game, _ in seen.games[:3]] == [*games, *games, *games][:3]


def test_of_a_game_without_excerpts_the_board_is_shown(house: Playhouse) -> None:
    seen = Seen()
    programme = Programme([excerpt for excerpt in EXCERPTS if excerpt.game != "coffee"], lambda: seen.now)
    scene = began(house, seen, programme, ("coffee", "star"))
    watch(house, scene, seen, 20.0)
    assert scene.table.spec.id == "coffee" and seen.steps == 0


@pytest.mark.parametrize(("game", "sides"), [("coffee", {"Black", "Orange"}), ("star", {"White", "Black"})])
def test_who_has_no_card_is_called_by_the_pieces(house: Playhouse, game: str, sides: set[str]) -> None:
    """Nobody on the screen of these games is called by a name."""
    seen = Seen()
    watch(house, began(house, seen, games=(game,)), seen, BEGUN)
    words = {word for _, text, _ in seen.said for word in text.split()}
    assert words & sides
    assert not words & {house.stage.t(f"name.{name[1:]}") for name in NAMES}
