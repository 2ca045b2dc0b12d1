"""People who come to the unattended table: what each kind of them does, one thing after the other.

What somebody does is an iterator of the seconds until the next thing; where it ends they have gone, without a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pygame

from game.agent_requests import plain_action
from scenes.join.join_scene import USUAL_KEYS, JoinScene
from scenes.kiosk.still_playing import StillPlayingScene
from scenes.kiosk.waiting_scene import WaitingScene
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.scene import Item, Stop
from scenes.kit.stops import tree
from scenes.kit.widgets import Button, Widget
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.soak.hand import Hand, focus_of, key_down, key_up
from scenes.soak.house import House
from scenes.soak.monkey import Monkey, post

Doing = Iterator[float]
WAKES_WITHIN = 3.0  # seconds from a press at a table that rests until something else is there
THINKING = 240.0  # seconds for which somebody waits for the others
MOST_WRONG = 6  # PINs that a stranger tries


class UnmetError(Exception):
    """The table has not done what it owes whoever is there."""


class Visitors:
    """One party at the table; `done` counts what becomes of it."""

    def __init__(self, house: House, hand: Hand, monkey: Monkey, done: Counter[str]) -> None:
        self.house = house
        self.hand = hand
        self.monkey = monkey
        self.done = done
        self.chance = house.chance

    # What is on the screen

    def _widgets(self) -> list[Widget]:
        focus = focus_of(self.house.app)
        return [] if focus is None else [widget for widget in focus.widgets if widget.enabled]

    def _press_primary(self) -> None:
        """The brass button, else any."""
        widgets = self._widgets()
        brass = [widget for widget in widgets if isinstance(widget, Button) and widget.kind == "primary"]
        if widgets:
            self.hand.press(self.chance.choice(brass or widgets))

    def _pause(self, least: float = 0.7, most: float = 4.0) -> float:
        """The seconds that somebody takes for the next thing."""
        return self.chance.uniform(least, most)

    # Coming

    def arrive(self) -> Iterator[float]:
        """Come to the table and get to its menu; raises UnmetError where that cannot be done."""
        house = self.house
        yield from self.wake()
        for _ in range(12):
            top = house.top
            if isinstance(top, MenuScene) or house.rests:
                return
            if isinstance(top, WaitingScene):
                self.done["would not go on"] += 1
                self.hand.press(top.focus.widgets[1])
            elif isinstance(top, ResultScene | PauseScene):
                self.hand.press(self._widgets()[-1])
            else:
                self.hand.order(Kind.PAUSE if isinstance(top, MatchScene) else Kind.BACK)
            yield 1.5

    def wake(self) -> Iterator[float]:
        """Press until the table that rests is awake; a closed one stays dark."""
        house = self.house
        if not house.rests:
            self.hand.press_any()
            yield 1.0
            return
        for _ in range(3):  # the first press may only bring the light back
            self.hand.press_any()
            yield WAKES_WITHIN
            if house.is_dark:
                self.done["found it closed"] += 1
                return
            if not house.rests:
                self.done["wakes"] += 1
                return
        raise UnmetError(f"a press does not wake the table: {type(house.top).__name__}")

    # Playing

    def play(self, moves: int) -> Iterator[float]:
        """Play so many moves, or to the end of the game."""
        waited = 0.0
        while moves > 0 and not self.house.rests:
            top = self.house.top
            if isinstance(top, ResultScene) or waited > THINKING:
                return
            if isinstance(top, MatchScene):
                if top.session.outcome is not None or not top.hands.people:
                    waited += 1.0
                    yield 1.0
                    continue
                self._move(top)
                moves -= 1
            elif isinstance(top, StillPlayingScene):
                self.done["said yes"] += 1
                self.hand.press_any()
            elif isinstance(top, Dialog) or self._widgets():
                self._press_primary()
            else:
                self.hand.order(Kind.BACK)
            waited = 0.0
            yield self._pause()

    def _move(self, match: MatchScene) -> None:
        """Do something legal at the board, mostly what brings one forward."""
        if match.controller.simultaneous:
            self._press_stop(match)
            return
        seat, spec, session = match.hands.people[0], match.session.spec, match.session
        legal = [a for a in session.legal(seat) if spec.rules.text(a) not in (spec.resign, spec.offer)]
        if not legal:
            self.hand.order(Kind.PAUSE)
            return
        action = plain_action(spec, session.state, seat) if self.chance.random() < 0.8 else self.chance.choice(legal)
        if self.hand.points and self.chance.random() < 0.5:
            self.hand.point(self._place(match, action))
            return
        match.hands.consider(action)
        self.hand.order(Kind.CONFIRM)

    @staticmethod
    def _place(match: MatchScene, action: Any) -> tuple[int, int]:
        return match.board.input.area(match.session.state, action).center

    def _press_stop(self, match: MatchScene) -> None:
        """Where all act at once: what one switch could press, the bar left out."""
        stops = [stop for stop in flat(tree(match)) if not (isinstance(stop.key, tuple) and stop.key[0] == "prompt")]
        if stops:
            stop = self.chance.choice(stops)
            self.hand.move(stop.areas[0].center if stop.areas else (1, 1))  # somebody is there
            stop.lit()
            self.house.app.manager.go(stop.take())

    def _begin_game(self) -> Iterator[float]:
        """From the menu into a match of any game, as it was set up last."""
        menu = self.house.top
        if isinstance(menu, MenuScene):
            game = self.chance.choice(list(menu.tiles))
            menu.focus.focus(menu.tiles[game])
            yield 0.5
            self.hand.order(Kind.SECONDARY)
            yield 2.0

    def _after(self) -> Iterator[float]:
        """What is done at a result: another game, a look back, or away."""
        if not isinstance(self.house.top, ResultScene):
            return
        self.done["results seen"] += 1
        yield 2.0
        choice = self.chance.random()
        if choice < 0.3:
            self._press_primary()
            yield 2.0
            yield from self.play(60)
        elif choice < 0.5:
            self.hand.order(Kind.SECONDARY)
            yield self._pause(2, 8)
            self.hand.order(Kind.BACK)
            yield 1.0
        elif choice < 0.7 and self._widgets():
            self.hand.press(self._widgets()[-1])
            yield 1.0

    # The kinds

    def quick(self) -> Doing:
        """Wake it, quick match, play to the end."""
        yield from self.arrive()
        yield from self._begin_game()
        yield from self.play(120)
        yield from self._after()

    def friends(self) -> Doing:
        """Sit down together, play, and say that the table is free."""
        yield from self.arrive()
        if not isinstance(self.house.top, MenuScene):
            return
        self.hand.order(Kind.PREVIOUS)
        yield 1.5
        for key in USUAL_KEYS[1 : self.chance.randint(3, 4)]:
            key_down(key)
            key_up(key)
            yield 0.8
        if self.hand.pad is not None:
            self.hand.order(Kind.CONFIRM)
            yield 0.8
        if isinstance(self.house.top, JoinScene):
            self.done["sat down"] += len(self.house.services.roster.people)
            self._press_primary()
            yield 1.5
        yield from self._begin_game()
        yield from self.play(120)
        yield from self._after()
        if isinstance(self.house.top, MenuScene):
            self.hand.order(Kind.BACK)
            yield 1.0

    def puzzle(self) -> Doing:
        """Open the puzzle of the day and have oneself helped through it."""
        yield from self.arrive()
        menu = self.house.top
        if not isinstance(menu, MenuScene) or len(menu.others) < 2:
            return
        self.hand.press(menu.others[-1])
        yield 2.0
        for _ in range(40):
            match = self.house.top
            if not isinstance(match, MatchScene):
                break
            if match.session.outcome is None:
                self.hand.order(Kind.HINT)
                yield self._pause(4, 10)
                if isinstance(self.house.top, MatchScene) and match.controller.adviser.hint is not None:
                    self.hand.order(Kind.CONFIRM)
            yield self._pause()
        if isinstance(self.house.top, ResultScene):
            self.done["puzzles solved"] += 1
        yield from self._after()

    def looks_around(self) -> Doing:
        """Press what there is, without a plan: setups, rules, records, languages."""
        yield from self.arrive()
        for _ in range(self.chance.randint(4, 30)):
            if self.house.rests or self.house.has_operator:
                return
            stops = flat(tree(self.house.top)) if self.house.top is not None else []
            if stops and self.chance.random() < 0.7:
                stop = self.chance.choice(stops)
                self.hand.move(stop.areas[0].center if stop.areas else (1, 1))
                self.house.app.manager.go(stop.take())
            else:
                self.hand.order(self.chance.choice((Kind.BACK, Kind.CONFIRM, Kind.RIGHT, Kind.DOWN, Kind.RULES)))
            yield self._pause(0.3, 3)

    def mashes(self) -> Doing:
        """Everything at once, for a while."""
        yield from self.wake()
        for _ in range(self.chance.randint(60, 400)):
            self.monkey.act()
            yield self.chance.uniform(0.02, 0.3)
        self.monkey.leave()

    def tries_ways_out(self) -> Doing:
        """Every key that leads out of a program somewhere."""
        yield from self.wake()
        alt, ctrl = pygame.KMOD_LALT, pygame.KMOD_LCTRL
        ways = [(pygame.K_ESCAPE, 0), (pygame.K_F11, 0), (pygame.K_RETURN, alt), (pygame.K_F4, alt), (pygame.K_q, ctrl)]
        ways += [(pygame.K_TAB, alt), (pygame.K_w, ctrl), (pygame.K_DELETE, ctrl | alt), (pygame.K_F10, 0)]
        for _ in range(3):
            for key, modifiers in self.chance.sample(ways, len(ways)):
                self.hand.tap_key(key, modifiers)
                post(pygame.WINDOWCLOSE)
                yield self.chance.uniform(0.1, 0.8)
        for _ in range(12):
            self.hand.tap_key(pygame.K_ESCAPE)
            yield 0.5

    def leaves_in_the_middle(self) -> Doing:
        """Play a little and go; perhaps come back while the game is offered, or after that."""
        yield from self.arrive()
        yield from self._begin_game()
        yield from self.play(self.chance.randint(2, 8))
        if not isinstance(self.house.top, MatchScene):
            return
        left = self.house.top.session.record()
        self.hand.away()
        idle = self.house.kiosk.config.idle
        returns = self.chance.random()
        if returns < 0.4:
            return
        is_late = returns < 0.6
        yield idle.thinking + idle.question + (idle.offer + 30 if is_late else self.chance.uniform(5, idle.offer / 2))
        if not self.house.rests or self.house.is_dark or not self.house.is_open:
            return
        self.done["came back late" if is_late else "came back"] += 1
        yield from self.wake()
        waiting = self.house.top
        if isinstance(waiting, WaitingScene) and waiting.record.seed == left.seed:
            self.done["went on"] += 1
            self._press_primary()
            yield 2.0
            yield from self.play(10)

    def falls_asleep(self) -> Doing:
        """Wake it and do no more."""
        yield from self.arrive()
        if self.chance.random() < 0.5:
            yield from self._begin_game()
        yield 1.0

    def guesses_the_pin(self) -> Doing:
        """A stranger who has seen how the operator is called."""
        yield from self.wake()
        yield from hold_f10()
        for _ in range(self.chance.randint(1, MOST_WRONG)):
            if not self.house.has_operator:
                return
            self.done["wrong PINs"] += 1
            for digit in f"{self.chance.randrange(10**6):06}":
                self.hand.tap_key(ord(digit))
                yield 0.15
            self.hand.tap_key(pygame.K_RETURN)
            yield 6.0
        self.hand.tap_key(pygame.K_ESCAPE)
        yield 1.0

    def kinds(self) -> dict[Callable[[], Doing], float]:
        """What people do, and how often."""
        return {
            self.quick: 30,
            self.friends: 12,
            self.puzzle: 9,
            self.looks_around: 10,
            self.mashes: 8,
            self.tries_ways_out: 6,
            self.leaves_in_the_middle: 16,
            self.falls_asleep: 8,
            self.guesses_the_pin: 1.5,
        }


def hold_f10() -> Iterator[float]:
    """Hold the key that calls the operator, as long as that takes."""
    key_down(pygame.K_F10)
    yield 5.5
    key_up(pygame.K_F10)
    yield 1.0


def flat(items: tuple[Item, ...]) -> list[Stop]:
    """All stops of groups within groups."""
    found: list[Stop] = []
    for item in items:
        found += [item] if isinstance(item, Stop) else flat(item.items)
    return found
