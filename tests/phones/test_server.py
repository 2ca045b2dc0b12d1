"""The server, by aiohttp's own client: how phones come, come back and are turned away, and what it puts up with."""

import asyncio
import contextlib
import socket
import time
from dataclasses import replace

import aiohttp
import pytest

from game.phones import gate, hub, protocol, server, sockets
from game.phones.protocol import (
    Ack,
    Answer,
    Asleep,
    Awake,
    Dismiss,
    Fast,
    Fetch,
    Fetched,
    File,
    Give,
    Hello,
    Joined,
    Leave,
    Left,
    Looked,
    Mute,
    Named,
    Network,
    Notice,
    Open,
    Press,
    Pressed,
    Rename,
    Renew,
    Seats,
    Shown,
    Sit,
    Tap,
    Tapped,
    Welcome,
)
from game.phones.rare_log import RareLog
from game.phones.tickets import FREE_TRIES, digest
from tests.phones import qr
from tests.phones.doors import SNAPSHOT, Door, Phone, until
from tests.stores import PATIENCE


def at_the_door(opening=None):
    """Runs a test that is given an open door."""

    def wrapped(test):
        def run():
            async def within():
                async with Door(opening) as door:
                    await asyncio.wait_for(test(door), PATIENCE)

            asyncio.run(within())

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return wrapped


async def test_a_phone_joins_is_shown_something_and_presses(door):
    phone, welcome = await door.join(language="ja")
    assert isinstance(welcome, Welcome) and len(welcome.secret) == 22
    (joined,) = door.heard(Joined)
    assert (joined.language, joined.ticket.phone, joined.ticket.watching) == ("ja", 1, False)
    assert joined.ticket.hash == digest(welcome.secret)  # the table never has the secret itself
    door.show(1)
    assert await phone.hear() == Shown(1, SNAPSHOT)
    await phone.say(Press(1, 1, "confirm"))
    await phone.say(Tap(2, 1, 0.5, 0.25, "e3"))
    await until(lambda: door.heard(Tapped))
    assert door.said[-2:] == [Pressed(1, Press(1, 1, "confirm")), Tapped(1, Tap(2, 1, 0.5, 0.25, "e3"))]
    door.tell(Answer(1, 1))
    assert await phone.hear() == Ack(1)
    door.tell(Mute(1, 3))
    assert await phone.hear() == Fast(3)


async def test_two_phones_keep_the_order_of_their_presses(door):
    first, _ = await door.join()
    second, _ = await door.join()
    for number in range(10):
        for phone in (first, second):
            heard = len(door.heard(Pressed))
            await phone.say(Press(number, 1, "up"))
            await until(lambda heard=heard: len(door.heard(Pressed)) > heard)
    order = [(pressed.press.number, pressed.phone) for pressed in door.heard(Pressed)]
    assert order == [(number, phone) for number in range(10) for phone in (1, 2)]


async def test_a_phone_comes_back_to_its_seat_and_picture(door):
    phone, welcome = await door.join()
    door.show(1)
    assert isinstance(await phone.hear(), Shown)
    await phone.close()
    await until(lambda: door.heard(Asleep))
    again = Phone(await door.socket())
    await again.say(Hello(secret=welcome.secret))
    assert await again.hear() == Welcome()
    assert await again.hear() == Shown(1, SNAPSHOT)
    assert len(door.heard(Joined)) == 1
    assert door.heard(Awake) == [Awake(1)]


async def test_a_page_that_is_loaded_anew_is_not_said_to_sleep(door):
    phone, welcome = await door.join()
    await phone.close()
    await asyncio.sleep(3 * server._TICK)  # some ticks, but no nap
    again, word = await door.join(secret=welcome.secret, code="")
    assert word == Welcome()
    await asyncio.sleep(hub.NAP + 2 * server._TICK)
    assert door.heard(Asleep) == []
    await again.close()


