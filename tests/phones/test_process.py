"""The supervisor in the table's process, with real servers: nothing waits, and what a dead one costs."""

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from game.phones import child
from game.phones import link as links
from game.phones.link import Link
from game.phones.messages import (
    PART,
    Ack,
    Asleep,
    Awake,
    Fetch,
    File,
    Hello,
    Joined,
    Leave,
    PhoneMessage,
    Prefer,
    Press,
    Seats,
    Shown,
    Sit,
    Ticket,
    Trouble,
    Welcome,
)
from game.phones.process import AT_ONCE, LATEST, MOST_FILE, PATIENCE, PAUSE, REMEMBERED, KeptServer, Phones
from game.phones.protocol import PIPE_BYTES, WireError, from_server, from_table, text, to_phone
from game.phones.server import serve
from game.phones.snapshot import Snapshot
from game.platforms.child_process import BUSY
from tests import stores
from tests.phones.servers import SNAPSHOT
from tests.processes import said
from tools import phone_browser


class Client:
    """A phone in a thread of its own, so that the test can be the table."""

    def __init__(self, loopback, **hello):
        self.heard: list = []
        self._loop = asyncio.new_event_loop()
        self._socket = None
        threading.Thread(
            target=self._run, args=(loopback, Hello(**{"code": loopback.code, **hello})), daemon=True
        ).start()

    def say(self, message):
        asyncio.run_coroutine_threadsafe(self._socket.send_str(text(message)), self._loop).result(stores.PATIENCE)

    def all(self, kind):
        return [message for message in self.heard if isinstance(message, kind)]

    def _run(self, loopback, hello):
        self._loop.run_until_complete(self._talk(loopback, hello))

    async def _talk(self, loopback, hello):
        origin = f"http://{loopback.address}:{loopback.port}"
        async with aiohttp.ClientSession() as session:
            self._socket = await session.ws_connect(origin + "/socket", headers={"Origin": origin})
            await self._socket.send_str(text(hello))
            async for message in self._socket:
                self.heard.append(to_phone(message.data))
        self.heard.append(None)


class Table(phone_browser.Table):
    """A table at which phones of the test's own process sit down."""

    def join(self, **hello):
        joined = len(self.all(Joined))
        client = Client(self.phones.join_code, **hello)
        self.until(lambda: len(self.all(Joined)) > joined and client.all(Welcome))
        return client

    def opened(self, bind="127.0.0.1", state="open"):
        """Open it anew, and wait until it is so."""
        self.phones.open(bind)
        self.until(lambda: self.phones.state == state)


class FakeLink:
    """Keeps what it is given."""

    is_broken = False

    def __init__(self):
        self.sent: list = []

    def put(self, sent):
        self.sent.append(from_table(sent))

    def take(self):
        return []

    def close(self):
        pass


class FakeServer:
    """A process that lives until `is_alive` is taken back, and could run for as long as `ran` says."""

    is_alive = True

    def __init__(self, ran):
        self.ran = ran

    def has_ended(self, *, kill):
        return not self.is_alive

    def kill(self):
        self.is_alive = False


class CountingPhones(Phones):
    """Phones whose server runs; `begun` is when servers were started since."""

    def __init__(self, link, now=time.monotonic):
        super().__init__(now=now)
        self.begun: list[float] = []
        self.link, self.state = link, "open"

    def _start(self):
        self.begun.append(self._now())


@pytest.fixture
def table():
    table = Table()
    yield table
    table.close()


def test_a_press_goes_to_the_table_and_its_picture_to_the_phone(table):
    client = table.join()
    table.phones.show(1, SNAPSHOT)
    table.until(lambda: client.all(Shown))
    client.say(Press(1, SNAPSHOT.decision, "confirm"))
    client.say(Press(2, SNAPSHOT.decision - 1, "confirm"))  # for what is over
    table.until(lambda: len(client.all(Ack)) == 2)
    assert client.all(Ack) == [Ack(1), Ack(2, taken=False)]
    assert table.all(Press) == [PhoneMessage(1, Press(1, 1, "confirm"))]
    table.phones.refuse(1, Press(1, 1, "confirm"))
    table.until(lambda: client.all(Ack)[2:] == [Ack(1, taken=False)])
    client.say(Fetch())
    table.until(lambda: table.all(Fetch))
    table.phones.give(1, "game.json", "手" * 15_000)
    table.until(lambda: client.all(File) and client.all(File)[-1].last)
    assert "".join(part.text for part in client.all(File)) == "手" * 15_000
    client.say(Fetch("film"))
    table.until(lambda: table.all(Fetch)[1:] == [PhoneMessage(1, Fetch("film"))])
    before, film = len(client.all(File)), bytes(range(256)) * 30_000
    table.phones.give(1, "game.webp", film)
    table.until(lambda: client.all(File)[before:] and client.all(File)[-1].last)
    assert b"".join(b64decode(part.text) for part in client.all(File)[before:]) == film
    client.say(Prefer("ja"))
    table.until(lambda: table.phones.known[1].language == "ja")
    assert table.all(Prefer) == [], "the page follows by itself"
    client.say(Leave())
    table.until(lambda: table.all(Leave))
    assert table.phones.known == {} and table.phones.kept.tickets == ()


