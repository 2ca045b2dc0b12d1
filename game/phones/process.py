"""The server's supervisor in the table's process. It is polled in each frame, never blocks, and replaces a dead server.

It keeps the code, the port and the hashed secrets, so that every phone finds its seat at the next server.
"""

from __future__ import annotations

import logging
import math
import time
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from game.core.decode import MaxLength
from game.phones import child
from game.phones.link import Link
from game.phones.messages import (
    CODED,
    MOST_PHONES,
    MOST_WATCHING,
    PART,
    Ack,
    Alive,
    Asleep,
    Awake,
    Code,
    Dismiss,
    Done,
    Fast,
    File,
    FromTable,
    JoinCode,
    Joined,
    Leave,
    Looked,
    Open,
    Phone,
    PhoneMessage,
    Port,
    Prefer,
    Press,
    Renew,
    Seats,
    Tap,
    Ticket,
    Trouble,
)
from game.phones.protocol import WireError, as_text, from_server, read, read_object, text, to_json
from game.phones.snapshot import Language, Snapshot
from game.platforms.child_process import ChildProcess, back_off, had

PORT = 47_810
PAUSE = 0.1  # seconds between two snapshots for a phone
MOST_RECORD = 1_000_000  # the most bytes of a game's file for phones
MOST_FILE = 8_000_000  # the most bytes of a picture or a film
# The most characters of files sent in a frame; a single part may be longer. More could overflow the link.
AT_ONCE = 4 * PART
# Seconds of a server's own time (see `had`) for which it may be silent. It reports every two seconds.
PATIENCE = 15.0
LATEST = 8.0  # the longest delay in seconds before the next server, if several have died within REMEMBERED
REMEMBERED = 60.0  # seconds for which a server's death counts
_FAREWELL = 1.0  # seconds in which a server can end by itself when the program ends
_log = logging.getLogger(__name__)

Event = Joined | Asleep | Awake | PhoneMessage[Done]
State = Literal["closed", "opening", "open", "failed"]


@dataclass(frozen=True, slots=True)
class KeptServer:
    """The server's values that the store keeps for an evening. Secrets are not among them."""

    port: Port = PORT
    code: Code = ""
    tickets: Annotated[tuple[Ticket, ...], MaxLength(MOST_PHONES + MOST_WATCHING)] = ()
    next_phone: Phone = 1

    def to_text(self) -> str:
        """Return the values as JSON."""
        return as_text(to_json(self))

    @classmethod
    def from_text(cls, stored: str) -> KeptServer:
        """Read the text of `to_text`. Raises WireError."""
        return read(cls, read_object(stored))


@dataclass
class Known:
    """A phone with a ticket. `shown` is its latest snapshot."""

    phone: int
    watching: bool
    awake: bool = True
    language: Language | None = None  # the phone's choice; None for the table's language
    shown: Snapshot | None = None
    sent: Snapshot | None = None
    due: float = 0.0  # when its next snapshot may be sent