async def test_one_socket_a_phone(door):
    phone, welcome = await door.join()
    again, _ = await door.join(secret=welcome.secret)
    assert (await phone.ended())[0] == Notice("elsewhere")
    await again.say(Press(1, 1, "up"))
    await until(lambda: door.heard(Pressed))
    await asyncio.sleep(hub.NAP + 2 * server._TICK)
    assert door.heard(Asleep) == []


async def test_a_wrong_code_and_one_typed_by_hand(door):
    phone, notice = await door.join(code="AAAA-AAAA")
    assert notice.about == "wrong"
    assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert isinstance((await door.join(code=door.code.lower().replace("-", " ")))[1], Welcome)


async def test_who_tries_codes_is_slowed_down_but_not_who_has_a_secret(door):
    _, welcome = await door.join()
    for _ in range(FREE_TRIES):
        assert (await door.join(code="AAAA-AAAA"))[1].about == "wrong"
    assert (await door.join(code="AAAA-AAAA"))[1].about == "slow"
    assert (await door.join())[1].about == "slow"
    assert (await door.join(secret=welcome.secret))[1] == Welcome()


async def test_the_ninth_phone_may_watch_and_sit_down_later(door):
    phones = [await door.join() for _ in range(protocol.MOST_PHONES)]
    _, notice = await door.join()
    assert notice == Notice("full", 0, 8, 0)
    assert (await door.join(asking=True, code="AAAA-AAAA"))[1].about == "wrong"
    watcher, welcome = await door.join(watching=True)
    assert welcome.watching
    assert (await door.join(asking=True))[1] == Notice("full", 1, 7, 0)
    await watcher.say(Sit())
    await watcher.say(Fetch())  # for those who are seated only
    await phones[0][0].say(Leave())
    assert (await phones[0][0].ended())[0].about == "gone"
    await until(lambda: door.heard(Left))
    door.tell(Seats(1))
    assert (await door.join(asking=True))[1] == Notice("full", 1, 7, 1)
    await watcher.say(Sit())
    assert await watcher.hear() == Welcome()
    assert door.heard(Joined)[-1].ticket == protocol.Ticket(9, digest(welcome.secret), device=1)
    assert door.heard(Fetched) == []


async def test_no_more_than_eight_watch(door):
    for _ in range(protocol.MOST_WATCHING):
        assert isinstance((await door.join(watching=True))[1], Welcome)
    assert (await door.join(watching=True))[1] == Notice("full", 8, 0, 8)


@at_the_door(Open("127.0.0.1", 0, seats=1))
async def test_the_table_says_how_many_may_sit(door):
    assert isinstance((await door.join())[1], Welcome)
    assert (await door.join())[1].about == "full"


async def test_names_are_cleaned_and_games_come_in_parts(door):
    phone, _ = await door.join()
    await phone.say(Rename("\u202e  A\x00o\ti \u2066 and all the others"))
    await phone.say(Fetch())
    await until(lambda: door.heard(Fetched))
    assert door.heard(Named) == [Named(1, "A o i and all the ot")]
    for part in range(2):
        door.tell(Give(1, File("game.json", part, part == 1, "ゲ" * 5_000)))
    assert [(await phone.hear()).part for _ in range(2)] == [0, 1]


async def test_who_is_dismissed_and_a_new_evening(door):
    first, welcome = await door.join()
    second, _ = await door.join()
    code = door.code
    door.tell(Dismiss(1, full=True))
    assert (await first.ended())[0].about == "full"
    door.tell(Renew(everybody=True))
    assert (await second.ended())[0].about == "over"
    assert door.code != code and door.said[-1].code == door.code
    assert (await door.join(secret=welcome.secret, code=code))[1].about == "over"
    assert (await door.join(code=code))[1].about == "wrong"
    assert (await door.join(secret=welcome.secret, code=""))[1].about == "gone"


def test_a_new_server_knows_the_phones_of_the_one_before():
    async def two_servers():
        async with Door() as door:
            _, welcome = await door.join()
            code, ticket = door.code, door.heard(Joined)[0].ticket
        async with Door(Open("127.0.0.1", door.server.port, code, (ticket,), 2)) as door:
            assert (await door.join(secret=welcome.secret))[1] == Welcome()
            assert door.heard(Awake) == [Awake(1)]
            assert isinstance((await door.join(code=code))[1], Welcome)
            assert door.heard(Joined)[0].ticket.phone == 2

    asyncio.run(two_servers())


