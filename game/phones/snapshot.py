"""The content of a phone's screen: words, shapes and places. The page draws it without knowing the rules.

Places on a board are measured from its upper left corner, as the phone shows it. All places and lengths are in widths
of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from game.core.decode import MaxLength, Pattern, Range

BYTES = 8_000  # the most bytes of a snapshot's text

Look = Annotated[str, Pattern(r"[a-z][a-z-]{0,23}")]  # the name of a drawing
Word = Annotated[str, Pattern(r"[A-Za-z0-9_.:/-]{0,24}")]  # an id
Label = Annotated[str, MaxLength(32)]  # the text on a button
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
SignName = Literal["clap", "oh", "laugh", "hurry"]
Glyph = Literal[
    "", "back", "undo", "check", "dash", "flag", "turn", "hint", "rules", "pause", "eye", "save", "swap", SignName
]


def cut(text: str, most: int) -> str:
    """Return `text` shortened to `most` characters, with an ellipsis."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class PhonePerson:
    """A person at the table: the displayed name, and the shape, which implies colour and pattern."""

    shape: Shape
    name: Name


@dataclass(frozen=True, slots=True)
class PhoneButton:
    """A button. Its `id` is sent in a Press.

    The page draws the four directions as a ring. The roles:

    - "primary" is brass; there is one at most. "plain" is any other button.
    - "danger" needs a second press. Until then, the label is `asks`.
    - "shelf" is only for hint, rules and pause.
    - "way" is one of the ring's four sectors: up, down, left, right.
    - "offer" is one of at most four in a cross: up, right, down, left.
    - "ring" is shown only beside the ring. If the board is shown instead of the ring, the menu has undo and redo.
    - "menu" is in the page's menu only.
    - "tip" is one of several in rows of two, in order.
    - "sign" is one of four in a row, and shows only its glyph.

    `spoken` is for screen readers if `label` does not say enough. For a "way" that is not `enabled`, it gives the
    reason. In both texts, "{number}" stands for the number on the dial.
    """

    id: Word
    label: Label
    role: Literal["primary", "plain", "danger", "shelf", "way", "offer", "ring", "menu", "tip", "sign"] = "plain"
    glyph: Glyph = ""
    enabled: bool = True
    chosen: bool = False
    spoken: Line = ""
    asks: Label = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """A countdown: at the time of sending, `left` seconds of `whole` remained.

    The page counts down by itself while it is `running`.
    """

    left: Annotated[float, Range(0, 86_400)]
    whole: Annotated[float, Range(0, 86_400)]
    running: bool = True


@dataclass(frozen=True, slots=True)
class PhoneChip:
    """The robots' target: its symbol, and its colour, "" for any."""

    robot: Literal["", "red", "yellow", "green", "blue", "silver"]
    mark: Literal["bean", "bell", "cup", "spoon", "spiral"]


@dataclass(frozen=True, slots=True)
class PhoneDial:
    """A number to choose in private. Each decision resets it to `opens`.

    Only the page knows the number, until the button "declare" sends it as the `value` of a Press.

    `best` is the best bid so far, 0 for none, and `by` its person. `mine` is this phone's bid, 0 for none. Only numbers
    below `below` are allowed (0: all); `why` explains that. `caption` is the text above the best number.
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
    """A robot to move. Its colour names it in a Press. `name` is the word for the colour."""

    id: Robot
    name: Label
    letter: Annotated[str, MaxLength(2)]
    chosen: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Steer:
    """The demonstration: five robots, and `used` of `allowed` moves. Directions are buttons with the role "way"."""

    robots: Annotated[tuple[PhoneRobot, ...], MaxLength(5)]
    used: Count
    allowed: Count
    chip: PhoneChip | None = None


@dataclass(frozen=True, slots=True)
class PhoneCell:
    """A cell, placed by its centre.

    The marks:

    - "lit" can be chosen now. "offered" could be chosen next by the rival. "chosen" is chosen.
    - "last" and "from" are the end and the start of the last move, in the colour of `owner`.
    - "goal" is a goal, "barred" has a warning sign, and "line" lies on the stick's line.

    `spoken` describes the cell's content for screen readers, which also read its `id` and `mark`.
    """

    id: Word
    x: Place
    y: Place
    mark: Mark = ""
    owner: Owner = ""
    spoken: Line = ""


@dataclass(frozen=True, slots=True)
class PhoneBar:
    """A wall or a stick, placed by centre, `length` and `angle` (degrees clockwise from horizontal).

    `mark` is "ghost" (preview), "bad" (illegal preview) or "last" (outlined in the colour of `owner`).
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
    """A piece and its place. `look` names a drawing in `assets/phone/pieces`. A pawn has its `owner`'s sign."""

    x: Place
    y: Place
    look: Look
    owner: Owner = ""
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class PhoneEdge:
    """A goal edge between two places. It is lit when its player must move."""

    x: Place
    y: Place
    to_x: Place
    to_y: Place
    owner: Shape
    lit: bool = False


@dataclass(frozen=True, slots=True)
class PhoneTrail:
    """A dashed line between two places: a preview, or an orange `warning`."""

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
    """A small board, seen from the player's side.

    `look` is its material, `height` its height in widths, `cell` the side or diameter of a cell. `outline` has the
    corners of its frame, `field` the corners of its inside. A finger sends a Tap with its place and the id of a lit
    cell nearby. With `anywhere`, taps without a lit cell nearby are sent, too (for example on a groove).
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
    """A direction for a stick. Its `id` is sent in a Press.

    `angle` is in degrees clockwise from horizontal. `count` is the number of cells that the direction offers.
    """

    id: Word
    angle: Annotated[int, Range(-180, 180)]
    count: Count
    warning: bool = False
    chosen: bool = False
    enabled: bool = True
    spoken: Line = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A player's number, such as the length of a path: `now`, and `then` after the previewed action (-1: none)."""

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
    """One of the eight places at the table. A free place has no shape."""

    shape: Owner = ""
    asleep: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign just given by a person. The person's token and the sign's drawing rise once. `spoken` is read aloud."""

    shape: Shape
    about: SignName
    spoken: Line = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a phone shows. `me` is None for a watching phone.

    `decision` counts up whenever buttons change their meaning: presses for earlier decisions are dropped. With `mine`,
    it is this player's turn, and the sentence and the page's header are lit. `title` is the line below the name,
    `focus` the large text beside the sentence ("c2"). With `renaming`, a name can be typed or chosen from `names`.
    With `record`, the game can be downloaded as a file and as a picture; with `film`, also as a film. `film` without
    `record` is a cup's film. `signs` are other people's signs that rise now. `axes_title` and `axes_note` are the texts
    above the axes.
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
    signs: Annotated[tuple[Sign, ...], MaxLength(3)] = ()
