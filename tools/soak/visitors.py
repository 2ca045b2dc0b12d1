"""Kinds of visitors of a kiosk, and what each does, step by step."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.join.join_scene import JoinScene
from scenes.join.join_table import USUAL_KEYS
from scenes.kiosk.countdowns import WaitingScene
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.scanner import tree
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from tools.soak.guest import Doing, Guest, UnmetError, flat, hold_f10
from tools.soak.hand import key_down, key_up
from tools.soak.monkey import post

# The most PINs that a stranger tries.
MOST_WRONG = 6
MOST_WITH_PHONES = 3
# Seconds from a scan to the first page on the phone.
SHOWN_WITHIN = 3.0


class Visitors(Guest):
    """One party at the table."""

    def quick(self) -> Doing:
        """Wake the table, start a quick match, play to the end."""
        yield from self.arrive()
        yield from self.begin_game()
        yield from self.play(120)
        yield from self.after()

    def friends(self) -> Doing:
        """Join together, play, and free the table."""
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
            self.done["sat down"] += len(self.house.services.people.roster.people)
            self.press_primary()
            yield 1.5
        yield from self.begin_game()
        yield from self.play(120)
        yield from self.after()
        if isinstance(self.house.top, MenuScene):
            self.hand.order(Kind.BACK)
            yield 1.0

    def puzzle(self) -> Doing:
        """Open the puzzle of the day and solve it with hints."""
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
                yield self.pause(4, 10)
                if isinstance(self.house.top, MatchScene) and match.controller.hint_service.hint is not None:
                    self.hand.order(Kind.CONFIRM)
            yield self.pause()
        if isinstance(self.house.top, ResultScene):
            self.done["puzzles solved"] += 1
        yield from self.after()

    def looks_around(self) -> Doing:
        """Press around without a plan: setups, rules, records, languages."""
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
            yield self.pause(0.3, 3)

    def mashes(self) -> Doing:
        """Mash everything for a while."""
        yield from self.wake()
        for _ in range(self.chance.randint(60, 400)):
            self.monkey.act()
            yield self.chance.uniform(0.02, 0.3)
        self.monkey.leave()

    def tries_ways_out(self) -> Doing:
        """Try every key that quits some program."""
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
        """Play a little and leave; perhaps come back while the game is offered, or later."""
        yield from self.arrive()
        yield from self.begin_game()
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
        longest = max(idle.menu, idle.turn, idle.thinking) + idle.question + 30
        asked = self.house.time
        while not self.house.rests and self.house.time < asked + longest:
            yield 1.0
        yield idle.offer + 30 if is_late else self.chance.uniform(5, idle.offer / 2)
        if not self.house.rests or self.house.is_dark or not self.house.is_open:
            return
        self.done["came back late" if is_late else "came back"] += 1
        yield from self.wake()
        waiting = self.house.top
        if isinstance(waiting, WaitingScene) and waiting.record.seed == left.seed:
            self.done["went on"] += 1
            self.press_primary()
            yield 2.0
            yield from self.play(10)

    def falls_asleep(self) -> Doing:
        """Come to the table, perhaps begin a game, and do nothing else."""
        yield from self.arrive()
        if self.chance.random() < 0.5:
            yield from self.begin_game()
        yield 1.0

    def plays_by_phone(self) -> Doing:
        """Scan the table's code and play on phones."""
        phones = self.house.phones
        came = [number for _ in range(self.chance.randint(1, MOST_WITH_PHONES)) if (number := phones.scan())]
        self.done["phones let in"] += len(came)
        yield SHOWN_WITHIN
        for _ in range(self.chance.randint(20, 200)):
            here = [number for number in came if number in phones.known]
            if not here:
                self.done["phones whose seats had ended"] += len(came)
                return
            number = self.chance.choice(here)
            if phones.known[number].awake and phones.page(number) is None:
                raise UnmetError(f"phone {number} sits at the table and is shown nothing")
            phones.act(number, self.chance)
            yield self.pause(0.3, 2.0)
        for number in came:
            if number in phones.known:
                self.chance.choice((phones.leave, phones.sleep))(number)
        yield 1.0

    def guesses_the_pin(self) -> Doing:
        """Guess the PIN, as a stranger who has seen how the operator opens the menu."""
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
        """Return the kinds of visitors with their frequency."""
        return {
            self.quick: 30,
            self.friends: 12,
            self.puzzle: 9,
            self.looks_around: 10,
            self.mashes: 8,
            self.tries_ways_out: 6,
            self.leaves_in_the_middle: 16,
            self.falls_asleep: 8,
            self.plays_by_phone: 10,
            self.guesses_the_pin: 1.5,
        }
