"""The entry point of the server's process. Only that process imports the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


def run(hears: Connection, sends: Connection) -> None:
    """Serve phones until the table's process closes its pipe or ends."""
    from game.phones.link import Link
    from game.phones.messages import Trouble
    from game.phones.protocol import text

    try:
        from game.phones.server import serve
    except ImportError as error:
        link = Link(hears, sends)
        link.put(text(Trouble("library", str(error)[:200])))
        link.close()
        link.wait(1.0)
        return
    serve(hears, sends)
