"""The server, by aiohttp's own client: how phones come, come back and are turned away, and what it puts up with."""

import asyncio
import contextlib
import socket
import time
from dataclasses import replace

import aiohttp
import pytest

from game.phones import gate, messages, protocol, server
from game.phones.messages import (
    Asleep,
    Awake,
    Hello,
    Joined,
    Looked,
    Network,
    Open,
    Press,
    Renew,
    Shown,
    Welcome,
)
from game.phones.server import RareLog
from tests.phones import qr
from tests.phones.servers import SNAPSHOT, LoopbackServer, Phone, answer_of, raw, request, until, upgrade
from tests.stores import PATIENCE

LONG = protocol.text(Press(1, 1, "up")) + " " * 4_000


async def test_a_phone_comes_back_to_its_seat_and_picture(loopback):
    phone, welcome = await loopback.join()
    loopback.show(1)
    assert isinstance(await phone.hear(), Shown)
    await phone.close()
    await until(lambda: loopback.heard(Asleep))
    again = Phone(await loopback.socket())
    await again.say(Hello(secret=welcome.secret))
    assert await again.hear() == Welcome()
    assert await again.hear() == Shown(1, SNAPSHOT)
    assert len(loopback.heard(Joined)) == 1
    assert loopback.heard(Awake) == [Awake(1)]


async def test_a_new_evening_has_another_code(loopback):
    phone, _ = await loopback.join()
    code = loopback.code
    loopback.tell(Renew(everybody=True))
    assert (await phone.ended())[0].about == "over"
    assert loopback.code != code and loopback.said[-1].code == loopback.code
    phone, notice = await loopback.join(code=code)
    assert notice.about == "wrong" and await phone.ended() == (None, aiohttp.WSCloseCode.POLICY_VIOLATION)
    assert isinstance((await loopback.join(code=loopback.code.lower().replace("-", " ")))[1], Welcome)


async def test_snapshots_come_ten_times_a_second_and_the_newest_counts(loopback):
    phone, _ = await loopback.join()
    shown: list[Shown] = []
    began = time.monotonic()
    for number in range(30):
        loopback.show(1, replace(SNAPSHOT, helper=str(number)))
        await asyncio.sleep(0.01)
    while not shown or shown[-1].snapshot.helper != "29":
        shown.append(await phone.hear(PATIENCE))
    assert len(shown) <= 3 + 10 * (time.monotonic() - began)
    assert [message.number for message in shown] == sorted({message.number for message in shown})


# What it does not put up with


async def test_only_three_files_and_the_socket(loopback):
    for path in ("/", f"/{loopback.code}", f"/{loopback.code.lower()}", "/ANYTHING", "/phone.css", "/phone.js"):
        status, headers, body = await loopback.get(path)
        assert status == 200 and body
        assert f"connect-src 'self' ws://{loopback.host};" in headers["Content-Security-Policy"]
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Python" not in headers["Server"]
        assert headers["Content-Encoding"] == "gzip"
        assert (await loopback.get(path, headers={"Accept-Encoding": "identity"}))[2] == body
    assert len(loopback.heard(Looked)) == 1
    for path in ("/index.html", "/../server.py", "/%2e%2e/main.py", "/phone.js?x=1", "/phone.js/", "/favicon.ico"):
        assert (await loopback.get(path))[0] == 404
    for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS"):
        assert (await loopback.get("/", method))[0] == 405
    assert (await loopback.get("/", data=b"x"))[0] == 400


@pytest.mark.parametrize(
    "path",
    [
        "/CODE?fbclid=" + "IwAR0" * 100,
        "/?utm_source=x",
        "/CODE/",
        "//CODE",
        "/CODE.",
        "/CODE%20",
        "/CODE%E3%80%8D%E3%81%A7",
        "/CO%E2%80%93DE",
        "/%",
    ],
)
async def test_an_address_with_what_was_added_on_its_way_opens_the_page(loopback, path):
    assert b'id="app"' in await answer_of(await raw(loopback, request(loopback, path, "Connection: close\r\n")))


async def test_the_cookies_of_the_machines_other_services_are_let_through(loopback):
    for cookie in (1_500, 2_100, 7_000, 15_000):
        assert (await loopback.get("/", headers={"Cookie": "a=" + "x" * cookie}))[0] == 200
    phone = Phone(await loopback.socket(Cookie="a=" + "x" * 7_000))
    await phone.say(Hello(loopback.code))
    assert isinstance(await phone.hear(), Welcome)


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip", 1), ("br, gzip;q=0.5", 1), ("gzip;q=0", 0), ("gzip ; q=0.00, br", 0), ("br", 0), ("", 0)],
)
async def test_a_page_is_packed_only_for_who_unpacks_it(loopback, accepted, packed):
    assert ("Content-Encoding" in (await loopback.get("/", headers={"Accept-Encoding": accepted}))[1]) == packed


