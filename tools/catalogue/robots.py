"""Hyper Robots: bidding, sliding, practice, with one to eight seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from game.core.device_id import DeviceId
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.match_setup import default_table
from game.registry import puzzles_of
from game.robots import SPEC as ROBOTS
from game.robots import rules
from game.robots.board import HOLE, Robots, TargetMark, legal_slides, move_robot
from game.robots.rounds import counts, target_of
from game.robots.state import Move, RobotSlid, State
from game.session.session import Session
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device, Intent, Kind
from scenes.match.match_scene import MatchScene
from scenes.robots.arrange_scene import ArrangeScene
from scenes.robots.bidding.docks import controls
from scenes.robots.bidding.entering import BUZZERS
from scenes.robots.motion import journey
from scenes.table.contract.optional import BestPlay
from tools.catalogue.common import PAD, practice, scene_of
from tools.shooter import Shoot, Shooter

NAMES = ("aoi", "ren", "mio", "haru", "sora", "kai", "yui", "nagi")
IDENTITIES = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon")
BIDS = ("1:bid 9", "3:bid 8", "0:bid 7", "4:none", "5:agree")
SEED = 11
WON = (
    (TargetMark("red", "spoon"),),
    (),
    (TargetMark("green", "bell"), TargetMark("yellow", "cup")),
    (TargetMark("blue", "bean"),),
    (),
    (HOLE,),
)


def match(shooter: Shooter, players: int, actions: Sequence[str] = (), seed: int = SEED, **options: Any) -> MatchScene:
    """Return a match of `players` people with a pad each, after `actions`; nothing thinks."""
    seats = tuple(
        SeatConfig("human", name=f"@{NAMES[seat]}", identity=IDENTITIES[seat], device=DeviceId(f"pad{seat + 1}"))
        for seat in range(players)
    )
    known = [text for text in actions if not text[0].isdigit() or int(text[0]) < players]
    record = Record("robots", {"players": players, **options}, seed, tuple(known), seats)
    session = Session.resume(ROBOTS, record, agent=None)
    pads = [Device(f"pad:{seat + 1}", "xbox", "Pad", seat + 1) for seat in range(players)]
    shooter.services.stage.devices.pads = lambda: pads  # type: ignore[method-assign]
    won = tuple(WON[seat] if seat < len(WON) else () for seat in range(players))
    if players > 1:
        session.state = replace(session.state, won=won, chips=tuple(map(len, won)))
    return scene_of(shooter.services, session)


def bidding(players: int, device: Device, actions: Sequence[str] = BIDS, **options: Any) -> Shoot:
    """Show bidding with 42 seconds left."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, players, actions, **options)
        if scene.session.clock is not None:
            scene.session.clocks.clock = replace(scene.session.clock, seconds=42.3)
        shooter.show(scene, device)

    return shoot


def bouncing(state: State) -> tuple[Move, Move] | None:
    """Find a move after which another robot's slide meets a reflector halfway; return both moves."""
    for first in legal_slides(state.board, state.robots):
        for way in legal_slides(state.board, move_robot(state.robots, first)):
            legs = way.legs
            if len(legs) == 2 and len(legs[0].cells) > 2 and len(legs[1].cells) > 3 and way.colour != first.colour:
                return Move(first.colour, first.heading), Move(way.colour, way.heading)
    return None


def slid(scene: MatchScene) -> RobotSlid:
    """Return the slide of the last step."""
    return next(event for event in scene.session.steps[-1].events if isinstance(event, RobotSlid))


def slide_off(shooter: Shooter, device: Device) -> MatchScene:
    """In a demonstration, begin a slide that a reflector will turn."""
    options = resolve(ROBOTS.options, {"players": 6})
    seeds = (seed for seed in count(SEED) if bouncing(rules.start(options, seed)))
    scene = match(shooter, 6, (*BIDS, "clock:expire"), next(seeds))
    if scene.session.clock is not None:
        scene.session.clocks.clock = replace(scene.session.clock, seconds=38.4)
    shooter.show(scene, device)
    moves = bouncing(scene.session.state)
    assert moves is not None
    scene.controller.submit(0, moves[0])
    shooter.run(1.2)
    scene.controller.submit(0, moves[1])
    return scene


def sliding(device: Device) -> Shoot:
    """Show a robot that a reflector has just turned."""

    def shoot(shooter: Shooter) -> None:
        scene = slide_off(shooter, device)
        shooter.run(journey(scene.session.state.board, slid(scene)).bounces[0].time + 0.05)

    return shoot


def pointed_at(device: Device, players: int, *actions: str) -> Shoot:
    """Show the preview of a robot's slides."""

    def shoot(shooter: Shooter) -> None:
        shooter.show(match(shooter, players, actions), device)
        shooter.press(Intent(Kind.NEXT, device))

    return shoot


def searching(device: Device) -> Shoot:
    """Show a match for one player, who has asked for a hint; the solver still looks for the shortest route."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, 1)
        shooter.show(scene, device)
        shooter.press(Intent(Kind.HINT, device))
        assert scene.board.look_back is not None
        scene.board.look_back.review(scene.session.steps, BestPlay(0, at_least=14, over=False))
        shooter.run(0.2)

    return shoot


def declared(device: Device) -> Shoot:
    """Show the banner of a bid."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, 4)
        shooter.show(scene, device)
        scene.controller.submit(0, rules.parse("bid 7"))
        shooter.run(0.5)

    return shoot


def replayed(players: int, device: Device) -> Shoot:
    """Show a replay in the middle of a demonstration."""

    def shoot(shooter: Shooter) -> None:
        record = match(shooter, players, (*BIDS, "clock:expire")).session.record()
        shooter.show(ReplayScene(shooter.services, ROBOTS, record, len(record.actions) - 1), device)

    return shoot


