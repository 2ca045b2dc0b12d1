"""Which of this machine's networks phones come by, where there are several."""

from __future__ import annotations

from collections.abc import Sequence

from game.phones.protocol import Network
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.stage import Stage

MOST_SHOWN = 10  # those that phones are likely to be in come first


class NetworkDialog(Dialog):
    """Pops with a Network, or None. It begins at the one that the door is open in."""

    closed_to_phones = True

    def __init__(self, stage: Stage, networks: Sequence[Network], present: str) -> None:
        """`present` is the address of the door."""
        shown = list(networks[:MOST_SHOWN])
        shown += [network for network in networks[MOST_SHOWN:] if network.address == present]
        answers = [Answer(label(network), network, primary=network.address == present) for network in shown]
        focus = next((index for index, network in enumerate(shown) if network.address == present), 0)
        title, body = stage.t("phones.network.title"), stage.t("phones.network.body")
        columns = 1 if len(answers) <= 4 else 2
        super().__init__(stage, title, body, answers, stacked=True, columns=columns, width=1100, focus=focus)


def label(network: Network) -> str:
    """A network as it is listed."""
    return f"{network.address}  {network.name}".strip()
