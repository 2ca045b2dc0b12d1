"""Ways from scene to scene. Scenes are imported inside, for each of them leads to the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from game.core.record import Record, SeatConfig
from game.core.spec import GameSpec
from game.registry import find
from game.session import Session
from game.table import Table
from scenes.kit.picture import Picture, table_picture
from scenes.kit.scene import Nav, Push, Scene, Switch
from scenes.kit.stage import Stage

SHOWN = "shown."  # of the store's keys that tell which games have been demonstrated

if TYPE_CHECKING:
    from scenes.services import Services
    from scenes.table.board import BoardScene


def board_class(spec: GameSpec) -> type[BoardScene[Any, Any, Any]]:
    """The board scene that a SPEC names as "module:Class"."""
    module, _, name = spec.scene.partition(":")
    found: type[BoardScene[Any, Any, Any]] = getattr(import_module(module), name)
    return found


def board(services: Services, spec: GameSpec, options: Mapping[str, Any]) -> BoardScene[Any, Any, Any]:
    """A game's board for complete options; it is laid out by whoever shows it."""
    made = board_class(spec)(services)
    made.options = options
    return made


def match_pictures(stage: Stage, spec: GameSpec) -> list[Picture]:
    """What a match of this game needs on screen."""
    return [table_picture(stage), *board_class(spec).pictures(stage)]


def menu(services: Services) -> Switch:
    """To the menu."""
    from scenes.menu.menu_scene import MenuScene

    return Switch(lambda: MenuScene(services))


def settings(services: Services) -> Push:
    """To the settings, and back from there."""
    from scenes.settings.settings_scene import SettingsScene

    return Push(lambda: SettingsScene(services))


def setup(services: Services, spec: GameSpec) -> Switch:
    """To the setup of a game."""
    from scenes.setup.setup_scene import SetupScene

    return Switch(lambda: SetupScene(services, spec))


def arrange(services: Services, spec: GameSpec, table: Table) -> Push:
    """To where the board of a new game is laid out, and back with the table."""
    module, _, name = board_class(spec).arranger.partition(":")
    return Push(lambda: getattr(import_module(module), name)(services, table))


def new_game(services: Services, spec: GameSpec, table: Table) -> Switch:
    """To a new game at a table that was set; the setup is remembered.

    Where several people play a game that was never shown here, its demonstration comes first.
    """

    def make() -> Scene:
        services.remember(table)
        seed = board_class(spec).seed(services, table.options)
        seats = table.seating(seed, services.last_result(spec.id))
        return match(services, spec, table.options, seats, seed)

    def show() -> Scene:
        from scenes.learn.demo_scene import DemoScene

        services.store.set(f"{SHOWN}{spec.id}", True)
        return DemoScene(services, spec, lambda: Switch(make))

    people = sum(not seat.is_ai for seat in table.seats)
    return Switch(show if people > 1 and not services.store.get(f"{SHOWN}{spec.id}", False) else make)


def rematch(services: Services, record: Record, spec: GameSpec) -> Switch:
    """To another game with the setup of `record`; where that is not the stored one, the seats stay."""
    table = services.table(spec)
    stored, played = ({(seat.kind, seat.level, seat.identity) for seat in which.seats} for which in (table, record))
    if stored == played and table.options == record.options:
        return new_game(services, spec, table)
    seed = board_class(spec).seed(services, record.options)
    return Switch(lambda: match(services, spec, record.options, record.seats, seed))


def resume(services: Services, spec: GameSpec, record: Record) -> Switch:
    """To the unfinished game, where it was left."""

    def make() -> Scene:
        from scenes.match.match_scene import MatchScene

        session = Session.resume(spec, record, agent=services.agent, store=services.store, agent_seed=record.seed)
        return MatchScene(services, session, board(services, spec, session.options))

    return Switch(make)


def match(services: Services, spec: GameSpec, options: dict[str, Any], seats: Sequence[SeatConfig], seed: int) -> Scene:
    """A new game with these seats in playing order."""
    from scenes.match.match_scene import MatchScene

    services.store.set("last_game", spec.id)
    session = Session(spec, options, seed, seats, agent=services.agent, store=services.store, agent_seed=seed)
    return MatchScene(services, session, board(services, spec, session.options))


def rules(services: Services, spec: GameSpec) -> Push:
    """To the rules card of a game, over whatever lies below."""
    from scenes.learn.rules_scene import RulesScene

    return Push(lambda: RulesScene(services, spec))


def demo(services: Services, spec: GameSpec, then: Callable[[], Nav]) -> Push:
    """To a game's demonstration; at its end, or at a press, `then` says where to."""
    from scenes.learn.demo_scene import DemoScene

    return Push(lambda: DemoScene(services, spec, then))


def archive(services: Services) -> Push:
    """To the finished games, and back from there."""
    from scenes.archive.archive_scene import ArchiveScene

    return Push(lambda: ArchiveScene(services))


def replay(services: Services, record: Record, ply: int = 0) -> Push:
    """To the replay of a record, from the position after `ply` actions, and back from there."""
    from scenes.archive.replay_scene import ReplayScene

    return Push(lambda: ReplayScene(services, find(record.game), record, ply))


def sample(services: Services, spec: GameSpec) -> Push:
    """To the replay of the sample game that a game's lessons have, with its notes, and back from there."""
    from scenes.archive.replay_scene import ReplayScene
    from scenes.table.lessons import sample_record

    record, notes = sample_record(spec)
    return Push(lambda: ReplayScene(services, spec, record, notes=notes))


def branch(services: Services, spec: GameSpec, record: Record) -> Switch:
    """To a new game that goes on from the end of `record`; any unfinished game is given up."""

    def make() -> Scene:
        from scenes.match.match_scene import MatchScene

        services.store.discard()  # its clock as well, which the new game must not take over
        seed = services.fresh_seed()
        session = Session.resume(spec, record, agent=services.agent, store=services.store, agent_seed=seed)
        return MatchScene(services, session, board(services, spec, session.options))

    return Switch(make)
