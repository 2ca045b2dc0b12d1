"""The content of one phone's screen, in words, shapes and places. The page draws from it without any rules.

Places on a board are numbers from 0 to 1, from its left upper corner as the phone shows it; all lengths count in widths
of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from game.core.decode import MaxLength, Pattern, Range

BYTES = 8_000  # a snapshot as text has less

Look = Annotated[str, Pattern(r"[a-z][a-z-]{0,23}")]  # what a drawing is called
Word = Annotated[str, Pattern(r"[A-Za-z0-9_.:/-]{0,24}")]  # what a program calls something
Label = Annotated[str, MaxLength(32)]  # on a button
Line = Annotated[str, MaxLength(160)]
Name = Annotated[str, MaxLength(12)]
Place = Annotated[float, Range(-0.2, 1.2)]
Length = Annotated[float, Range(0, 2)]
Count = Annotated[int, Range(0, 9_999)]
Language = Literal["en", "ja"]
Shape = Literal["circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon"]
Owner = Literal["", "circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon"]
Hand = Literal["joined", "pad", "dial", "steer", "board", "result"]
Robot = Literal["red", "yellow", "green", "blue", "silver"]
Mark = Literal["", "lit", "offered", "chosen", "last", "from", "goal", "barred", "line"]
Glyph = Literal["", "back", "undo", "check", "dash", "flag", "turn", "hint", "rules", "pause", "eye", "save", "swap"]


def cut(text: str, most: int) -> str:
    """`text` in at most `most` characters, the last of which tells that there was more."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class PhonePerson:
    """A person at the table: the shape, to which a colour and a pattern belong, and the name as it is shown."""

    shape: Shape
    name: Name


@dataclass(frozen=True, slots=True)
class PhoneButton:
    """Something to press; a Press carries `id` back.

    `role`: "primary" (brass, one at most), "plain", "danger" (asks for a second press by the label `asks`), "shelf"
    (hint, rules, pause and no others), "way" (up, down, left, right: the ring's sectors), "offer" (one of four at most
    in a cross: up, right, down, left), "ring" (beside the ring alone, where a better hand does without it; undo and
    redo are in the page's menu then) or "menu" (in that menu alone). `spoken` is for screen readers where `label` does
    not suffice; of a way that is not enabled it says why. In both "{number}" stands for the number on the dial.
    """

    id: Word
    label: Label
    role: Literal["primary", "plain", "danger", "shelf", "way", "offer", "ring", "menu"] = "plain"
    glyph: Glyph = ""
    enabled: bool = True
    chosen: bool = False
    spoken: Line = ""
    asks: Label = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """`left` of `whole` seconds when the snapshot is sent; the page counts on by itself while it is `running`."""

    left: Annotated[float, Range(0, 86_400)]
    whole: Annotated[float, Range(0, 86_400)]
    running: bool = True


@dataclass(frozen=True, slots=True)
class PhoneChip:
    """The target of the robots: its colour, "" for any, and its symbol."""

    robot: Literal["", "red", "yellow", "green", "blue", "silver"]
    mark: Literal["bean", "bell", "cup", "spoon", "spiral"]


@dataclass(frozen=True, slots=True)
class PhoneDial:
    """A number to choose in private. It `opens` at a number anew with each decision; the page alone knows it until
    the button "declare" is pressed, whose Press has it as `value`.

    `best` is the best number declared, 0 for none, and `by` whose; `mine` what I have declared, 0 for nothing. Only
    numbers below `below` can be declared (0: all), `why` says so. `caption` is what stands above the best number.
    """

    opens: Count
    least: Count
    most: Count
    best: Count = 0
    by: PhonePerson | None = None
    mine: Count = 0
    below: Count = 0
    why: Line = ""
    caption: Label = ""
    chip: PhoneChip | None = None


@dataclass(frozen=True, slots=True)
class PhoneRobot:
    """A robot that can be steered; a Press carries the colour as its button. `name` is the word for the colour."""

    id: Robot
    name: Label
    letter: Annotated[str, MaxLength(2)]
    chosen: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Steer:
    """The demonstration: five robots, moves `used` of those `allowed`. Directions are buttons of the role "way"."""

    robots: Annotated[tuple[PhoneRobot, ...], MaxLength(5)]
    used: Count
    allowed: Count
    chip: PhoneChip | None = None


@dataclass(frozen=True, slots=True)
class PhoneCell:
    """A cell by its centre. `mark`: "lit" (can be chosen now), "offered" (what a choice would leave), "chosen",
    "last", "from" (where the last move began, both in the colour of `owner`), "goal", "barred" (with a warning sign)
    or "line" (the glow below). `spoken` tells a screen reader what stands there; name and mark are said beside it.
    """

    id: Word
    x: Place
    y: Place
    mark: Mark = ""
    owner: Owner = ""
    spoken: Line = ""


