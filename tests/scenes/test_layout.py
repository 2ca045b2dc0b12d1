"""At every size and in both languages nothing overlaps, leaves the screen or is cut short."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.record import Record, SeatConfig
from game.core.spec import GameSpec
from game.kiosk.pin import PinFile, Verdict
from game.playback import Playback
from game.quoridor import SPEC
from game.registry import GAMES
from game.robots import SPEC as ROBOTS
from game.roster import Roster
from game.session import Session
from game.star import SPEC as STAR
from game.table import Table, default_table
from scenes.archive.review_scene import ReviewScene
from scenes.cup.cup_scene import CupScene
from scenes.join.chair_menu import ChairMenu
from scenes.join.join_scene import JoinScene
from scenes.kiosk.attract_cards import cards_for
from scenes.kiosk.attract_scene import AttractScene, Part
from scenes.kiosk.cleaning_scene import CleaningScene
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.display_test_scene import DisplayTestScene
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kiosk.show import Show
from scenes.kiosk.sound_test_scene import SoundTestScene
from scenes.kiosk.still_playing import StillPlayingScene
from scenes.kiosk.waiting_scene import WaitingScene
from scenes.kit import stage as stage_module
from scenes.kit.canvas import Canvas
from scenes.kit.glyphbar import GlyphBar
from scenes.kit.intents import FIRST_PHONE, KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.kit.pad_numbers import Mark
from scenes.kit.scene import Pop, Push, Route, Scene, Switch
from scenes.kit.stage import Stage
from scenes.kit.text import fit
from scenes.learn.exercise_panel import Remark
from scenes.learn.exercise_scene import ExerciseScene
from scenes.match.leaving import Goes, Leaving, Takes
from scenes.match.lost_devices import LostDeviceDialog
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.match.share import ShareDialog, share_text
from scenes.menu.menu_scene import MenuScene
from scenes.phones.desk import PhoneDesk
from scenes.phones.door_scene import DoorScene
from scenes.phones.network_dialog import NetworkDialog
from scenes.records.records_scene import RecordsScene
from scenes.settings.clash import CLASH_SHOWN
from scenes.settings.clash_scene import ClashScene
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.rows import SECTIONS
from scenes.settings.settings_scene import SettingsScene
from scenes.setup.house_rules import HouseRulesScene
from scenes.setup.seat_editor import SeatEditor
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import make_board
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import focus_of
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, InstantAgent, Playhouse, result_of
from tools.catalogue.couch import play_cup
from tools.catalogue.operator import FAULTY, SOUND, menu_scene
from tools.catalogue.phones import NETWORKS, StillDoor, an_open_door
from tools.catalogue.records import TODAY, fill
from tools.catalogue.review import Knowing, reviewed

PAD = Device("pad:1", "xbox", "Pad", 1)
DEVICES = {"keyboard": KEYBOARD, "mouse": MOUSE, "touch": TOUCH, "pad": PAD}
OPENING = ["e2", "e8", "e3h", "c3v", "e3", "d8"]
WON = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9"]
MIO = SeatConfig("human", name="@mio", identity="triangle", device="pad1")
HARU = SeatConfig("ai", 5, "@haru", "diamond")


def session(seats: tuple[SeatConfig, ...], actions: list[str]) -> Session:
    return Session.resume(SPEC, Record("quoridor", {"players": len(seats)}, 0, tuple(actions), seats))


def match(house: Playhouse, seats: tuple[SeatConfig, ...], actions: list[str]) -> MatchScene:
    played = session(seats, actions)
    return MatchScene(house.services, played, make_board(house.services, SPEC, played.options))


def leaving(house: Playhouse, step: Goes | Takes | None) -> Scene:
    """A question about who has to go, at a table at which six wait."""
    roster = Roster()
    for _ in range(8):
        roster = roster.sit("keyboard")
    house.services.seat(roster)
    seats = tuple(chair.seat() for chair in roster.people[:2])
    questions = Leaving(house.services, session(seats, OPENING))
    if step is None:
        push = questions.ask()
    else:
        push = questions.ask_for(step) if isinstance(step, Goes) else questions.ask_others(step)
    house.services.seat(Roster())  # or the next scenes would find them at the table
    assert callable(push.to)
    return push.to()


def star(house: Playhouse) -> MatchScene:
    actions = ("@b3", "@a2", "@a1", "@c2", "b3-b2", "@c1")
    played = Session.resume(STAR, Record(STAR.id, {}, 0, actions, (PERSON, ROBOT)))
    return MatchScene(house.services, played, make_board(house.services, STAR, played.options))


def bidding() -> Session:
    """Hyper Robots while its clock runs."""
    return Session.resume(ROBOTS, Record(ROBOTS.id, {"players": 2}, 0, ("0:bid 9",), (PERSON, RIVAL)))


def setup(house: Playhouse, players: int) -> Scene:
    table = default_table(SPEC).with_options(SPEC, {"players": players})
    house.services.remember(table.with_seat(1, replace(table.seats[1], kind="human", level=0, device="table")))
    return SetupScene(house.services, SPEC)


def unequal() -> Table:
    """A table at which nobody begins with as many walls as another."""
    return default_table(SPEC).with_options(SPEC, {"players": 4}).with_options(SPEC, {"walls": [2, 3, 4, 5]})


def quiet(players: int) -> Table:
    """A table at which everybody is silent, but not as long as another, and most have a head start."""
    table = default_table(ROBOTS).with_options(ROBOTS, {"players": players})
    silence = [5 * seat for seat in range(players)]
    return table.with_options(ROBOTS, {"silence": silence, "head_start": [seat % 3 for seat in range(players)]})


def unequal_setup(house: Playhouse, spec: GameSpec, table: Table) -> Scene:
    house.services.remember(table)
    return SetupScene(house.services, spec)


def settings(house: Playhouse, section: int) -> Scene:
    scene = SettingsScene(house.services)
    scene.section = section
    return scene


def clash(house: Playhouse, clashing: int, told: bool = False) -> Scene:
    """The test of keys together after some sets that clash; `told`: the last one is still being told of."""
    scene = ClashScene(house.services)
    scene.resized()
    for number in range(clashing):
        for key in (*scene.test.asked, pygame.K_LSHIFT):
            scene.test.press(key)
        scene.test.tick(0.1)
        if number < clashing - 1 or not told:
            scene.test.let_go()
            scene.test.tick(CLASH_SHOWN)
    return scene


def pad_gone(house: Playhouse) -> Scene:
    """The question who plays on for a seat whose pad was pulled out before."""
    house.stage.devices.expect({1: Mark("pad")})
    person = replace(PERSON, device="pad1")
    lost = match(house, (person, RIVAL), OPENING).lost
    lost.hold()
    return LostDeviceDialog(lost, 0)


def table_of(house: Playhouse, people: int) -> Roster:
    """So many people, by all devices, and an AI; the first one has the longest name that there can be."""
    roster = Roster()
    for device, key in (("pad1", 0), ("keyboard", pygame.K_f), ("", 0), ("touch", 0), ("mouse", 0))[:people]:
        roster = roster.sit(device, key)
    house.services.seat(roster.fill(people + 1, 3) if people else roster)
    if people:
        house.services.seat(house.services.named(house.services.roster.chairs[0], "WWWWWWWWWWWW"))
    for name in ("Mia", "\u304a\u304a\u304a\u304a\u304a\u304a\u304a\u304a\u304a\u304a\u304a\u304a", "Maximiliane"):
        house.services.store.profiles.take(name)
    return house.services.roster


def joining(house: Playhouse, people: int, *naming: int) -> Scene:
    """Sitting down, while names are given in some chairs, by the keyboard in the second of them."""
    roster = table_of(house, people)
    scene = JoinScene(house.services)
    scene.resized()
    for count, index in enumerate(naming):
        scene._begin_naming(roster.chairs[index], typed=count == 1)
    if naming:
        scene.notes[roster.chairs[naming[-1]].identity] = house.stage.t("join.taken")
    return scene


def records(house: Playhouse, game: str, people: int) -> Scene:
    """A page of the records, after so many people have played; the names are as long as can be."""
    fill(house.services.store, people)
    return RecordsScene(house.services, game, TODAY)


def cup(house: Playhouse, people: int, matches: int | None) -> Scene:
    """The table of a cup after so many matches, or at its end; without people an empty one."""
    house.services.keep_cup(None)
    house.services.seat(Roster())
    if people:
        play_cup(house.services, people, matches)
    return CupScene(house.services)


def with_record(house: Playhouse) -> Scene:
    """A setup for two against an AI that many have beaten."""
    fill(house.services.store, 11)
    house.services.remember(default_table(SPEC))
    return SetupScene(house.services, SPEC)


def shared(house: Playhouse) -> Scene:
    """A result as text, of people with the longest names."""
    seats = tuple(replace(seat, name="WWWWWWWWWWWW") for seat in (PERSON, RIVAL))
    result = result_of(house, session(seats, WON))
    text = share_text(house.services, result.session, result.board, result.body, TODAY)
    return ShareDialog(house.services, text)


def reviewed_game(house: Playhouse, game: str, point: int) -> Scene:
    """The review of a game at a turning point, between people with the longest names; -1: while it is looked for."""
    record, text = reviewed(game, tuple(replace(seat, name="WWWWWWWWWWWW") for seat in (PERSON, RIVAL)))
    house.services.store.finish(record)
    house.services.agent = Silent()
    if point >= 0:
        house.services.store.keep_review(record, text)
    scene = ReviewScene(house.services, GAMES[game], record, Playback(GAMES[game], record))
    scene.enter()
    if point >= 0:
        scene.show(point)
        scene.table.timeline.skip()
    return scene


def result_with_curve(house: Playhouse) -> Scene:
    """The result of a game whose review is there already."""
    record, text = reviewed("quoridor", (PERSON, RIVAL))
    house.services.store.finish(record)
    house.services.store.keep_review(record, text)
    return result_of(house, Session.resume(SPEC, record))


def match_analysed(house: Playhouse, game: str) -> Scene:
    """A match with what its position is worth, between people with the longest names."""
    record, text = reviewed(game, tuple(replace(seat, name="WWWWWWWWWWWW") for seat in (PERSON, RIVAL)))
    house.services.agent = Knowing(text, len(record.actions) + 1)
    begun = replace(record, actions=record.actions[:12], result=None)
    played = Session.resume(GAMES[game], begun, agent=house.services.agent)
    scene = MatchScene(house.services, played, make_board(house.services, GAMES[game], played.options))
    scene.controller.show_theory(True)
    return scene


class Silent(InstantAgent):
    """An agent that never answers."""

    def poll(self) -> None:
        return None


def quit_dialog(house: Playhouse) -> Scene:
    menu = MenuScene(house.services)
    menu.enter()
    asked = menu.intent(Intent(Kind.BACK, KEYBOARD))
    assert isinstance(asked, Push) and not isinstance(asked.to, Route)
    return asked.to()


def attract(house: Playhouse, moves: str, card: int | None = None, phones: bool = False) -> AttractScene:
    """The attract show with its fullest column, or with a card."""
    invites = an_open_door("192.168.100.200") if phones else None
    games = ("quoridor", *(game for game in GAMES if game != "quoridor"))
    show = Show(games, text="W" * 24, door=lambda: invites)
    scene = AttractScene(house.services, show, 3)
    scene.resized()
    scene.tell(scene.game.leap(moves.split()))
    if card is not None:
        fill(house.services.store, 11)
        found = cards_for(house.services, "robots", show.games, TODAY, scene.column.card)
        scene.card, scene.part = list(found)[card], Part.CARD
    return scene


def door(house: Playhouse, people: int, opens: bool = True, asks: bool = False) -> Scene:
    """The door for phones, open in one of several networks, or not; or the question which of them."""
    table_of(house, people)
    desk = PhoneDesk(house.services, lambda: house.app.manager.top, StillDoor(opens, NETWORKS))
    house.services.seat(house.services.roster.sit(f"pad{FIRST_PHONE + 1}"))
    house.stage.devices.remotes = desk
    return (
        NetworkDialog(house.stage, NETWORKS, NETWORKS[0].address) if asks else DoorScene(house.services, desk, "star")
    )


class StandIn(PinFile):
    """A PIN's file of which only this is known."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(Path("nowhere"))
        self.verdict = verdict

    def status(self) -> Verdict:
        return self.verdict


