"""What stories of screens can ask, how values are written, and what can be pointed at."""

from __future__ import annotations

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
from tests.scenes.coffee_hands import beside
from tests.scenes.hands import focus_of, gutter


def shown(value: Any, spec: Any) -> str:
    """Return a value as stories write it."""
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
    """Return the name of the cell in focus."""
    selection = s.seen.selection
    cell = getattr(selection, "cursor", None) if s.game == "star" else getattr(selection, "cell", None)
    return None if cell is None else CELL_NAMES[s.game or "quoridor"](cell)


def number_of(s: Any, name: str, row: str = "") -> int:
    """Return the number of a cell: by its name, or in Hyper Robots by column and row from 0."""
    if row:
        return cell_at(int(name), int(row))
    return CELL_NUMBERS[s.game](name) if s.game in CELL_NUMBERS else s.spec.rules.parse(name).cell


def _queue(s: Any) -> Any:
    return s.match.input.selection.queue


def _labels(s: Any, seat: Any = None) -> list[str]:
    """Return the labels that the bar offers."""
    seat = s.match.input.person if seat is None else int(seat)
    return [prompt.label for prompt in s.match.words.prompts(seat) if prompt.enabled]


def _buttons(s: Any) -> list[Button]:
    """Return the buttons of the scene on top."""
    return [widget for widget in focus_of(s.house).widgets if isinstance(widget, Button)]


def _ply_at_rest(s: Any) -> str:
    """Return the ply at which a replay has come to rest, or where it is going."""
    scene = s.house.top
    rests = scene.table.timeline.is_idle and scene.table.shown == scene.playback.state
    return str(scene.playback.ply) if rests else f"on the way to {scene.playback.ply}"


def _faces(s: Any, *label: str) -> str:
    """Return what is written on the glyphs of a prompt."""
    return " ".join(next(prompt.faces for prompt in s.match.words.prompts(0) if prompt.label == " ".join(label)))


def _note(s: Any, seat: str, shows_stock: bool = False) -> str | None:
    """Return what a setup's card says of a seat."""
    table = s.house.top.table
    return seat_note(s.house.stage, table, int(seat), s.spec, shows_stock=shows_stock)


def _chips(s: Any) -> list[str]:
    """Return the prompts of the bar that a mouse sees as buttons."""
    bar = s.house.top.bar
    return [place.prompt.label for place in bar.places() if bar._is_chip(place.prompt)]


def _dock_of(s: Any, seat: str) -> Any:
    """Return what a seat's dock shows."""
    match = s.match
    return match.side_panel.dock(match.session.state, int(seat), match.input.selection, match.session.silence)


def _table_of_seed(s: Any) -> str:
    """Return how hard the present puzzle is, according to the table of seeds."""
    grades = s.house.stage.assets.data("puzzles.json")["reflectors"]
    return " ".join(grade for grade, seeds in grades.items() if s.match.session.seed in seeds)


def _stock(s: Any, seat: str) -> str:
    """Return how many walls a seat has left."""
    stock = s.match.board.words.seat(s.match.session.state, int(seat)).stock
    return f"{stock.left} of {stock.total}"


def _step(s: Any) -> str:
    """Return how far a review shows a route."""
    scene = s.house.top
    steps = len(scene._steps)
    return f"{scene.walkthrough.shown} of {steps}, {'moving' if scene.walkthrough.is_animated else 'still'}"


def _valued(s: Any) -> str:
    """Return how many positions of a match the analysis has valued."""
    found = s.match.controller.analysed()
    known = f"{sum(value is not None for value in found.values)} of {len(found.values)}"
    return f"{known}, the present one {'deeply' if found.value.deep else 'in passing'}"


