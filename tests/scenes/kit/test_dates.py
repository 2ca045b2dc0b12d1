"""Days are called as people call them, in both languages."""

from __future__ import annotations

from datetime import date

import pytest

from scenes.kit.text.strings import Strings, past_day

pytestmark = pytest.mark.quick

TODAY = date(2026, 1, 2)


@pytest.mark.parametrize(
    ("day", "en", "ja"),
    [
        (date(2026, 1, 2), "Today", "今日"),
        (date(2026, 1, 1), "Yesterday", "昨日"),
        (date(2026, 1, 3), "3 January", "1月3日"),
        (date(2025, 12, 31), "31 December 2025", "2025年12月31日"),
    ],
)
def test_a_day_is_called_as_people_call_it(day: date, en: str, ja: str) -> None:
    assert [past_day(Strings(language).t, day, TODAY) for language in ("en", "ja")] == [en, ja]
