"""Which address is taken for the best, of those that the system tells."""

import errno
import socket
import sys

import pytest

from game.phones import addresses
from game.phones.messages import Network
from game.platforms import hardware
from tests.processes import play_system
from tests.tables import rows

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(("interfaces", "routed", "order"), rows("networks", 3))
def test_the_network_of_a_home_comes_first_with_its_name(monkeypatch, interfaces, routed, order):
    names = {address: name for name, _, address in (each.partition(" ") for each in interfaces.split(", ")) if address}
    monkeypatch.setattr(addresses, "network_addresses", lambda: [(name, address) for address, name in names.items()])
    monkeypatch.setattr(addresses, "routed_address", lambda: routed)
    assert addresses.networks() == [Network(names.get(address, ""), address) for address in order.split()]


def test_the_way_is_asked_for_without_a_word(monkeypatch):
    class Deaf(socket.socket):
        def send(self, *args):
            raise AssertionError("something was sent")

        sendto = sendall = sendmsg = send

    monkeypatch.setattr(socket, "socket", Deaf)
    assert isinstance(addresses.routed_address(), str)


def test_no_way_at_all(monkeypatch):
    class Lost:
        def __init__(self, *args):
            raise OSError(errno.ENETUNREACH, "no network")

    monkeypatch.setattr(socket, "socket", Lost)
    assert addresses.routed_address() == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux")
def test_linux_tells_its_interfaces():
    assert ("lo", "127.0.0.1") in hardware.network_addresses()


def test_other_systems_are_asked_by_their_own_name(monkeypatch):
    play_system(monkeypatch, "darwin")
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["192.168.1.20"]))
    assert hardware.network_addresses() == [("", "192.168.1.20")]
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (_ for _ in ()).throw(OSError("unknown")))
    assert hardware.network_addresses() == []
