"""Chooses the best address for phones to reach this machine, without sending anything."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Callable, Iterable

from game.phones.messages import Network
from game.platforms.hardware import network_addresses

_ELSEWHERE = ("192.0.2.1", "10.255.255.255", "192.168.255.255")  # a documentation address, and two of home networks
# Prefixes of interface names: _VPN for VPNs, which phones seldom use, and _INNER for networks of containers and virtual
# machines, which phones cannot use.
_VPN = ("tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt", "nordlynx", "proton")
_INNER = ("docker", "br-", "veth", "virbr", "cni", "flannel", "podman", "lxc", "lxd", "vbox", "vmnet", "vethernet")
_CARRIER = ipaddress.ip_network("100.64.0.0/10")  # used by VPNs such as Tailscale


def networks() -> list[Network]:
    """Return the networks through which others could reach this machine, the best one first."""
    return best_first(network_addresses(), routed_address())


def best_first(interfaces: Iterable[tuple[str, str]], routed: str) -> list[Network]:
    """Return the networks of `interfaces` and of the address `routed`, the best one first.

    `interfaces` are pairs of a name and an address. `routed` is "" if there is no route. Networks of
    containers and virtual machines are listed only if there are no others.
    """
    found = {address: name for name, address in interfaces}
    if routed and routed not in found:
        found[routed] = ""
    known = [Network(name[:60], address) for address, name in found.items() if not _is_own(address)]
    reachable = [network for network in known if not network.name.lower().startswith(_INNER)]
    return sorted(reachable or known, key=lambda network: (rank(network), network.address != routed, network.name))


def routed_address(made: Callable[[int, int], socket.socket] = socket.socket) -> str:
    """Return this machine's address on the route to others; "" if there is no route.

    A datagram socket is `made` and connected: the system then finds the route, and nothing is sent.
    """
    for elsewhere in _ELSEWHERE:
        with contextlib.suppress(OSError), made(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            address: str = probe.getsockname()[0]
            if not _is_own(address):
                return address
    return ""


def _is_own(address: str) -> bool:
    """Whether only this machine can reach `address`."""
    parsed = ipaddress.ip_address(address)
    return parsed.is_loopback or parsed.is_unspecified


def rank(network: Network) -> int:
    """Return a rank, lower is better: 0 for private networks, 1 for public, 2 for link-local, 3 for VPN and virtual."""
    address = ipaddress.ip_address(network.address)
    if network.name.lower().startswith((*_VPN, *_INNER)) or address in _CARRIER:
        return 3
    if address.is_link_local:
        return 2
    return 0 if address.is_private else 1
