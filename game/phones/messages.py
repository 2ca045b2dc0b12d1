"""The messages between phones, their server and the table's process.

There is a section for each direction: phone to server, server to phone, server to table's process, and back. Between
the two processes, messages from or to a phone are wrapped in a PhoneMessage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from game.core.decode import MaxLength, Pattern, Range
from game.match_setup import LONGEST_NAME
from game.phones.snapshot import Language, Place, Snapshot, Word

M = TypeVar("M", covariant=True)

# The most characters of a game's file in one message. A message has room for them even if all are escaped.
PART = 6_000
# The most characters of a picture or film in one message. They are base64, which needs no escapes. The number is a
# multiple of four, so that each message can be decoded alone.
CODED = 60_000
MOST_PHONES = 8
MOST_WATCHING = 8

Phone = Annotated[int, Range(1, 2**31)]  # phones are numbered from 1 as they join, and numbers are not used again
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
    """An envelope for a message from or to one phone."""

    phone: Phone
    message: M


# A phone to the server


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: the secret of the phone's seat, or the code from the address.

    A phone that is `watching` wants no seat. One that is `asking` only wants a Notice that says whether a seat is free.
    """

    code: Annotated[str, MaxLength(16)] = ""
    secret: Annotated[str, MaxLength(40)] = ""
    watching: bool = False
    asking: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button.

    `number` counts the phone's presses, and comes back in the Ack. `value` is the number on the dial.
    """

    number: Number
    decision: Decision
    button: Word
    value: Annotated[int, Range(0, 9_999)] = 0
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Tap:
    """A finger on the phone's small board. `cell` is the id of a lit cell there, which can be chosen; "" for none.

    `done` says that the finger was lifted. Until then, the finger drags the preview of a piece.
    """

    number: Number
    decision: Decision
    x: Place
    y: Place
    cell: Word = ""
    done: bool = True


@dataclass(frozen=True, slots=True)
class Rename:
    """A name that was typed or chosen."""

    name: Annotated[str, MaxLength(80)]


@dataclass(frozen=True, slots=True)
class Prefer:
    """The language chosen on the phone. The phone stores it, and sends it after each Welcome."""

    language: Language


@dataclass(frozen=True, slots=True)
class Leave:
    """The phone gives up its seat."""


@dataclass(frozen=True, slots=True)
class Sit:
    """A watching phone asks for a seat."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """The phone asks for the finished game's file, picture (its card) or film."""

    what: Literal["game", "card", "film"] = "game"


FromPhone = Hello | Press | Tap | Rename | Prefer | Leave | Sit | Fetch


# The server to a phone


@dataclass(frozen=True, slots=True)
class Welcome:
    """The phone is admitted. A new phone gets its secret."""

    secret: Secret = ""
    watching: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The page to show. `number` counts up."""

    number: Number
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Ack:
    """The press with this number has arrived. `taken` says whether it was accepted."""

    number: Number
    taken: bool = True


@dataclass(frozen=True, slots=True)
class Notice:
    """The reason for an empty page.

    "full", "wrong" (code), "slow" (too many wrong codes: try again in `wait` seconds), "gone" (seat given up), "over"
    (seat and code ended), "closed" (server), "elsewhere" (the seat is open on another page).

    `watching` is the number of phones that watch. `places` is the number of free places to watch, and `seats` is the
    number of free seats.
    """

    about: Literal["full", "wrong", "slow", "gone", "over", "closed", "elsewhere"]
    watching: Annotated[int, Range(0, 99)] = 0
    places: Annotated[int, Range(0, 99)] = 0
    seats: Annotated[int, Range(0, 99)] = 0
    wait: Annotated[int, Range(0, 99)] = 0


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life without news. `seats` says whether a watching phone may sit down."""

    seats: Annotated[int, Range(0, 99)] = 0


@dataclass(frozen=True, slots=True)
class Fast:
    """The phone presses too fast and is ignored for some seconds."""

    seconds: Annotated[int, Range(0, 99)]


@dataclass(frozen=True, slots=True)
class File:
    """A part of a file. `last` marks the last part. `coded` says that the text is base64."""

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
    """The running server's address and code. The QR code of the address is rows of "0" and "1" without a quiet zone.

    Sent again with each new code, and when this machine loses the address (`is_lost`) or regains it.
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
    """The reason why the server cannot start.

    "address": this machine does not have the address. "port": no port is free. "library": a library is missing.
    "network": there is no network. "server": two servers in a row ended while they started.
    """

    about: Literal["address", "port", "library", "network", "server"]
    detail: Reason = ""


@dataclass(frozen=True, slots=True)
class Alive:
    """The server runs."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A browser has fetched the page."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """The proof of a phone's seat: the SHA-256 of its secret.

    `device` is the number of the first phone of the same device, 0 if this phone is the first.
    """

    phone: Phone
    hash: Hash
    watching: bool = False
    device: Annotated[int, Range(0, 2**31)] = 0


@dataclass(frozen=True, slots=True)
class Joined:
    """A phone joined, to sit or to watch. Its ticket must be kept for the next server."""

    ticket: Ticket


@dataclass(frozen=True, slots=True)
class Asleep:
    """A phone lost its socket, but keeps its seat."""

    phone: Phone


@dataclass(frozen=True, slots=True)
class Awake:
    """The phone is back."""

    phone: Phone


@dataclass(frozen=True, slots=True)
class Named:
    """The requested name, cleaned."""

    name: Annotated[str, MaxLength(LONGEST_NAME)]


Done = Press | Tap | Named | Prefer | Fetch | Leave  # a phone that stops watching also sends Leave
News = JoinCode | Trouble | Alive | Looked | Joined | Asleep | Awake
FromServer = News | PhoneMessage[Done]


# The table's process to the server


@dataclass(frozen=True, slots=True)
class Open:
    """Start. `bind` is an address, or "" for the best one. `code` and `tickets` are from the previous server."""

    bind: Address = ""
    port: Port = 0
    code: Code = ""
    tickets: Annotated[tuple[Ticket, ...], MaxLength(MOST_PHONES + MOST_WATCHING)] = ()
    next_phone: Phone = 1
    seats: Annotated[int, Range(0, MOST_PHONES)] = MOST_PHONES


@dataclass(frozen=True, slots=True)
class Seats:
    """How many phones may still sit down, and the phones that `play`.

    While a phone that plays is connected, no other phone can take its seat.
    """

    free: Annotated[int, Range(0, MOST_PHONES)]
    play: Annotated[tuple[Phone, ...], MaxLength(MOST_PHONES)] = ()


@dataclass(frozen=True, slots=True)
class Dismiss:
    """A phone loses its seat, or gets none because the table is `full`."""

    phone: Phone
    full: bool = False


@dataclass(frozen=True, slots=True)
class Renew:
    """Make a new code. With `everybody`, all seats end."""

    everybody: bool = False


ForPhone = Snapshot | Ack | Fast | File
Order = Open | Seats | Dismiss | Renew
FromTable = Order | PhoneMessage[ForPhone]
