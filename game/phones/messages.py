"""The messages between phones, their server and the table's process.

A phone speaks to the server, the server to the table's process, the table's process to the server, and the server to a
phone. What one phone has done, and what one is told, goes between the processes as a PhoneMessage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from game.core.decode import MaxLength, Pattern, Range
from game.match_setup import LONGEST_NAME
from game.phones.snapshot import Language, Place, Snapshot, Word

M = TypeVar("M", covariant=True)

PART = 6_000  # characters of a game's file in one message: with every one of them escaped it fits
CODED = 60_000  # of a picture's or a film's, in which none is: base64 of whole bytes, a multiple of four
MOST_PHONES = 8
MOST_WATCHING = 8

Phone = Annotated[int, Range(1, 2**31)]  # counted from 1 as they join, never used again
Number = Annotated[int, Range(0, 2**53)]
Decision = Annotated[int, Range(0, 2**31)]
Secret = Annotated[str, Pattern(r"[A-Za-z0-9_-]{22}|")]  # 128 bits, "" for none
Hash = Annotated[str, Pattern(r"[0-9a-f]{64}")]
Code = Annotated[str, Pattern(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}|")]
Port = Annotated[int, Range(0, 65_535)]
Address = Annotated[str, Pattern(r"[0-9A-Fa-f:.]{0,45}")]
Reason = Annotated[str, MaxLength(200)]


@dataclass(frozen=True, slots=True)
class PhoneMessage(Generic[M]):
    """A message of one phone, or to one phone."""

    phone: Phone
    message: M


# A phone to the server


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: the secret of an own seat, or else the code from the address.

    `watching`: without a seat. `asking`: only whether one is free, which a Notice tells.
    """

    code: Annotated[str, MaxLength(16)] = ""
    secret: Annotated[str, MaxLength(40)] = ""
    watching: bool = False
    asking: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed. `number` counts the phone's presses and is acknowledged, `value` is the dial's number."""

    number: Number
    decision: Decision
    button: Word
    value: Annotated[int, Range(0, 9_999)] = 0
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Tap:
    """A finger on the small board: its place there, and the lit cell that it stands for, "" for none.

    `done`: the finger is up; before that it drags a ghost.
    """

    number: Number
    decision: Decision
    x: Place
    y: Place
    cell: Word = ""
    done: bool = True


@dataclass(frozen=True, slots=True)
class Rename:
    """A name was typed or chosen."""

    name: Annotated[str, MaxLength(80)]


@dataclass(frozen=True, slots=True)
class Prefer:
    """The language that the phone has chosen for itself; said after each welcome, as it is kept on the phone."""

    language: Language


@dataclass(frozen=True, slots=True)
class Leave:
    """The phone gives its seat up."""


@dataclass(frozen=True, slots=True)
class Sit:
    """One that watches asks for a seat."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """The phone asks for the game that is over: as a file, as a picture (its card), or for its film."""

    what: Literal["game", "card", "film"] = "game"


FromPhone = Hello | Press | Tap | Rename | Prefer | Leave | Sit | Fetch


# The server to a phone


@dataclass(frozen=True, slots=True)
class Welcome:
    """The phone is known now; with its secret where it is new."""

    secret: Secret = ""
    watching: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The page to show from now on; `number` counts up."""

    number: Number
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Ack:
    """The press with this number was heard, and was it `taken`?"""

    number: Number
    taken: bool = True


@dataclass(frozen=True, slots=True)
class Notice:
    """The reason why there is nothing to show.

    "full", "wrong" (the code), "slow" (too many wrong ones: try again in `wait` seconds), "gone" (the seat was given
    up), "over" (the seat has ended, and the code with it), "closed" (the server), "elsewhere" (the seat is on another
    page).

    With how many watch, how many more may, and how many seats are free.
    """

    about: Literal["full", "wrong", "slow", "gone", "over", "closed", "elsewhere"]
    watching: Annotated[int, Range(0, 99)] = 0
    places: Annotated[int, Range(0, 99)] = 0
    seats: Annotated[int, Range(0, 99)] = 0
    wait: Annotated[int, Range(0, 99)] = 0


@dataclass(frozen=True, slots=True)
class Beat:
    """The table is there and has no news. `seats`: one that watches may sit down."""

    seats: Annotated[int, Range(0, 99)] = 0


