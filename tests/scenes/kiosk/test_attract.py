"""The show: it plays every game by itself, keeps nothing, and ends at any press."""

from __future__ import annotations

import gc
from datetime import date, datetime
from itertools import pairwise
from typing import ClassVar
from unittest.mock import Mock

import pygame
import pytest

from game.kiosk.config import Config
from game.records.playback import Playback
from game.registry import GAMES, find
from game.session.session import Session
from scenes.kiosk.attract_cards import cards_for
from scenes.kiosk.attract_column import NOTE_REST, AttractColumn, HouseLine
from scenes.kiosk.attract_scene import PRESSED_SECONDS, AttractScene, WayChange
from scenes.kiosk.programme import LEAST, InvitedGuests, Programme, Show, read_excerpts
from scenes.kiosk.screen_care import EVERY, SPIRAL, ScreenCare
from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind, Point
from scenes.kit.system import STEP
from scenes.menu.menu_scene import MenuScene
from scenes.unattended import show_of
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse
from tests.stores import PATIENCE, contents
from tools.catalogue.kiosk import leap

NOON = datetime(2026, 3, 14, 14, 32)
LONG_LINE = "Cake of the day: yuzu, with a coffee of your choice and a smile"
PAD = Device("pad:1", "xbox", "Pad", 1)
ALL = tuple(GAMES)
EXCERPTS = read_excerpts(Assets(None))
ENDS = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9"]


def show(*games: str, **more: object) -> Show:
    return Show(games or ALL, clock=lambda: NOON, **more)  # type: ignore[arg-type]


def attract(house: Playhouse, *games: str, **more: object) -> AttractScene:
    """Show boards without excerpts."""
    scene = AttractScene(house.services, show(*games, **more))
    house.show(scene)
    return scene


def playing(house: Playhouse, *games: str, **more: object) -> AttractScene:
    """Show excerpts of games."""
    scene = AttractScene(house.services, show(*games, **more), Programme(EXCERPTS, lambda: house.stage.time))
    house.show(scene)
    return scene


def pass_time(scene: AttractScene, seconds: float) -> None:
    """Let time pass without drawing."""
    for _ in range(round(seconds / STEP / 12)):
        assert scene.tick(12 * STEP) is None


def note_of(scene: AttractScene) -> HouseLine:
    """Return the house's line in the show."""
    assert scene.column.note is not None
    return scene.column.note


class ShowVocabulary(HouseVocabulary):
    """Tells of the show, which plays while the table has no visitors."""

    invited = InvitedGuests.ANYBODY
    attract: AttractScene

    facts: ClassVar = {
        "dim": lambda s: f"{s.attract.care.gone:.2f}",  # the share of light that is gone
        # the stops of one-button play, and where they are
        "lights": lambda s: [
            f"{stop.name}, {'on the invitation' if stop.areas == (s.attract.places['invitation'],) else 'elsewhere'}"
            for stop in s.attract.scan()
        ],
    }

    def do_show(self, rest: str = "") -> None:
        """GAMES [cards=no] [| TEXT]: Show these games, with TEXT as the line of the house. "cards=no" leaves out the
        cards between games."""
        games, _, text = rest.partition(" | ")
        names = [name for name in games.split() if name != "cards=no"]
        more = {"has_cards": "cards=no" not in games, "text": text}
        self.attract = attract(self.house, *names, invited=lambda: self.invited, **more)

    def do_plays_to_the_end(self) -> None:
        """Play the game of the show up to its last move, which is still to come."""
        leap(self.attract.table, ENDS)

    def do_passes(self, rest: str = "") -> None:
        """SECONDS: Let this time pass without drawing."""
        pass_time(self.attract, float(rest))

    def do_invites(self, rest: str = "") -> None:
        """WHOM: Invite other people from now on: ANYBODY, WAITING or NEXT."""
        self.invited = InvitedGuests[rest]
        self.house.run(0.2)


test_the_show = stories("attract.txt", ShowVocabulary)


# Playing


@pytest.mark.parametrize(("pace", "least"), [(2.0, 6), (4.0, 9), (8.0, 7)])
def test_a_move_comes_every_pace_and_what_is_said_can_be_read(house: Playhouse, pace: float, least: int) -> None:
    """At the quickest pace, a move waits until the caption before it was read."""
    scene = playing(house, "quoridor", pace=pace)
    pass_time(scene, min(10 * pace, LEAST - 1))
    assert least <= scene.moves <= 10


def test_the_line_of_progress_never_goes_back(house: Playhouse) -> None:
    scene = attract(house, "quoridor", "star")
    leap(scene.table, ENDS)
    shares = []
    while scene.table.spec.id == "quoridor":
        shares.append(scene.progress)
        scene.tick(0.1)
    assert shares == sorted(shares) and shares[-1] > 0.98


