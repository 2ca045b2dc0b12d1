"""Whole games, pinned: start, legal actions, clocks, pictures and ends are what they were. See tools/playthrough.py."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.core.options import resolve
from game.registry import find
from tools.playthrough import FOLDER, again, played, read_pair, render

pytestmark = pytest.mark.quick

FILES = sorted(FOLDER.glob("*/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_rules_say_what_they_said(path: Path) -> None:
    """Where this fails on purpose: python -m tools.playthrough --renew, and look at what it changed."""
    text = path.read_text(encoding="utf-8")
    assert again(text) == text


@pytest.mark.parametrize("game", sorted({path.parent.name for path in FILES}))
def test_every_game_has_some_that_are_won(game: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES if path.parent.name == game]
    assert len(texts) >= 3 and any("won by [" in text for text in texts)


def test_another_rule_is_noticed() -> None:
    spec = find("star")
    options = resolve(spec.options, {})
    actions = played(spec, options, 1)
    before = render(spec, options, {}, 1, actions)
    rules: Any = SimpleNamespace(**vars(spec.rules))
    rules.legal = lambda state, seat: spec.rules.legal(state, seat)[:-1]
    assert render(replace(spec, rules=rules), options, {}, 1, actions) != before


def test_an_option_is_json() -> None:
    assert read_pair("walls=[3, 4]") == ("walls", [3, 4])
    with pytest.raises(ValueError, match="NAME=JSON"):
        read_pair("walls")