def test_one_that_watches_and_sits_down_keeps_its_language(table):
    client = table.join(watching=True)
    client.say(Prefer("ja"))
    table.until(lambda: table.phones.known[1].language == "ja")
    client.say(Sit())
    table.until(lambda: not table.phones.known[1].watching)
    assert table.phones.known[1].language == "ja"


def test_a_server_that_dies_is_replaced_and_the_phones_find_their_seats(table):
    first = table.join()
    table.phones.show(1, SNAPSHOT)
    loopback, (welcome,) = table.phones.join_code, first.all(Welcome)
    os.kill(table.phones.pid, signal.SIGKILL)
    table.until(lambda: table.all(Asleep))
    table.until(lambda: table.phones.state == "open")
    assert (table.phones.join_code.url, table.phones.join_code.matrix) == (loopback.url, loopback.matrix)
    again = Client(table.phones.join_code, secret=welcome.secret)
    table.until(lambda: table.all(Awake))
    table.until(lambda: again.all(Shown))  # by itself
    assert again.all(Shown)[0].snapshot == SNAPSHOT
    for times in (2, 3):  # as often as it dies in an evening
        os.kill(table.phones.pid, signal.SIGKILL)
        table.until(lambda: table.phones.state == "opening")
        table.until(lambda: table.phones.state == "open")
        assert table.phones.join_code.url == loopback.url and len(table.all(Asleep)) == 2, times


def test_the_more_have_died_lately_the_later_the_next_one_comes():
    now = [100.0]
    phones = CountingPhones(None, lambda: now[0])

    def delay_after_a_death():
        phones.state, phones.next_start = "open", None
        phones.recover([])
        return phones.next_start - now[0]

    assert [delay_after_a_death() for _ in range(6)] == [0.0, 1.0, 2.0, 4.0, LATEST, LATEST]
    assert phones.begun == [100.0]
    phones.poll()
    now[0] += LATEST
    phones.poll()
    assert phones.begun == [100.0, 100.0 + LATEST]
    now[0] += REMEMBERED + 1
    assert delay_after_a_death() == 0.0, "long ago is forgotten"


def test_two_servers_in_a_row_that_die_at_their_start_are_enough(table):
    table.join()
    for _ in range(2):
        pid = table.phones.pid
        os.kill(pid, signal.SIGKILL)
        table.until(lambda pid=pid: table.phones.pid not in (None, pid))
        assert table.phones.state == "opening"
    os.kill(table.phones.pid, signal.SIGKILL)
    table.until(lambda: table.phones.state == "failed")
    assert table.phones.trouble.about == "server"
    table.opened()  # as often as somebody wishes


def test_a_server_that_hangs_holds_nobody_up(table):
    table.join()
    os.kill(table.phones.pid, signal.SIGSTOP)
    pid = table.phones.pid
    for number in range(6 * links._MOST):
        table.phones.seats(number % 2)
        table.phones.show(1, replace(SNAPSHOT, helper=str(number)))
        table.phones.poll()
        if table.phones.pid != pid:
            break
    assert table.phones.pid != pid  # who reads nothing is taken for dead, while it is stopped and nothing waited for it
    table.until(lambda: table.phones.state == "open")


def test_a_new_program_gives_the_phones_their_seats_back(table):
    client = table.join()
    table.phones.end()
    table.until(lambda: None in client.heard)
    assert client.heard[-2].about == "closed"
    later = Table(KeptServer.from_text(table.phones.kept.to_text()))
    assert not later.phones.known[1].awake
    assert later.phones.join_code.url != "" and later.phones.kept == table.phones.kept
    Client(later.phones.join_code, secret=client.all(Welcome)[0].secret)
    later.until(lambda: later.all(Awake) == [Awake(1)])
    later.phones.end()


