"""The vocabulary of screens: what people do at the real app with their hands, and what must follow.

A step begins with a deed, "match: coffee Ren Aoi", or with a hand, "keys: SECONDARY", whose name must be no deed's.
A story "for hand: mouse touch" is told by each of these devices, whose hand is called `hand`, "for language: en ja" in
each of these languages, "for size: 1280x720 1080x1920" in windows of these sizes. `{key}` and `{key name=Aoi}` are what
the screen calls something.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pygame

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.match_setup import default_table
from game.registry import find
from game.storage.database import StoreTrouble
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Push, Switch
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.widget import SegmentedControl
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.rules_scene import RulesScene
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.robots.arrange_scene import ArrangeScene
from scenes.routes import ToMenu, ToRematch, ToRules
from scenes.setup.setup_scene import SetupScene
from scenes.table.contract.optional import BestPlay
from tests import make
from tests.scenes import posting, robots_play
from tests.scenes.cell_hands import CELL_HANDS
from tests.scenes.coffee_hands import COFFEE_HANDS
from tests.scenes.hands import (
    HANDS,
    Hand,
    KeyHand,
    MouseHand,
    PadHand,
    PointerHand,
    SteppingHand,
    TouchHand,
    focus_of,
    tile,
)
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.scenes.reviewing import Valuer, open_review
from tests.scenes.robots_play import ROBOTS_HANDS
from tests.scenes.speaking import listen
from tests.scenes.star_hands import STAR_HANDS
from tests.stories import COMPARED, Story, Teller
from tests.vocabulary.screen_facts import FACTS, PLACES, number_of, shown

FOLDER = Path(__file__).parents[1] / "scenes" / "stories"
GAME_HANDS: Mapping[str, Mapping[str, type[Any]]] = {
    "coffee": COFFEE_HANDS,
    "star": STAR_HANDS,
    "race": CELL_HANDS,
    "robots": ROBOTS_HANDS,
}
NAMED_HANDS = {"mouse": "mouse", "finger": "touch", "keys": "keyboard", "numpad": "numpad"}
SEATS = {"Aoi": make.AOI, "Ren": make.REN, "Mio": make.MIO, "Haru": SeatConfig(name="@haru", identity="diamond")}
BEGINNINGS = ("match", "exercise", "replay", "setup", "review")  # deeds that name the game they tell of
PATIENCE = 120.0  # seconds of the story's time


def seat_of(text: str) -> SeatConfig:
    """A seat: a name, and what plays there: a device, or the AI of a level."""
    name, _, plays = text.partition(":")
    seat = SEATS.get(name) or replace(make.AOI, name=name)
    level = re.fullmatch(r"ai(\d)", plays)
    return make.ai(int(level[1]), seat) if level else replace(seat, device=DeviceId(plays)) if plays else seat


def value_of(text: str) -> Any:
    """A yes, a no, a number, numbers in brackets, or else the text itself."""
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("["):
        return json.loads(text)
    with suppress(ValueError):
        return float(text) if "." in text else int(text)
    return text


def options_of(text: str) -> dict[str, Any]:
    """Options told as NAME=VALUE …"""
    return {name: value_of(value) for name, value in (told.split("=") for told in text.split())}


class ScreenVocabulary(Teller):
    """What is done and what is to be seen in one playhouse. Whoever tells of more has more deeds and more facts."""

    facts: ClassVar[Mapping[str, Callable[..., Any]]] = FACTS

    def __init__(self, story: Story, house: Playhouse) -> None:
        self.house = house
        self.device = story.given.get("hand", "")
        begun = (line.text.split(": ", 1) for line in story.lines)
        self.game = next((words[1].split()[0] for words in begun if words[0] in BEGINNINGS), "")
        self.hands: dict[str, Any] = {}
        self.clock_before = 0.0  # what the clock showed when it was noted

    def line(self, text: str, below: str = "") -> None:
        super().line(re.sub(r"\{([\w.]+)((?: \w+=[^{}]*?)*)\}", self._text, text), below)

    def do(self, verb: str, *given: Any) -> None:
        if hasattr(self, f"do_{verb}"):
            super().do(verb, *given)
        else:
            self.press(self.hand(verb), *"".join(given).split(" ", 1))

    def shown(self, value: Any) -> str:
        return shown(value, self.spec)

    def _text(self, found: re.Match[str]) -> str:
        values = dict(re.findall(r"(\w+)=([^=]*)(?= \w+=|$)", found[2].strip()))
        return self.house.stage.t(found[1], **{name: value_of(value) for name, value in values.items()})

    # What is there

    @property
    def match(self) -> MatchScene:
        """The match of the stack, whatever lies on it."""
        return self.house.playing

    @property
    def seen(self) -> Hand:
        """Whoever looks at the table: knows its board, its position and what is selected."""
        return KeyHand(self.house)

    @property
    def spec(self) -> Any:
        """The game that is told of."""
        return find(self.game or "quoridor")

    def hand(self, name: str) -> Any:
        """A hand by its name; one that is not there yet takes its device up."""
        assert not hasattr(self, f"do_{name}"), f"{name!r} is a deed, and no name of a hand"
        if name not in self.hands:
            device = self.device if name == "hand" else NAMED_HANDS.get(name, "pad")
            self.hands[name] = GAME_HANDS.get(self.game, HANDS)[device](self.house)
        return self.hands[name]

    def place(self, text: str) -> tuple[int, int]:
        """The point of the screen that is meant."""
        name, *values = text.split()
        found = PLACES[name](self, *values)
        return found.center if isinstance(found, pygame.Rect) else found

    # What is done

    def press(self, hand: Any, verb: str, rest: str = "") -> None:
        """What a hand does: orders in capitals, or one of these verbs."""
        if verb.isupper():
            for name in (verb, *rest.split()):
                act = hand.hit if isinstance(hand, SteppingHand) else hand.order
                act(Kind[name])
            return
        acts: Mapping[str, Callable[[], object]] = {
            "anything": lambda: hand.point((400, 300)) if isinstance(hand, PointerHand) else hand.hit(Kind.BACK),
            "at": lambda: hand.point(self.place(rest)),
            "hovers": lambda: self._hover(self.place(rest)),
            "turns": lambda: self.house.react(partial(posting.wheel, int(rest))),
            "clicks_right": lambda: self.house.react(partial(posting.mouse_down, self.place(rest), 3)),
            "down": lambda: self._point(hand, rest, posting.mouse_down, pygame.FINGERDOWN),
            "up": lambda: self._point(hand, rest, posting.mouse_up, pygame.FINGERUP),
            "drags": lambda: hand.drag(*map(self.place, rest.split(" to "))),
            "plays": lambda: [hand.play(text) for text in self._actions(rest)],
            "puts": lambda: hand.put(self.spec.rules.parse(rest)),
            "says": lambda: hand.say(rest),
            "opens": lambda: hand.press(tile(self.house, rest)),
            "picks": lambda: hand.cell(number_of(self, rest)),
            "finds": lambda: hand.steer(number_of(self, rest)),
            "goes_to": lambda: hand.go(next(found for found in focus_of(self.house).widgets if found.name == rest)),
            "goes": lambda: hand.choose_cell(number_of(self, rest)),
            "lays": lambda: hand.axis(rest),
            "aims": lambda: hand.aim(self.spec.rules.parse(rest)),
            "tries": lambda: self._try_wall(hand, self.spec.rules.parse(rest)),
            "confirms": lambda: self._confirm(hand, rest),
            "bids": lambda: hand.declare(int(rest)),
            "agrees": lambda: hand.agree(),
            "steers": lambda: [hand.slide(self.spec.rules.parse(text)) for text in self._actions(rest)],
            "flicks": lambda: hand.flick(self.spec.rules.parse(rest)),
            "wakes": lambda: hand.point((3, 3)) if isinstance(hand, PointerHand) else None,
            "undoes": lambda: self._undo(hand),
            "moves": lambda: self._move(hand, *rest.split()),
            "lowers": lambda: self._lower(hand, *rest.split(" ", 1)),
            "sets": lambda: self._set(hand, *rest.split(" to ")),
            "widget": lambda: hand.press(focus_of(self.house).widgets[int(rest)]),
            "unplugs": lambda: hand.pad.detach(),
            "leaves": lambda: (hand.pad.detach(), self.house.be_heard()),
        }
        acts[verb]()

    def _hover(self, point: tuple[int, int]) -> None:
        posting.move_mouse((point[0] - 9, point[1]))
        posting.move_mouse(point)
        self.house.run(0.1)

    def _point(self, hand: Any, rest: str, mouse: Callable[[tuple[int, int]], object], finger: int) -> None:
        if isinstance(hand, MouseHand):
            self.house.react(partial(mouse, self.place(rest)))
        else:
            self._finger(finger, rest)

    def _undo(self, hand: Any) -> None:
        """Undo: a pad has no button for it, and finds it in the pause menu."""
        if isinstance(hand, PadHand):
            hand.order(Kind.PAUSE)
            hand.say(self.house.stage.t("pause.undo"))
        else:
            hand.order(Kind.UNDO)

    def _move(self, hand: Any, kind: str, key: str) -> None:
        """Step or jump in a replay: by an order, or with a pointer by a key of its panel."""
        if isinstance(hand, SteppingHand):
            hand.hit(Kind[kind])
        else:
            hand.point(self.house.on_top(ReplayScene).transport.key(key).center)
        self.house.run(0.5)

    def _set(self, hand: Any, labels: str, value: str) -> None:
        """Set the choice with these labels."""
        choices = [widget for widget in focus_of(self.house).widgets if isinstance(widget, SegmentedControl)]
        hand.select(next(found for found in choices if ", ".join(found.labels) == labels), int(value))

    def _lower(self, hand: Any, times: str, name: str) -> None:
        """Take the value before the present one of a row of house rules, so many times."""
        for _ in range(int(times)):
            row = next(found for found in focus_of(self.house).widgets if found.name == name)
            if isinstance(hand, PointerHand):
                before = (
                    row.segments()[row.index - 1].centerx if isinstance(row, SegmentedControl) else row.rect.left + 8
                )
                hand.point((before, row.rect.centery))
            else:
                hand.go(row)
                hand.hit(Kind.LEFT)

    def _try_wall(self, hand: Any, wall: Any) -> None:
        """Lay a wall that may not stand: a pointer's ghost may have to be turned first."""
        if isinstance(hand, SteppingHand):
            hand.aim(wall)
        else:
            hand.point(self.place(f"wall {self.spec.rules.text(wall)}"))
        if isinstance(hand, TouchHand) and self.seen.selection.wall != wall:
            hand.order(Kind.NEXT)
        if not isinstance(hand, MouseHand):
            hand.order(Kind.CONFIRM)

    def _confirm(self, hand: Any, rest: str) -> None:
        """Do again what waits for a second press: a finger has a button for it."""
        if isinstance(hand, TouchHand):
            hand.order(Kind.CONFIRM)
        else:
            hand.put(self.spec.rules.parse(rest))

    def _finger(self, kind: int, rest: str) -> None:
        """A finger comes down or is lifted; the last word is its number, where it is not the only one."""
        place, _, number = rest.partition(" by ")
        x, y = self.place(place)
        width, height = self.house.window.size
        part = (x + 0.5) / width, (y + 0.5) / height
        self.house.react(partial(posting.finger, kind, part, int(number or 1)))

    def _actions(self, text: str) -> list[str]:
        """Actions in a row: with commas between those that have spaces in them."""
        return text.split(", ") if self.game == "robots" else text.split()

    def do_match(self, rest: str = "") -> None:
        """match GAME SEATS [after ACTIONS] [| OPTION=VALUE …]: begin in a match."""
        rest, _, options = f"{rest} ".partition("| ")
        rest, _, actions = rest.strip().partition(" after ")
        game, *seats = rest.split()
        values = options_of(options)
        if game == "robots":
            values.setdefault("seed", robots_play.easy_seed())
        after = self._actions(actions) if actions else ()
        self.house.match(*map(seat_of, seats), game=game, actions=after, **values)

    def do_setup(self, rest: str = "") -> None:
        """setup GAME SEATS [| OPTION=VALUE …]: begin at a setup in which this was agreed on."""
        rest, _, told = f"{rest} ".partition("| ")
        _, *seats = rest.split()
        options = options_of(told)
        begins = options.pop("begins", "first")
        table = default_table(self.spec)
        if "players" in table.options:
            options.setdefault("players", len(seats))
        table = table.with_options(self.spec, options)
        self.house.services.offers.remember(replace(table, seats=tuple(map(seat_of, seats)), begins=begins))
        self.house.show(SetupScene(self.house.services, self.spec))

    def do_arrange(self, rest: str = "") -> None:
        """arrange SEED: begin where the board of Hyper Robots is laid before the game."""
        robots = find("robots")
        self.house.show(ArrangeScene(self.house.services, replace(default_table(robots), seed=int(rest))))

    def do_rematch(self) -> None:
        """rematch: whose turn it is gives up, and the same people play again."""
        session = self.match.session
        session.resign(session.actors()[0])
        self.house.react(lambda: self.house.app.manager.go(Switch(ToRematch(session.record()))))

    def do_replay(self, rest: str = "") -> None:
        """replay GAME SEATS after ACTIONS [| ply=NUMBER]: show a game; back leads to the menu."""
        rest, _, ply = rest.partition(" | ply=")
        rest, _, actions = rest.partition(" after ")
        game, *seats = rest.split()
        record = make.record(game, *map(seat_of, seats), actions=self._actions(actions))
        self.house.show(ReplayScene(self.house.services, find(game), record, int(ply or 0), leave=Switch(ToMenu())))

    def do_review(self, rest: str = "") -> None:
        """review GAME SEATS: open the review of a game of which all is known, from its shelf."""
        game, *seats = rest.split()
        open_review(self.house, game, tuple(map(seat_of, seats)))

    def do_valuer(self) -> None:
        """valuer: the agent finds every position even."""
        self.house.services.agent = Valuer()

    def do_advises(self, rest: str = "") -> None:
        """advises ACTION: what the agent says to whoever asks for a hint."""
        agent = InstantAgent()
        agent._plain = lambda job: rest  # type: ignore[method-assign]
        self.house.services.agent = agent

    def do_forget_jobs(self) -> None:
        """forget_jobs: what the agent was asked till now counts no more."""
        agent: Any = self.house.services.agent
        agent.jobs.clear()

    def do_guest(self) -> None:
        """guest: whoever is there is only a guest of the house."""
        self.house.services.store.is_guest = True

    def do_demo(self, rest: str = "") -> None:
        """demo GAME: begin in its demonstration; the menu comes after it."""
        self.house.show(DemoScene(self.house.services, find(rest), Switch(ToMenu())))

    def do_disk_full(self) -> None:
        """disk_full: the store could not write."""
        self.house.services.store.trouble = StoreTrouble("write", "store.sqlite3", "disk full")

    def do_exercise(self, rest: str = "") -> None:
        """exercise GAME [NUMBER]: begin in an exercise, the first or that of a number from 0."""
        game, *index = rest.split()
        scene = ExerciseScene(self.house.services, find(game))
        scene.index = int(index[0]) if index else scene.index
        self.house.show(scene)

    def do_menu(self) -> None:
        """menu: begin in the menu."""
        self.house.show(MenuScene(self.house.services))

    def do_rules(self, rest: str = "") -> None:
        """rules GAME: open the rules card over what is there, if anything is."""
        if self.house.top is None:
            self.house.show(RulesScene(self.house.services, find(rest)))
        else:
            self.house.app.manager.go(Push(ToRules(rest)))
            self.house.be_heard()

    def do_table(self, rest: str = "") -> None:
        """table SEATS: keep a setup of Quoridor as the last one."""
        self.house.set_table(*map(seat_of, rest.split()))

    def do_boot(self) -> None:
        """boot: start as the program does."""
        self.house.boot()

    def do_plug(self, rest: str = "") -> None:
        """plug NAMES: plug pads in."""
        for name in rest.split():
            self.hands.pop(name, None)
            assert isinstance(self.hand(name), PadHand)
        self.house.be_heard()

    def do_wait(self, rest: str = "") -> None:
        """wait SECONDS."""
        self.house.run(float(rest))

    def do_until(self, rest: str = "") -> None:
        """until FACT: wait for it."""

        def reached() -> bool:
            value, how, wanted = self.compared(rest)
            return COMPARED[how](value, wanted)

        self.house.until(reached, rest, seconds=PATIENCE)

    def do_listens(self, rest: str = "") -> None:
        """listens [no]: give the house a speaker that a test hears, switched on unless not."""
        self.recorder = listen(self.house, on=rest != "no")

    def do_say(self, rest: str = "") -> None:
        """say TEXT: let the house's speaker say it."""
        self.house.stage.say(rest)

    def do_asks(self, rest: str = "") -> None:
        """asks TITLE | BODY | ANSWER | ANSWER: a question on top, whose last answer is the one proposed."""
        title, body, *labels = rest.split(" | ")
        answers = [DialogAnswer(label, label, primary=label == labels[-1]) for label in labels]
        self.house.app.manager.go(Push(lambda: Dialog(self.house.stage, title, body, answers)))
        self.house.run(1.0)

    def do_sit(self, rest: str = "") -> None:
        """sit DEVICES: let people sit down with them."""
        roster = self.house.services.people.roster
        for device in rest.split():
            roster = roster.sit(DeviceId(device))
        self.house.services.people.seat(roster)

    def do_resign(self) -> None:
        """resign: whose turn it is gives up."""
        self.match.session.resign(self.match.input.person)

    def do_note_clock(self) -> None:
        """note_clock: remember what it shows."""
        self.clock_before = self.match.session.clock.seconds

    def do_rest(self, rest: str = "") -> None:
        """rest: wait for a person's turn."""
        self.house.rest()

    def do_result(self) -> None:
        """result: wait for the result, and read it."""
        self.house.read_result()

    def do_key(self, rest: str = "") -> None:
        """key NAMES: push keys one by one, by pygame's names."""
        for name in rest.split():
            robots_play.tap_key(self.house, getattr(pygame, f"K_{name}"))

    def do_keys_at_once(self, rest: str = "") -> None:
        """keys_at_once NAMES: push keys within one frame."""
        for name in rest.split():
            posting.tap_key(getattr(pygame, f"K_{name}"))
        self.house.run(0.2)

    def do_post(self, rest: str = "") -> None:
        """post KEY: push a key, and let one frame pass."""
        posting.tap_key(getattr(pygame, f"K_{rest}"))
        self.house.frame()

    def do_submit(self, rest: str = "") -> None:
        """submit SEAT ACTION: play it as if from afar."""
        seat, _, action = rest.partition(" ")
        self.match.controller.submit(int(seat), self.spec.rules.parse(action))

    def do_knows(self, rest: str = "") -> None:
        """knows ROUTE | ROUTE … [| …]: the solver has found these shortest routes of the round before, or more."""
        routes = [tuple(route.split(", ")) for route in rest.split(" | ")]
        is_complete = routes[-1] != ("…",)
        found = routes if is_complete else routes[:-1]
        self.seen.board.memory.review(self.match.session.steps, BestPlay(0, found[0], found, is_complete))
        present = BestPlay(self.match.session.ply, found[0])  # of the round that is played
        self.seen.board.memory.review(self.match.session.steps, present)

    def do_answers(self, rest: str = "") -> None:
        """answers ACTIONS: what the AI will play."""
        agent: Any = self.house.services.agent
        agent.moves += self._actions(rest)

    def do_change(self, rest: str = "") -> None:
        """change PREFERENCE=VALUE …"""
        for name, value in (text.split("=") for text in rest.split()):
            self.house.services.settings.change(**{name: value_of(value)})

    def do_store(self, rest: str = "") -> None:
        """store KEY VALUE."""
        key, value = rest.split()
        self.house.services.store.set(key, value_of(value))

    def do_relayout(self) -> None:
        """relayout: lay the match out anew."""
        self.match.resized()
        self.match.input.begin()

    def do_rate(self, rest: str = "") -> None:
        """rate FRAMES: draw so many a second."""
        self.house.fps = float(rest)

    def do_event(self, rest: str = "") -> None:
        """event NAMES: what happens to the window."""
        for name in rest.split():
            pygame.event.post(pygame.event.Event(getattr(pygame, name)))
            self.house.frame()


def opened(open_house: Callable[..., Playhouse], story: Story, **more: Any) -> Playhouse:
    """The house of a story, in its language and size."""
    width, height = map(int, story.given.get("size", "1280x720").split("x"))
    return open_house((width, height), story.given.get("language", "en"), **more)
