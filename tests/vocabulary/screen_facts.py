"""What can be asked in a story, how it is compared, and what can be pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Set
from typing import Any

import pygame

from game.coffee.board import cell_name as coffee_name
from game.coffee.board import cell_of_name
from game.core.record import record_from_json
from game.quoridor.state import cell_name as quoridor_name
from game.robots.board import COLOURS, cell_at, xy
from game.star.state import cell_name as star_name
from game.star.state import cell_of
from scenes.kit.drawing.glyphs import MOUSE_ACTS
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.widget import Button, SegmentedControl
from scenes.learn.exercise_scene import solved_exercises
from scenes.robots import phrases, puzzles
from scenes.robots.bidding import docks, entering
from scenes.robots.bidding.bid_queue import dial
from scenes.robots.looking_back import key_places, keys
from scenes.robots.steering import first_robot, previews
from scenes.setup.drawing import seat_note
from scenes.table.words import rules_in_force
from tests.scenes.hands import focus_of, gutter


def shown(value: Any, spec: Any) -> str:
    """A value as it stands in a story."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, Mapping):
        return " ".join(f"{shown(key, spec)}:{shown(found, spec)}" for key, found in sorted(value.items()))
    if isinstance(value, Set):
        return " ".join(sorted(shown(found, spec) for found in value))
    if isinstance(value, list | tuple):
        return ", ".join(shown(found, spec) for found in value)
    return spec.rules.text(value)


CELL_NAMES: dict[str, Callable[[int], str]] = {"quoridor": quoridor_name, "coffee": coffee_name, "star": star_name}
CELL_NUMBERS: dict[str, Callable[[str], int]] = {"coffee": lambda name: cell_of_name(name) or 0, "star": cell_of}


def _cell(s: Any) -> str | None:
    """The name of the cell in focus."""
    selection = s.seen.selection
    cell = getattr(selection, "cursor", None) if s.game == "star" else getattr(selection, "cell", None)
    return None if cell is None else CELL_NAMES[s.game or "quoridor"](cell)


def number_of(s: Any, name: str, row: str = "") -> int:
    """The number of a cell: by its name, or in Hyper Robots by column and row from 0."""
    if row:
        return cell_at(int(name), int(row))
    return CELL_NUMBERS[s.game](name) if s.game in CELL_NUMBERS else s.spec.rules.parse(name).cell


def _queue(s: Any) -> Any:
    return s.match.input.selection.queue


def _labels(s: Any, seat: Any = None) -> list[str]:
    """What the bar offers."""
    seat = s.match.input.person if seat is None else int(seat)
    return [prompt.label for prompt in s.match.words.prompts(seat) if prompt.enabled]


def _buttons(s: Any) -> list[Button]:
    """The buttons of the scene on top."""
    return [widget for widget in focus_of(s.house).widgets if isinstance(widget, Button)]


def _ply_at_rest(s: Any) -> str:
    """The ply at which a replay has come to rest."""
    scene = s.house.top
    rests = scene.table.timeline.is_idle and scene.table.shown == scene.playback.state
    return str(scene.playback.ply) if rests else f"on the way to {scene.playback.ply}"


def _faces(s: Any, *label: str) -> str:
    """What is written on the glyphs of a prompt."""
    return " ".join(next(prompt.faces for prompt in s.match.words.prompts(0) if prompt.label == " ".join(label)))


def _note(s: Any, seat: str, shows_stock: bool = False) -> str | None:
    """What a setup's card says of a seat."""
    table = s.house.top.table
    return seat_note(s.house.stage, table, int(seat), s.spec, shows_stock=shows_stock)


def _chips(s: Any) -> list[str]:
    """What of the bar a mouse sees as a button."""
    bar = s.house.top.bar
    return [place.prompt.label for place in bar.places() if bar._is_chip(place.prompt)]


def _dock_of(s: Any, seat: str) -> Any:
    """What a seat's dock shows."""
    match = s.match
    return match.side_panel.dock(match.session.state, int(seat), match.input.selection, match.session.silence)


def _table_of_seed(s: Any) -> str:
    """How hard the puzzle is that is played, by the table of seeds."""
    grades = s.house.stage.assets.data("puzzles.json")["reflectors"]
    return " ".join(grade for grade, seeds in grades.items() if s.match.session.seed in seeds)


def _stock(s: Any, seat: str) -> str:
    """What is left of a seat's walls."""
    stock = s.match.board.words.seat(s.match.session.state, int(seat)).stock
    return f"{stock.left} of {stock.total}"


def _step(s: Any) -> str:
    """How far a review shows a route."""
    scene = s.house.top
    steps = len(scene._steps)
    return f"{scene.walkthrough.shown} of {steps}, {'moving' if scene.walkthrough.is_animated else 'still'}"