def test_the_server_stops_and_opens_again(table):
    url, pid = table.phones.join_code.url, table.phones.pid
    table.phones.close()
    assert (table.phones.state, table.phones.join_code, table.phones.pid) == ("closed", None, None)
    table.opened()
    assert table.phones.join_code.url == url and table.phones.pid != pid
    assert table.phones.poll() == []


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks where Linux shows it")
def test_the_server_holds_no_file(table):
    table.join()
    links = [link for link in Path(f"/proc/{table.phones.pid}/fd").iterdir() if int(link.name) > 2]
    held = [str(link.readlink()) for link in links]
    assert [name for name in held if name.startswith("/") and not name.startswith("/dev/")] == []
    known = set(Path(f"/proc/{table.phones.pid}/maps").read_text().split())
    assert not any("pygame" in name or "sqlite" in name or "numpy" in name for name in known)


def test_what_the_server_cannot_do_is_said(table):
    table.phones.close()
    table.opened("192.0.2.77", "failed")
    assert table.phones.trouble.about == "address"


def test_a_pickle_on_the_pipe_ends_the_server_unread(table, tmp_path):
    class Trap:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "sprung",))

    pid = table.phones.pid
    table.phones.link._outbox.put(pickle.dumps(Trap()))
    table.until(lambda: table.phones.pid not in (pid, None) and table.phones.state == "open")
    assert not (tmp_path / "sprung").exists()


@pytest.fixture
def pipes():
    """The ends at which a table hears, a server says, that is asked, and the table asks."""
    context = multiprocessing.get_context("spawn")
    return [*context.Pipe(duplex=False), *context.Pipe(duplex=False)]


def test_a_server_tells_why_it_ends(capsys, pipes):
    hears, says, asked, asks = pipes
    asks.send_bytes(b'{"kind":"tea"}')
    with hears, asks:
        serve(asked, says)
    assert capsys.readouterr().err == "ERROR phones: the table's process says what is no message\n"


@pytest.mark.parametrize("sent", [b"\x80\x04N.", b"{}", b"[1]", b'{"kind":"open"}', b"x" * (PIPE_BYTES + 1)])
def test_nonsense_from_the_server_ends_it(sent, pipes):
    hears, says, _asked, asks = pipes
    phones = CountingPhones(Link(hears, asks))

    def say():
        with contextlib.suppress(BrokenPipeError):  # nobody hears the end of what is too long
            says.send_bytes(sent)

    threading.Thread(target=say, daemon=True).start()
    end = time.monotonic() + stores.PATIENCE
    while not phones.begun and time.monotonic() < end:
        assert phones.poll() == []
        time.sleep(0.005)
    assert len(phones.begun) == 1


def test_the_silence_of_a_server_that_cannot_serve_is_not_reported(pipes, caplog):
    hears, says, _asked, asks = pipes
    now = [0.0]
    phones: Any = CountingPhones(Link(hears, asks), lambda: now[0])
    phones.server = FakeServer(lambda: now[0])
    says.send_bytes(text(Trouble("network")).encode())
    end = time.monotonic() + stores.PATIENCE
    while phones.state != "failed" and time.monotonic() < end:
        phones.poll()
    assert phones.trouble == Trouble("network")
    now[0] += 100 * PATIENCE
    phones.poll()
    assert "says nothing" not in caplog.text and not phones.begun


def test_snapshots_are_sent_where_they_differ_and_ten_times_a_second():
    now = [0.0]
    phones: Any = Phones(KeptServer(tickets=(Ticket(1, "0" * 64),)), now=lambda: now[0])
    link = phones.link = FakeLink()
    phones.known[1].awake = True
    for frame in range(60):  # of a second
        phones.show(1, replace(SNAPSHOT, helper=str(frame)))
        phones.poll()
        now[0] += 1 / 60
    sent = len(link.sent)
    assert 9 <= sent <= 1 / PAUSE + 1
    now[0] += 1
    phones.poll()
    assert link.sent[-1].message.helper == "59"
    for _ in range(60):
        phones.show(1, replace(SNAPSHOT, helper="59"))
        phones.poll()
        now[0] += 1 / 60
    assert len(link.sent) in (sent, sent + 1)
    assert {type(message.message) for message in link.sent} == {Snapshot}


@pytest.mark.parametrize("busy", [False, True])
def test_a_server_that_says_nothing_any_more_although_it_can_run_is_replaced(busy):
    now = [0.0]
    phones: Any = CountingPhones(FakeLink(), lambda: now[0])
    phones.server = FakeServer(lambda: 0.0 if busy else now[0])
    while not phones.begun and now[0] < 600:
        now[0] += 0.5
        phones.poll()
    assert len(phones.begun) == 1
    assert 0 <= phones.begun[0] - (BUSY * PATIENCE if busy else PATIENCE / (1 + 1 / BUSY)) <= 1  # two looks