DETAIL = "/home/kissaten/.local/share/kissaten/operator-pin.json: Permission denied"


def pin(house: Playhouse, verdict: Verdict, note: str = "", must_set: bool = False, changing: bool = False) -> Scene:
    scene = PinScene(house.services, StandIn(verdict), Pop, must_set=must_set, changing=changing)
    scene._note = house.stage.t(note, detail=DETAIL) if note else ""
    return scene


def closed(house: Playhouse, ahead: int | None) -> Scene:
    now = datetime(2026, 9, 23, 23, 14)  # a Wednesday in September, the longest names
    opening = None if ahead is None else datetime(2026, 9, 24, 10) + timedelta(days=ahead)
    return ClosedScene(house.services, lambda: opening, lambda: now)


def still_playing(house: Playhouse) -> Scene:
    return StillPlayingScene(house.stage, 600.0, Pop, Pop)


def waiting(house: Playhouse, *seats: SeatConfig) -> Scene:
    record = Record("quoridor", {"players": len(seats)}, 0, ("e2",), seats)
    return WaitingScene(house.services, record, 600.0, Switch(lambda: MenuScene(house.services)), Pop)


def display_test(house: Playhouse, page: int) -> Scene:
    scene = DisplayTestScene(house.services)
    scene.page = page
    return scene