@dataclass(frozen=True, slots=True)
class PhoneBar:
    """Something long by its centre, `length` and `angle` (degrees clockwise from level): a wall, or a stick.

    `mark`: "ghost" (would be placed), "bad" (may not be), "last" (outlined in the colour of `owner`).
    """

    x: Place
    y: Place
    length: Length
    angle: Annotated[int, Range(-180, 180)] = 0
    look: Literal["wall", "stick"] = "wall"
    mark: Literal["", "ghost", "bad", "last"] = ""
    owner: Owner = ""


@dataclass(frozen=True, slots=True)
class PhonePiece:
    """A piece by its place. `look` names a drawing of `assets/phone/pieces`; a pawn has the sign of its `owner`."""

    x: Place
    y: Place
    look: Look
    owner: Owner = ""
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class PhoneEdge:
    """A goal edge from one place to another, lit for who is in turn."""

    x: Place
    y: Place
    to_x: Place
    to_y: Place
    owner: Shape
    lit: bool = False


@dataclass(frozen=True, slots=True)
class PhoneTrail:
    """A dashed line between two places: a preview, or, as a `warning`, in orange."""

    x: Place
    y: Place
    to_x: Place
    to_y: Place
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A corner of a board."""

    x: Place
    y: Place


def corners(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle."""
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


@dataclass(frozen=True, slots=True)
class PhoneBoard:
    """A small board, from the side of the phone's holder.

    `look` is its material, `height` in widths, `cell` the side or diameter of a cell. `outline` has the corners of its
    frame, `field` those of what lies within. A finger gives a Tap with a place; where a lit cell is near, with its id.
    `anywhere` tells that a tap beside the lit cells means something (a gutter).
    """

    look: Literal["walnut", "saucers", "felt"]
    cell: Length
    height: Length = 1.0
    cells: Annotated[tuple[PhoneCell, ...], MaxLength(128)] = ()
    bars: Annotated[tuple[PhoneBar, ...], MaxLength(80)] = ()
    pieces: Annotated[tuple[PhonePiece, ...], MaxLength(80)] = ()
    edges: Annotated[tuple[PhoneEdge, ...], MaxLength(4)] = ()
    trails: Annotated[tuple[PhoneTrail, ...], MaxLength(8)] = ()
    outline: Annotated[tuple[Point, ...], MaxLength(8)] = ()
    field: Annotated[tuple[Point, ...], MaxLength(8)] = ()
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """A way to lay a stick, pressed by `id`: its angle in degrees clockwise from level, and the cells it leaves."""

    id: Word
    angle: Annotated[int, Range(-180, 180)]
    count: Count
    warning: bool = False
    chosen: bool = False
    enabled: bool = True
    spoken: Line = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of somebody's, such as the length of a path, and what it would become (-1: nothing is shown)."""

    shape: Shape
    now: Count
    then: Annotated[int, Range(-1, 9_999)] = -1


@dataclass(frozen=True, slots=True)
class Score:
    """A line of the result."""

    shape: Shape
    name: Name
    text: Label = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Socket:
    """One of the eight places at the table; a free one has no shape."""

    shape: Owner = ""
    asleep: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a phone shows. `me` is None for one that watches.

    `decision` counts up whenever buttons come to mean something else: presses for an earlier one are dropped.
    `mine`: I am to act, so that sentence and band are lit. `title` is the line below my name, `focus` what stands large
    beside the sentence ("c2"). `renaming` lets a name be typed, or, where there are `names`, be chosen from these.
    `record`: the game can be taken along, as a file and as a picture; with `film` also as a film. `axes_title` and
    `axes_note` head the axes.
    """

    hand: Hand
    language: Language
    me: PhonePerson | None = None
    decision: Annotated[int, Range(0, 2**31)] = 0
    mine: bool = False
    title: Line = ""
    sentence: Line = ""
    helper: Line = ""
    focus: Annotated[str, MaxLength(6)] = ""
    turn: PhonePerson | None = None
    buttons: Annotated[tuple[PhoneButton, ...], MaxLength(16)] = ()
    clock: Clock | None = None
    dial: PhoneDial | None = None
    steer: Steer | None = None
    board: PhoneBoard | None = None
    axes: Annotated[tuple[Axis, ...], MaxLength(4)] = ()
    axes_title: Label = ""
    axes_note: Line = ""
    figures: Annotated[tuple[Figure, ...], MaxLength(4)] = ()
    scores: Annotated[tuple[Score, ...], MaxLength(8)] = ()
    sockets: Annotated[tuple[Socket, ...], MaxLength(8)] = ()
    renaming: bool = False
    names: Annotated[tuple[Name, ...], MaxLength(16)] = ()
    record: bool = False
    film: bool = False