FACTS: dict[str, Callable[..., Any]] = {
    # Any match
    "actors": lambda s: s.match.session.actors(),  # the seats that may act
    # what the bar offers: kinds of intents, and acts of the mouse
    "bar": lambda s: [
        str(getattr(place.prompt.control, "name", place.prompt.control))
        for place in s.house.top.bar.places()
        if place.prompt.enabled
    ],
    "carried": lambda s: s.match.input.drag_at is not None,  # whether a piece is being dragged
    # SEAT LINE: a line of notes on its card
    "card": lambda s, seat, line: s.match.side_panel.card(s.seen.state, int(seat)).notes[int(line)],
    "clock": lambda s: f"{s.match.session.clock.seconds:g}",  # seconds
    "faces": _faces,  # LABEL: what is written on the glyphs of this prompt
    "helper": lambda s: s.match.words.content.helper.replace("\n", " / "),  # the smaller text beside the board
    "here": lambda s: quoridor_name(s.seen.state.pawns[0]),  # the cell of seat 0 in Quoridor
    "kept": lambda s: len(solved_exercises(s.house.services.store, s.spec)),  # how many exercises are solved
    "kinds": lambda s: " ".join(seat.kind for seat in s.match.session.seats),  # human or ai, by seat
    "labels": _labels,  # [SEAT]: the labels that the bar offers
    "last": lambda s: s.match.session.steps[-1].action,  # the last action
    "mode": lambda s: type(s.seen.selection).__name__,  # the class of the selection
    # the acts of the mouse that the bar offers
    "mouse": lambda s: " ".join(
        place.prompt.control
        for place in s.house.top.bar.places()
        if place.prompt.control in MOUSE_ACTS and place.prompt.enabled
    ),
    "names": lambda s: " ".join(s.match.board.context.names),
    "note": lambda s: s.match.controller.note,
    "option": lambda s, name: s.match.session.options[name],  # NAME
    "outcome": lambda s: s.match.session.outcome and s.match.session.outcome.reason,  # the reason of the end
    "played": lambda s: " ".join(s.spec.rules.text(step.action) for step in s.match.session.steps),  # all actions
    "ply": lambda s: s.match.session.ply,
    # why the last press was refused
    "problem": lambda s: s.seen.holder.problem and f"{s.seen.holder.problem.title}: {s.seen.holder.problem.text}",
    "remark": lambda s: s.house.top.remark and s.house.top.remark.text,  # what the exercise says
    # FACT: whether it is as it was noted
    "same": lambda s, *fact: s.noted[" ".join(fact)] == s.fact(" ".join(fact)),
    "seats": lambda s: " ".join(str(step.seat) for step in s.match.session.steps),  # the seat of each action
    "still": lambda s: s.seen.table.timeline.is_idle,  # whether no animation runs
    "tone": lambda s: s.house.top.remark and s.house.top.remark.tone,  # right or wrong, of the remark
    "top": lambda s: type(s.house.top).__name__,  # the class of the scene on top
    "winners": lambda s: " ".join(map(str, s.match.session.outcome.winners)),  # seats
    # seconds since "note: clock"
    "clock_ran": lambda s: f"{round(float(s.noted['clock']) - s.match.session.clock.seconds, 2) + 0.0:g}",
    "devices": lambda s: " ".join(seat.device for seat in s.match.session.seats),  # by seat
    "shown": lambda s: s.match.table.shown is s.match.session.state,  # whether the board shows the present position
    "announced": lambda s: s.match.board.words.note(s.match.session.steps[-1]),  # the note on the last action
    # SEAT: the line below its name
    "side_note": lambda s, seat: s.match.board.words.seat(s.match.session.state, int(seat)).aim,
    "stock": _stock,  # SEAT: walls left
    "to_act": lambda s: " ".join(s.match.board.context.names[seat] for seat in s.match.session.actors()),  # names
    "told": lambda s: s.match.board.words.spoken(s.match.session.steps[-1]),  # how speech tells the last action
    # A review and the analysis of a match
    "analysed": lambda s: s.match.controller.analysed() is not None,
    # the values asked for: actions before the position, and effort
    "asked": lambda s: [
        f"{len(record_from_json(job.record).actions)} for {job.effort:g}"
        for job in s.house.services.agent.jobs
        if job.kind == "value"
    ],
    "step": _step,  # how far the route is shown
    "valued": _valued,  # how many positions the analysis has valued
    # A setup and its house rules
    "agreed_on": lambda s, name: s.house.top.table.options[name],  # NAME: an option
    # house rules that are not as usual
    "in_force": lambda s: rules_in_force(s.house.stage, s.spec, s.house.top.table.options),
    "note_beside_rack": lambda s, seat: _note(s, seat, shows_stock=True),  # SEAT: seat_note beside drawn walls
    # how many ways to play
    "offered": lambda s: len(next(found for found in focus_of(s.house).widgets if isinstance(found, Picker)).values),
    # the values of all choices
    "values": lambda s: [
        found.value() for found in focus_of(s.house).widgets if isinstance(found, Picker | SegmentedControl)
    ],
    # NAME: an option of the last setup
    "remembered": lambda s, name: s.house.services.offers.table(s.spec).options[name],
    "seat_note": _note,  # SEAT: what its card says
    # The board of Hyper Robots before the game
    "placing": lambda s: s.house.top.cursor is not None,  # whether a robot is being placed
    # the cell of each robot
    "standing": lambda s: {colour: xy(cell) for colour, cell in zip(COLOURS, s.house.top.state.robots, strict=True)},
    # The house
    # numbers of pads that were pulled out
    "missing": lambda s: " ".join(map(str, s.house.stage.devices.identity.missing)),
    "stored": lambda s, key: s.house.services.store.get(key),  # KEY: a setting
    # A speaker
    "heard": lambda s: s.recorder.texts,  # all texts
    "voice": lambda s: s.recorder.texts[-1],  # the last text
    # A result as text
    "clipboard": lambda s: pygame.scrap.get_text(),
    "shared": lambda s: s.house.top.text.replace("\n", " / "),
    # A replay
    "at": _ply_at_rest,  # the ply at rest, or where it is going
    # Whatever lies on top
    "buttons": lambda s: [found.label for found in _buttons(s)],
    # labels of buttons that can be pressed
    "enabled": lambda s: [found.label for found in _buttons(s) if found.enabled],
    # What is selected
    "cell": _cell,  # the cell in focus
    # Robots
    "aim": lambda s: s.seen.board.words.turn(s.seen.state, s.seen.selection, "mouse").aim[0],
    "bids": lambda s: " ".join(f"{seat}:{number}" for seat, number in s.seen.state.bids),  # SEAT:NUMBER …
    "buzzers": lambda s: "".join(map(chr, s.house.services.settings.of_games[entering.BUZZER_KEYS])),  # keys, by seat
    "chips": _chips,  # prompts that a mouse sees as buttons
    # SEAT: chips on its dock
    "chips_of": lambda s, seat: f"{_dock_of(s, seat).chips}, of which won {len(_dock_of(s, seat).won)}",
    "clock_note": lambda s: s.match.side_panel.clock_note(s.match.session.state),  # the note beside the clock
    "dial": lambda s, seat: dial(_queue(s), s.seen.state, int(seat)),  # SEAT: its number
    "dials": lambda s: dict(_queue(s).dials),  # of dials that were turned: SEAT:NUMBER …
    "grade": lambda s: s.house.services.settings.of_games[puzzles.GRADE],  # how hard puzzles for one are
    # what is held down on the docks
    "held": lambda s: " ".join(sorted(target.name for target in s.match.input.selection.held.values())),
    "dock": lambda s, seat: f"{_dock_of(s, seat).sign}: {_dock_of(s, seat).status}",  # SEAT: its sign and status
    "lowest": lambda s: s.seen.state.lowest_of(0),  # the lowest bid of seat 0
    # whether an exercise lets people slide robots
    "steers": lambda s: bool(s.house.top.legal) and s.seen.state.phase == "demonstrate",
    "open": lambda s: " ".join(map(str, sorted(s.match.input.selection.open))),  # the seats whose docks are open
    "refusal": lambda s: _queue(s).refusal.delay,  # why a bid comes too early
    # whether all robots are where the round began
    "robots_at_home": lambda s: s.seen.state.robots == s.seen.state.markers,
    # seconds for which the selection has been shown
    "shown_for": lambda s: s.house.stage.time - s.seen.selection.since,
    # SEAT: the sign of its dock
    "sign": lambda s, seat: phrases.status(s.house.stage.t, s.seen.state, int(seat), _queue(s))[0],
    # SEAT: all words of its dock
    "status": lambda s, seat: " / ".join(phrases.status(s.house.stage.t, s.seen.state, int(seat), _queue(s))),
    "table_of_seed": _table_of_seed,  # how hard the puzzle is, by the table of seeds
    "window": lambda s: _queue(s).window and _queue(s).window.seat,  # the seat that may type
}
"""Facts by their first word. Further words are arguments. `s` is the vocabulary."""