def short_route(state: State, robots: Robots) -> tuple[Move, ...]:
    """Return a route of at most three moves by breadth-first search, or ()."""
    target = target_of(state)
    edge: list[tuple[Robots, tuple[Move, ...]]] = [(robots, ())]
    for _ in range(3):
        following = []
        for place, path in edge:
            for way in legal_slides(state.board, place):
                longer = (*path, Move(way.colour, way.heading))
                if way.colour in target.robots and way.target in target.cells and counts(longer, False, "own"):
                    return longer
                following.append((move_robot(place, way), longer))
        edge = following
    return ()


def round_end(device: Device, several: bool = False) -> Shoot:
    """Show the look back at a round in which one seat gave up and the next seat took a detour.

    The round has one shortest route; with `several` it has three.
    """

    def shoot(shooter: Shooter) -> None:
        options = resolve(ROBOTS.options, {"players": 4})
        starts = ((seed, rules.start(options, seed)) for seed in count(SEED))
        seed, state = next((s, st) for s, st in starts if not st.bites and short_route(st, st.robots))
        first = next(way for way in legal_slides(state.board, state.robots) if way.colour == "silver")
        rest = short_route(state, move_robot(state.robots, first))
        shown = (Move(first.colour, first.heading), *rest)
        bids = ("2:bid 9", "0:bid 4", "1:bid 5", "clock:expire", "0:concede")
        scene = match(shooter, 4, (*bids, *(f"1:{rules.text(move)}" for move in shown)), seed)
        shooter.show(scene, device)
        assert scene.board.look_back is not None
        best = [rules.text(move) for move in short_route(state, state.robots)]
        found = BestPlay(0, best, [best, best[::-1], best] if several else [best])
        scene.board.look_back.review(scene.session.steps, found)
        shooter.press(Intent(Kind.SECONDARY, device))
        if several:
            shooter.press(Intent(Kind.PREVIOUS, device))
        shooter.run(2.2)

    return shoot


def docked(device: Device) -> Shoot:
    """Show a dock opened by touch."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, 4, ("1:bid 9",))
        shooter.services.stage.devices.pads = list  # type: ignore[method-assign]
        shooter.show(scene, device)
        middle = scene.side_panel.cards[0].center
        shooter.press(Intent(Kind.PRESS, device, middle), Intent(Kind.RELEASE, device, middle))

    return shoot


def docks_open(players: int, device: Device) -> Shoot:
    """Show everybody's dock open while one number is dialled."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, players, ("1:bid 12", "0:bid 11"))
        shooter.services.stage.devices.pads = list  # type: ignore[method-assign]
        shooter.show(scene, device)
        cards, metrics = scene.side_panel.cards, shooter.services.stage.metrics
        points = [card.midbottom for card in cards.values()] + [controls(metrics, cards[1])["less"].center]
        for x, y in points:
            at = (x, y - metrics.px(8))
            scene.intent(Intent(Kind.PRESS, device, at))
            scene.intent(Intent(Kind.RELEASE, device, at))
        shooter.run(0.2)

    return shoot


def buzzed(device: Device) -> Shoot:
    """Show one player typing a number on the shared keyboard after another player has buzzed."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, 6, ("1:bid 9",))
        shooter.services.stage.devices.pads = list  # type: ignore[method-assign]
        shooter.show(scene, device)
        for seat in (2, 4):
            scene.intent(Intent(Kind.KEY, device, key=BUZZERS[seat]))
        scene.intent(Intent(Kind.DIGIT, device, value=1))
        shooter.run(0.2)

    return shoot


def arranging(device: Device, **options: Any) -> Shoot:
    """Show the page that arranges the board before the game."""

    def shoot(shooter: Shooter) -> None:
        table = replace(default_table(ROBOTS).with_options(ROBOTS, options), seed=SEED)
        shooter.show(ArrangeScene(shooter.services, table), device)

    return shoot


HARDEST = next(one.options["sheets"] for one in puzzles_of(ROBOTS.id) if "hardest" in one.themes)
SCENES: dict[str, Shoot] = {
    "robots": bidding(6, PAD),
    "robots-8": bidding(8, PAD),
    "robots-silent": bidding(4, PAD, ("1:bid 9",), silence=[20, 0, 0, 30]),
    "robots-silent-8": bidding(8, PAD, ("1:bid 9",), silence=[20, 0, 0, 30, 0, 0, 10, 0]),
    "robots-slide": sliding(PAD),
    "robots-steer": pointed_at(PAD, 4, "1:bid 9", "0:bid 7", "clock:expire"),
    "robots-banner": declared(PAD),
    "robots-replay-8": replayed(8, PAD),
    "robots-round-end": round_end(PAD),
    "robots-routes": round_end(TOUCH, several=True),
    "robots-searching": searching(PAD),
    "robots-dock": docked(TOUCH),
    **{f"robots-docks-{players}": docks_open(players, TOUCH) for players in (2, 5, 8)},
    "robots-buzz": buzzed(KEYBOARD),
    "robots-lesson": practice("robots", 2, PAD, wait=0.6),
    "robots-lesson-declare": practice("robots", -1, TOUCH, wait=0.6),
    "robots-lesson-declare-wrong": practice("robots", -1, PAD, Kind.CONFIRM, wait=0.6),
    "robots-arrange-chosen": arranging(PAD, sheets=["red1:0", "blue1r:1", "green2:2", "yellow2r:3"]),
    "robots-arrange-imported": arranging(PAD, sheets=HARDEST),
    "robots-practice": pointed_at(KEYBOARD, 1),
}
