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
def test_the_network_of_a_home_comes_first_with_its_name(interfaces, routed, order):
    names = {address: name for name, _, address in (each.partition(" ") for each in interfaces.split(", ")) if address}
    found = addresses.best_first([(name, address) for address, name in names.items()], routed)
    assert found == [Network(names.get(address, ""), address) for address in order.split()]


def test_those_of_this_machine_are_looked_for():
    assert addresses.networks() == addresses.best_first(hardware.network_addresses(), addresses.routed_address())


def test_the_way_is_asked_for_without_a_word():
    class Deaf(socket.socket):
        def send(self, *args):
            raise AssertionError("something was sent")

        sendto = sendall = sendmsg = send

    assert addresses.routed_address(Deaf) == addresses.routed_address()


def test_no_way_at_all():
    class Lost(socket.socket):
        def connect(self, address):
            raise OSError(errno.ENETUNREACH, "no network")

    assert addresses.routed_address(Lost) == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux")
def test_linux_tells_its_interfaces():
    assert ("lo", "127.0.0.1") in hardware.network_addresses()


def test_other_systems_are_asked_by_their_own_name(monkeypatch):
    known: dict[str, tuple] = {socket.gethostname(): (None, [], ["192.168.1.20"])}

    def ask(name):
        if name not in known:
            raise OSError("unknown")
        return known[name]

    play_system(monkeypatch, "darwin")
    monkeypatch.setattr(socket, "gethostbyname_ex", ask)
    assert hardware.network_addresses() == [("", "192.168.1.20")]
    known.clear()
    assert hardware.network_addresses() == []
