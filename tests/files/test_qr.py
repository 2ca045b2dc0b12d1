"""QR codes: what they hold, how large they may be, and the process that makes them."""

from __future__ import annotations

from typing import Any

import pytest

from game.platforms.child_process import BUSY
from game.records.game_code import ALPHABET
from game.records.qr import MOST_BYTES, MOST_LETTERS, PATIENCE, QrMaker, Rows, rows_of
from tests.processes import awaited, said
from tests.scanned import drawn, scanned

LETTERS = (ALPHABET * 10)[:MOST_LETTERS]


@pytest.mark.parametrize(
    "text", ["A", LETTERS, "é" * (MOST_BYTES // 2), "Kissaten · コリドール\nアオイの勝ち", "x" * MOST_BYTES]
)
def test_an_independent_decoder_reads_it(text: str) -> None:
    assert scanned(drawn(rows_of(text))) == text


@pytest.mark.parametrize("text", [LETTERS, "x" * MOST_BYTES, "é" * (MOST_BYTES // 2)])
def test_none_is_larger_than_version_12(text: str) -> None:
    assert len(rows_of(text)) == 65
    assert rows_of(text + text[:2]) == () and rows_of(text * 40) == ()


def test_a_process_of_its_own_makes_it() -> None:
    maker = QrMaker()
    assert awaited(lambda: maker.rows(LETTERS)) == rows_of(LETTERS)
    assert maker.rows(LETTERS) == rows_of(LETTERS), "at once the second time"
    maker.close()


def test_the_windows_process_never_loads_what_makes_it() -> None:
    code = (
        "import sys, time; from game.records.qr import QrMaker\n"
        "if __name__ == '__main__':\n"
        "    maker = QrMaker(); rows = None\n"
        "    while rows is None: rows = maker.rows('TEA'); time.sleep(0.01)\n"
        "    print(len(rows), 'segno' in sys.modules)"
    )
    assert said(code) == "21 False\n"


class Child:
    """Stands for a process, and for our ends of its pipes."""

    def __init__(self) -> None:
        self.hears = self.says = self
        self.said: list[bytes] = []
        self.is_gone = False

    def poll(self) -> bool:
        return bool(self.said) or self.is_gone

    def recv_bytes(self, most: int) -> bytes:
        if self.is_gone:
            raise EOFError
        return self.said.pop()

    def close(self) -> None:
        """Nothing to close."""

    def ran(self) -> float:
        """On a machine that is too busy for it."""
        return 0.0

    def kill(self) -> None:
        self.is_gone = True


def begun() -> tuple[QrMaker, list[Child], list[float]]:
    """A maker, the processes that it has begun, and its time."""
    children: list[Child] = []
    now = [0.0]

    def begin(*_: object, name: str) -> Any:
        children.append(Child())
        return children[-1]

    return QrMaker(lambda: now[0], begin), children, now


def test_nothing_comes_of_a_process_that_dies() -> None:
    maker, children, _ = begun()
    assert maker.rows("TEA") is None
    children[0].is_gone = True
    assert maker.rows("TEA") == () and maker.rows("TEA") == () and len(children) == 1
    assert maker.failures == 1


def test_nothing_comes_of_one_that_hangs() -> None:
    maker, children, now = begun()
    assert maker.rows("TEA") is None
    now[0] = PATIENCE * BUSY
    assert maker.rows("TEA") is None
    now[0] += 1.0
    assert maker.rows("TEA") == () and children[0].is_gone


def test_nothing_comes_of_one_that_cannot_begin() -> None:
    def refuse(*_: object, name: str) -> Any:
        raise OSError("no more processes")

    maker = QrMaker(begin=refuse)
    assert maker.rows("TEA") == () and maker.failures == 1


def test_another_text_ends_what_was_begun_and_a_few_codes_are_kept() -> None:
    maker, children, _ = begun()
    assert maker.rows("TEA") is None and maker.rows("TEA") is None and len(children) == 1
    assert maker.rows("MILK") is None and children[0].is_gone
    children[1].said.append(b"10\n01")
    made: Rows | None = maker.rows("MILK")
    assert made == ("10", "01") and maker.failures == 0
    for number in range(9):
        assert maker.rows(str(number)) is None
        children[-1].said.append(b"1")
        assert maker.rows(str(number)) == ("1",)
    assert maker.rows("8") == ("1",) and len(children) == 11
    assert maker.rows("MILK") is None, "that was too long ago"