def _dock(s: Any, seat: str) -> tuple[int, int]:
    """Return a point of a dock that is neither its keycap nor a button when the dock opens."""
    rect = s.seen.board.docks[int(seat)]
    return rect.left + 3, rect.centery


def _control(name: str) -> Callable[[Any, str], pygame.Rect]:
    """Return a function that finds a button of a seat's open dock."""
    return lambda s, seat: docks.controls(s.house.stage.metrics, s.seen.board.docks[int(seat)])[name]


def _route_key(s: Any, number: str) -> pygame.Rect:
    """Return a key of the look back at a round, counted from the top or from the left."""
    board, stage = s.seen.board, s.house.stage
    count = len(keys(stage.t, board.memory.past, s.seen.selection, board.context.names))
    return key_places(stage, docks.robots_places(stage.metrics, len(board.docks)), count)[int(number)]


def _ghost(s: Any) -> pygame.Rect:
    """Return the cell where the first slide ends that is shown before it is made."""
    ways = previews(s.seen.state, s.match.session.legal(s.match.input.person), first_robot(s.seen.state))
    return s.seen.board.geometry.cell_rect(ways[0].target)


def _beside(s: Any, cell: str, axis: Any, away: str = "0.8") -> tuple[int, int]:
    """Return a point of Coffee's board beside a cell, in the direction of an axis, this many pitches away."""
    return beside(s.seen.board.geometry, number_of(s, cell), axis, float(away))


