"""Tests that try a few cases by default, and many cases in the long run."""

from __future__ import annotations

from typing import Any

import pytest


def few_or_many(name: str, few: Any, many: Any, seconds: int = 600) -> pytest.MarkDecorator:
    """Parametrize a test with `few`, and in the long run with `many`, which has this many seconds."""
    marks = (pytest.mark.long, pytest.mark.timeout(seconds))
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=marks)], ids=["few", "many"])