def _valued(s: Any) -> str:
    """How much the analysis of a match knows."""
    found = s.match.controller.analysed()
    known = f"{sum(value is not None for value in found.values)} of {len(found.values)}"
    return f"{known}, the present one {'deeply' if found.value.deep else 'in passing'}"


FACTS: dict[str, Callable[..., Any]] = {
    # Any match
    "actors": lambda s: s.match.session.actors(),
    "armed": lambda s: s.seen.holder.confirm_gate.armed,
    "bar": lambda s: [
        str(getattr(place.prompt.control, "name", place.prompt.control))
        for place in s.house.top.bar.places()
        if place.prompt.enabled
    ],
    "carried": lambda s: s.match.input.drag_at is not None,
    "card": lambda s, seat, line: s.match.side_panel.card(s.seen.state, int(seat)).notes[int(line)],
    "clock": lambda s: f"{s.match.session.clock.seconds:g}",
    "faces": _faces,
    "helper": lambda s: s.match.words.content.helper.replace("\n", " / "),
    "exercise": lambda s: s.house.top.index,
    "here": lambda s: quoridor_name(s.seen.state.pawns[0]),
    "kept": lambda s: len(solved_exercises(s.house.services.store, s.spec)),
    "kinds": lambda s: " ".join(seat.kind for seat in s.match.session.seats),
    "labels": _labels,
    "last": lambda s: s.match.session.steps[-1].action,
    "mode": lambda s: type(s.seen.selection).__name__,
    "mouse": lambda s: " ".join(
        place.prompt.control
        for place in s.house.top.bar.places()
        if place.prompt.control in MOUSE_ACTS and place.prompt.enabled
    ),
    "names": lambda s: " ".join(s.match.board.context.names),
    "note": lambda s: s.match.controller.note,
    "option": lambda s, name: s.match.session.options[name],
    "outcome": lambda s: s.match.session.outcome and s.match.session.outcome.reason,
    "person": lambda s: s.match.input.person,
    "played": lambda s: " ".join(s.spec.rules.text(step.action) for step in s.match.session.steps),
    "ply": lambda s: s.match.session.ply,
    "problem": lambda s: s.seen.holder.problem and f"{s.seen.holder.problem.title}: {s.seen.holder.problem.text}",
    "remark": lambda s: s.house.top.remark and s.house.top.remark.text,
    "seats": lambda s: " ".join(str(step.seat) for step in s.match.session.steps),
    "sentence": lambda s: s.match.words.content.sentence,
    "solved": lambda s: s.house.top.is_solved,
    "still": lambda s: s.seen.table.timeline.is_idle,
    "tone": lambda s: s.house.top.remark and s.house.top.remark.tone,
    "top": lambda s: type(s.house.top).__name__,
    "winners": lambda s: " ".join(map(str, s.match.session.outcome.winners)),
    "clock_ran": lambda s: f"{s.clock_before - s.match.session.clock.seconds:g}",
    "devices": lambda s: " ".join(seat.device for seat in s.match.session.seats),
    "hint": lambda s: s.match.controller.hint_service.hint,
    "shown": lambda s: s.match.table.shown is s.match.session.state,
    "announced": lambda s: s.match.board.words.note(s.match.session.steps[-1]),
    "recorded": lambda s: s.match.session.record().actions,
    "side_note": lambda s, seat: s.match.board.words.seat(s.match.session.state, int(seat)).aim,
    "stock": _stock,
    "to_act": lambda s: " ".join(s.match.board.context.names[seat] for seat in s.match.session.actors()),
    "told": lambda s: s.match.board.words.spoken(s.match.session.steps[-1]),
    # A review and the analysis of a match
    "analysed": lambda s: s.match.controller.analysed() is not None,
    "asked": lambda s: [
        f"{len(record_from_json(job.record).actions)} for {job.effort:g}"
        for job in s.house.services.agent.jobs
        if job.kind == "value"
    ],
    "can_branch": lambda s: s.house.top.can_branch,
    "point": lambda s: s.house.top.shown,
    "points": lambda s: [point.point.ply for point in s.house.top.points],
    "spoken": lambda s: s.house.top.spoken,
    "spoken_title": lambda s: s.house.top.spoken_title,
    "step": _step,
    "valued": _valued,
    # A setup and its house rules
    "agreed_on": lambda s, name: s.house.top.table.options[name],
    "begins": lambda s: s.house.top.table.begins,
    "in_force": lambda s: rules_in_force(s.house.stage, s.spec, s.house.top.table.options),
    "note_beside_rack": lambda s, seat: _note(s, seat, shows_stock=True),
    "offered": lambda s: len(next(found for found in focus_of(s.house).widgets if isinstance(found, Picker)).values),
    "page": lambda s: s.house.top.page,
    "values": lambda s: [
        found.value() for found in focus_of(s.house).widgets if isinstance(found, Picker | SegmentedControl)
    ],
    "remembered": lambda s, name: s.house.services.offers.table(s.spec).options[name],
    "seat_note": _note,
    # The board of Hyper Robots before the game
    "code": lambda s: s.house.top.code,
    "placing": lambda s: s.house.top.cursor is not None,
    "robot": lambda s: s.house.top.robot,
    "says": lambda s: s.house.top.note,
    "seed": lambda s: s.house.top.seed,
    "standing": lambda s: {colour: xy(cell) for colour, cell in zip(COLOURS, s.house.top.state.robots, strict=True)},
    # The house
    "archived": lambda s: len(s.house.services.store.archive()),
    "chairs": lambda s: " ".join(chair.device for chair in s.house.services.people.roster.chairs),
    "missing": lambda s: " ".join(map(str, s.house.stage.devices.identity.missing)),
    "pads": lambda s: " ".join(str(pad.number) for pad in s.house.stage.devices.pads()),
    "stored": lambda s, key: s.house.services.store.get(key),
    "unfinished": lambda s: " ".join(s.house.services.store.unfinished().actions),
    "unfinished_kinds": lambda s: " ".join(seat.kind for seat in s.house.services.store.unfinished().seats),
    # A speaker
    "heard": lambda s: s.recorder.texts,
    "voice": lambda s: s.recorder.texts[-1],
    # A result as text
    "clipboard": lambda s: pygame.scrap.get_text(),
    "shared": lambda s: s.house.top.text.replace("\n", " / "),
    # A replay
    "at": _ply_at_rest,
    "playing": lambda s: s.house.top.playback.playing,
    "shown_ply": lambda s: s.house.top.playback.ply,
    "speed": lambda s: s.house.top.playback.speed,
    # Whatever lies on top
    "body": lambda s: s.house.top.body,
    "buttons": lambda s: [found.label for found in _buttons(s)],
    "enabled": lambda s: [found.label for found in _buttons(s) if found.enabled],
    "title": lambda s: s.house.top.title,
    # What is selected
    "axis": lambda s: s.seen.selection.axis,
    "cell": _cell,
    "wall": lambda s: s.seen.selection.wall,
    # Robots
    "aim": lambda s: s.seen.board.words.turn(s.seen.state, s.seen.selection, "mouse").aim[0],
    "agreed": lambda s: s.seen.state.agreed,
    "bids": lambda s: " ".join(f"{seat}:{number}" for seat, number in s.seen.state.bids),
    "buzzers": lambda s: "".join(map(chr, s.house.services.settings.of_games[entering.BUZZER_KEYS])),
    "chips": _chips,
    "chips_of": lambda s, seat: f"{_dock_of(s, seat).chips}, of which won {len(_dock_of(s, seat).won)}",
    "chip": lambda s: s.match.table.shown.chip_number,
    "clock_note": lambda s: s.match.side_panel.clock_note(s.match.session.state),
    "demonstrator": lambda s: s.seen.state.demonstrator,
    "dial": lambda s, seat: dial(_queue(s), s.seen.state, int(seat)),
    "dials": lambda s: dict(_queue(s).dials),
    "grade": lambda s: s.house.services.settings.of_games[puzzles.GRADE],
    "held": lambda s: " ".join(sorted(target.name for target in s.match.input.selection.held.values())),
    "dock": lambda s, seat: f"{_dock_of(s, seat).sign}: {_dock_of(s, seat).status}",
    "hints": lambda s: s.match.input.selection.hints,
    "lowest": lambda s: s.seen.state.lowest_of(0),
    "steers": lambda s: bool(s.house.top.legal) and s.seen.state.phase == "demonstrate",
    "animated": lambda s: s.seen.board.drawing.is_animated,
    "moves": lambda s: s.seen.state.moves,
    "next_chip": lambda s: s.seen.state.chip_number,
    "open": lambda s: " ".join(map(str, sorted(s.match.input.selection.open))),
    "phase": lambda s: s.seen.state.phase,
    "refusal": lambda s: _queue(s).refusal.delay,
    "robots_at_home": lambda s: s.seen.state.robots == s.seen.state.markers,
    "route": lambda s: s.match.input.selection.route,
    "seat": lambda s: s.match.input.selection.seat,
    "shown_for": lambda s: s.house.stage.time - s.seen.selection.since,
    "sign": lambda s, seat: phrases.status(s.house.stage.t, s.seen.state, int(seat), _queue(s))[0],
    "status": lambda s, seat: " / ".join(phrases.status(s.house.stage.t, s.seen.state, int(seat), _queue(s))),
    "table_of_seed": _table_of_seed,
    "window": lambda s: _queue(s).window and _queue(s).window.seat,
}
"""What can be asked, by the first word of a fact; the other words go with it. `s` is the teller."""