def input_test(house: Playhouse, *keys: int) -> Scene:
    scene = InputTestScene(house.services)
    for key in keys:
        scene._note_key(key)
    return scene


def sound_test(house: Playhouse, device: str) -> Scene:
    scene = SoundTestScene(house.services, (("10:00", 100), ("18:00", 100), ("22:00", 100)))
    scene.device, scene.sides = device, 2
    return scene


def operator(house: Playhouse, days: int = 40, row: str = "", opened: bool = False) -> Scene:
    """The operator's menu on the page of a row; `opened`: what that row opens."""
    scene = menu_scene(house.services, FAULTY if not days else SOUND, days)
    scene.resized()
    if row:
        page = next(index for index, names in enumerate(scene.layout.plan.pages) if row in names)
        scene.show_page(page)
    if not opened:
        return scene
    asked = scene.adjustments.rows[row].open()
    assert isinstance(asked, Push) and not isinstance(asked.to, Route)
    return asked.to()


def operators_list(house: Playhouse, problems: bool) -> Scene:
    """A list of the operator's menu."""
    scene = menu_scene(house.services, FAULTY)
    scene.resized()
    asked = scene._list_problems() if problems else scene._list_incidents()
    assert isinstance(asked, Push) and not isinstance(asked.to, Route)
    return asked.to()