def _scrubber(s: Any, ply: str) -> tuple[int, int]:
    """Return the place of a ply on a replay's scrubber."""
    scrubber = s.house.top.transport.scrubber
    return scrubber.place(int(ply)), scrubber.rect.centery


def _below(s: Any, wall: str) -> tuple[int, int]:
    """Return the place of a finger whose ghost, which lies above it, means a wall."""
    x, y = gutter(s.seen.board.geometry, s.spec.rules.parse(wall))
    return x, y + round(60 * s.seen.board.geometry.unit)


def _near(s: Any, right: str, down: str, *place: str) -> tuple[int, int]:
    """Return the point this many pixels to the right of a place and below it."""
    x, y = s.place(" ".join(place))
    return x + int(right), y + int(down)


PLACES: dict[str, Callable[..., Any]] = {
    "above": lambda s: (s.seen.board.geometry.rect.centerx, s.seen.board.geometry.rect.top - 3),  # just above the board
    # KIND: this prompt of the bar
    "bar": lambda s, kind: next(at.rect for at in s.house.top.bar.places() if at.prompt.kind is Kind[kind]),
    "below": _below,  # WALL: the place of a finger whose ghost means it
    "beside": _beside,  # CELL AXIS [PITCHES]: a point of Coffee's board
    "card": lambda s, seat: s.match.side_panel.cards[int(seat)],  # SEAT
    # CELL, or COLUMN ROW in Hyper Robots
    "cell": lambda s, *name: s.seen.board.geometry.cell_rect(number_of(s, *name)),
    "corner": lambda s: (3, 3),  # of the window
    "dock": _dock,  # SEAT
    "focus": lambda s: focus_of(s.house).current.rect,  # the widget in focus
    "frame": lambda s: s.seen.table.frame,  # of the board
    # NAME: this button of the only dock
    "learner": lambda s, name: docks.controls(s.house.stage.metrics, s.seen.board.docks[0])[name],
    "field": lambda s: s.seen.board.geometry.field,
    "ghost": _ghost,  # where the first slide ends that is shown before it is made
    # SEAT: the key on its dock
    "keycap": lambda s, seat: docks.keycap(s.house.stage.metrics, s.seen.board.docks[int(seat)]),
    "near": _near,  # X Y PLACE: pixels to the right of it and below it
    # SEAT: the head of its open dock
    "plate": lambda s, seat: docks.controls(s.house.stage.metrics, s.seen.board.docks[int(seat)])["head"],
    # to the right of the board
    "right": lambda s: (s.seen.board.geometry.rect.right + 40, s.seen.board.geometry.rect.centery),
    "robot": lambda s, colour: s.seen.board.geometry.cell_rect(s.seen.state.robots[COLOURS.index(colour)]),  # COLOUR
    "scrubber": _scrubber,  # PLY: on a replay's scrubber
    # COLUMN ROW of the board that is arranged
    "square": lambda s, *place: s.house.top.board.geometry.cell_rect(cell_at(*map(int, place))),
    "spoke": lambda s, axis: s.seen.board.places_beside.wheel.spokes[axis],  # AXIS: of Coffee's wheel
    "route_key": _route_key,  # NUMBER: a key of the look back at a round
    "swap": lambda s: s.seen.board.places_beside.swap,  # Coffee's swap
    "wall": lambda s, wall: gutter(s.seen.board.geometry, s.spec.rules.parse(wall)),  # WALL: a point that means it
    **{name: _control(name) for name in docks.CONTROLS},  # SEAT: this button of its open dock
}
"""Places by their first word. Further words are arguments. A rectangle means its middle."""
