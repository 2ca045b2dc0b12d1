"""What is tried a few times by default, and many times in the long run."""

from __future__ import annotations

from typing import Any

import pytest


def few_or_many(name: str, few: Any, many: Any, seconds: int = 600) -> pytest.MarkDecorator:
    """A test's parameter: `few`, and in the long run `many`, for which there are so many seconds."""
    marks = (pytest.mark.long, pytest.mark.timeout(seconds))
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=marks)], ids=["few", "many"])