async def test_snapshots_come_ten_times_a_second_and_the_newest_counts(door):
    phone, _ = await door.join()
    shown: list[protocol.Shown] = []
    began = time.monotonic()
    for number in range(30):
        door.show(1, replace(SNAPSHOT, helper=str(number)))
        await asyncio.sleep(0.01)
    while not shown or shown[-1].snapshot.helper != "29":
        shown.append(await phone.hear(PATIENCE))
    assert len(shown) <= 3 + 10 * (time.monotonic() - began)
    assert [message.number for message in shown] == sorted({message.number for message in shown})


async def test_the_door_says_when_it_closes(door):
    phone, _ = await door.join()
    closing = asyncio.create_task(door.server.close())
    assert (await phone.ended())[0] == Notice("closed")
    await closing


# What it does not put up with


async def test_only_three_files_and_the_socket(door):
    for path in ("/", f"/{door.code}", f"/{door.code.lower()}", "/ANYTHING", "/phone.css", "/phone.js"):
        status, headers, body = await door.get(path)
        assert status == 200 and body
        assert f"connect-src 'self' ws://{door.host};" in headers["Content-Security-Policy"]
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Python" not in headers["Server"]
        assert headers["Content-Encoding"] == "gzip"
        assert (await door.get(path, headers={"Accept-Encoding": "identity"}))[2] == body
    assert len(door.heard(Looked)) == 1
    for path in ("/index.html", "/../server.py", "/%2e%2e/main.py", "/phone.js?x=1", "/phone.js/", "/favicon.ico"):
        assert (await door.get(path))[0] == 404
    for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS"):
        assert (await door.get("/", method))[0] == 405
    assert (await door.get("/", data=b"x"))[0] == 400
    assert (await door.get("/" + "j" * 100))[0] == 400


async def test_pages_and_names_of_others_are_refused(door):
    assert (await door.get("/", headers={"Host": "rebound.example"}))[0] == 403
    assert (await door.get("/", headers={"Host": "localhost"}))[0] == 403
    assert (await door.get("/", headers={"Origin": "http://evil.example"}))[0] == 403
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "rebound.example"}):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await door.socket(**headers)
        assert refused.value.status == 403
    with pytest.raises(aiohttp.WSServerHandshakeError):  # no browser leaves the origin out
        await door.session.ws_connect(door.origin + "/socket")


@pytest.mark.parametrize(
    "said",
    ["", "[]", '{"kind":"quit"}', '{"kind":"hello"}', '{"kind":"press","number":1}', "x" * 3_999, b"\x80\x04."],
)
def test_what_is_no_message_ends_the_socket(said):
    @at_the_door()
    async def ends(door):
        phone, _ = await door.join()
        await (phone.socket.send_bytes if isinstance(said, bytes) else phone.socket.send_str)(said)
        assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION
        assert door.heard(Pressed) == []

    ends()


async def test_too_large_a_message_ends_the_socket(door):
    phone, _ = await door.join()
    await phone.socket.send_str(protocol.text(Press(1, 1, "up")) + " " * 4_000)
    assert (await phone.ended())[1] == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_a_flood_ends_the_socket_and_nobody_elses(door):
    phone, _ = await door.join()
    other, _ = await door.join()
    with contextlib.suppress(ConnectionError):
        for number in range(200):
            await phone.say(Press(number, 1, "up"))
    assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert len(door.heard(Pressed)) <= sockets.A_SECOND + 2
    await other.say(Press(1, 1, "down"))
    await until(lambda: door.heard(Pressed)[-1].phone == 2)


async def test_the_first_word_is_a_hello(door):
    phone = Phone(await door.socket())
    await phone.say(Press(1, 1, "up"))
    assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION


