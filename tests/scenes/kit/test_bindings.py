"""Keys and buttons bound anew: what they mean, what may be taken or swapped, and how they are stored."""

from __future__ import annotations

import json
import re

import pygame
import pytest

from scenes.kit.input.bindings import KEYBOARD_PROFILE, BindingProfile, Bindings, bindings_from_json
from scenes.kit.input.intents import Kind
from tests.tables import rows

pytestmark = pytest.mark.quick

SMALL = BindingProfile(
    "small", {1: Kind.CONFIRM, 2: Kind.CONFIRM, 3: Kind.BACK, 4: Kind.HINT}, (Kind.CONFIRM,), frozenset({9})
)


def test_the_defaults_stand_where_nothing_was_changed() -> None:
    assert Bindings().codes(SMALL, Kind.CONFIRM) == (1, 2)
    assert (Bindings().meaning(SMALL, 4), Bindings().meaning(SMALL, 5)) == (Kind.HINT, None)
    assert not Bindings().is_changed(SMALL)


def test_a_new_code_takes_the_place_of_all_former_ones() -> None:
    bindings = Bindings().assigned(SMALL, Kind.CONFIRM, 7)
    assert bindings.codes(SMALL, Kind.CONFIRM) == (7,)
    assert [bindings.meaning(SMALL, code) for code in (1, 2, 3, 7)] == [None, None, Kind.BACK, Kind.CONFIRM]
    assert bindings.is_changed(SMALL)


def test_a_swap_gives_the_former_code_in_exchange() -> None:
    assert Bindings().may_swap(SMALL, Kind.HINT, 3)
    assert not Bindings().may_swap(SMALL, Kind.UNDO, 4), "it has none"
    bindings = Bindings().assigned(SMALL, Kind.HINT, 3, swap=True)
    assert (bindings.codes(SMALL, Kind.HINT), bindings.codes(SMALL, Kind.BACK)) == ((3,), (4,))
    back = bindings.assigned(SMALL, Kind.HINT, 4, swap=True)
    assert not back.is_changed(SMALL)


def test_a_code_may_be_taken_from_an_action_that_can_do_without() -> None:
    bindings = Bindings().assigned(SMALL, Kind.UNDO, 4)
    assert (bindings.codes(SMALL, Kind.UNDO), bindings.codes(SMALL, Kind.HINT)) == ((4,), ())
    assert Bindings().assigned(SMALL, Kind.UNDO, 1).codes(SMALL, Kind.CONFIRM) == (2,)


def test_an_essential_action_keeps_its_last_code_and_a_fixed_code_its_action() -> None:
    assert [Bindings().may_take(SMALL, code) for code in (1, 3, 4, 5)] == [True, False, True, True]
    with pytest.raises(ValueError, match="BACK would have nothing left"):
        Bindings().assigned(SMALL, Kind.HINT, 3)
    with pytest.raises(ValueError, match="9 is fixed"):
        Bindings().assigned(SMALL, Kind.HINT, 9)


def test_escape_always_leads_back() -> None:
    bindings = Bindings().assigned(KEYBOARD_PROFILE, Kind.BACK, pygame.K_b)
    assert bindings.codes(KEYBOARD_PROFILE, Kind.BACK) == (pygame.K_b, pygame.K_ESCAPE)


def test_profiles_do_not_disturb_each_other() -> None:
    bindings = Bindings().assigned(SMALL, Kind.HINT, 5).assigned(KEYBOARD_PROFILE, Kind.HINT, pygame.K_k)
    assert bindings.restored(KEYBOARD_PROFILE) == Bindings().assigned(SMALL, Kind.HINT, 5)
    assert bindings.restored(KEYBOARD_PROFILE).restored(SMALL) == Bindings()


def test_bindings_survive_json() -> None:
    bindings = Bindings().assigned(SMALL, Kind.UNDO, 4).assigned(KEYBOARD_PROFILE, Kind.HINT, pygame.K_x, swap=True)
    assert bindings_from_json(bindings.to_json()) == bindings


@pytest.mark.parametrize(("stored", "told"), rows("no_bindings"))
def test_what_is_no_bindings_is_refused(stored: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        bindings_from_json(json.loads(stored))
