"""What one visitor of a kiosk can do: wake it, find the menu, play, look at a result.

Each activity is an iterator of the seconds until its next step; at its end the visitor walks away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pygame

from game.session.agent_requests import plain_action
from scenes.kiosk.countdowns import StillPlayingScene, WaitingScene
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Item, ScanTarget
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.scanner import tree
from scenes.kit.widgets.widget import Button, Widget
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from tools.soak.hand import Hand, focus_of, key_down, key_up
from tools.soak.house import House
from tools.soak.monkey import Monkey

Doing = Iterator[float]
# The screen of a resting table must change within this many seconds after a press.
WAKES_WITHIN = 3.0
# Seconds for which a visitor waits for others.
THINKING = 240.0
# If the position is still the same after this many tries, the visitor concludes that no move is possible.
MOST_TRIES = 20


class UnmetError(Exception):
    """The table did not respond as a visitor expects."""


class Guest:
    """A visitor at the table; `done` counts what they did."""

    def __init__(self, house: House, hand: Hand, monkey: Monkey, done: Counter[str]) -> None:
        self.house = house
        self.hand = hand
        self.monkey = monkey
        self.done = done
        self.chance = house.chance

    # What is on the screen

    def widgets(self) -> list[Widget]:
        focus = focus_of(self.house.app)
        return [] if focus is None else [widget for widget in focus.widgets if widget.enabled]

    def press_primary(self) -> None:
        """Press a random primary button, or any widget if there is none."""
        widgets = self.widgets()
        brass = [widget for widget in widgets if isinstance(widget, Button) and widget.kind == "primary"]
        if widgets:
            self.hand.press(self.chance.choice(brass or widgets))

    def pause(self, least: float = 0.7, most: float = 4.0) -> float:
        """Return random seconds until the next step."""
        return self.chance.uniform(least, most)

    # Coming

    def arrive(self) -> Iterator[float]:
        """Come to the table and open its menu. Raises UnmetError if that fails."""
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
                self.hand.press(self.widgets()[-1])
            else:
                self.hand.order(Kind.PAUSE if isinstance(top, MatchScene) else Kind.BACK)
            yield 1.5

    def wake(self) -> Iterator[float]:
        """Press until a resting table is awake; a closed one stays dark."""
        house = self.house
        if not house.rests:
            self.hand.press_any()
            yield 1.0
            return
        # The first press may only brighten the screen.
        for _ in range(3):
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
        """Play `moves` moves, or to the end of the game. Raises UnmetError if no move is possible."""
        waited, tried, ply = 0.0, 0, -1
        while moves > 0 and not self.house.rests and waited <= THINKING:
            top = self.house.top
            if isinstance(top, ResultScene):
                return
            if isinstance(top, MatchScene) and (top.session.outcome is not None or not top.input.people):
                waited += 1.0
                yield 1.0
                continue
            # Every step is counted, so that nobody plays for ever.
            moves -= 1
            waited = 0.0
            if isinstance(top, MatchScene):
                tried, ply = (tried + 1 if top.session.ply == ply else 0), top.session.ply
                if tried > MOST_TRIES and not top.controller.is_simultaneous:
                    seats = [(seat.kind, seat.device) for seat in top.session.seats]
                    raise UnmetError(
                        f"nothing can be played in {top.session.spec.id} by {self.hand.family} for {seats}: "
                        f"{top.session.record().actions}"
                    )
                self.move(top)
            elif isinstance(top, StillPlayingScene):
                self.done["said yes"] += 1
                self.hand.press_any()
            elif isinstance(top, Dialog) or self.widgets():
                self.press_primary()
            else:
                self.hand.order(Kind.BACK)
            yield self.pause()

    def move(self, match: MatchScene) -> None:
        """Make a legal move, mostly one that makes progress."""
        if match.controller.is_simultaneous:
            self.press_stop(match)
            return
        seat, spec, session = match.input.people[0], match.session.spec, match.session
        legal = [a for a in session.legal(seat) if spec.rules.text(a) not in (spec.play.resign, spec.play.offer)]
        # The player can only give up. A second press confirms that.
        if not legal:
            if match.input.armed is None:
                match.input.consider(spec.rules.parse(spec.play.resign))
            self.hand.tap_key(pygame.K_RETURN)
            return
        action = plain_action(spec, session.state, seat) if self.chance.random() < 0.8 else self.chance.choice(legal)
        if self.hand.points and self.chance.random() < 0.5:
            self.hand.point(self.place(match, action))
            return
        match.input.consider(action)
        # It is the turn of a friend at the keyboard.
        if self.hand.pad is not None and session.seats[seat].device == "table":
            self.hand.tap_key(pygame.K_RETURN)
        else:
            self.hand.order(Kind.CONFIRM)

    @staticmethod
    def place(match: MatchScene, action: Any) -> tuple[int, int]:
        return match.board.input.area(match.session.state, action).center

    def press_stop(self, match: MatchScene) -> None:
        """If all players act at once, press a place that one-button play could choose, outside the bar."""
        stops = [stop for stop in flat(tree(match)) if not (isinstance(stop.key, tuple) and stop.key[0] == "prompt")]
        if stops:
            stop = self.chance.choice(stops)
            # This shows the table that a visitor is there.
            self.hand.move(stop.areas[0].center if stop.areas else (1, 1))
            stop.lit()
            self.house.app.manager.go(stop.take())

    def begin_game(self) -> Iterator[float]:
        """Start a match of any game from the menu, with its last setup."""
        menu = self.house.top
        if isinstance(menu, MenuScene):
            game = self.chance.choice(list(menu.tiles))
            menu.focus.focus(menu.tiles[game])
            yield 0.5
            self.hand.order(Kind.SECONDARY)
            yield 2.0

    def after(self) -> Iterator[float]:
        """At a result, begin another game, look back, or leave."""
        if not isinstance(self.house.top, ResultScene):
            return
        self.done["results seen"] += 1
        yield 2.0
        choice = self.chance.random()
        if choice < 0.3:
            self.press_primary()
            yield 2.0
            yield from self.play(60)
        elif choice < 0.5:
            self.hand.order(Kind.SECONDARY)
            yield self.pause(2, 8)
            self.hand.order(Kind.BACK)
            yield 1.0
        elif choice < 0.7 and self.widgets():
            self.hand.press(self.widgets()[-1])
            yield 1.0


def hold_f10() -> Iterator[float]:
    """Hold F10 until it calls the operator's menu."""
    key_down(pygame.K_F10)
    yield 5.5
    key_up(pygame.K_F10)
    yield 1.0


def flat(items: tuple[Item, ...]) -> list[ScanTarget]:
    """Return all targets, also those in nested groups."""
    found: list[ScanTarget] = []
    for item in items:
        found += [item] if isinstance(item, ScanTarget) else flat(item.items)
    return found
