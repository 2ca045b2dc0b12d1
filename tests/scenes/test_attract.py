"""The attract show: it plays every game by itself, keeps nothing, and gives way to any press."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

import pygame
import pytest

from game.agents.agent import Job, Thought
from game.registry import GAMES, find
from game.session import Session
from scenes.kiosk import shown_game
from scenes.kiosk.attract_column import NOTE_REST, AttractColumn, counted
from scenes.kiosk.attract_scene import (
    CARD_SECONDS,
    DEAF_SECONDS,
    PRESSED_SECONDS,
    WINNER_SECONDS,
    AttractScene,
    Part,
)
from scenes.kiosk.programme import LEAST, REST_SECONDS, Invited, Show
from scenes.kiosk.screen_care import EVERY, SPIRAL, ScreenCare
from scenes.kiosk.shown_game import LATE, ShownGame, Way
from scenes.kit.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.kit.scene import Stop
from scenes.kit.timeline import STEP
from scenes.menu.menu_scene import MenuScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, InstantAgent, Playhouse

NOON = datetime(2026, 3, 14, 14, 32)
LONG_LINE = "Cake of the day: yuzu, with a coffee of your choice and a smile"
PAD = Device("pad:1", "xbox", "Pad", 1)
ALL = tuple(GAMES)
ENDS = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9"]


class SilentAgent(InstantAgent):
    """It never answers."""

    def poll(self) -> Thought | None:
        return None


class FailingAgent(InstantAgent):
    """It answers with an error."""

    def poll(self) -> Thought | None:
        job, self._waiting = self._waiting, None
        if job is None:
            return None
        return Thought("", kind=job.kind, revision=job.revision, decision=job.decision, error="it broke")


def show(*games: str, **more: object) -> Show:
    return Show(games or ALL, clock=lambda: NOON, **more)  # type: ignore[arg-type]


def attract(house: Playhouse, *games: str, **more: object) -> AttractScene:
    scene = AttractScene(house.services, show(*games, **more), 3)
    house.show(scene)
    return scene


def pass_time(scene: AttractScene, seconds: float) -> None:
    """Without a picture."""
    for _ in range(round(seconds / STEP / 12)):
        assert scene.tick(12 * STEP) is None


# Playing


@pytest.mark.parametrize(("pace", "least"), [(2.0, 6), (4.0, 9), (8.0, 7)])
def test_a_move_comes_every_pace_and_what_is_said_can_be_read(house: Playhouse, pace: float, least: int) -> None:
    """At the quickest pace a move waits for the caption of the one before."""
    scene = AttractScene(house.services, show("quoridor", pace=pace), 3)
    scene.resized()
    pass_time(scene, min(10 * pace, LEAST - 1))
    assert least <= scene.moves <= 10


@pytest.mark.one_in(4)
@pytest.mark.parametrize("agent", [SilentAgent, FailingAgent])
@pytest.mark.parametrize("game", ALL)
def test_the_show_never_stops_whatever_the_agent_does(
    open_house: OpenHouse, agent: Callable[[], InstantAgent], game: str
) -> None:
    house = open_house(agent=agent())
    scene = AttractScene(house.services, show(game), 3)
    scene.resized()
    pass_time(scene, 4 * LATE * 4.5)
    assert scene.moves >= 3


def test_a_won_game_is_followed_by_its_winner_a_card_and_the_next_game(house: Playhouse) -> None:
    scene = attract(house, "quoridor", "star")
    scene.game.leap(ENDS)
    pass_time(scene, 3.0)
    assert scene.part is Part.WINNER and scene._text == "Aoi arrives and wins"
    pass_time(scene, WINNER_SECONDS)
    assert scene.part is Part.CARD
    assert scene.card is not None and scene.card.words.head == "Star 3×3"
    pass_time(scene, 2 * CARD_SECONDS)
    assert scene.part is Part.GAME and scene.game.spec.id == "star"


def test_without_cards_the_next_game_follows_the_winner(house: Playhouse) -> None:
    scene = attract(house, "quoridor", "star", has_cards=False)
    scene.game.leap(ENDS)
    pass_time(scene, 3.0 + 2 * CARD_SECONDS)
    assert scene.game.spec.id == "star"


def test_the_line_of_progress_never_goes_back(house: Playhouse) -> None:
    scene = attract(house, "quoridor", "star")
    scene.game.leap(ENDS)
    shares = []
    while scene.game.spec.id == "quoridor":
        shares.append(scene._progress)
        scene.tick(0.1)
    assert shares == sorted(shares) and shares[-1] > 0.98


def test_a_game_that_does_not_end_gives_way(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_game, "LONGEST", 12.0)
    scene = attract(house, "quoridor", "star", has_cards=False)
    pass_time(scene, 12.0 + 2 * REST_SECONDS)
    assert scene.game.spec.id == "star"


# What stays


@pytest.mark.parametrize(("most", "rounds"), [(10, 3), pytest.param(100, 4, marks=pytest.mark.long)])
def test_hours_leave_nothing_behind(house: Playhouse, most: int, rounds: int) -> None:
    """So many moves of each game: every one comes by, and neither the store nor what is held has changed."""
    for game in ALL:
        session = Session(find(game), {}, 1, (PERSON, RIVAL), store=house.services.store)
        session.submit(session.actors()[0], session.legal(session.actors()[0])[0])
    del session
    house.services.store.set("last_game", ALL[-1])
    before = kept(house)
    scene = attract(house, pace=2.0)
    came: dict[str, int] = dict.fromkeys(ALL, 0)
    held, then, seen = 0, 0, rounds * len(ALL)  # turns that are watched
    while min(came.values()) < most:
        game, moves, turn = scene.game.spec.id, scene.moves, scene.turns
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
    assert sum(type(found) is Session for found in gc.get_objects()) == 1


def kept(house: Playhouse) -> object:
    """Whatever a game could change in the store."""
    store, services = house.services.store, house.services
    unfinished = [store.unfinished(game) for game in ALL]
    return (
        unfinished,
        store.results(20),
        store.get("last_game"),
        services.roster,
        services._evening,
        services.cup,
        store.statistics.figures(),
        [store.get(f"setup.{game}") for game in ALL],
    )


def test_the_agent_is_free_for_others_once_the_show_is_left(house: Playhouse) -> None:
    cancelled: list[Job] = []
    agent = house.services.agent
    assert isinstance(agent, InstantAgent)
    scene = attract(house, "quoridor")
    agent.cancel = lambda: cancelled.append(agent.jobs[-1])  # type: ignore[method-assign]
    scene.game.session.tick(False)
    scene.leave()
    assert cancelled and not scene.game.table.ground.is_made


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
    assert isinstance(house.top, AttractScene) and house.top._pressed is not None
    house.run(PRESSED_SECONDS + 0.06)
    assert type(house.top) is MenuScene
    house.app.take(press)
    house.run(0.1)
    assert type(house.top) is MenuScene


def test_a_pointer_that_only_moves_changes_nothing(house: Playhouse) -> None:
    scene = attract(house, "quoridor")
    house.app.take(Intent(Kind.HOVER, MOUSE, (700, 400)))
    house.run(1.0)
    assert house.top is scene


def test_one_button_play_finds_the_invitation(house: Playhouse) -> None:
    scene = attract(house, "quoridor")
    (stop,) = scene.scan()
    assert isinstance(stop, Stop)
    assert stop.name == "Press any button" and stop.areas == (scene.column.invitation,)
    stop.take()
    house.run(0.4)
    assert type(house.top) is MenuScene


def test_a_press_on_a_dim_screen_only_lights_it(house: Playhouse) -> None:
    scene = attract(house, "quoridor")
    for _ in range(61 * 60):
        scene.care.tick(1.0)
    assert scene.care._gone == pytest.approx(0.45)
    house.app.take(Intent(Kind.CONFIRM, KEYBOARD))
    house.run(0.5)
    assert house.top is scene and scene.care._gone == 0
    house.app.take(Intent(Kind.CONFIRM, KEYBOARD))
    house.run(0.5)
    assert type(house.top) is MenuScene


@pytest.mark.parametrize(
    ("invited", "english", "japanese"),
    [
        (Invited.ANYBODY, "Press any button", "ボタンを押して遊ぶ"),
        (Invited.WAITING, "A game is waiting", "途中のゲームがあります"),
        (Invited.NEXT, "Next guests: press to play", "次の方はボタンを押してください"),
    ],
)
def test_the_plate_says_whom_it_invites_in_both_languages(
    house: Playhouse, invited: Invited, english: str, japanese: str
) -> None:
    now = [Invited.ANYBODY]
    scene = attract(house, "quoridor", invited=lambda: now[0])
    now[0] = invited
    scene.tick(0.1)
    assert scene._invitations[False] == (english, japanese)


def test_whose_time_is_up_does_not_wake_the_table_by_the_next_move(house: Playhouse) -> None:
    scene = attract(house, "quoridor", invited=lambda: Invited.NEXT)
    house.app.take(Intent(Kind.CONFIRM, KEYBOARD))
    house.run(DEAF_SECONDS)
    assert house.top is scene
    house.app.take(Intent(Kind.CONFIRM, KEYBOARD))
    house.run(0.5)
    assert type(house.top) is MenuScene


# How it looks


def test_a_quiet_show_is_not_drawn_all_the_time(house: Playhouse) -> None:
    scene = attract(house, "quoridor", has_cards=False)
    lively = 0
    for _ in range(400):
        scene.tick(0.1)
        lively += scene.lively
    assert lively < 280
    house.stage.look.reduced_motion = True
    still = 0
    for _ in range(400):
        scene.tick(0.1)
        still += scene.lively
    assert still < 220


def test_the_numbers_appear_where_a_wall_changed_a_rivals_way(house: Playhouse) -> None:
    game = ShownGame(house.services, find("quoridor"), 4.0, 1)
    assert game.ways(game.leap(["e2"])) == ()
    assert game.ways(game.leap(["a5h"])) == ()  # nobody's way has changed
    assert game.ways(game.leap(["e3", "d5h"])) == (Way(0, 6, 7), Way(1, 8, 9))
    star = ShownGame(house.services, find("star"), 4.0, 1)
    assert star.ways(star.leap(["@b3"])) == ()


def test_numbers_count_up() -> None:
    assert counted((Way(0, 7, 11), Way(1, 6, 6)), 0.5) == (Way(0, 7, 9), Way(1, 6, 6))


@pytest.mark.parametrize("size", SIZES)
def test_a_long_caption_shrinks_and_drops_the_numbers_but_is_never_cut(
    open_house: OpenHouse, size: tuple[int, int]
) -> None:
    house = open_house(size)
    column = AttractColumn(house.services, show())
    short = column.caption("A wall that costs Ren four steps")
    long = column.caption(
        "A wall that costs Ren eleven steps and Maximiliane as many, so that neither is any nearer now"
    )
    assert short.leaves_room and not long.leaves_room
    assert short.style.size > long.style.size or len(long.lines) > len(short.lines)
    assert " ".join(long.lines).endswith("nearer now")
    assert all(
        house.stage.fonts.width(line, long.style) <= house.stage.metrics.px(column.plan.caption[2])
        for line in long.lines
    )


def test_a_long_line_of_the_house_takes_turns_in_parts_with_little_motion(house: Playhouse) -> None:
    house.services.take(replace(house.services.preferences, reduced_motion=True))
    scene = attract(house, "quoridor", text=LONG_LINE)
    lines, _ = scene.column._note
    assert len(lines) > 1 and scene.column.changes_note and " ".join(lines) == LONG_LINE


class Slip:
    """Keeps what parts of the house's line are drawn where."""

    def __init__(self) -> None:
        self.parts: list[tuple[int, pygame.Rect]] = []

    def blit(
        self,
        surface: pygame.Surface,
        position: tuple[float, float],
        alpha: float = 1.0,
        area: pygame.Rect | None = None,
    ) -> None:
        if area is not None:
            self.parts.append((round(position[0]), area))