class Phones:
    """The phone server. `now` returns the time in seconds.

    `open` starts it. `poll`, called in each frame, returns the phones' actions in order. `show` sets a phone's
    snapshot; a scene may call it at any time. `state`, `join_code` and `trouble` describe the server.
    """

    def __init__(self, kept: KeptServer | None = None, *, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.kept = kept or KeptServer()  # changes with each ticket and code; compare it to know when to store it
        self.state: State = "closed"
        self.join_code: JoinCode | None = None
        self.trouble: Trouble | None = None  # why the state is "failed"
        self.looked = False  # whether the page was fetched since the server started
        self.known = {  # all phones with tickets, even sleeping ones
            ticket.phone: Known(ticket.phone, ticket.watching, awake=False) for ticket in self.kept.tickets
        }
        self._bind = ""
        self._free = MOST_PHONES
        self._playing: tuple[int, ...] = ()
        self.link: Link | None = None
        self.server: ChildProcess | None = None
        self._ending: list[tuple[ChildProcess, float]] = []  # processes that must end, with their deadlines
        self.giving: deque[PhoneMessage[File]] = deque()
        self._has_failed = False  # whether a server died before it was ready
        self._deaths: deque[float] = deque()  # when servers died recently
        self.next_start: float | None = None  # when a dead server is replaced
        # True until the server confirms that all seats have ended.
        self._renewing = False
        self._heard = 0.0  # the server's own time (see `had`) when its last message came

    @property
    def pid(self) -> int | None:
        """The server's process id; None without a server."""
        return self.server.pid if self.server else None

    def open(self, bind: str = "") -> None:
        """Start the phone server at an address of this machine, "" for the best one.

        If it runs at another address, or has failed, it is started again.
        """
        if self.state in ("opening", "open") and bind == self._bind:
            return
        self._stop()
        self._bind, self._has_failed, self.looked = bind, False, False
        self._begin()

    def close(self) -> None:
        """Stop the phone server without waiting. Tickets stay valid for the next start."""
        self._stop()
        self.state = "closed"

    def end(self) -> None:
        """Close the phone server when the program ends. Waits at most a second."""
        self.close()
        for server, _ in self._ending:
            server.end(_FAREWELL)
        self._ending.clear()

    def poll(self) -> list[Event]:
        """Return the messages since the last call, in order, without presses for earlier decisions."""
        events: list[Event] = []
        self._bury()
        if self.next_start is not None and self._now() >= self.next_start and not self._ending:
            self._start()  # only now is the previous server's port free
        if self.link is None:
            return events
        # Asked before `take`: a broken link gets no more messages, so `take` then returns all that are left.
        broken = self.link.is_broken
        received = self.link.take()
        has_had = had(self.server, self._now())
        if received:
            self._heard = has_had
        elif has_had - self._heard > PATIENCE:
            _log.error("the phones' server says nothing any more")
            broken = True
        for sent in received:
            try:
                self._hear(sent, events)
            except WireError as error:
                _log.error("the phones' server talks nonsense: %s", error)
                broken = True
                break
        if broken and self.state != "failed":
            self.recover(events)
        room = AT_ONCE
        while self.giving and room > 0:
            part = self.giving.popleft()
            room -= max(PART, len(part.message.text))
            self._put(part)
        self._send_due()
        return events

    def seats(self, free: int, play: Collection[int] = ()) -> None:
        """Set the number of free chairs for phones. Phones that `play` keep their seats."""
        free, playing = max(0, min(MOST_PHONES, free)), tuple(sorted(play))[:MOST_PHONES]
        if (free, playing) != (self._free, self._playing):
            self._free, self._playing = free, playing
            self._put(Seats(free, playing))

    def show(self, phone: int, snapshot: Snapshot) -> None:
        """Let a phone show `snapshot`: at once, or PAUSE seconds after the phone's last snapshot."""
        known = self.known.get(phone)
        if known is not None:
            known.shown = snapshot
            self._send(known)

    def refuse(self, phone: int, made: Press | Tap) -> None:
        """Tell a phone that its press was refused."""
        self._put(PhoneMessage(phone, Ack(made.number, taken=False)))

    def mute(self, phone: int, seconds: float) -> None:
        """Tell a phone that it pressed too fast and will be ignored for `seconds`."""
        self._put(PhoneMessage(phone, Fast(math.ceil(seconds))))

    def dismiss(self, phone: int, full: bool = False) -> None:
        """End a phone's seat. `full` says that the table has no chair for it."""
        if self.known.pop(phone, None) is not None:
            self.kept = replace(self.kept, tickets=tuple(t for t in self.kept.tickets if t.phone != phone))
            self._put(Dismiss(phone, full))

    def renew(self, everybody: bool = False) -> None:
        """Make a new code. With `everybody`, as for a new evening, all seats end."""
        if everybody:
            self.known.clear()
            self.kept = replace(self.kept, tickets=())
            self._renewing = self.link is not None
        self.kept = replace(self.kept, code="")
        self._put(Renew(everybody))

    def give(self, phone: int, name: str, content: str | bytes) -> None:
        """Send a phone a game's file, picture or film, in parts over several frames. If it is being sent, it
        starts again, because the phone may have lost its first parts. Raises ValueError if it is too large.
        """
        is_coded, most = isinstance(content, bytes), MOST_FILE if isinstance(content, bytes) else MOST_RECORD
        if len(content if isinstance(content, bytes) else content.encode()) > most:
            raise ValueError(f"a file of more than {most} bytes")
        text = b64encode(content).decode() if isinstance(content, bytes) else content
        size = CODED if is_coded else PART
        parts = [text[start : start + size] for start in range(0, len(text), size)] or [""]
        files = [File(name, number, number == len(parts) - 1, part, is_coded) for number, part in enumerate(parts)]
        others = (given for given in self.giving if (given.phone, given.message.name) != (phone, name))
        self.giving = deque((*others, *(PhoneMessage(phone, file) for file in files)))

    def _hear(self, sent: bytes, events: list[Event]) -> None:
        message = from_server(sent)
        if isinstance(message, JoinCode):
            self.state, self.join_code, self._renewing, self._has_failed = "open", message, False, False
            self.kept = replace(self.kept, port=message.port, code=message.code)
        elif isinstance(message, Trouble):
            self._stop()  # otherwise its silence would be reported in each frame
            self.state, self.trouble = "failed", message
            _log.warning("the phone server stays closed: %s %s", message.about, message.detail)
        elif isinstance(message, Looked):
            self.looked = True
        elif isinstance(message, Alive):
            return
        elif isinstance(message, Joined) and self._renewing:
            self._put(Dismiss(message.ticket.phone))  # the phone used the previous code, and must scan the new one
        elif isinstance(message, Joined):
            self._admit(message)
            events.append(message)
        elif message.phone not in self.known:
            return  # the phone was dismissed after it sent this
        elif isinstance(message, PhoneMessage) and isinstance(message.message, Prefer):
            self.known[message.phone].language = message.message.language  # used for the phone's next page
        elif not isinstance(message, PhoneMessage) or not isinstance(message.message, (Press, Tap)):
            self._follow(message)
            events.append(message)
        elif self._is_due(message.phone, message.message):
            events.append(message)

    def _admit(self, joined: Joined) -> None:
        ticket = joined.ticket
        before = self.known.get(ticket.phone)  # there is one if a watching phone sits down
        self.known[ticket.phone] = Known(ticket.phone, ticket.watching, language=before.language if before else None)
        others = tuple(other for other in self.kept.tickets if other.phone != ticket.phone)
        after = max(self.kept.next_phone, ticket.phone + 1)
        self.kept = replace(self.kept, tickets=(*others, ticket), next_phone=after)
        if not ticket.watching:
            self._free = max(0, self._free - 1)  # the server lowers its own count, too

    def _is_due(self, phone: int, made: Press | Tap) -> bool:
        """Return whether a press is for the phone's present decision. If it is not, tell the phone."""
        shown = self.known[phone].shown
        taken = shown is not None and shown.decision == made.decision
        self._put(PhoneMessage(phone, Ack(made.number, taken)))
        return taken

    def _follow(self, message: Asleep | Awake | PhoneMessage[Done]) -> None:
        known = self.known[message.phone]
        if isinstance(message, Asleep):
            known.awake = False
        elif isinstance(message, Awake):
            known.awake, known.sent, known.due = True, None, 0.0
            self._send(known)
        elif isinstance(message, PhoneMessage) and isinstance(message.message, Leave):
            del self.known[message.phone]
            self.kept = replace(self.kept, tickets=tuple(t for t in self.kept.tickets if t.phone != message.phone))

    def _send_due(self) -> None:
        for known in self.known.values():
            self._send(known)

    def _send(self, known: Known) -> None:
        """Send a phone its snapshot, if it is new, the phone is connected, and PAUSE has passed."""
        now = self._now()
        if known.shown is None or known.shown is known.sent or not known.awake or now < known.due:
            return
        if known.shown != known.sent:
            try:
                self._put(PhoneMessage(known.phone, known.shown))
            except WireError as error:
                _log.error("phone %d is not shown what it should: %s", known.phone, error)
            known.due = now + PAUSE
        known.sent = known.shown

    def _put(self, message: FromTable) -> None:
        if self.link is not None:
            self.link.put(text(message))

    def _begin(self, delay: float = 0.0) -> None:
        """Start a server after `delay` seconds, once the previous one has ended."""
        self.state, self.trouble, self.next_start = "opening", None, self._now() + delay
        if not delay and not self._ending:
            self._start()

    def _start(self) -> None:
        self.next_start = None
        try:
            self.server = ChildProcess(child.run, name="kissaten-phones")
        except OSError as error:
            self.state, self.trouble = "failed", Trouble("server", str(error)[:200])
            return
        self.link = Link(self.server.hears, self.server.says)
        self._heard = had(self.server, self._now())
        self.state, self.join_code, self.trouble, self._renewing = "opening", None, None, False
        kept = self.kept
        self._put(Open(self._bind, kept.port, kept.code, kept.tickets, kept.next_phone, self._free))
        if self._playing:
            self._put(Seats(self._free, self._playing))

    def recover(self, events: list[Event]) -> None:
        """Replace the dead server, unless two in a row died before they were ready.

        The first server that dies within REMEMBERED is replaced at once, later ones after growing delays.
        """
        began = self.state == "opening"
        for known in self.known.values():
            if known.awake:
                known.awake = False
                events.append(Asleep(known.phone))
        if self.server is not None:
            self.server.kill()
        self._stop()
        if began and self._has_failed:
            self.state, self.trouble = "failed", Trouble("server", "it has ended twice at its start")
            return
        self._has_failed = began
        now = self._now()
        while self._deaths and now - self._deaths[0] > REMEMBERED:
            self._deaths.popleft()
        self._deaths.append(now)
        delay = back_off(len(self._deaths), 1, LATEST)
        _log.warning("the phones' server has ended; another one begins in %g s", delay)
        self._begin(delay)

    def _stop(self) -> None:
        """Ask the server to end. If it does not, `poll` and `end` kill it."""
        self.next_start = None
        if self.link is not None:
            self.link.close()
            self.link = None
        if self.server is not None:
            self._ending.append((self.server, self._now() + _FAREWELL))
            self.server = None
        self.join_code = None
        self.giving.clear()
        for known in self.known.values():
            known.awake = False

    def _bury(self) -> None:
        """Forget ended servers, and kill overdue ones."""
        now = self._now()
        self._ending = [(server, end) for server, end in self._ending if not server.has_ended(kill=now > end)]
