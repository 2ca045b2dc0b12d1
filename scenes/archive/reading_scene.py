"""Opens the replay or review of a stored game, with a loading screen if reading takes longer than a frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.incremental import IncrementalRun
from game.core.record import Record
from game.core.spec import GameSpec
from game.records.playback import Playback
from game.review.reviewer import can_review
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import ReviewScene
from scenes.kit.scene import Nav, Push, Scene
from scenes.services import Services
from scenes.table.sharing import reading


def replay_of(
    services: Services,
    spec: GameSpec,
    record: Record,
    ply: int = 0,
    leave: Nav | None = None,
    notes: Mapping[int, str] | None = None,
    optima: Mapping[int, int] | None = None,
) -> Scene:
    """Return the replay of `record`, or a loading screen that leads to it. The arguments go to `ReplayScene`."""

    def shown(playback: Playback) -> Scene:
        return ReplayScene(services, spec, record, ply, leave, notes, playback, optima)

    return _read_first(services, spec, record, ply, shown, leave)


def review_of(services: Services, spec: GameSpec, record: Record, leave: Nav | None = None) -> Scene:
    """Return the review of `record`, or a loading screen that leads to it. Games without reviews get a replay."""
    if not can_review(spec) or not record.actions:
        return replay_of(services, spec, record, len(record.actions), leave)

    def shown(playback: Playback) -> Scene:
        return ReviewScene(services, spec, record, playback, leave)

    return _read_first(services, spec, record, len(record.actions), shown, leave)


def _read_first(
    services: Services, spec: GameSpec, record: Record, ply: int, shown: Callable[[Playback], Scene], leave: Nav | None
) -> Scene:
    """Return the scene that `shown` makes of the playback, or a loading screen that leads to it."""
    sliced = IncrementalRun(Playback.reading(spec, record, ply))
    if sliced.go(services.stage.clock):
        return shown(sliced.result)
    return reading.ReadingScene(services.stage, sliced, lambda playback: Push(lambda: shown(playback)), leave)
