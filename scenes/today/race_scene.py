"""A race at one table. All see the same puzzle and the same options. They choose in private, or take turns.

In private, people choose by a direction on a pad or phone, or by a key of their own that they press while the light is
on their answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

import pygame

from game.core.times import stopwatch_text
from game.people.roster import Chair, Roster
from game.phones.snapshot import PhoneButton, cut
from game.puzzles.puzzle import Puzzle
from game.puzzles.race import Race, RaceAnswer, offer_actions
from game.puzzles.stored import order_rising
from game.registry import find
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.drawing.paint import RADIUS
from scenes.kit.input.bindings import key_face
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.layout import Metrics, Places, Shape, cell, column, grid, row, stack, within
from scenes.kit.scene import IdleLimit, Item, Nav, PhoneView, Pop, ScanTarget
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.dialog import sure
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.person import Tag, draw_person
from scenes.kit.widgets.scanner import prompt_targets
from scenes.kit.widgets.widget import HitArea
from scenes.services import Services
from scenes.table.board.board_view import OnTable, place_bar
from scenes.table.board.layout import table_places
from scenes.table.contract.lessons import LessonPosition
from scenes.table.contract.phone_pages import LINE, PageData, SeatPage
from scenes.table.exercises.lesson_table import LessonTable
from scenes.table.exercises.puzzles import goal, side_name, task
from scenes.today.occasion import PuzzleReasons
from scenes.today.puzzle_board import LOW_BAR
from scenes.today.solving_panel import EYEBROW, TIME, TRY, SolvingRemark, draw_remark, draw_task

WAYS = (Kind.UP, Kind.RIGHT, Kind.DOWN, Kind.LEFT)
"""The directions of the options, in order."""
FEWEST, MOST = 2, 8
EACH = 2  # puzzles of each grade, the easiest grade first; a long race has more of each
LIGHT_SECONDS = 1.5  # seconds for which the light is on one option
SHOWN_SECONDS = 6.0  # seconds for which the solution stays before the next puzzle
MOST_NAMED = 3  # the most players who are named; if there are more, their number is said
LEFT = object()  # the answer that leaves a race
OFFER = 32  # the most characters of an option on a phone's button; the screen shows the whole option
OPTION = "option"  # prefix of the ids of a phone's option buttons
ARROWS = ("↑", "→", "↓", "←")
ARROW = Style(40, theme.EYEBROW, bold=True)
OFFERED = Style(36, theme.IVORY, bold=True)
PERSON = Tag(20, Style(30, theme.IVORY, bold=True), least=15)
POINTS, STATE = Style(36, theme.IVORY, bold=True), Style(24, theme.MUTED)
LEAST = 16
# In a person's line of at least this height (design pixels), the state has room below the name.
HIGH = 70


def racers(roster: Roster) -> tuple[Chair, ...]:
    """Return the people at the table who race."""
    return roster.people[:MOST]


def is_private(chair: Chair) -> bool:
    """Return whether a person can choose unseen: on their own device, or by timing a key of their own."""
    return chair.device.kind in ("pad", "phone") or (chair.device.kind == "keyboard" and chair.key > 0)


class RaceSeating:
    """Finds the player and the answer of a press; players are indices of `chairs`."""

    def __init__(self, chairs: Sequence[Chair], in_turns: bool) -> None:
        self.chairs = tuple(chairs)
        self.in_turns = in_turns
        self._keys = {chair.key: player for player, chair in enumerate(chairs) if chair.key}

    def player_of(self, device: Device) -> int | None:
        """Return the player who holds a pad or phone."""
        held = (player for player, chair in enumerate(self.chairs) if chair.device == device.held)
        return next(held, None) if device.is_pad else None

    def answer(self, intent: Intent, asked: Sequence[int], lit: int) -> tuple[int, int] | None:
        """Return the player and the chosen option; None if the press is no answer.

        `asked` are the players who may answer, and `lit` is the option that has the light.
        """
        way = WAYS.index(intent.kind) if intent.kind in WAYS else None
        if intent.repeat:
            return None
        if intent.device.is_phone and intent.kind is Kind.DIGIT:  # the phone's page has a button for each option
            way = intent.value
        if self.in_turns:
            place = lit if intent.kind is Kind.CONFIRM else way
            return None if place is None else (asked[0], place)
        if intent.key in self._keys:
            return self._keys[intent.key], lit
        if intent.device.is_pad:
            player = self.player_of(intent.device)
        else:
            player = next(iter(self._keys.values())) if len(self._keys) == 1 and intent.key else None
        return None if player is None or way is None else (player, way)


def race_places(metrics: Metrics, options: int, people: int) -> Places:
    """Lay out `eyebrow`, `task`, `goal`, `time` and `remark`, and each `option` and `person`."""
    shape = metrics.shape
    if shape is Shape.WIDE:
        offered = column(*[cell("option", 84)] * options, cell(), gap=12)
        asked = cell("eyebrow", 36), cell("task", 150), cell("goal", 84)
        left = column(*asked, stack(offered, cell("remark")), cell("time", 56), gap=16)
        return table_places(metrics, left, column(*[cell("person", 84)] * people, cell(), gap=12))
    lines = -(-people // 2)
    if shape is Shape.CLASSIC:
        head = row(cell("eyebrow"), cell("time", 130), size=44, gap=12)
        offered = column(*[cell("option", 46)] * options, cell(), gap=4)
        crowd = column(*[cell("person")] * people, size=43 * people, gap=4)
        words = head, cell("task", 92), cell("goal", 80), crowd, stack(offered, cell("remark"))
        return table_places(metrics, cell(), column(*words, gap=12))
    head = column(cell("eyebrow", 36), cell("task", 100), cell("goal", 44), gap=10)
    offered = column(grid("option", options, 2, size=152, gap=12), cell(), gap=0)
    below = column(
        stack(offered, cell("remark"), size=160), grid("person", people, 2, size=46 * lines, gap=12, row_gap=6), cell()
    )
    return table_places(metrics, row(head, cell("time", 220), gap=24), below)


class RaceScene(OnTable):
    """Puzzles of one game with one move each. Results are not stored."""

    table: LessonTable
    bar: GlyphBar

    def __init__(self, services: Services, puzzles: Sequence[Puzzle], seed: int) -> None:
        """`puzzles` (at least one) are of one game; `seed` shuffles them. At least two people are at the table."""
        super().__init__(services.stage)
        self.services = services
        self.spec = find(puzzles[0].game)
        self._puzzles = puzzles
        self.pointed = Focus(services.stage)  # the options as widgets for pointers; empty unless people take turns
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        """Begin a race of the people now at the table."""
        chairs = racers(self.services.people.roster)
        in_turns = self.stage.scan.is_on or not all(map(is_private, chairs))
        self._roster = self.services.people.roster
        self.seating = RaceSeating(chairs, in_turns)
        self.race = Race(len(chairs), in_turns)
        self._chance = Random(seed)
        self._order = order_rising(self._puzzles, self._chance, max(EACH, -(-self.race.rounds // 5)))
        self.is_over = False

    def _follow_roster(self) -> None:
        """Update a running race as people leave and join; newcomers begin without points.

        If all choose at once, a person who cannot choose in private waits for the next race.
        """
        if self._roster == self.services.people.roster:
            return
        self._roster, before, in_turns = self.services.people.roster, self.seating.chairs, self.seating.in_turns
        known = {chair.identity: number for number, chair in enumerate(before)}
        chairs = [chair for chair in racers(self._roster) if in_turns or chair.identity in known or is_private(chair)]
        if self.is_over or tuple(chairs) == before:
            return
        if len(chairs) < FEWEST:
            self._end()
            return
        self.race.follow([known.get(chair.identity) for chair in chairs])
        self.seating = RaceSeating(chairs, in_turns)
        self.resized()

    # Life

    def enter(self) -> None:
        self._ask()

    def resume(self, result: object) -> Nav | None:
        return Pop() if result is LEFT else None

    def _ask(self) -> None:
        """Put the next puzzle on the table."""
        self.puzzle = puzzle = self._order[self.race.round % len(self._order)]
        position, count = LessonPosition(puzzle.actions, puzzle.options), self.spec.seat_count(dict(puzzle.options))
        names = [side_name(self.stage, self.spec.id, seat) for seat in range(count)]
        self.table = LessonTable(self.services, self.spec, position, names, puzzle.side)
        rules, state = self.spec.rules, self.table.state
        legal = {rules.text(one): one for one in rules.legal(state, puzzle.side) if self.spec.play.is_move(one)}
        key = puzzle.keys[0]
        wrong = [text for text in legal if text != key]
        likely = [text for text in puzzle.replies[0] if text in legal and text != key]
        chosen = offer_actions(key, likely if len(likely) > 2 else wrong, self._chance)
        self.options = [legal[text] for text in chosen]
        self.key = chosen.index(key)
        self.remark: SolvingRemark | None = None
        self._light = 0.0
        self.stays: float | None = None  # seconds until the next puzzle, after the solution
        self.resized()
        self.stage.say(self.spoken, urgent=True)

    def resized(self) -> None:
        self.places = race_places(self.stage.metrics, len(self.options), len(self.seating.chairs))
        self.table.lay(self.table.seats)
        self.table.cards = ()
        self.bar = place_bar(self.stage, LOW_BAR)
        names = [seat.name for seat in self.table.seats]
        self.reasons = PuzzleReasons(self.stage, self.spec, self.table.board, names)
        pressed = [
            HitArea(place, partial(self._point, number), RADIUS)
            for number, place in enumerate(self.places.all("option"))
        ]
        self.pointed.set(pressed if self.seating.in_turns else [])

    @property
    def patience(self) -> IdleLimit:
        return IdleLimit.TURN

    @property
    def spoken(self) -> str:
        stage, puzzle = self.stage, self.puzzle
        asked = task(stage, puzzle), goal(stage, puzzle)
        answers = [
            self.stage.t("speech.value", name=ARROWS[at], value=self.in_words(at)) for at in range(len(self.options))
        ]
        return sentences(self._turn, *asked, *answers)

    @property
    def _turn(self) -> str:
        """Whose turn it is, if people take turns."""
        if not self.seating.in_turns:
            return ""
        return self.stage.t("race.turn", name=self.name(self.race.asked[0]))

    def in_words(self, place: int) -> str:
        """Return an option in words."""
        spoken = self.table.board.words.action(self.options[place]).spoken
        # "c3 to b3" begins with a cell, which stays as it is
        return str(spoken if spoken[1:2].isdigit() else spoken[0].upper() + spoken[1:])

    def name(self, player: int) -> str:
        return self.services.people.chair_name(self.seating.chairs[player])

    def _listed(self, players: Sequence[int]) -> str:
        """Return the players' names, or their number if there are many."""
        if len(players) > MOST_NAMED:
            return self.stage.t("race.many", count=len(players))
        return self.stage.list_of(map(self.name, players), "result.and")

    @property
    def lit(self) -> int:
        """The option on which the light is."""
        return int(self._light / LIGHT_SECONDS) % len(self.options)

    @property
    def _may_begin(self) -> bool:
        """Whether there are enough people for another race."""
        return len(racers(self._roster)) >= FEWEST

    @property
    def is_asked(self) -> bool:
        """Whether answers are accepted."""
        return self.stays is None and not self.is_over

    # Answers

    def answer(self, player: int, place: int) -> bool:
        """Take a player's choice of an option; return whether it counts."""
        if not self.is_asked or not 0 <= place < len(self.options):
            return False
        found = self.race.answer(player, place == self.key)
        if found is RaceAnswer.IGNORED:
            return False
        self.stage.audio.play("barred" if found is RaceAnswer.WRONG else "chip", 0.7)
        self.stage.say(self.stage.t(f"race.{found.name.lower()}", name=self.name(player)), passing=True)
        if self.race.is_answered:
            self._show()
        return True

    def _point(self, place: int) -> None:
        self.answer(self.race.asked[0], place)

    def _show(self) -> None:
        """Play the solution, and show who found it."""
        step = self.table.step(self.options[self.key])
        names = self._listed(self.race.right)
        title = self.stage.t("race.found", names=names) if names else self.stage.t("race.nobody")
        self._why = cache(lambda language, seen: self.reasons.speaks_for(self.puzzle, 0, step, seen))
        text, spoken = (self._why(self.stage.strings.language, seen) for seen in (True, False))
        self.remark = SolvingRemark(title, text, theme.GOOD if names else theme.HIGHLIGHT, spoken)
        self.stays = SHOWN_SECONDS
        self.stage.say(self.remark.spoken, urgent=True)
        self.table.show(step)

    def _go_on(self) -> None:
        """Go to the next puzzle, or to the final places."""
        if not self.race.is_last:
            self.race.go_on()
            self._ask()
        else:
            self._end()

    def _end(self) -> None:
        """Show the final places."""
        self.stays, self.is_over = None, True
        winners = [player for player, place in enumerate(self.race.places) if place == 1]
        title = self.stage.t("result.wins", name=self._listed(winners), count=len(winners))
        text = self.stage.t("race.points", count=max(self.race.points))
        self.remark = SolvingRemark(title, text, theme.GOOD)
        self.stage.say(sentences(title, text), urgent=True)
        self.stage.audio.play("win", 0.7)

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if self.is_asked and meant is intent:
            found = self.seating.answer(intent, self.race.asked, self.lit)
            if found is not None:
                self.answer(*found)
                return None
        if meant.kind is Kind.BACK:
            return self._back()
        if meant.kind is Kind.CONFIRM and not meant.repeat:
            self._follow_roster()
            if self.is_over and self._may_begin:
                self._begin(self.services.fresh_seed())
                self._ask()
            elif self.stays is not None:
                self._go_on()
            return None
        if self.is_asked and intent.point is not None and not self.bar.covers(intent.point):
            return self.pointed.intent(intent)[1]
        return None

    def _back(self) -> Nav:
        """Leave. During a race, ask for confirmation first."""
        if self.is_over:
            return Pop()
        t = self.stage.t
        return sure(self.stage, t("race.leave"), "", t("race.stay"), t("race.quit"), LEFT)

    def own_prompts(self) -> list[Prompt]:
        """Return the prompts other than the options."""
        t = self.stage.t
        back = Prompt(Kind.BACK, t("practice.title" if self.is_over else "race.quit"), "minor")
        if self.is_over:
            return [Prompt(Kind.CONFIRM, t("minutes.again"), "primary"), back] if self._may_begin else [back]
        if self.stays is not None:
            return [Prompt(Kind.CONFIRM, t("puzzle.next"), "primary"), back]
        return [back]

    def scan(self) -> Sequence[Item]:
        bar = prompt_targets(self, self.bar)
        if not self.is_asked or not self.race.may_answer(self.race.asked[0]):
            return bar
        places = self.places.all("option")
        found = [
            ScanTarget(
                (OPTION, at), self.in_words(at), partial(self._point, at), (places[at],), partial(self.put_light, at)
            )
            for at in range(len(self.options))
        ]
        return (*found, *bar)

    def put_light(self, place: int) -> None:
        self._light = place * LIGHT_SECONDS

    # Phones

    def phone_view(self, device: Device) -> PhoneView:
        player = self.seating.player_of(device)
        if not self.is_asked:
            remark, language = self.remark, self.stage.strings.language
            text = "" if remark is None else remark.text if self.is_over else self._why(language, True)
            return PhoneView("" if remark is None else remark.title, text)
        mine = player is not None and self.race.may_answer(player)
        state = self._turn if player is None else self._turn_of(player)
        turn = "" if player is None else self.seating.chairs[player].identity
        return PhoneView(task(self.stage, self.puzzle), state, mine, turn, page=self._page(mine))

    def _turn_of(self, player: int) -> str:
        """Return the text on a player's phone."""
        if wait := self.race.waits(player):
            return self.stage.t("race.phone.waits", count=-int(-wait // 1))
        return self.stage.t("race.phone.right") if player in self.race.right else self._turn

    def _page(self, mine: bool) -> SeatPage:
        """Return the small board, lit as on the screen, and a button for each option."""
        board = self.table.board
        lit = self.options[self.lit]
        data: PageData[Any, Any, Any] = PageData(
            self.table.state, self.puzzle.side, (lit,), board.input.considering(lit)
        )
        own = None if board.phone is None else board.phone.page(data)
        buttons = tuple(
            PhoneButton(f"{OPTION}{at}", cut(self.in_words(at), OFFER), "offer", enabled=mine, chosen=at == self.lit)
            for at in range(len(self.options))
        )
        title = cut(goal(self.stage, self.puzzle), LINE)
        kinds = {button.id: (Kind.DIGIT, at) for at, button in enumerate(buttons)} if mine else {}
        made = SeatPage("pad", buttons, title=title, decision=(self.race.round, mine), kinds=kinds)
        if own is None or own.board is None:
            return made
        # only the buttons answer, not the board
        return replace(made, hand="board", board=replace(own.board, anywhere=False))

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self.table.tick(dt)
        self.pointed.tick(dt)
        self._follow_roster()
        if self.is_asked:
            self._light += 0.0 if self.stage.scan.is_on else dt
            self.race.pass_time(dt)
            if self.race.is_answered:
                self._show()
        elif self.stays is not None and self.table.timeline.is_idle:
            self.stays -= dt
            if self.stays <= 0:
                self._go_on()
        return None

    @property
    def is_animated(self) -> bool:
        return self.table.is_animated or self.is_asked

    def _state(self, player: int) -> str:
        """Return a player's state in a word. Without one, return the key that answers for the player, or ""."""
        t, race = self.stage.t, self.race
        if self.is_over:
            return t("race.place", place=race.places[player])
        if player in race.right:
            return t("race.right")
        if wait := race.waits(player):
            return t("race.waits", count=-int(-wait // 1))
        key = self.seating.chairs[player].key
        return key_face(key) if key and not self.seating.in_turns and self.is_asked else ""

    @property
    def in_order(self) -> list[int]:
        """The players in the order in which they are listed: by index, but after the race by place."""
        players = range(len(self.seating.chairs))
        return sorted(players, key=lambda player: self.race.places[player] if self.is_over else 0)

    def _is_lit(self, player: int) -> bool:
        """Return whether it is a player's turn, or the player has won."""
        if self.is_over:
            return self.race.places[player] == 1
        return self.seating.in_turns and player in self.race.asked

    def draw(self, canvas: Canvas, alpha: float) -> None:
        more: dict[str, object] = {}
        if self.is_asked:
            shown = self.options[self.lit]
            more = {"legal": (shown,), "selection": self.table.board.input.considering(shown)}
        self.table.draw(canvas, alpha, **more)
        self._draw_beside(canvas)
        self.pointed.draw(canvas, ring=False)
        self.bar.set(self.own_prompts())
        self.bar.draw(canvas)

    def _draw_beside(self, canvas: Canvas) -> None:
        """Draw the task, the time and the players (at the end by place), then the options or the remark."""
        t, stage, places, puzzle = self.stage.t, self.stage, self.places, self.puzzle
        eyebrow = t("puzzle.eyebrow", game=t(f"game.{puzzle.game}"), name=t("practice.race"))
        stage.label(canvas, eyebrow.upper(), places["eyebrow"], EYEBROW, grow=1.2, least=LEAST)
        head, line = task(stage, puzzle), goal(stage, puzzle)
        if self._turn:
            head, line = self._turn, f"{head} · {line}"
        draw_task(stage, canvas, places, head, line)
        self._draw_time(canvas)
        for player, place in zip(self.in_order, places.all("person"), strict=False):
            self._draw_person(canvas, player, place)
        if self.remark is not None:
            draw_remark(stage, canvas, places["remark"], self.remark)
            return
        for number, place in enumerate(places.all("option")):
            self._draw_option(canvas, number, place)

    def _draw_time(self, canvas: Canvas) -> None:
        stage, place, race = self.stage, self.places["time"], self.race
        count = stage.t("practice.number", number=race.round + 1, count=race.rounds)
        time = stopwatch_text(race.left) if self.is_asked else ""
        if stage.metrics.shape is not Shape.WIDE:
            upper = pygame.Rect(place.left, place.top, place.width, min(place.height, stage.metrics.px(56)))
            stage.label(canvas, time, upper, TIME, "right", grow=1.1)
            if place.height > 2 * upper.height:
                stage.label(canvas, count, upper.move(0, upper.height), TRY, "right", grow=1.2, least=20)
            return
        room = pygame.Rect(place.left, place.top, place.width // 3, place.height)
        end = stage.label(canvas, time, room, TIME, grow=1.1).right + stage.metrics.px(16)
        rest = pygame.Rect(end, place.top, place.right - end, place.height)
        stage.label(canvas, count, rest, TRY, grow=1.2, least=20)

    def _draw_option(self, canvas: Canvas, number: int, place: pygame.Rect) -> None:
        """Draw an option with its direction."""
        stage, lit = self.stage, number == self.lit
        stage.blit(canvas, stage.paint.panel("enamel" if lit else "lacquer", place.size), place.topleft)
        at = within(stage.metrics, place, row(cell("arrow", 44), cell("text"), gap=8, pad=(14, 0)))
        arrow, style = ARROW, OFFERED
        if lit:
            arrow, style = ARROW._replace(color=theme.INK_SOFT), OFFERED._replace(color=theme.INK)
        stage.label(canvas, ARROWS[number], at["arrow"], arrow, "centre", least=LEAST)
        stage.label(canvas, self.in_words(number), at["text"], style, grow=1.1, least=LEAST)

    def _draw_person(self, canvas: Canvas, player: int, place: pygame.Rect) -> None:
        """Draw a player's line: person, state and points."""
        stage, lit = self.stage, self._is_lit(player)
        identity, name, state = self.seating.chairs[player].identity, self.name(player), self._state(player)
        stage.blit(canvas, stage.paint.panel("enamel" if lit else "lacquer", place.size), place.topleft)
        is_high = place.height >= stage.metrics.px(HIGH)
        parts = cell("who"), cell("state", 0 if is_high else 72), cell("points", 48)
        at = within(stage.metrics, place, row(*parts, gap=6, pad=(14, 0)))
        ink, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
        tag = PERSON._replace(name=PERSON.name._replace(color=ink), note=STATE._replace(color=soft))
        if is_high:
            draw_person(stage, canvas, at["who"], tag, identity, name, state)
        else:
            tag = tag._replace(radius=16, gap=8, least=13)
            draw_person(stage, canvas, at["who"], tag, identity, name)
            stage.label(canvas, state, at["state"], tag.note, "right", least=LEAST)
        points = str(self.race.points[player])
        stage.label(canvas, points, at["points"], POINTS._replace(color=ink), "right", least=LEAST)
