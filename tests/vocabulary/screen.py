"""The vocabulary of screens: what people do at the real app with their hands, and what must follow.

A step begins with a verb, "match: coffee Ren Aoi", or with the name of a hand, "keys: SECONDARY". No hand has the name
of a verb. A "for" line tells a story several times: "for hand: mouse touch" with each of these devices as the hand that
is called `hand`, "for language: en ja" in each of these languages, "for size: 1280x720 1080x1920" in windows of these
sizes. `{key}` and `{key name=Aoi}` stand for texts of the screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, cast

import pygame

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.match_setup import default_table
from game.registry import find
from game.storage.database import StoreTrouble
from game.storage.store import Store
from scenes.archive.replay_scene import ReplayScene
from scenes.house.people import People
from scenes.house.preferences import Preferences
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Pop, Push, Scene, Switch
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.rules_scene import RulesScene
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.robots.arrange_scene import ArrangeScene
from scenes.routes import ToMenu, ToRematch
from scenes.setup.setup_scene import SetupScene
from scenes.table.contract.optional import BestPlay
from tests import make
from tests.scenes import posting, robots_play
from tests.scenes.cell_hands import CELL_HANDS
from tests.scenes.coffee_hands import COFFEE_HANDS
from tests.scenes.hands import (
    HANDS,
    PAD_ACTS,
    Hand,
    KeyHand,
    PadHand,
    PointerHand,
    SteppingHand,
    focus_of,
    tile,
)
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.scenes.reviewing import Valuer, open_review
from tests.scenes.robots_play import ROBOTS_HANDS
from tests.scenes.speaking import listen
from tests.scenes.star_hands import STAR_HANDS
from tests.stories import Story, Teller, options_of, value_of
from tests.vocabulary.screen_facts import FACTS, PLACES, number_of, shown
from tools.soak.virtual_pad import NINTENDO, NO_NAME

FOLDER = Path(__file__).parents[1] / "scenes" / "stories"
GAME_HANDS: Mapping[str, Mapping[str, type[Any]]] = {
    "coffee": COFFEE_HANDS,
    "star": STAR_HANDS,
    "race": CELL_HANDS,
    "robots": ROBOTS_HANDS,
}
ROBOTS = find("robots")
NAMED_HANDS = {"mouse": "mouse", "finger": "touch", "keys": "keyboard", "numpad": "numpad"}
SEATS = {"Aoi": make.AOI, "Ren": make.REN, "Mio": make.MIO, "Haru": SeatConfig(name="@haru", identity="diamond")}
BEGINNINGS = ("match", "exercise", "replay", "setup", "review")  # verbs that name the story's game
PATIENCE = 120.0  # seconds of the story's time


def seat_of(text: str) -> SeatConfig:
    """Return the seat of "Aoi", "Aoi:pad1" or "Aoi:ai2": a name, then the device or the level of the AI that plays
    there."""
    name, _, plays = text.partition(":")
    seat = SEATS.get(name) or replace(make.AOI, name=name)
    level = re.fullmatch(r"ai(\d)", plays)
    return make.ai(int(level[1]), seat) if level else replace(seat, device=DeviceId(plays)) if plays else seat


class ScreenVocabulary(Teller):
    """Tells what people do at the app and what they see there. GAME is a game's id. SEATS are names such as Aoi and
    Ren, with a device or an AI's level behind a colon if needed: "Ren:pad2", "Ren:ai2". Seats have numbers from 0.
    ACTIONS are in the game's notation, with blanks between them, in Hyper Robots with commas. A step without
    a verb begins with a hand: "keys: SECONDARY", "mouse: says Menu". Hands are "mouse", "finger", "keys", "numpad",
    "hand" (the device of the story's "for hand:") and pads, which have any other name. The method "press" lists what
    hands do, and PLACES in screen_facts.py where they point."""

    facts: ClassVar[Mapping[str, Callable[..., Any]]] = FACTS
    pages: ClassVar[Mapping[str, Callable[..., Scene]]] = {
        # SEED: the page that arranges the board of Hyper Robots before a game, with the board of SEED
        "board": lambda s, seed: ArrangeScene(s.house.services, replace(default_table(ROBOTS), seed=int(seed))),
        # GAME: its demonstration; the menu follows
        "demo": lambda s, game: DemoScene(s.house.services, find(game), Switch(ToMenu())),
        "menu": lambda s: MenuScene(s.house.services),
        "rules": lambda s, game: RulesScene(s.house.services, find(game)),  # GAME: its rules card
    }

    def __init__(self, story: Story, house: Playhouse) -> None:
        self.house = house
        self.device = story.given.get("hand", "")
        begun = (line.text.split(": ", 1) for line in story.lines)
        self.game = next((words[1].split()[0] for words in begun if words[0] in BEGINNINGS), "")
        self.hands: dict[str, Any] = {}
        self.noted: dict[str, Any] = {}

    def line(self, text: str, below: str = "") -> None:
        super().line(re.sub(r"\{([\w.]+)((?: \w+=[^{}]*?)*)\}", self._text, text), below)

    def do(self, verb: str, *given: Any) -> None:
        if "." in verb or hasattr(self, "do_" + verb.replace(" ", "_")):
            super().do(verb, *given)
        else:
            self.press(self.hand(verb), *"".join(given).split(" ", 1))

    def shown(self, value: Any) -> str:
        return shown(value, self.spec)

    def _text(self, found: re.Match[str]) -> str:
        values = dict(re.findall(r"(\w+)=([^=]*)(?= \w+=|$)", found[2].strip()))
        return self.house.stage.t(found[1], **{name: value_of(value) for name, value in values.items()})

    # What people see

    @property
    def match(self) -> MatchScene:
        """The match on the stack, also if another scene lies on it."""
        return self.house.playing

    @property
    def top(self) -> Any:
        """The scene on top."""
        return self.house.top

    @property
    def store(self) -> Store:
        """The store of the house."""
        return self.house.services.store

    @property
    def people(self) -> People:
        """The people at the table."""
        return self.house.services.people

    @property
    def preferences(self) -> Preferences:
        """What people have set."""
        return self.house.services.settings.preferences

    @property
    def seen(self) -> Hand:
        """A hand that only looks: at the board, the position and the selection."""
        return KeyHand(self.house)

    @property
    def spec(self) -> Any:
        """The story's game; Quoridor if the story names none."""
        return find(self.game or "quoridor")

    def hand(self, name: str) -> Any:
        """Return the hand with this name. The first call takes up its device."""
        assert not hasattr(self, f"do_{name}"), f"{name!r} is a deed, and no name of a hand"
        if name not in self.hands:
            device = self.device if name == "hand" else NAMED_HANDS.get(name, "pad")
            self.hands[name] = GAME_HANDS.get(self.game, HANDS)[device](self.house)
        return self.hands[name]

    def place(self, text: str) -> tuple[int, int]:
        """Return the point on the screen that a place means, in pixels."""
        name, *values = text.split()
        if name.isdecimal():  # X Y: a pixel
            return int(name), int(values[0])
        found = PLACES[name](self, *values)
        return found.center if isinstance(found, pygame.Rect) else found

    # What is done

    def press(self, hand: Any, verb: str, rest: str = "") -> None:
        """KINDS, or VERB WHAT: Let a hand act. KINDS are orders in capitals, such as "CONFIRM LEFT". The comments
        explain each VERB. PAD_ACTS in hands.py lists more of what pads do."""
        if verb.isupper():
            for name in (verb, *rest.split()):
                act = hand.hit if isinstance(hand, SteppingHand) else hand.order
                act(Kind[name])
            return
        if verb in PAD_ACTS:
            PAD_ACTS[verb](hand.pad, rest)
            return
        acts: Mapping[str, Callable[[], object]] = {
            # some press: in the window, or BACK
            "anything": lambda: hand.point((400, 300)) if isinstance(hand, PointerHand) else hand.hit(Kind.BACK),
            # press something without an effect: the window's corner, or SECONDARY
            "aside": lambda: hand.point((5, 5)) if isinstance(hand, PointerHand) else hand.hit(Kind.SECONDARY),
            "at": lambda: hand.point(self.place(rest)),  # PLACE: click or tap there
            "hovers": lambda: hand.hover(self.place(rest)),  # PLACE: move the mouse there
            "turns": lambda: self.house.react(partial(posting.wheel, int(rest))),  # NOTCHES: turn the wheel
            "clicks_right": lambda: self.house.react(partial(posting.mouse_down, self.place(rest), 3)),  # PLACE
            # PLACE [by NUMBER]: go down there, up or to another place; NUMBER names one of several fingers
            "down": lambda: hand.down(*self._spot(rest)),
            "up": lambda: hand.up(*self._spot(rest)),
            "slides": lambda: hand.slide_to(*self._spot(rest)),
            "drags": lambda: hand.drag(*map(self.place, rest.split(" to "))),  # PLACE to PLACE
            # ACTIONS: play each, and wait for the next turn
            "plays": lambda: [hand.play(text) for text in self._actions(rest)],
            # ACTION: play it without waiting, or try it if it is not allowed
            "puts": lambda: hand.put(self.spec.rules.parse(rest)),
            "says": lambda: hand.say(rest),  # LABEL: press this button
            "opens": lambda: hand.press(tile(self.house, rest)),  # GAME: press its tile on the menu
            "picks": lambda: hand.cell(number_of(self, rest)),  # CELL: press it
            "finds": lambda: hand.steer(number_of(self, rest)),  # CELL: move the focus there
            # NAME: move the focus to the widget with this name
            "goes_to": lambda: hand.go(next(found for found in focus_of(self.house).widgets if found.name == rest)),
            # CELL: move the focus to this destination of Quoridor's pawn
            "goes": lambda: hand.choose_cell(number_of(self, rest)),
            "lays": lambda: hand.axis(rest),  # AXIS: lay Coffee's stick
            "aims": lambda: hand.aim(self.spec.rules.parse(rest)),  # WALL: lay the ghost of Quoridor's wall
            "confirms": lambda: hand.confirm(self.spec.rules.parse(rest)),  # ACTION: give the second press for it
            "bids": lambda: hand.declare(int(rest)),  # NUMBER, of at most 8, in Hyper Robots
            "agrees": lambda: hand.agree(),  # with the best bid
            # MOVES: slide robots
            "steers": lambda: [hand.slide(self.spec.rules.parse(text)) for text in self._actions(rest)],
            "flicks": lambda: hand.flick(self.spec.rules.parse(rest)),  # MOVE: pick the robot up and throw it
            "wakes": lambda: hand.point((3, 3)) if isinstance(hand, PointerHand) else None,  # let the pointer be seen
            "undoes": lambda: hand.undo(),
            # KIND KEY: step or jump in a replay, by an order or by a key of its panel
            "moves": lambda: self._move(hand, *rest.split()),
            # NAME, LABELS or NUMBER to NUMBER: set the choice with this name or these labels, or the widget with this
            # number, to an entry (from 0)
            "sets": lambda: self._set(hand, *rest.split(" to ")),
            # NUMBER (from 0): press this widget on top
            "widget": lambda: hand.press(focus_of(self.house).widgets[int(rest)]),
            "leaves": lambda: (hand.pad.detach(), self.house.be_heard()),  # pull the pad out, and wait
        }
        acts[verb]()

    def _move(self, hand: Any, kind: str, key: str) -> None:
        """Step or jump in a replay: with an order, or with a key of its panel if the hand is a pointer."""
        if isinstance(hand, SteppingHand):
            hand.hit(Kind[kind])
        else:
            hand.point(self.house.on_top(ReplayScene).transport.key(key).center)
        self.house.run(0.5)

    def _set(self, hand: Any, labels: str, value: str) -> None:
        """Set the choice that has this name or these labels, or the widget with this number."""
        widgets = focus_of(self.house).widgets
        named = [each for each in widgets if labels in (each.name, ", ".join(getattr(each, "labels", ())))]
        hand.select(named[0] if named else widgets[int(labels)], int(value))

    def _spot(self, rest: str) -> tuple[Any, ...]:
        """Return the point of "PLACE [by NUMBER]", and the number if there is one."""
        place, *number = rest.split(" by ")
        return self.place(place), *map(int, number)

    def _actions(self, text: str) -> list[str]:
        """Return the actions in a text. They have blanks between them, or commas if they have blanks themselves."""
        return text.split(", ") if self.game == "robots" else text.split()

    def do_match(self, rest: str = "") -> None:
        """GAME SEATS [after ACTIONS] [| OPTION=VALUE …]: Show a match of GAME with these SEATS, after ACTIONS. "seed"
        is an option, too. Without it, Hyper Robots begins with a short puzzle."""
        rest, _, options = f"{rest} ".partition("| ")
        rest, _, actions = rest.strip().partition(" after ")
        game, *seats = rest.split()
        values = options_of(options)
        if game == "robots":
            values.setdefault("seed", robots_play.easy_seed())
        after = self._actions(actions) if actions else ()
        self.house.match(*map(seat_of, seats), game=game, actions=after, **values)

    def do_setup(self, rest: str = "") -> None:
        """GAME [SEATS] [| OPTION=VALUE …]: Show the setup of GAME, with SEATS and options as in the last game. "begins"
        is an option, too. Without SEATS, show the last setup of GAME with these options."""
        rest, _, told = f"{rest} ".partition("| ")
        game, *seats = rest.split()
        spec, options, offers = find(game), options_of(told), self.house.services.offers
        table = default_table(spec) if seats else offers.table(spec)
        begins = options.pop("begins", table.begins)
        if seats and "players" in table.options:
            options.setdefault("players", len(seats))
        table = table.with_options(spec, options)
        offers.remember(replace(table, seats=tuple(map(seat_of, seats)) or table.seats, begins=begins))
        self.house.show(SetupScene(self.house.services, spec))

    def do_rematch(self) -> None:
        """Let the seat that is to move resign, and begin a rematch."""
        session = self.match.session
        session.resign(session.actors()[0])
        self.house.react(lambda: self.house.app.manager.go(Switch(ToRematch(session.record()))))

    def do_replay(self, rest: str = "") -> None:
        """GAME SEATS after ACTIONS [| ply=NUMBER] [on top]: Show the replay of a game, at the position after NUMBER
        actions. Back leads to the menu, or to the present scene if the replay lies on top of it."""
        rest, on_top, _ = rest.partition(" on top")
        rest, _, ply = rest.partition(" | ply=")
        rest, _, actions = rest.partition(" after ")
        game, *seats = rest.split()
        record = make.record(game, *map(seat_of, seats), actions=self._actions(actions))
        leave = Pop() if on_top else Switch(ToMenu())
        self._open(lambda: ReplayScene(self.house.services, find(game), record, int(ply or 0), leave=leave), on_top)

    def do_review(self, rest: str = "") -> None:
        """GAME SEATS: Put a game that has a review on the shelf, and open the review from there."""
        game, *seats = rest.split()
        open_review(self.house, game, tuple(map(seat_of, seats)))

    def do_exercise(self, rest: str = "") -> None:
        """GAME [NUMBER]: Show the exercise of GAME with this NUMBER (from 0), or the first one that is not solved."""
        game, *index = rest.split()
        scene = ExerciseScene(self.house.services, find(game))
        scene.index = int(index[0]) if index else scene.index
        self.house.show(scene)

    def do_table(self, rest: str = "") -> None:
        """SEATS: Store a setup of Quoridor with these SEATS as the last one."""
        self.house.set_table(*map(seat_of, rest.split()))

    def do_boot(self) -> None:
        """Start the app as the program does. Wait for the menu, or for a question on top of it."""
        self.house.boot()

    def do_show(self, rest: str = "") -> None:
        """PAGE [on top]: Show PAGE, alone or on top of the present scene. The comments of `pages` say what follows the
        names of pages."""
        page, *words = rest.removesuffix(" on top").split()
        self._open(partial(self.pages[page], self, *words), rest.endswith(" on top"))

    def _open(self, make: Callable[[], Scene], on_top: object) -> None:
        if on_top:
            self.house.app.manager.go(Push(make))
            self.house.be_heard()
        else:
            self.house.show(make())

    def do_agent(self, rest: str = "") -> None:
        """values, advises ACTION, plays ACTIONS, or forgets: Use an agent that values every position as even, or one
        that answers every request for a hint with ACTION. Let the agent play ACTIONS at its next turns, or forget the
        requests so far: the fact "asked" then lists only later ones."""
        deed, _, actions = rest.partition(" ")
        agent: Any = self.house.services.agent
        if deed == "values":
            self.house.services.agent = Valuer()
        elif deed == "advises":
            self.house.services.agent = agent = InstantAgent()
            agent._plain = lambda job: actions
        elif deed == "plays":
            agent.moves += self._actions(actions)
        else:
            agent.jobs.clear()

    def do_trouble(self, rest: str = "") -> None:
        """KIND: Report that the store cannot be written because the disk is full: "write" or "unwritable"."""
        self.house.services.store.trouble = StoreTrouble(cast(Any, rest), "store.sqlite3", "the disk is full")

    def do_plug(self, rest: str = "") -> None:
        """NAME[:MAKE] …: Plug in a pad for each NAME, which is then a hand. MAKE is "nintendo" or "unmapped"."""
        for name, _, kind in (told.partition(":") for told in rest.split()):
            self.hands.pop(name, None)
            if kind:
                identity = NINTENDO if kind == "nintendo" else NO_NAME
                self.hands[name] = PadHand(self.house, identity, mapped=kind != "unmapped")
            assert isinstance(self.hand(name), PadHand)
        self.house.be_heard()

    def do_until(self, rest: str = "") -> None:
        """FACT = VALUE: Wait until this is so. "=" may be any comparison of a "> " line. The scene on top may change
        before. A mistyped fact fails at once."""
        before = self.house.top

        def reached() -> bool:
            with suppress(AssertionError, AttributeError):  # another scene may be on top
                return self.is_so(rest)
            return False

        self.house.until(reached, rest, seconds=PATIENCE)
        if self.house.top is not before:
            self.house.be_heard()

    def do_note(self, rest: str = "") -> None:
        """FACT: Note the value of FACT. "> same FACT = yes" later checks that it is the same."""
        self.noted[rest] = self.fact(rest)

    def do_resign(self, rest: str = "") -> None:
        """[SEAT]: Let SEAT resign, or the person whose turn it is."""
        self.match.session.resign(int(rest) if rest else self.match.input.person)

    def do_key(self, rest: str = "") -> None:
        """NAMES: Press keys, one after the other, with time to react. NAMES are as in pygame without "K_". Modifiers
        stand in front: "RETURN x LALT+RETURN"."""
        for name in rest.split():
            self.house.tap(*posting.key_of(name))

    def do_down(self, rest: str = "") -> None:
        """NAMES: Press keys and hold them down."""
        for name in rest.split():
            posting.key_down(*posting.key_of(name))
        self.house.run(0.1)

    def do_up(self, rest: str = "") -> None:
        """NAMES: Release keys."""
        for name in rest.split():
            posting.key_up(*posting.key_of(name))
        self.house.run(0.1)

    def do_event(self, rest: str = "") -> None:
        """NAMES: Let these things happen to the window, by pygame's names: "WINDOWFOCUSLOST"."""
        for name in rest.split():
            self.house.react(partial(pygame.event.post, pygame.event.Event(getattr(pygame, name))))

    def do_wait(self, rest: str = "") -> None:
        """SECONDS: Let this time pass."""
        self.house.run(float(rest))

    def do_listens(self, rest: str = "") -> None:
        """[no]: Use a speaker that records what it says, and switch speech on. With "no", speech stays as it was."""
        self.recorder = listen(self.house, on=rest != "no")

    def do_asks(self, rest: str = "") -> None:
        """TITLE | BODY | ANSWER | ANSWER …: Open a question with these answers. The last one is in focus."""
        title, body, *labels = rest.split(" | ")
        answers = [DialogAnswer(label, label, primary=label == labels[-1]) for label in labels]
        self.house.app.manager.go(Push(lambda: Dialog(self.house.stage, title, body, answers)))
        self.house.run(1.0)

    def do_sit(self, rest: str = "") -> None:
        """DEVICES: Let a person sit down with each of DEVICES or at a key of the keyboard, or an AI of a level: "pad1
        mouse f ai2". "pad" is the first one."""
        roster = self.house.services.people.roster
        for name in rest.split():
            key = getattr(pygame, f"K_{name}", 0)
            if level := re.fullmatch(r"ai(\d)", name):
                roster = roster.fill(len(roster.chairs) + 1, int(level[1]))
            else:
                roster = roster.sit(DeviceId("keyboard" if key else "pad1" if name == "pad" else name), key)
        self.house.services.people.seat(roster)

    def do_keys_at_once(self, rest: str = "") -> None:
        """NAMES: Press keys within one frame."""
        for name in rest.split():
            posting.tap_key(getattr(pygame, f"K_{name}"))
        self.house.run(0.2)

    def do_submit(self, rest: str = "") -> None:
        """SEAT ACTION: Play ACTION for SEAT directly, without a hand."""
        seat, _, action = rest.partition(" ")
        self.match.controller.submit(int(seat), self.spec.rules.parse(action))

    def do_knows(self, rest: str = "") -> None:
        """ROUTE | ROUTE … [| …]: Let the solver report these shortest routes of the round before. The moves of a ROUTE
        have commas between them. A last "…" says that there may be more. The first ROUTE is also reported for the
        present round."""
        routes = [tuple(route.split(", ")) for route in rest.split(" | ")]
        is_complete = routes[-1] != ("…",)
        found = routes if is_complete else routes[:-1]
        self.seen.board.memory.review(self.match.session.steps, BestPlay(0, found[0], found, is_complete))
        present = BestPlay(self.match.session.ply, found[0])  # of the round that is played
        self.seen.board.memory.review(self.match.session.steps, present)

    def do_change(self, rest: str = "") -> None:
        """PREFERENCE=VALUE …: Change preferences: "scan=true text_scale=1.2"."""
        for name, value in (text.split("=") for text in rest.split()):
            self.house.services.settings.change(**{name: value_of(value)})


def opened(open_house: Callable[..., Playhouse], story: Story, **more: Any) -> Playhouse:
    """Return a house in the story's language and size."""
    width, height = map(int, story.given.get("size", "1280x720").split("x"))
    return open_house((width, height), story.given.get("language", "en"), **more)
