"""Which address is taken for the best, of those that the system tells."""

import errno
import socket
import sys

import pytest

from game import platforms
from game.phones import addresses
from game.phones.protocol import Network


def found(monkeypatch, known, routed=""):
    monkeypatch.setattr(addresses, "network_addresses", lambda: known)
    monkeypatch.setattr(addresses, "routed_address", lambda: routed)
    return [network.address for network in addresses.networks()]


@pytest.mark.parametrize(
    ("known", "routed", "order"),
    [
        ([("lo", "127.0.0.1"), ("eth0", "192.168.1.20")], "192.168.1.20", ["192.168.1.20"]),
        ([("eth0", "10.0.0.5"), ("wlan0", "192.168.1.20")], "192.168.1.20", ["192.168.1.20", "10.0.0.5"]),
        ([("tun0", "10.8.0.2"), ("wlan0", "192.168.1.20")], "10.8.0.2", ["192.168.1.20", "10.8.0.2"]),
        ([("docker0", "172.17.0.1"), ("wlan0", "172.16.4.9")], "", ["172.16.4.9", "172.17.0.1"]),
        ([("veth1", "10.1.1.1"), ("eth0", "10.1.2.3")], "", ["10.1.2.3", "10.1.1.1"]),
        ([("tailscale0", "100.101.1.2"), ("eth0", "169.254.7.7")], "", ["169.254.7.7", "100.101.1.2"]),
        ([("", "100.101.1.2"), ("", "192.168.56.1")], "", ["192.168.56.1", "100.101.1.2"]),
        ([("eth0", "93.184.216.34"), ("wlan0", "192.168.1.20")], "93.184.216.34", ["192.168.1.20", "93.184.216.34"]),
        ([], "192.168.1.20", ["192.168.1.20"]),
        ([("lo", "127.0.0.1")], "", []),
    ],
)  # fmt: skip
def test_the_network_of_a_home_comes_first(monkeypatch, known, routed, order):
    assert found(monkeypatch, known, routed) == order


def test_names_go_with_their_addresses(monkeypatch):
    monkeypatch.setattr(addresses, "network_addresses", lambda: [("wlan0", "192.168.1.20")])
    monkeypatch.setattr(addresses, "routed_address", lambda: "")
    assert addresses.networks() == [Network("wlan0", "192.168.1.20")]


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
    assert ("lo", "127.0.0.1") in platforms.network_addresses()


def test_other_systems_are_asked_by_their_own_name(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["192.168.1.20"]))
    assert platforms.network_addresses() == [("", "192.168.1.20")]
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (_ for _ in ()).throw(OSError("unknown")))
    assert platforms.network_addresses() == []