@dataclass(frozen=True, slots=True)
class Fast:
    """The phone presses too fast: for so many seconds it is not heard."""

    seconds: Annotated[int, Range(0, 99)]


@dataclass(frozen=True, slots=True)
class File:
    """A part of a file, whose last one is `last`. `coded`: its text is base64 of the bytes, and not the text itself."""

    name: Annotated[str, Pattern(r"[A-Za-z0-9_.-]{1,80}")]
    part: Annotated[int, Range(0, 9_999)]
    last: bool
    text: Annotated[str, MaxLength(CODED)]
    coded: bool = False


ToPhone = Welcome | Shown | Ack | Notice | Beat | Fast | File


# The server to the table's process


@dataclass(frozen=True, slots=True)
class Network:
    """A network of this machine."""

    name: Annotated[str, MaxLength(60)]
    address: Address


@dataclass(frozen=True, slots=True)
class JoinCode:
    """The way to a server that runs: where, by which code, and the address as a QR code, rows of "0" and "1" without a
    quiet zone.

    Comes anew with each new code, and where this machine has the address no more (`is_lost`) or again.
    """

    address: Address
    port: Port
    code: Code
    url: Annotated[str, MaxLength(120)]
    matrix: Annotated[tuple[Annotated[str, Pattern("[01]{21,77}")], ...], MaxLength(77)]
    networks: Annotated[tuple[Network, ...], MaxLength(40)] = ()
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """It cannot be started: "address" (it is none of this machine), "port" (none to be had), "library" (missing),
    "network" (there is none) or "server" (two in a row have ended at their start).
    """

    about: Literal["address", "port", "library", "network", "server"]
    detail: Reason = ""


@dataclass(frozen=True, slots=True)
class Alive:
    """The server runs."""


@dataclass(frozen=True, slots=True)
class Looked:
    """Somebody has fetched the page."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """The proof of a phone's seat, as the SHA-256 of its secret.

    `device` is the first phone of those whose secrets count as one device's, 0 for itself.
    """

    phone: Phone
    hash: Hash
    watching: bool = False
    device: Annotated[int, Range(0, 2**31)] = 0


@dataclass(frozen=True, slots=True)
class Joined:
    """A phone came in, and wants to sit or to watch; its ticket is to be kept for the next server."""

    ticket: Ticket


@dataclass(frozen=True, slots=True)
class Asleep:
    """A phone's socket is gone; its seat waits."""

    phone: Phone


@dataclass(frozen=True, slots=True)
class Awake:
    """The phone is back."""

    phone: Phone


@dataclass(frozen=True, slots=True)
class Named:
    """The name, clean, that is wanted."""

    name: Annotated[str, MaxLength(LONGEST_NAME)]


Done = Press | Tap | Named | Prefer | Fetch | Leave  # Leave also of one that does not watch any more
News = JoinCode | Trouble | Alive | Looked | Joined | Asleep | Awake
FromServer = News | PhoneMessage[Done]


# The table's process to the server


@dataclass(frozen=True, slots=True)
class Open:
    """Start: `bind` is an address or "" for the best one, `code` and `tickets` those of the server before."""

    bind: Address = ""
    port: Port = 0
    code: Code = ""
    tickets: Annotated[tuple[Ticket, ...], MaxLength(MOST_PHONES + MOST_WATCHING)] = ()
    next_phone: Phone = 1
    seats: Annotated[int, Range(0, MOST_PHONES)] = MOST_PHONES


@dataclass(frozen=True, slots=True)
class Seats:
    """The number of phones that may still sit down, and those that `play`: they yield to nobody while they are
    there.
    """

    free: Annotated[int, Range(0, MOST_PHONES)]
    play: Annotated[tuple[Phone, ...], MaxLength(MOST_PHONES)] = ()


@dataclass(frozen=True, slots=True)
class Dismiss:
    """A phone has no seat any more, or, where the table is `full`, gets none."""

    phone: Phone
    full: bool = False


@dataclass(frozen=True, slots=True)
class Renew:
    """A new code; with `everybody` all seats end."""

    everybody: bool = False


ForPhone = Snapshot | Ack | Fast | File
Order = Open | Seats | Dismiss | Renew
FromTable = Order | PhoneMessage[ForPhone]