def test_who_says_nothing_is_ended(monkeypatch):
    monkeypatch.setattr(server, "IDLE", 0.2)

    @at_the_door()
    async def silent(door):
        phones = [Phone(await door.socket()) for _ in range(4)]
        for phone in phones:
            assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION
        assert isinstance((await door.join())[1], Welcome)

    silent()


async def raw(door, sent=b""):
    reader, writer = await asyncio.open_connection("127.0.0.1", door.server.port)
    writer.write(sent)
    return reader, writer


async def is_ended(reader, seconds=2.0):
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), seconds) is not None
    return True


def test_a_slow_request_is_dropped(monkeypatch):
    monkeypatch.setattr(gate, "IDLE", 0.3)

    @at_the_door()
    async def slow(door):
        reader, writer = await raw(door, b"GET / HTTP/1.1\r\n")

        async def drip():
            with contextlib.suppress(ConnectionError):
                while True:
                    writer.write(b"X-A: b\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        assert await is_ended(reader)
        dripping.cancel()
        reader, writer = await raw(door, f"GET / HTTP/1.1\r\nHost: {door.host}\r\n\r\n".encode())
        assert await is_ended(reader)  # answered, and then nothing was asked any more

    slow()


async def test_a_large_request_is_dropped(door):
    for sent in (
        b"GET / HTTP/1.1\r\n" + b"X-Header: " + b"y" * 20_000 + b"\r\n\r\n",
        b"GET /" + b"y" * 2_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % i for i in range(3_000)),
        b"\x16\x03\x01" + b"\x00" * 200,
    ):
        reader, _ = await raw(door, sent)
        answer = b""
        with contextlib.suppress(ConnectionError):
            answer = await asyncio.wait_for(reader.read(), 2.0)
        assert answer == b"" or answer.startswith((b"HTTP/1.0 400", b"HTTP/1.1 400"))
    assert (await door.get("/"))[0] == 200


async def test_no_more_connections_than_there_may_be(door):
    held = [await raw(door) for _ in range(gate.AN_ADDRESS)]
    await asyncio.sleep(0.05)
    waiting = asyncio.create_task(door.get("/"))
    queue = [await raw(door) for _ in range(gate.WAITING - 1)]
    reader, _ = await raw(door)
    assert await is_ended(reader, 1.0)  # it may not even wait
    assert not waiting.done()
    held[0][1].close()
    assert (await waiting)[0] == 200
    for _, writer in (*held, *queue):
        writer.close()
    await asyncio.sleep(0.05)
    assert (await door.get("/"))[0] == 200


BAD = (
    b"GET / HTTP/1.1\r\nbad\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x00\xff secret-word\r\n\r\n",
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nsecret-word",
    b"GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
)


def test_bad_requests_write_a_line_a_kind_and_minute_and_none_of_their_words(capfd):
    @at_the_door()
    async def bad(door):
        for number in range(200):
            reader, writer = await raw(door, BAD[number % len(BAD)])
            with contextlib.suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            await asyncio.sleep(1 / gate.A_SECOND)
        assert (await door.get("/"))[0] == 200

    bad()
    told = capfd.readouterr().err.splitlines()
    assert 1 <= len(told) <= 4 and all(line.startswith("INFO phones: ") and len(line) < 120 for line in told)
    assert "secret" not in "".join(told)


def test_a_kind_is_told_again_after_a_minute():
    told: list[str] = []
    now = [0.0]
    log = RareLog(told.append, lambda: now[0])
    loop = asyncio.new_event_loop()
    for _ in range(100):
        log.logger().error("what they sent", exc_info=ValueError("what they sent"))
        log.left_in_task(loop, {"message": "never retrieved", "exception": KeyError("what they sent")})
    loop.close()
    assert len(told) == 2 and "sent" not in "".join(told)
    now[0] = 60.0
    log.note(ValueError())
    assert len(told) == 3


