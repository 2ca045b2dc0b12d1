"""Pads that are pulled out and come back: each gets its own number again; where nobody can tell, none is guessed."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from game.people.party import kept_party
from game.platforms.hardware import device_place
from game.storage.store import Store
from scenes.kit.input.pad_numbers import PadNumbers, PadTraits, mark_of
from tests.processes import play_system

AOI = PadTraits("xbox", serial="A1", place="usb-1")
REN = PadTraits("xbox", serial="B2", place="usb-2")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (AOI, AOI, True),
        (AOI, REN, False),
        (AOI, PadTraits("xbox", "A1", "usb-7"), True),  # in another socket
        (AOI, PadTraits("nintendo", "A1", "usb-1"), False),
        (AOI, PadTraits("xbox", "", "usb-1"), True),
        (AOI, PadTraits("xbox", "", "usb-2"), None),
        (PadTraits("xbox"), PadTraits("xbox"), None),
        (PadTraits("xbox", place="usb-1"), PadTraits("xbox", place="usb-1"), True),
        (PadTraits("xbox", place="usb-1"), PadTraits("xbox", place="usb-2"), None),
    ],
)
def test_what_tells_two_pads_apart(one: PadTraits, other: PadTraits, same: bool | None) -> None:
    assert one.is_same(other) is same
    assert other.is_same(one) is same


class TestNumbers:
    @staticmethod
    def with_pads(*marks: PadTraits) -> PadNumbers:
        """Pads that are held and have all been pulled out."""
        numbers = PadNumbers()
        numbers.held = [numbers.take(mark) for mark in marks]
        for number in numbers.held:
            numbers.drop(number)
        return numbers

    def test_pads_come_back_in_another_order(self) -> None:
        numbers = self.with_pads(AOI, REN)
        assert [numbers.take(mark) for mark in (REN, AOI)] == [2, 1]

    def test_a_new_pad_takes_nobodys_number(self) -> None:
        numbers = self.with_pads(AOI, REN)
        assert numbers.take(PadTraits("xbox", "C3")) == 3
        assert numbers.missing == (1, 2)

    def test_one_missing_pad_is_the_only_one_that_it_can_be(self) -> None:
        assert self.with_pads(PadTraits("xbox"), PadTraits("nintendo")).take(PadTraits("xbox")) == 1

    def test_two_alike_are_not_guessed_at(self) -> None:
        numbers = self.with_pads(PadTraits("xbox"), PadTraits("xbox"))
        assert numbers.take(PadTraits("xbox")) == 3
        assert numbers.missing == (1, 2)
        assert numbers.could_be(3, 2)
        numbers.become(3, 2)
        assert numbers.missing == (1,)
        assert numbers.take(PadTraits("xbox")) == 1  # now there is only one that it can be

    def test_which_missing_one_a_pad_could_be(self) -> None:
        numbers = self.with_pads(AOI, AOI, REN)
        assert [numbers.take(mark) for mark in (AOI, PadTraits("nintendo"))] == [1, 4]
        assert [numbers.could_be(number, 2) for number in (1, 4)] == [True, False]

    def test_numbers_of_pads_that_nobody_plays_with_are_free(self) -> None:
        numbers = self.with_pads(AOI, REN)
        numbers.held = ()
        assert numbers.missing == ()
        assert numbers.take(PadTraits("nintendo")) == 1
        with pytest.raises(KeyError):
            numbers.become(1, 7)


def test_linux_knows_the_socket_behind_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_system(monkeypatch, "linux")
    folder = tmp_path / "event7" / "device"
    folder.mkdir(parents=True)
    (folder / "phys").write_text("usb-0000:00:14.0-2/input0\n")
    (folder / "uniq").write_text("a4:53:85:00:11:22\n")
    assert device_place("/dev/input/event7", tmp_path) == ("a4:53:85:00:11:22", "usb-0000:00:14.0-2/input0")
    assert device_place("/dev/input/event8", tmp_path) == ("", "")
    assert device_place("", tmp_path) == ("", "")


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_elsewhere_the_path_is_the_socket(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play_system(monkeypatch, system)
    assert device_place(r"\\?\HID#VID_045E#7&1&0") == ("", r"\\?\HID#VID_045E#7&1&0")


def test_a_pygame_without_sdls_library_beside_it_tells_models_apart() -> None:
    def missing() -> NoReturn:
        raise FileNotFoundError("no SDL library")

    assert mark_of("xbox", 0, device_place, missing) == PadTraits("xbox")


def test_pads_are_known_again_in_the_next_run() -> None:
    numbers = PadNumbers()
    numbers.expect({2: AOI, 5: REN})
    assert [numbers.take(mark) for mark in (REN, PadTraits("nintendo"), AOI)] == [5, 1, 2]


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        {"x": ["a", "b", "c"]},
        {"1": ["a", "b"]},
        {"0": ["a", "", ""]},
        {"1": [1, 2, 3]},
        {"9" * 5000: ["a"] * 3},
        {"0001" + "9" * 5000: ["a"] * 3},
        {"\u0663": ["a"] * 3},
    ],
)
def test_a_stored_pad_that_cannot_be_is_not_used(tmp_path: Path, stored: object) -> None:
    store = Store.open(tmp_path / "store.sqlite3")
    store.set("roster.pads", stored)
    assert kept_party(store, {}).pads == {}
    store.set("roster.pads", {"3": ["model", "serial", "place"]})
    assert kept_party(store, {}).pads == {3: ("model", "serial", "place")}
    store.close()