async def test_pages_and_names_of_others_are_refused(loopback):
    assert (await loopback.get("/", headers={"Host": "rebound.example"}))[0] == 403
    assert (await loopback.get("/", headers={"Host": "localhost"}))[0] == 403
    assert (await loopback.get("/", headers={"Origin": "http://evil.example"}))[0] == 403
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "rebound.example"}):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await loopback.socket(**headers)
        assert refused.value.status == 403
    with pytest.raises(aiohttp.WSServerHandshakeError):  # no browser leaves the origin out
        await loopback.session.ws_connect(loopback.origin + "/socket")


@pytest.mark.parametrize(
    "said",
    ["", "[]", '{"kind":"quit"}', '{"kind":"hello"}', '{"kind":"press","number":1}', "x" * 3_999, b"\x80\x04.", LONG],
)
async def test_what_is_no_message_or_too_large_ends_the_socket(loopback, said):
    phone, _ = await loopback.join()
    await (phone.socket.send_bytes if isinstance(said, bytes) else phone.socket.send_str)(said)
    code = "MESSAGE_TOO_BIG" if said == LONG else "POLICY_VIOLATION"
    assert (await phone.ended())[1] == aiohttp.WSCloseCode[code]
    assert loopback.heard(Press) == []


async def test_a_flood_ends_the_socket_and_nobody_elses(loopback):
    began = time.monotonic()
    phone, _ = await loopback.join()
    other, _ = await loopback.join()
    with contextlib.suppress(ConnectionError):
        for number in range(200):
            await phone.say(Press(number, 1, "up"))
    assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert len(loopback.heard(Press)) <= server.A_SECOND * (1 + time.monotonic() - began) + 2
    await other.say(Press(1, 1, "down"))
    await until(lambda: loopback.heard(Press)[-1].phone == 2)


@pytest.mark.parametrize("sign", ["ping", "pong"])
async def test_a_flood_of_signs_of_life_ends_the_socket_too(loopback, sign):
    phone, _ = await loopback.join()
    with contextlib.suppress(ConnectionError):
        for _ in range(200):
            await getattr(phone.socket, sign)()
    assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_a_ping_is_answered(loopback):
    options = {"headers": {"Origin": loopback.origin}, "autoping": False}
    async with loopback.session.ws_connect(loopback.origin + "/socket", **options) as socket:
        await socket.send_str(protocol.text(Hello(loopback.code)))
        await socket.ping(b"anybody there")
        while (heard := await socket.receive(timeout=PATIENCE)).type is not aiohttp.WSMsgType.PONG:
            assert heard.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.PING)
        assert heard.data == b"anybody there"


async def test_the_first_word_is_a_hello(loopback):
    phone = Phone(await loopback.socket())
    await phone.say(Press(1, 1, "up"))
    assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_who_says_nothing_is_ended():
    async with LoopbackServer(limits=gate.Limits(time.monotonic, idle=0.2)) as loopback:
        phones = [Phone(await loopback.socket()) for _ in range(4)]
        for phone in phones:
            assert (await phone.ended())[1] == aiohttp.WSCloseCode.POLICY_VIOLATION
        assert isinstance((await loopback.join())[1], Welcome)


async def test_a_slow_request_is_dropped():
    async def drip(writer):
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b"X-A: b\r\n")
                await writer.drain()
                await asyncio.sleep(0.05)

    async with LoopbackServer(limits=gate.Limits(time.monotonic, idle=0.3)) as loopback:
        slow = await raw(loopback, b"GET / HTTP/1.1\r\n")
        dripping = asyncio.create_task(drip(slow[1]))
        assert await answer_of(slow) == b""
        dripping.cancel()
        assert b" 200 " in await answer_of(await raw(loopback, request(loopback)))  # then nothing was asked any more


async def test_a_large_request_is_dropped(loopback):
    for sent in (
        b"GET / HTTP/1.1\r\n" + b"X-Header: " + b"y" * 20_000 + b"\r\n\r\n",
        b"GET /" + b"y" * 20_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % i for i in range(3_000)),
        b"\x16\x03\x01" + b"\x00" * 200,
    ):
        answer = await answer_of(await raw(loopback, sent))
        assert answer == b"" or answer.startswith((b"HTTP/1.0 400", b"HTTP/1.1 400"))
    assert (await loopback.get("/"))[0] == 200


def patient():
    """Limits that drop nobody for silence alone, nor for coming often."""
    return gate.Limits(time.monotonic, idle=10 * PATIENCE, a_second=1_000)


@pytest.mark.parametrize("sent", ["", "GET / HTTP/1.1\r\n", "socket"], ids=["nothing", "half a request", "no hello"])
@pytest.mark.parametrize(("addresses", "each"), [(1, 2 * gate.AN_ADDRESS), (gate.ALL, 1)], ids=["one", "many"])
async def test_who_says_nothing_keeps_nobody_out(sent, addresses, each):
    async with LoopbackServer(limits=patient()) as loopback:
        await crowded(loopback, sent, addresses, each)