def test_a_server_is_not_started_before_the_one_before_it_has_ended():
    """Or it would not get the port back that the phones know."""
    phones: Any = CountingPhones(FakeLink())
    phones.server = server = FakeServer(lambda: 0.0)
    phones.close()
    phones.open()
    for _ in range(3):
        phones.poll()
    assert (phones.begun, phones.state) == ([], "opening")
    server.is_alive = False
    phones.poll()
    assert len(phones.begun) == 1


def test_games_are_given_a_few_parts_a_frame_and_once_at_a_time():
    phones: Any = Phones(now=lambda: 0.0)
    link = phones.link = FakeLink()
    for phone in range(1, 9):
        for _ in range(3):
            phones.give(phone, "game.json", "x" * 1_000_000)
    most = 0
    while phones.giving:
        before = len(link.sent)
        phones.poll()
        most = max(most, len(link.sent) - before)
    assert most * PART == AT_ONCE
    for phone in range(1, 9):
        parts = [give.message for give in link.sent if give.phone == phone]
        assert [part.part for part in parts] == list(range(167))
        assert [part.last for part in parts] == [False] * 166 + [True]
    with pytest.raises(ValueError, match="more than"):
        phones.give(1, "game.json", "x" * 1_000_001)


def test_a_file_that_is_asked_for_again_begins_anew_and_others_go_on():
    phones: Any = Phones(now=lambda: 0.0)
    link = phones.link = FakeLink()
    for name in ("film.webp", "card.png"):
        phones.give(1, name, bytes(300_000))
    phones.poll()
    begun = len(link.sent)
    phones.give(1, "film.webp", bytes(300_000))
    while phones.giving:
        phones.poll()
    assert 0 < begun < 7
    after = [(given.message.name, given.message.part) for given in link.sent[begun:]]
    assert after == [(name, part) for name in ("card.png", "film.webp") for part in range(7)]


def test_a_film_goes_to_a_phone_a_large_part_a_frame():
    phones: Any = Phones(now=lambda: 0.0)
    link = phones.link = FakeLink()
    film = bytes(range(256)) * 1_000
    phones.give(1, "game.json", "{}")
    phones.give(1, "film.webp", film)
    phones.give(1, "film.webp", film)
    frames = 0
    while phones.giving:
        before = len(link.sent)
        phones.poll()
        frames += 1
        assert len(link.sent) - before <= 2, "what is left of a frame after a short part, and a long one"
    first, *parts = [give.message for give in link.sent]
    assert (first.name, first.coded, first.text) == ("game.json", False, "{}")
    assert b"".join(b64decode(part.text) for part in parts) == film and all(part.coded for part in parts)
    assert [part.last for part in parts] == [False] * (len(parts) - 1) + [True] and frames >= len(parts)
    assert all(len(text(PhoneMessage(1, part)).encode()) <= PIPE_BYTES for part in parts)
    with pytest.raises(ValueError, match="more than"):
        phones.give(1, "film.webp", bytes(MOST_FILE + 1))


def test_a_missing_library_is_said(monkeypatch, pipes):
    hears, says, asked, asks = pipes
    monkeypatch.setitem(sys.modules, "game.phones.server", None)
    asks.close()
    interrupted = signal.getsignal(signal.SIGINT)
    try:
        child.run(asked, says)
    finally:
        signal.signal(signal.SIGINT, interrupted)
    message = from_server(hears.recv_bytes())
    assert isinstance(message, Trouble)
    assert message.about == "library" and "server" in message.detail


def test_free_chairs_are_told_where_they_change():
    phones: Any = Phones()
    link = phones.link = FakeLink()
    for free in (8, 8, 3, 3, 9, 8):
        phones.seats(free)
    assert link.sent == [Seats(3), Seats(8)]


@pytest.mark.parametrize(
    "stored", ["", "{}x", '{"port":-1}', '{"code":"0000-0000"}', '{"tickets":[{}]}', '{"secret":""}']
)
def test_what_was_kept_is_read_with_suspicion(stored):
    assert KeptServer.from_text("{}") == KeptServer()
    with pytest.raises(WireError):
        KeptServer.from_text(stored)


def test_the_tables_process_loads_neither_aiohttp_nor_segno():
    code = (
        "import sys, game.phones.process, game.phones.protocol, game.phones.snapshot, game.phones.addresses;"
        "print([m for m in ('aiohttp', 'segno', 'asyncio') if m in sys.modules])"
    )
    assert said(code) == "[]\n"