class Crowd:
    """Guests at limits whose clock is moved by the test."""

    def __init__(self):
        self.now = 0.0
        self.limits = gate.Limits(lambda: self.now)
        self.heard: list = []
        self.dropped: list = []

    def come(self, address):
        """Somebody comes; None where that is refused."""
        guest = gate.Guest(address, lambda: self.heard.append(address), lambda: self.dropped.append(address))
        return guest if self.limits.admit(guest) else None


def test_an_address_begins_so_many_connections_a_second():
    crowd = Crowd()

    def come_and_go(address):
        guest = crowd.come(address)
        if guest:
            crowd.limits.release(guest)
        return guest is not None

    assert sum(come_and_go("10.0.0.1") for _ in range(146)) == gate.A_SECOND
    assert come_and_go("10.0.0.2"), "another address pays for none of them"
    crowd.now = 0.5
    assert sum(come_and_go("10.0.0.1") for _ in range(146)) == gate.A_SECOND // 2


def test_who_has_most_gives_way_to_who_has_fewer():
    crowd = Crowd()
    slow = [f"10.0.1.{i}" for i in range(10)]
    held = [guest for address in slow for _ in range(30) if (guest := crowd.come(address))]
    assert len(held) - len(crowd.dropped) == gate.ALL
    assert crowd.come("10.0.2.1") and len(crowd.dropped) == len(held) - gate.ALL + 1 and "10.0.2.1" in crowd.heard
    assert set(crowd.dropped) <= set(slow)
    assert sum(crowd.come("10.0.2.1") is not None for _ in range(39)) < 30, "and has no more than a share itself"


def test_the_socket_of_a_phone_with_a_ticket_counts_no_more_and_is_never_dropped():
    crowd = Crowd()
    seated = [crowd.come("10.0.0.1") for _ in range(8)]
    for guest in seated:
        crowd.limits.release(guest)
    for i in range(10):
        for _ in range(36):
            crowd.come(f"10.0.1.{i}")
    assert "10.0.0.1" not in crowd.dropped
    crowd.limits.release(seated[0])  # it ends at last
    assert sum(crowd.come("10.0.0.1") is not None for _ in range(gate.AN_ADDRESS)) == gate.AN_ADDRESS


async def test_silent_sockets_keep_no_phone_out(door):
    phone, welcome = await door.join()
    await phone.close()
    for _ in range(2 * server.STRANGERS):
        await asyncio.sleep(1 / gate.A_SECOND)
        await door.socket_from("127.0.0.2")
    assert isinstance((await door.join())[1], Welcome)
    assert isinstance((await door.join(code="", secret=welcome.secret))[1], Welcome)


@pytest.mark.parametrize("address", ["10.0.0.5", "192.168.1.20", "192.168.100.120"])
def test_the_code_on_the_screen_leads_to_the_door(address):
    url = f"http://{address}:47810/K7Q4-2MVD"
    matrix = server.matrix_of(url)
    assert qr.read(matrix) == url.upper()
    assert len(matrix) in (25, 29)


def test_every_network_only_where_that_is_asked_for(monkeypatch):
    monkeypatch.setattr(server, "networks", lambda: [Network("wlan0", "127.0.0.2")])

    @at_the_door(Open("0.0.0.0"))
    async def everywhere(door):
        assert door.heard(protocol.Door)[0].url.startswith("http://127.0.0.2:")
        async with door.session.get(f"http://127.0.0.1:{door.server.port}/") as answer:
            assert answer.status == 200
        async with door.session.get(f"http://127.0.0.5:{door.server.port}/") as answer:
            assert answer.status == 403

    @at_the_door(Open())
    async def one(door):
        with pytest.raises(aiohttp.ClientConnectorError):
            await door.session.get(f"http://127.0.77.1:{door.server.port}/")  # where no other test listens

    everywhere()
    one()


def test_the_door_follows_where_the_network_is_another(monkeypatch):
    there = [Network("wlan0", "127.0.0.2")]
    monkeypatch.setattr(server, "networks", lambda: list(there))
    monkeypatch.setattr(server, "LOOK", 0.2)

    @at_the_door(Open())
    async def follows(door):
        assert [message.address for message in door.heard(protocol.Door)] == ["127.0.0.2"]
        there[:] = [Network("wlan0", "127.0.0.3")]
        await until(lambda: len(door.heard(protocol.Door)) == 2)
        moved = door.heard(protocol.Door)[1]
        assert (moved.address, moved.code) == ("127.0.0.3", door.code)
        async with door.session.get(moved.url) as answer:
            assert answer.status == 200

    follows()