SCENES: dict[str, Callable[[Playhouse], Scene]] = {
    "menu": lambda house: MenuScene(house.services),
    "setup for 2": lambda house: setup(house, 2),
    "setup for 4": lambda house: setup(house, 4),
    "setup with a record": with_record,
    "match of 2": lambda house: match(house, (PERSON, ROBOT), OPENING),
    "match of 4": lambda house: match(house, (PERSON, MIO, RIVAL, HARU), ["e2", "b5", "e8", "h5", "e3", "c8v"]),
    "match of Star": star,
    "pause": lambda house: PauseScene(house.services, session((PERSON, RIVAL), OPENING), 0),
    "pause with a clock": lambda house: PauseScene(house.services, bidding(), 0),
    "leaving, who": lambda house: leaving(house, None),
    "leaving, by whom": lambda house: leaving(house, Goes(1)),
    "leaving, agreeing": lambda house: leaving(house, Takes(1, HARU)),
    "result": lambda house: result_of(house, session((PERSON, RIVAL), WON)),
    "a result as text": shared,
    "result with a curve": result_with_curve,
    "match with an analysis": lambda house: match_analysed(house, "quoridor"),
    "match of Coffee with an analysis": lambda house: match_analysed(house, "coffee"),
    "review": lambda house: reviewed_game(house, "quoridor", 0),
    "review, second point": lambda house: reviewed_game(house, "coffee", 1),
    "review of robots": lambda house: reviewed_game(house, "robots", 2),
    "review, looking": lambda house: reviewed_game(house, "quoridor", -1),
    "quit": quit_dialog,
    "seat editor": lambda house: SeatEditor(house.services, default_table(SPEC), 0),
    "house rules": lambda house: HouseRulesScene(house.services, SPEC, default_table(SPEC)),
    "handicaps": lambda house: HouseRulesScene(house.services, SPEC, unequal()),
    "setup with handicaps": lambda house: unequal_setup(house, SPEC, unequal()),
    "handicaps of eight": lambda house: HouseRulesScene(house.services, ROBOTS, quiet(8)),
    "setup with silence": lambda house: unequal_setup(house, ROBOTS, quiet(3)),
    "setup of Star": lambda house: SetupScene(house.services, STAR),
    "controls": lambda house: ControlsScene(house.services),
    "sitting down": lambda house: joining(house, 5),
    "giving names": lambda house: joining(house, 5, 0, 1, 4),
    "nobody sits": lambda house: joining(house, 0),
    "a chair": lambda house: ChairMenu(house.services, table_of(house, 2).chairs[1]),
    "a pad is gone": pad_gone,
    "records": lambda house: records(house, "quoridor", 11),
    "records with a calendar": lambda house: records(house, "robots", 11),
    "no records": lambda house: records(house, "coffee", 0),
    "door for phones": lambda house: door(house, 5),
    "door for phones, shut": lambda house: door(house, 0, opens=False),
    "door for phones, networks": lambda house: door(house, 2, asks=True),
    "a cup of eight": lambda house: cup(house, 8, 9),
    "a cup of two": lambda house: cup(house, 2, 1),
    "a cup of five": lambda house: cup(house, 5, 4),
    "a new cup": lambda house: cup(house, 3, 0),
    "a cup's end": lambda house: cup(house, 5, None),
    "nobody for a cup": lambda house: cup(house, 0, None),
    "clash, asking": lambda house: clash(house, 0),
    "clash, found": lambda house: clash(house, 1, told=True),
    "clash, over": lambda house: clash(house, 8),
    "attract": lambda house: attract(house, "e2 e8 e3 d5h"),
    "attract, rule": lambda house: attract(house, "e2", 0),
    "attract, today": lambda house: attract(house, "e2", -5),
    "attract, records": lambda house: attract(house, "e2", -1),
    "attract, phones": lambda house: attract(house, "e2 e8 e3 d5h", phones=True),
    "attract, phones, today": lambda house: attract(house, "e2", -5, phones=True),
    "PIN": lambda house: pin(house, Verdict("ready", tries=3), "kiosk.pin.wrong"),
    "PIN, locked": lambda house: pin(house, Verdict("locked", seconds=900.0)),
    "PIN, damaged": lambda house: pin(house, Verdict("damaged")),
    "PIN, unwritable": lambda house: pin(house, Verdict("unwritable")),
    "PIN, new": lambda house: pin(house, Verdict("unset"), "kiosk.pin.unkept", must_set=True),
    "PIN, changing": lambda house: pin(house, Verdict("ready"), "kiosk.pin.busy", changing=True),
    "still playing": still_playing,
    "a game is waiting": lambda house: waiting(house, PERSON, RIVAL),
    "a game of four is waiting": lambda house: waiting(house, PERSON, MIO, RIVAL, HARU),
    "closed": lambda house: closed(house, 0),
    "closed for days": lambda house: closed(house, 4),
    "closed for a week": lambda house: closed(house, 6),
    "closed for good": lambda house: closed(house, None),
    "cleaning": lambda house: CleaningScene(house.services),
    "input test": lambda house: input_test(house, pygame.K_PRINTSCREEN, pygame.K_a, pygame.K_KP_MULTIPLY),
    "input test, nothing": input_test,
    "display test": lambda house: display_test(house, 0),
    "display test, colours": lambda house: display_test(house, 1),
    "display test, type": lambda house: display_test(house, 2),
    "sound test": lambda house: sound_test(house, "pulseaudio"),
    "sound test, none": lambda house: sound_test(house, ""),
    "operator": operator,
    "operator, nothing counted": lambda house: operator(house, 0),
    "operator, second page": lambda house: operator(house, row="levels"),
    "operator, last page": lambda house: operator(house, row="defaults"),
    "operator, incidents": lambda house: operators_list(house, problems=False),
    "operator, problems": lambda house: operators_list(house, problems=True),
    **{
        f"operator, {row}": partial(operator, row=row, opened=True)
        for row in ("hours", "volume", "games", "levels", "idle.thinking", "clear")
    },
    **{f"settings, {name}": partial(settings, section=i) for i, name in enumerate(SECTIONS)},
}