def test_a_long_line_of_the_house_runs_through_and_all_of_it_is_seen(house: Playhouse) -> None:
    column = attract(house, "quoridor", text=LONG_LINE).column
    assert column.paper is not None and column.changes_note
    left, room = column.paper.left + column._note_left(), column._note_room()
    whole = house.stage.fonts.line(LONG_LINE, column._note[1]).get_width()
    seen: set[int] = set()
    for tenth in range(600):
        slip = Slip()
        column.draw_paper(slip, tenth / 10)
        for at, area in slip.parts:
            assert left <= at and at + area.width <= left + room and area.left >= 0 and area.right <= whole
            seen.update(range(area.left, area.right))
        if tenth / 10 < NOTE_REST:
            assert slip.parts[0] == (left, pygame.Rect(0, 0, room, slip.parts[0][1].height))
    assert seen == set(range(whole))


def test_a_short_line_of_the_house_rests(house: Playhouse) -> None:
    column = attract(house, "quoridor", text="Cake: yuzu").column
    assert not column.changes_note and column._note[0] == ("Cake: yuzu",)


def test_the_picture_moves_a_little_and_comes_back(house: Playhouse) -> None:
    care = ScreenCare(house.stage, 3_600)
    assert len(set(SPIRAL)) == len(SPIRAL) == 25
    seen = []
    for _ in range(2 * len(SPIRAL) - 1):
        seen.append(care.shift)
        care.tick(EVERY)
        care.tick(0.5)
        care._time -= 0.5
    assert len(set(seen)) > 8 and max(max(map(abs, place)) for place in seen) <= 4
    steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(seen)]
    assert max(steps) <= 2


def test_a_show_needs_a_game_and_a_pace_that_can_be_followed() -> None:
    for wrong in ({"games": ()}, {"games": ALL, "pace": 1.0}, {"games": ALL, "pace": 9.0}):
        with pytest.raises(ValueError):
            Show(**wrong)