async def crowded(loopback, sent, addresses, each):
    said = upgrade(loopback) if sent == "socket" else sent.encode()
    held = [
        await raw(loopback, said, f"127.0.{number // 200}.{1 + number % 200}")
        for number in range(addresses)
        for _ in range(each)
    ]
    phone, welcome = await loopback.join()
    assert isinstance(welcome, Welcome)
    for _ in range(2 * gate.AN_ADDRESS):
        assert b" 200 " in await answer_of(await raw(loopback, request(loopback, more="Connection: close\r\n")))
    held += [await raw(loopback, said) for _ in range(2 * gate.AN_ADDRESS)]
    loopback.show(1)
    assert isinstance(await phone.hear(), Shown), "and nobody at the table is dropped for them"
    for _, writer in held:
        writer.close()


BAD = (
    b"GET / HTTP/1.1\r\nbad\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x00\xff secret-word\r\n\r\n",
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nsecret-word",
    b"GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
)


async def test_bad_requests_write_a_line_a_kind_and_minute_and_none_of_their_words(capfd):
    async with LoopbackServer(limits=patient()) as loopback:
        for number in range(200):
            await answer_of(await raw(loopback, BAD[number % len(BAD)]))
        assert (await loopback.get("/"))[0] == 200
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


@pytest.mark.parametrize("address", ["10.0.0.5", "192.168.1.20", "192.168.100.120"])
def test_the_code_on_the_screen_leads_to_the_server(address):
    url = f"http://{address}:47810/K7Q4-2MVD"
    matrix = server.matrix_of(url)
    assert qr.read(matrix) == url.upper()
    assert len(matrix) in (25, 29)


def networks(*names):
    """Networks by the ends of their loopback addresses."""
    return [Network({"4": "wlan1", "9": "docker0"}.get(name, f"wlan{name}"), f"127.0.0.{name}") for name in names]


async def test_every_network_only_where_that_is_asked_for():
    async with LoopbackServer(Open("0.0.0.0"), look=lambda: networks("2")) as loopback:
        assert loopback.heard(messages.JoinCode)[0].url.startswith("http://127.0.0.2:")
        for address, status in (("127.0.0.1", 200), ("127.0.0.5", 403)):
            async with loopback.session.get(f"http://{address}:{loopback.server.port}/") as answer:
                assert answer.status == status
    async with LoopbackServer(Open(), look=lambda: networks("2")) as loopback:
        with pytest.raises(aiohttp.ClientConnectorError):
            await loopback.session.get(f"http://127.0.77.1:{loopback.server.port}/")  # where no other test listens


# Where it opens, the networks there, and for each change of them what the table is told: the address, and "lost"
# where that is none of this machine any more. What is left for a moment may be a bridge of containers (9), which is
# always there, and would never be left again.
FOLLOWED = {
    "the phone server follows the best network": ("", "2", [("3", "3")]),
    "it stays where a network is gone for a moment": ("", "2 9", [("9", "2 lost"), ("4 9", "4")]),
    "a chosen address that vanishes is told, and so is its return": (
        "127.0.0.3",
        "2 3",
        [("2", "3 lost"), ("2 3", "3")],
    ),
    "an address that was none of a network is not missed": ("127.0.0.1", "2", [("3", "")]),
    "at all addresses it goes with the networks": ("0.0.0.0", "2", [("3", "3")]),
    "nothing new is not told": ("", "2", [("2", "")]),
}


@pytest.mark.parametrize(("bind", "first", "changes"), FOLLOWED.values(), ids=FOLLOWED)
async def test_the_server_follows_its_networks(bind, first, changes):
    there, looks = networks(*first.split()), []

    def look():
        looks.append(1)
        return list(there)

    async with LoopbackServer(Open(bind), beat=(0.01, 0.0), look=look) as loopback:
        told = [bind or "127.0.0.2"]
        for now, said in changes:
            there[:] = networks(*now.split())
            looks.clear()
            await until(lambda: len(looks) > 3)
            if said:
                last = loopback.heard(messages.JoinCode)[-1]
                assert said == last.address.removeprefix("127.0.0.") + " lost" * last.is_lost
                assert last.networks == tuple(there) and last.code == loopback.code
                async with loopback.session.get(last.url) as answer:
                    assert answer.status == 200
                told.append(said)
            assert len(loopback.heard(messages.JoinCode)) == len(told)


async def test_a_network_that_cannot_be_used_yet_is_tried_again():
    there = networks("2")

    def last():
        return loopback.heard(messages.JoinCode)[-1]

    async with LoopbackServer(Open(), beat=(0.01, 0.0), look=lambda: list(there)) as loopback:
        there[:] = [Network("wlan5", "192.0.2.77")]  # an address that no machine has
        await until(lambda: last().is_lost)
        there[:] = networks("3")
        await until(lambda: not last().is_lost)
        assert last().address == "127.0.0.3"
        async with loopback.session.get(last().url) as answer:
            assert answer.status == 200


async def test_a_taken_port_gives_way_to_another():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with LoopbackServer(Open("127.0.0.1", port), patience=0.0) as loopback:
            assert loopback.server.port not in (0, port)


async def test_an_address_of_others_is_not_to_be_had():
    with pytest.raises(server.UnservedError) as refused:
        await server.PhoneServer(Open("192.0.2.77", 0), print).open()
    assert refused.value.trouble.about == "address"