# What stays


@pytest.mark.parametrize(("most", "rounds"), [(10, 3), pytest.param(100, 8, marks=pytest.mark.long)])
def test_hours_leave_nothing_behind(house: Playhouse, most: int, rounds: int) -> None:
    """Every game has many moves, and neither the store nor the memory has changed."""
    for game in ALL:
        session = Session(find(game), {}, 1, (PERSON, RIVAL), store=house.services.store)
        session.submit(session.actors()[0], session.legal(session.actors()[0])[0])
    del session
    house.services.store.set("last_game", ALL[-1])
    before = kept(house)
    scene = playing(house, pace=2.0)
    came: dict[str, int] = dict.fromkeys(ALL, 0)
    held, then, seen = 0, 0, rounds * len(ALL)  # turns that are watched
    while min(came.values()) < most or scene.turns < 2 * seen:
        game, moves, turn = scene.table.spec.id, scene.moves, scene.turns
        while scene.turns == turn:
            pass_time(scene, 1.0)
            if scene.turns <= seen or scene.turns % 5 == 0:
                house.run(0.2)
        came[game] += scene.moves - moves
        if scene.turns == seen:
            held, then = house.stage.paint.held, scene.moves
    assert kept(house) == before
    assert scene.moves > then + most and house.stage.paint.held < 1.25 * held
    gc.collect()
    assert sum(type(found) is Playback for found in gc.get_objects()) == 1


def kept(house: Playhouse) -> object:
    """Return everything that a game could change."""
    people, store = house.services.people, house.services.store
    assert store.wait(PATIENCE)
    return contents(store), people.roster, people.party.evening, people.cup


def test_the_picture_of_the_board_is_let_go_once_the_show_is_left(house: Playhouse) -> None:
    scene = playing(house, "quoridor")
    scene.leave()
    assert scene.table.ground._picture is None


# Presses

PRESSES = [
    *(Intent(kind, KEYBOARD) for kind in (Kind.CONFIRM, Kind.BACK, Kind.PAUSE, Kind.DIGIT, Kind.KEY, Kind.UP)),
    Intent(Kind.RULES, PAD),
    Intent(Kind.PRESS, TOUCH, (5, 5)),
    Intent(Kind.PRESS, MOUSE, (900, 400)),
    Intent(Kind.TURN, MOUSE, (900, 400), 1),
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("press", PRESSES, ids=lambda press: f"{press.kind.name} {press.device.id}")
def test_any_press_leads_to_the_menu_and_does_nothing_there(house: Playhouse, press: Intent) -> None:
    attract(house, "quoridor")
    house.fps = 60
    house.app.take(press)
    house.frame()
    assert isinstance(house.top, AttractScene) and house.top.pressed is not None
    house.run(PRESSED_SECONDS + 0.06)
    assert type(house.top) is MenuScene
    house.app.take(press)
    house.run(0.1)
    assert type(house.top) is MenuScene


# How it looks


def test_a_quiet_show_is_not_drawn_all_the_time(house: Playhouse) -> None:
    scene = playing(house, "quoridor", has_cards=False)
    animated = 0
    for _ in range(400):
        scene.tick(0.1)
        animated += scene.is_animated
    assert animated < 280
    house.stage.look.reduced_motion = True
    still = 0
    for _ in range(400):
        scene.tick(0.1)
        still += scene.is_animated
    assert still < 220


def test_the_numbers_appear_where_a_wall_changed_a_rivals_way(house: Playhouse) -> None:
    game = attract(house, "quoridor").table
    assert game.ways(leap(game, ["e2"])) == ()
    assert game.ways(leap(game, ["a5h"])) == ()  # nobody's way has changed
    assert game.ways(leap(game, ["e3", "d5h"])) == (WayChange(0, 6, 7), WayChange(1, 8, 9))
    star = attract(house, "star").table
    assert star.ways(leap(star, ["@b3"])) == ()


def test_numbers_count_up() -> None:
    assert WayChange(0, 7, 11).counted(0.5) == WayChange(0, 7, 9)
    assert WayChange(1, 6, 6).counted(0.5) == WayChange(1, 6, 6)


@pytest.mark.parametrize("size", SIZES)
def test_a_long_caption_shrinks_and_drops_the_numbers_but_is_never_cut(house: Playhouse) -> None:
    column = AttractColumn(house.stage, show())
    short = column.caption("A wall that costs Ren four steps")
    long = column.caption(
        "A wall that costs Ren eleven steps and Maximiliane as many, so that neither is any nearer now"
    )
    assert short.leaves_room and not long.leaves_room
    assert short.style.size > long.style.size or len(long.lines) > len(short.lines)
    assert " ".join(long.lines).endswith("nearer now")
    assert all(house.stage.fonts.width(line, long.style) <= column.places["caption"].width for line in long.lines)


class Slip(Drawable):
    """Keeps which parts of the house's line are drawn where."""

    def __init__(self) -> None:
        self.parts: list[tuple[int, pygame.Rect]] = []

    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        if area is not None:
            self.parts.append((at[0], area))


def test_a_long_line_of_the_house_runs_through_and_all_of_it_is_seen(house: Playhouse) -> None:
    note = note_of(attract(house, "quoridor", text=LONG_LINE))
    assert note.changes
    left, room = note.room.left, note.room.width
    whole = house.stage.fonts.line(LONG_LINE, note.style).get_width()
    seen: set[int] = set()
    for tenth in range(600):
        slip = Slip()
        note.draw(slip, tenth / 10)
        for at, area in slip.parts:
            assert left <= at and at + area.width <= left + room and area.left >= 0 and area.right <= whole
            seen.update(range(area.left, area.right))
        if tenth / 10 < NOTE_REST:
            assert slip.parts[0] == (left, pygame.Rect(0, 0, room, slip.parts[0][1].height))
    assert seen == set(range(whole))


def test_the_picture_moves_a_little_and_comes_back(house: Playhouse) -> None:
    care = ScreenCare(house.stage, 3_600)
    assert len(set(SPIRAL)) == len(SPIRAL) == 25
    seen = []
    for _ in range(2 * len(SPIRAL) - 1):
        seen.append(care.shift)
        care.tick(EVERY)
        care.tick(0.5)
        care.time -= 0.5
    assert len(set(seen)) > 8 and max(max(map(abs, place)) for place in seen) <= 4
    steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(seen)]
    assert max(steps) <= 2