def test_the_door_stays_where_a_network_is_gone_for_a_moment(monkeypatch):
    """What is left then may be a bridge of containers, which is always there, and would never be left again."""
    looks = []
    there = [Network("wlan0", "127.0.0.2"), Network("docker0", "127.0.0.3")]

    def look():
        looks.append(there[0])
        return list(there)

    monkeypatch.setattr(server, "networks", look)
    monkeypatch.setattr(server, "LOOK", 0.2)

    @at_the_door(Open())
    async def stays(door):
        del there[0]
        await until(lambda: [network.name for network in looks].count("docker0") > 1)
        await until(lambda: door.heard(protocol.Door)[-1].is_lost)
        assert [message.address for message in door.heard(protocol.Door)] == ["127.0.0.2"] * 2
        async with door.session.get(door.heard(protocol.Door)[0].url) as answer:
            assert answer.status == 200
        there.insert(0, Network("wlan0", "127.0.0.4"))
        await until(lambda: door.heard(protocol.Door)[-1].address == "127.0.0.4")
        assert not door.heard(protocol.Door)[-1].is_lost

    stays()


def test_a_chosen_address_that_vanishes_is_told_and_so_is_its_return(monkeypatch):
    there = [Network("wlan0", "127.0.0.2"), Network("eth0", "127.0.0.3")]
    monkeypatch.setattr(server, "networks", lambda: list(there))
    monkeypatch.setattr(server, "LOOK", 0.2)

    @at_the_door(Open("127.0.0.3"))
    async def told(door):
        lost = there.pop()
        await until(lambda: door.heard(protocol.Door)[-1].is_lost)
        said = door.heard(protocol.Door)[-1]
        assert (said.address, said.networks) == ("127.0.0.3", tuple(there))
        there.append(lost)
        await until(lambda: not door.heard(protocol.Door)[-1].is_lost)
        assert len(door.heard(protocol.Door)) == 3 and door.heard(protocol.Door)[-1].networks == tuple(there)

    told()


def test_an_address_that_was_none_of_a_network_is_not_missed(monkeypatch):
    looks = []
    monkeypatch.setattr(server, "networks", lambda: looks.append(1) or [Network("wlan0", "127.0.0.2")])
    monkeypatch.setattr(server, "LOOK", 0.2)

    @at_the_door(Open("127.0.0.1"))
    async def stays(door):
        await until(lambda: len(looks) > 3)
        assert len(door.heard(protocol.Door)) == 1

    stays()


def test_at_all_addresses_the_door_goes_with_the_networks(monkeypatch):
    there = [Network("wlan0", "127.0.0.2")]
    monkeypatch.setattr(server, "networks", lambda: list(there))
    monkeypatch.setattr(server, "LOOK", 0.2)

    @at_the_door(Open("0.0.0.0"))
    async def follows(door):
        there[:] = [Network("wlan0", "127.0.0.3")]
        await until(lambda: door.heard(protocol.Door)[-1].address == "127.0.0.3")
        async with door.session.get(door.heard(protocol.Door)[-1].url) as answer:
            assert answer.status == 200

    follows()


def test_a_taken_port_gives_way_to_another(monkeypatch):
    monkeypatch.setattr(server, "_PATIENCE", 0.0)

    async def second():
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            async with Door(Open("127.0.0.1", port)) as door:
                assert door.server.port not in (0, port)

    asyncio.run(second())


def test_an_address_of_others_is_not_to_be_had():
    async def foreign():
        with pytest.raises(server.UnservedError) as refused:
            await server.PhoneServer(Open("192.0.2.77", 0), print).open()
        assert refused.value.trouble.about == "address"

    asyncio.run(foreign())
