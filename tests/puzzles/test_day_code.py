"""Codes of days: each day has its own, and what was typed wrongly opens none."""

from __future__ import annotations

import itertools
from datetime import date, timedelta

import pytest

from game.puzzles.day_code import LONGEST, clean_code, code_of, day_in, spelt

DAY = date(2026, 11, 24)


@pytest.mark.parametrize("day", [date(1, 1, 1), date(2024, 2, 29), DAY, date(2151, 2, 28), date(2870, 12, 31)])
def test_a_code_opens_its_day(day: date) -> None:
    assert day_in(code_of(day)) == day_in(f"Kissaten · {code_of(day).lower()} · ★") == day


WIDE = "".join(chr(ord(sign) + 0xFEE0) for sign in code_of(DAY))


@pytest.mark.parametrize(
    "text",
    [
        *("コード{}です", "今日は{}！", "_{}_", "「{}」", "\u200b{}\u200b"),
        WIDE,
        f"コード{WIDE.lower()}です",
        *(code_of(DAY).replace("-", hyphen) for hyphen in "‐‑‒–—−－ー"),
    ],
)
def test_it_is_found_as_people_write_it(text: str) -> None:
    assert day_in(text.format(code_of(DAY))) == DAY


def test_letters_that_are_taken_for_digits_are_read_so() -> None:
    days = (DAY + timedelta(days=number) for number in range(400))
    code = next(code for code in map(code_of, days) if "0" in code[-4:] and "1" in code[-4:] and "1" in code[:4])
    assert day_in(code.replace("0", "o").replace("1", "l")) == day_in(code.replace("1", "I")) == day_in(code)


def test_neighbours_have_none_alike() -> None:
    codes = [code_of(DAY + timedelta(days=number)) for number in range(400)]
    assert len(set(codes)) == 400 and codes[0].startswith("K328-")
    assert all(one.split("-")[1][-1:] != other.split("-")[1][-1:] for one, other in itertools.pairwise(codes))


@pytest.mark.parametrize("text", ["", "K328", "K328-7Q4", "K327-" + code_of(DAY)[5:], "K328-ILOU", "XK328-7Q4D9"])
def test_what_is_no_code_opens_nothing(text: str) -> None:
    assert day_in(text) is None


def test_the_first_that_is_of_a_day_counts() -> None:
    assert day_in(f"K001-0000 {code_of(DAY)}") == DAY


@pytest.mark.parametrize("text", ["K328-zr48", "k328 ZR48", "328zr48", "k328-zr48!", "Ｋ３２８－ＺＲ４８"])
def test_what_is_entered_is_a_code_without_its_hyphen(text: str) -> None:
    assert clean_code(text) == "K328ZR48" and len(clean_code(text)) == LONGEST


@pytest.mark.parametrize(("text", "read"), [("", ""), ("k", "K"), ("3", "K3"), ("K3Oil", "K3011"), ("Ku-", "K")])
def test_the_beginning_of_a_code_is_read_as_people_write_it(text: str, read: str) -> None:
    assert clean_code(text) == read


@pytest.mark.parametrize("day", [DAY, DAY.replace(month=1, day=3), DAY.replace(month=1, day=31)])
def test_a_whole_code_is_spelt_with_its_hyphen(day: date) -> None:
    assert spelt(clean_code(code_of(day))) == code_of(day)
