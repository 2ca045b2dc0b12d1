"""Where the parts of the attract show lie, in each arrangement of the window."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from scenes.kit.layout import Metrics, Shape

Point = tuple[int, int]  # pixels


@dataclass(frozen=True, slots=True)
class Plan:
    """One arrangement in design pixels: rectangles as x, y, width, height, texts by their baselines."""

    board: tuple[float, float, float]
    eyebrow: tuple[float, float]
    time: tuple[float, float]  # its right end
    caption: tuple[float, float, float]  # left end, first baseline, width
    sizes: tuple[float, ...]  # of the caption's type, the largest first
    lines: int  # that the caption may have beside the numbers
    most: int  # that it may have at the smallest size, in their place
    card: tuple[float, float, float, float]
    numbers: tuple[tuple[float, float], ...]  # left end and middle of each group
    invitation: tuple[float, float, float, float]
    hand: tuple[float, float]  # the middle of its ring, from the invitation's corner
    words: tuple[float, float, float]  # left end and the baselines of both languages, from there
    type: tuple[float, float]  # the sizes of both languages
    tiles: tuple[float, float, float, float]
    pitch: float
    names: float | None  # the baseline of the tiles' names, where they have room
    line: float  # the top of the line of progress
    paper: tuple[float, float, float, float]
    note: float  # the baseline of the house's line
    pitch_share: float = 112 / 104  # of the caption's lines, by its size
    code: tuple[float, float, float, float] | None = None  # the plate of the code for phones, where they are invited
    address: tuple[float, float, float, float] = (0, 0, 0, 0)  # the address beside it
    rows: int = 2  # in which that is written
    says_today: bool = True  # beside the house's line
    latin: float = 1.0  # by how much the caption is smaller in Latin letters


PLANS = {
    Shape.WIDE: Plan(
        board=(96, 56, 968),
        eyebrow=(1120, 88),
        time=(1824, 90),
        caption=(1120, 200, 704),
        sizes=(104, 88, 72),
        lines=3,
        most=5,
        card=(1120, 120, 704, 416),
        numbers=((1120, 500), (1504, 500)),
        invitation=(1120, 560, 704, 168),
        hand=(96, 62),
        words=(178, 96, 144),
        type=(72, 32),
        tiles=(1120, 768, 158, 104),
        pitch=182,
        names=908,
        line=920,
        paper=(1120, 944, 704, 80),
        note=997,
    ),
    Shape.CLASSIC: Plan(
        board=(72, 160, 760),
        eyebrow=(72, 96),
        time=(832, 96),
        caption=(864, 232, 504),
        sizes=(72, 64, 56),
        lines=4,
        most=7,
        card=(864, 160, 504, 480),
        numbers=((864, 536), (864, 608)),
        invitation=(864, 664, 504, 152),
        hand=(72, 54),
        words=(136, 84, 126),
        type=(52, 28),
        tiles=(864, 848, 108, 80),
        pitch=132,
        names=None,
        line=936,
        paper=(72, 952, 1296, 72),
        note=999,
        pitch_share=80 / 72,
    ),
    Shape.TALL: Plan(
        board=(54, 336, 972),
        eyebrow=(54, 92),
        time=(1026, 94),
        caption=(54, 196, 972),
        sizes=(84, 72, 60),
        lines=2,
        most=3,
        card=(54, 116, 972, 204),
        numbers=(),
        invitation=(54, 1344, 972, 176),
        hand=(106, 63),
        words=(214, 96, 148),
        type=(84, 36),
        tiles=(54, 1560, 225, 128),
        pitch=249,
        names=1728,
        line=1744,
        paper=(54, 1784, 972, 80),
        note=1838,
        pitch_share=102 / 84,
        latin=80 / 84,
    ),
}
WITH_DOOR = {  # where phones are invited as well, the code takes a part of the column
    Shape.WIDE: replace(
        PLANS[Shape.WIDE],
        invitation=(1120, 550, 704, 148),
        hand=(84, 54),
        words=(164, 84, 126),
        type=(64, 30),
        code=(1120, 718, 306, 306),
        address=(1450, 718, 374, 132),
        tiles=(1450, 872, 86, 57),
        pitch=96,
        names=None,
        line=938,
        paper=(1450, 960, 374, 64),
        note=1003,
        says_today=False,
    ),
    Shape.CLASSIC: replace(
        PLANS[Shape.CLASSIC],
        numbers=((864, 572),),
        card=(864, 160, 504, 448),
        invitation=(864, 620, 504, 104),
        hand=(58, 38),
        words=(112, 58, 90),
        type=(42, 24),
        code=(864, 740, 284, 284),
        address=(1168, 740, 200, 284),
        rows=3,
        tiles=(864, 0, 0, 0),  # no room
        paper=(72, 952, 760, 72),
    ),
    Shape.TALL: replace(
        PLANS[Shape.TALL],
        invitation=(54, 1344, 972, 176),
        code=(54, 1556, 308, 308),
        address=(386, 1556, 640, 132),
        tiles=(386, 1708, 148, 66),
        pitch=164,
        names=None,
        line=1782,
        paper=(386, 1800, 640, 64),
        note=1843,
    ),
}
LINE = 8
PAPERLESS = 40  # by how much tiles and invitation lie lower where there is no paper
CAP = 0.73  # a capital's height by the size of its type


def plan_of(metrics: Metrics, has_paper: bool, has_door: bool = False) -> Plan:
    """The arrangement for the window; without a paper the parts above it take its place, unless phones are invited."""
    if has_door:
        return WITH_DOOR[metrics.shape]
    plan = PLANS[metrics.shape]
    if has_paper:
        return plan
    x, y, width, height = plan.invitation
    left, top, wide, high = plan.tiles
    return replace(
        plan,
        invitation=(x, y + PAPERLESS, width, height),
        tiles=(left, top + PAPERLESS, wide, high),
        names=None if plan.names is None else plan.names + PAPERLESS,
        line=plan.line + PAPERLESS,
    )


def tile_rects(metrics: Metrics, plan: Plan, count: int) -> list[pygame.Rect]:
    """Where so many tiles lie, in pixels; more than four are as much narrower."""
    x, y, width, height = plan.tiles
    share = min(1.0, 4 / count)
    return [metrics.rect(x + i * plan.pitch * share, y, width * share, height * share) for i in range(count)]