@dataclass
class Written:
    """What was written on the screen: each line and where its ink lies; and what had to be cut."""

    lines: list[tuple[str, pygame.Rect]] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)


class NoPixels(Canvas):
    """A canvas that takes a frame's list and draws nothing, to be quick at 4K; it remembers the latest surface."""

    latest: pygame.Surface

    def blit(self, surface, position, alpha=1.0, area=None) -> None:
        self.latest = surface
        super().blit(surface, position, alpha, area)

    def end(self) -> list[pygame.Rect]:
        return []


def write_only(house: Playhouse, text_scale: float) -> None:
    """From now on what is written is looked at, not how it looks or moves."""
    house.fps = 12
    house.app.canvas = NoPixels(house.window.surface)
    house.services.offered_resume = True
    house.services.change(text_scale=text_scale)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Collects all text that is drawn."""
    collected = Written()
    write = Stage.text

    def text(self, canvas, line, *args, **kwargs):
        place = write(self, canvas, line, *args, **kwargs)
        if isinstance(canvas, NoPixels) and line:
            ink = canvas.latest.get_bounding_rect()
            collected.lines.append((line, ink.move(place.topleft)))
        return place

    def shortened(line, measure, width):
        fitting = fit(line, measure, width)
        if fitting != line:
            collected.cut.append(line)
        return fitting

    monkeypatch.setattr(Stage, "text", text)
    monkeypatch.setattr(stage_module, "fit", shortened)
    return collected


def shown(house: Playhouse, scene: str, device: str, written: Written) -> Scene:
    """The scene at rest, looked at for one frame with a device in the hand."""
    house.app.canvas = NoPixels(house.window.surface)
    house.services.offered_resume = True
    house.stage.devices.current = DEVICES[device]
    house.app.manager.start(SCENES[scene](house))
    house.fps = 12  # at rest after 0.2 s, and few frames lead there
    house.run(0.5)
    assert house.top is not None
    written.lines.clear()
    written.cut.clear()
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    house.frame()
    assert written.lines
    return house.top


def parts(house: Playhouse, scene: Scene) -> dict[str, pygame.Rect]:
    """The rectangles of a scene that must stay clear of each other."""
    found: dict[str, pygame.Rect] = {}
    bar = getattr(scene, "bar", None)
    if isinstance(bar, GlyphBar):
        found |= {f"bar: {place.prompt.label}": place.rect for place in bar._places()}
    if isinstance(scene, MatchScene):
        found |= {f"card {seat}": rect for seat, rect in scene.side_panel.cards.items()}
        if scene.side_panel.move_list is not None:
            found["paper"] = scene.side_panel.move_list
        board: Any = scene.board
        found["board"] = board.geometry.rect
        return found
    if isinstance(scene, DoorScene):
        found |= {f"card {index}": rect for index, rect in enumerate(scene.places.cards)}
        return found | {"code": scene.places.code, "slip": scene.places.slip, "note": scene.places.note}
    if isinstance(scene, AttractScene):
        tiles = zip(scene.show.games, scene.column.tiles, strict=True)
        found |= {f"tile {game}": rect for game, rect in tiles if rect.width}
        if scene.column.plan.code is not None:
            found["code"] = house.stage.metrics.rect(*scene.column.plan.code)
        paper = {} if scene.column.paper is None else {"paper": scene.column.paper}
        return found | paper | {"board": scene.game.table.frame, "invitation": scene.column.invitation}
    if isinstance(scene, ClashScene):
        found |= {f"key {i}": rect for i, rect in enumerate(scene.caps)}
        return found | {f"chip {i}": rect for i, rect in enumerate(scene.chips)}
    if isinstance(scene, InputTestScene):
        return found | {"done": scene.done.rect}
    if isinstance(scene, ClosedScene | CleaningScene | DisplayTestScene):
        return found
    found |= {f"widget {i}": widget.rect for i, widget in enumerate(focus_of(house).widgets)}
    if isinstance(scene, MenuScene):
        found |= {f"plate {game}": place.plate for game, place in scene.places.items()}
    if isinstance(scene, SetupScene) and scene.layout.preview is not None:
        found["preview"] = scene.layout.preview
    return found


def assert_apart(found: dict[str, pygame.Rect]) -> None:
    for (one, first), (other, second) in itertools.combinations(found.items(), 2):
        assert not first.colliderect(second), f"{one} {first} lies on {other} {second}"


def assert_inside(found: dict[str, pygame.Rect], screen: pygame.Rect) -> None:
    for name, rect in found.items():
        assert screen.contains(rect), f"{name} {rect} leaves {screen}"


def assert_on_or_beside(lines: dict[str, pygame.Rect], found: dict[str, pygame.Rect]) -> None:
    for (line, ink), (name, rect) in itertools.product(lines.items(), found.items()):
        inside = rect.inflate(4, 4).contains(ink)  # letters on the board's frame may reach its very edge
        assert inside or not rect.colliderect(ink), f"{line} {ink} crosses the edge of {name} {rect}"


LARGE = ((1920, 1080), (3840, 2160))  # the same arrangement as 1280x720


def cases() -> Iterator[tuple[str, str]]:
    for scene in SCENES:
        for device in DEVICES if scene.startswith("match") else ("keyboard", "touch"):
            yield scene, device


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=pytest.mark.long if size in LARGE else ()) for size in SIZES]
)
@pytest.mark.one_in(3)
def test_nothing_overlaps_leaves_the_screen_or_is_cut(
    open_house: OpenHouse, written: Written, size: tuple[int, int], language: str
) -> None:
    house = open_house(size, language)
    screen = pygame.Rect((0, 0), size)
    for name, device in cases():
        scene = shown(house, name, device, written)
        found = parts(house, scene)
        lines = {f"{i} {line!r}": ink for i, (line, ink) in enumerate(written.lines)}
        try:
            assert written.cut == []
            for rects in (found, lines):
                assert_inside(rects, screen)
                assert_apart(rects)
            assert_on_or_beside(lines, found)
        except AssertionError as error:
            raise AssertionError(f"{name} with {device}") from error


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
@pytest.mark.one_in(2)
def test_praise_stays_on_its_card(
    open_house: OpenHouse, written: Written, size: tuple[int, int], language: str
) -> None:
    """Whatever an exercise says once it is solved."""
    house = open_house(size, language)
    house.app.canvas = canvas = NoPixels(house.window.surface)
    for game in GAMES.values():
        scene = ExerciseScene(house.services, game)
        house.app.manager.start(scene)
        house.run(0.2)
        for exercise in scene.exercises:
            text = house.stage.t(f"{exercise.key}.success")
            written.lines.clear()
            canvas.begin()
            scene.panel._draw_praise(canvas, Remark("right", "", text))
            outside = [line for line, ink in written.lines if not scene.panel.praise.contains(ink)]
            assert written.lines and outside == [], f"{exercise.key}: {outside}"