def _dock(s: Any, seat: str) -> tuple[int, int]:
    """A point of a dock that is no button when it opens, and not its keycap."""
    rect = s.seen.board.docks[int(seat)]
    return rect.left + 3, rect.centery


def _control(name: str) -> Callable[[Any, str], pygame.Rect]:
    """A button of a seat's open dock."""
    return lambda s, seat: docks.controls(s.house.stage.metrics, s.seen.board.docks[int(seat)])[name]


def _route_key(s: Any, number: str) -> pygame.Rect:
    """A key of the look back at a round, from above or from the left."""
    board, stage = s.seen.board, s.house.stage
    count = len(keys(stage.t, board.memory.past, s.seen.selection, board.context.names))
    return key_places(stage, docks.robots_places(stage.metrics, len(board.docks)), count)[int(number)]


def _ghost(s: Any) -> pygame.Rect:
    """Where the first slide would end that is shown before it is made."""
    ways = previews(s.seen.state, s.match.session.legal(s.match.input.person), first_robot(s.seen.state))
    return s.seen.board.geometry.cell_rect(ways[0].target)


def _beside(s: Any, cell: str, axis: str, away: str = "0.8") -> tuple[int, int]:
    """A point of Coffee's board beside a cell, in the direction of an axis, so many pitches away."""
    geometry = s.seen.board.geometry
    angle, far = math.radians(geometry.angle(axis)), float(away) * geometry.pitch
    x, y = geometry.cell_center(number_of(s, cell))
    both = [(round(x + way * far * math.cos(angle)), round(y + way * far * math.sin(angle))) for way in (1, -1)]
    return next(point for point in both if geometry.rect.collidepoint(point))


