"""Loads the parts of games in `scenes/` by the names in their SPEC. No other module loads games by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

from game.core.kinds import Setting
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.review import Fact
from game.core.rules import Options
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES, NAMES
from game.registry import GAMES
from game.review.explaining import ExplainedPoint
from scenes.kit.scene import Scene
from scenes.kit.stage import Picture, Stage, table_picture
from scenes.services import Services
from scenes.table.column.side_panel import SidePanel
from scenes.table.contract.board import AnyBoard
from scenes.table.contract.lessons import Lessons, reach
from scenes.table.contract.setup import BoardContext, GameSetup


class MissedWords(NamedTuple):
    """A review's texts about a round: what happened, how long the best answer was, and what was played instead."""

    sentence: str
    better: str
    played: str


@dataclass(frozen=True, slots=True)
class GameScenes:
    """A game's parts for the screens, given as `SCENES` in its folder's `scenes.py`.

    `board` makes a board for a context. `lessons` names the module whose `LESSONS` teach the game. `arrange`
    ("module:Class", or "") is the scene that lays out the board of a new game: it takes services and table and pops
    with the table. `sounds` are the sounds of its animations. `theory_overlay` is true if the drawing shows
    `View.theory`. The game's AI must then know the theory of every position. `side_panel` replaces the panel beside the
    board. `keys` is the setting for people who press keys of one keyboard at the same time: it has the key code of each
    seat.

    A fact from the game's `facts` has the text key ID.fact.KIND, filled with the fact's numbers and the names.
    `counted` has, by kind of fact, the name of the number that decides between singular and plural. `plain_facts` are
    the kinds that only describe the action. A merit or a fault from its `reasons` has the text key ID.reason.KIND. If
    such texts are not enough, `sentence(t, fact, names)` and `reason(t, fact, names)` return the texts in the language
    of `t`; `names` are by seat.

    In a game in rounds, `missed(t, point, names)` returns a review's texts about a round in which a better answer was
    missed.
    """

    setup: GameSetup
    board: Callable[[BoardContext], AnyBoard]
    lessons: str
    sounds: tuple[str, ...] = ()
    arrange: str = ""
    theory_overlay: bool = False
    side_panel: type[SidePanel] = SidePanel
    keys: Setting | None = None
    counted: Mapping[str, str] = field(default_factory=dict)
    plain_facts: frozenset[str] = frozenset()
    sentence: Callable[[Callable[..., str], Fact, Sequence[str]], str] | None = None
    reason: Callable[[Callable[..., str], Fact, Sequence[str]], str] | None = None
    missed: Callable[[Callable[..., str], ExplainedPoint, Sequence[str]], MissedWords] | None = None


def scenes_of(spec: GameSpec) -> GameScenes:
    """Return the game's parts for the screens, which its SPEC names as "module:name"."""
    found: GameScenes = named(spec.scene)
    return found


def named(text: str) -> Any:
    """Import and return an object, named as "module:name"."""
    module, _, name = text.partition(":")
    return getattr(import_module(module), name)


def make_board(services: Services, spec: GameSpec, options: Options) -> AnyBoard:
    """Make a game's board for complete options. The caller lays it out."""
    return scenes_of(spec).board(context_for(services, options))


def picture_board(stage: Stage, spec: GameSpec, options: Options) -> AnyBoard:
    """Make a game's board for a picture, with the preset names. The caller lays it out."""
    names = [stage.t(f"name.{name[1:]}") for name in NAMES[: spec.seat_count(options)]]
    return scenes_of(spec).board(BoardContext(stage, options, names=names))


def new_seed(services: Services, spec: GameSpec, options: Options) -> int:
    """Return the seed of a new game with these complete options."""
    return scenes_of(spec).setup.seed(context_for(services, options))


def context_for(services: Services, options: Options) -> BoardContext:
    """Return what a board with these complete options is made from. The seats come with the layout."""
    return BoardContext(
        services.stage,
        options,
        services.settings.of_games,
        rebind=services.people.rebind,
        fresh_seed=services.fresh_seed,
        today=services.today,
    )


def lessons_of(spec: GameSpec) -> Lessons:
    """Return the game's lessons."""
    found: Lessons = import_module(scenes_of(spec).lessons).LESSONS
    return found


def keys_together(services: Services) -> tuple[int, ...]:
    """The keys that people press at the same time, for the first game that has such keys; () if no game has them.

    The chairs' keys come first, then the usual ones.
    """
    found = (scenes_of(spec).keys for spec in GAMES.values())
    usual = next((services.settings.of_games[keys] for keys in found if keys is not None), ())
    own = services.people.keys.values()
    return (*own, *(key for key in usual if key not in own))[: len(usual)]


def arrange_scene(services: Services, spec: GameSpec, table: object) -> Scene:
    """Return the scene in which people lay out the board of a new game."""
    made: Scene = named(scenes_of(spec).arrange)(services, table)
    return made


def match_pictures(stage: Stage, spec: GameSpec) -> list[Picture]:
    """Return the pictures that a match of this game needs."""
    return [table_picture(stage), *scenes_of(spec).setup.pictures(stage)]


def sample_optima(spec: GameSpec) -> Mapping[int, int] | None:
    """Return the sample game's optimal lengths by ply if its captions are made from facts, otherwise None."""
    sample = lessons_of(spec).sample
    return sample.optima if sample is not None and sample.has_captions else None


def sample_record(spec: GameSpec) -> tuple[Record, Mapping[int, str]]:
    """Return the sample game of a game's lessons as a record between two people, and its notes by ply."""
    sample = lessons_of(spec).sample
    assert sample is not None, f"{spec.id} has no sample game"
    options = resolve(spec.options, sample.game.options)
    pairs = zip(IDENTITIES, NAMES[: spec.seat_count(options)], strict=False)
    seats = tuple(SeatConfig("human", name=name, identity=identity) for identity, name in pairs)
    outcome = spec.rules.outcome(reach(spec, sample.game).state)
    return Record(spec.id, options, 0, sample.game.actions, seats, (), outcome), sample.notes