def test_the_houses_line_is_shown_without_signs_that_the_typeface_lacks() -> None:
    text = "Cake 🍰 of the day, 本日の\u3000ケーキ \u0e01"
    kiosk = Mock(config=Config().changed({"attract.text": text}))
    assert show_of(kiosk, datetime.now).text == "Cake  of the day, 本日の\u3000ケーキ"


def test_a_show_needs_a_game_and_a_pace_that_can_be_followed() -> None:
    for wrong in ({"games": ()}, {"games": ALL, "pace": 1.0}, {"games": ALL, "pace": 9.0}):
        with pytest.raises(ValueError):
            Show(**wrong)


@pytest.mark.parametrize(
    ("device", "points"), [(KEYBOARD, False), (MOUSE, False), (PAD, False), (TOUCH, True)], ids=str
)
def test_a_hand_points_only_at_a_screen_that_can_be_touched(house: Playhouse, device: Device, points: bool) -> None:
    """Its ring grows. Anybody else sees the key or button that begins."""
    place = attract(house, "coffee").places["invitation"]
    house.stage.devices.current = device
    shown = set()
    for _ in range(5):
        house.run(0.2)
        shown.add(pygame.image.tobytes(house.window.surface.subsurface(place), "RGB"))
    assert (len(shown) > 1) == points


@pytest.mark.parametrize("size", SIZES)
def test_names_beside_each_other_are_of_one_size(
    open_house: OpenHouse, size: tuple[int, int], written: Written
) -> None:
    scene = attract(open_house(size, "ja"), "quoridor")
    column = scene.column
    if not column.places.all("way"):
        return  # an upright window has no room for ways
    written.clear()
    target = SurfaceCanvas(pygame.Surface(size))
    column.draw_ways(
        target, [("square", "レン"), ("circle", "マクシミリアン")], [WayChange(0, 7, 11), WayChange(1, 6, 6)]
    )
    heights = [place.height for text, place in written if not text.isdigit()]
    assert len(heights) == 2 and heights[0] == heights[1]


def test_a_card_lies_where_the_board_was_and_covers_no_words(house: Playhouse, written: Written) -> None:
    scene = attract(house, "star")
    frame = scene.table.frame
    parts = (house.services, "robots", ["robots"], date(2026, 3, 1), scene.column.card, frame)
    card = next(iter(cards_for(*parts)))
    while card.is_animated:
        card.tick()
    before = pygame.image.tobytes(house.window.surface.subsurface(frame), "RGB")
    scene.end(card, 0.0)
    pass_time(scene, 1.0)
    written.clear()
    house.app.draw()
    heads = [text for text, _ in written]
    after = pygame.image.tobytes(house.window.surface.subsurface(frame), "RGB")
    assert after != before and card.words.head.upper() in heads and "STAR 3×3" not in heads