def _scrubber(s: Any, ply: str, below: int) -> tuple[int, int]:
    """Where a ply lies on a replay's scrubber, or so many pixels below."""
    scrubber = s.house.top.transport.scrubber
    return scrubber.place(int(ply)), scrubber.rect.centery + below


def _below(s: Any, wall: str) -> tuple[int, int]:
    """Where a finger is whose ghost, which lies above it, means a wall."""
    x, y = gutter(s.seen.board.geometry, s.spec.rules.parse(wall))
    return x, y + round(60 * s.seen.board.geometry.unit)


def _near(s: Any, right: str, down: str, *place: str) -> tuple[int, int]:
    """So many pixels right of a place and below it."""
    x, y = s.place(" ".join(place))
    return x + int(right), y + int(down)


def _far_below(s: Any, cell: str) -> tuple[int, int]:
    """The board's edge below a cell."""
    geometry = s.seen.board.geometry
    return geometry.cell_rect(number_of(s, cell)).centerx, geometry.rect.bottom - 4


PLACES: dict[str, Callable[..., Any]] = {
    "above": lambda s: (s.seen.board.geometry.rect.centerx, s.seen.board.geometry.rect.top - 3),
    "bar": lambda s, kind: next(at.rect for at in s.house.top.bar.places() if at.prompt.kind is Kind[kind]),
    "below": _below,
    "beside": _beside,
    "card": lambda s, seat: s.match.side_panel.cards[int(seat)],
    "cell": lambda s, *name: s.seen.board.geometry.cell_rect(number_of(s, *name)),
    "corner": lambda s: (3, 3),
    "dock": _dock,
    "far_below": _far_below,
    "frame": lambda s: s.seen.table.frame,
    "learner": lambda s, name: docks.controls(s.house.stage.metrics, s.seen.board.docks[0])[name],
    "field": lambda s: s.seen.board.geometry.field,
    "ghost": _ghost,
    "keycap": lambda s, seat: docks.keycap(s.house.stage.metrics, s.seen.board.docks[int(seat)]),
    "near": _near,
    "plate": lambda s, seat: docks.controls(s.house.stage.metrics, s.seen.board.docks[int(seat)])["head"],
    "right": lambda s: (s.seen.board.geometry.rect.right + 40, s.seen.board.geometry.rect.centery),
    "robot": lambda s, colour: s.seen.board.geometry.cell_rect(s.seen.state.robots[COLOURS.index(colour)]),
    "scrubber": lambda s, ply: _scrubber(s, ply, 0),
    "square": lambda s, *place: s.house.top.board.geometry.cell_rect(cell_at(*map(int, place))),
    "spoke": lambda s, axis: s.seen.board.places_beside.wheel.spokes[axis],
    "route_key": _route_key,
    "swap": lambda s: s.seen.board.places_beside.swap,
    "under_scrubber": lambda s, ply: _scrubber(s, ply, 300),
    "wall": lambda s, wall: gutter(s.seen.board.geometry, s.spec.rules.parse(wall)),
    **{name: _control(name) for name in docks.CONTROLS},
}
"""What can be pointed at, by the first word: a rectangle's middle, or a point."""
