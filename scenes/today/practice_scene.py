"""Practice: a game's packs with their progress, endless puzzles of suitable strength, and the mode *Three minutes*.

A puzzle that is a match is begun or resumed. A dialog asks before another unfinished game is put away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.match_setup import default_table
from game.puzzles.practice_results import best, next_puzzle, practice_progress, strength
from game.puzzles.puzzle import GRADES, MOST_STARS, Puzzle
from game.puzzles.results import PuzzleProgress
from game.puzzles.stored import Pack, packs
from game.registry import find, puzzles_of
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, row, within
from scenes.kit.scene import Nav, Push, Switch
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Tabs
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.table import stop
from scenes.kit.widgets.widget import Button, HitArea, Widget
from scenes.routes import ToGame, ToResume
from scenes.services import Services
from scenes.table.art.paper import draw_double_rule, paper
from scenes.table.chances import Curve, draw_curve
from scenes.table.exercises import puzzle_days
from scenes.table.exercises.puzzle_days import is_match_of
from scenes.today.minutes_scene import MinutesScene
from scenes.today.occasion import OfEndless, OfPack
from scenes.today.race_scene import FEWEST, RaceScene, racers
from scenes.today.solving_panel import draw_beans
from scenes.today.solving_scene import NextStep, SolvingScene

NAME = Style(30, theme.INK, bold=True)
SOLVED = Style(26, theme.INK_SOFT)
LINE_LEAST = 18
BEAN = 26  # design pixels: width of a bean's place
BAR, PAD = 8, 14
TRACK, DONE = "#DCCBA6", "#A9782B"


@dataclass(frozen=True, slots=True)
class ShownPack:
    """A pack with the progress of its puzzles, by id."""

    game: str
    pack: Pack
    attempts: Mapping[str, PuzzleProgress]

    @property
    def solved(self) -> int:
        """The number of solved puzzles."""
        return sum(self._attempt(puzzle).solved is not None for puzzle in self.pack.puzzles)

    @property
    def grade(self) -> int | None:
        """The grade of the pack's puzzles; None for a pack with a theme."""
        kind, _, value = self.pack.id.partition("-")
        return int(value) if kind == "grade" else None

    def name(self, stage: Stage) -> str:
        """Return the name of the pack."""
        if self.grade is not None:
            return stage.t("practice.grade", grade=self.grade)
        return stage.t(f"{self.game}.pack.{self.pack.id.partition('-')[2]}")

    def next(self, after: Puzzle | None = None) -> int:
        """Return the index of the first unsolved puzzle that follows `after`. The last puzzle is followed by the first.

        If all are solved, it is the next puzzle without full stars. If all have full stars, it is the next puzzle.
        """
        puzzles = self.pack.puzzles
        first = puzzles.index(after) + 1 if after in puzzles else 0
        order = [(first + step) % len(puzzles) for step in range(len(puzzles))]
        others = [place for place in order if puzzles[place] is not after] or order
        left = [place for place in others if self._attempt(puzzles[place]).solved is None]
        poor = [place for place in others if self._attempt(puzzles[place]).stars < MOST_STARS]
        return (left or poor or others)[0]

    def _attempt(self, puzzle: Puzzle) -> PuzzleProgress:
        return self.attempts.get(puzzle.id, PuzzleProgress())


def shown_packs(game: str, attempts: Mapping[str, PuzzleProgress]) -> list[ShownPack]:
    """Return all packs of a game."""
    return [ShownPack(game, pack, attempts) for pack in packs(puzzles_of(game))]


def spoken(stage: Stage, shown: ShownPack) -> str:
    """Return a pack's text to be read aloud."""
    count = stage.t("practice.solved", count=shown.solved, most=len(shown.pack.puzzles))
    return stage.t("speech.value", name=shown.name(stage), value=count)


def _line(has_beans: bool) -> Part:
    beans = [cell("bean", BEAN)] * len(GRADES) if has_beans else []
    head = row(cell("name"), *beans, cell("count", 86), gap=2)
    return column(cell(), row(head, size=40), cell("bar", BAR), cell(), gap=2, pad=(PAD, 2))


def draw_pack(stage: Stage, canvas: Canvas, place: pygame.Rect, shown: ShownPack) -> None:
    """Draw a pack's line in `place` (pixels): name, grade as beans, number solved, and a bar."""
    at, most = within(stage.metrics, place, _line(shown.grade is not None)), len(shown.pack.puzzles)
    stage.label(canvas, shown.name(stage), at["name"], NAME, grow=1.15, least=LINE_LEAST)
    if shown.grade is not None:
        draw_beans(stage, canvas, at.all("bean"), shown.grade)
    stage.label(canvas, f"{shown.solved}/{most}", at["count"], SOLVED, "right", grow=1.15, least=LINE_LEAST)
    _draw_bar(stage, canvas, at["bar"], shown.solved / most)


def _draw_bar(stage: Stage, canvas: Canvas, place: pygame.Rect, share: float) -> None:
    """Draw the progress, printed on the paper."""
    stage.blit(canvas, stage.paint.line(place.width, TRACK, 1.0, BAR), place.topleft)
    if done := round(place.width * share):
        printed, part = stage.paint.line(place.width, DONE, 1.0, BAR), pygame.Rect(0, 0, done, place.height)
        canvas.blit(printed.surface, place.topleft, area=part)


DIALOG = 820  # design pixels: width of the dialog about an unfinished game
STAY = None


def begin_match(services: Services, puzzle: Puzzle) -> Nav:
    """Return the way to a puzzle's match, resumed if possible. A dialog asks before another game is put away."""
    spec, left = find(puzzle.game), services.store.unfinished(puzzle.game)
    table = default_table(spec).with_options(spec, puzzle.options)
    to = ToGame(puzzle.game, table.options, table.seats, puzzle.seed)
    if left is None or not left.actions:
        return Switch(to)
    if is_match_of(puzzle, left):
        return Switch(ToResume(left))
    t = services.stage.t
    answers = [
        DialogAnswer(t("today.begin"), Switch(to)),
        DialogAnswer(t("resume.continue"), Switch(ToResume(left)), primary=True),
    ]
    body = services.stage.strings.lines(t("today.unfinished", game=t(f"game.{to.game}")), t("resume.shelved"))
    return Push(lambda: Dialog(services.stage, t("resume.title"), body, answers, cancel=STAY, width=DIALOG))


TITLE = Style(72, theme.PRINT_RED, bold=True)
COUNT = Style(32, theme.INK_SOFT)
GROUP = Style(24, "#8A6425", bold=True, spacing=3)
HEAD = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
VALUE, UNSURE = Style(104, theme.IVORY, bold=True), Style(40, theme.MUTED)
NARROW, NARROW_VALUE = 300, VALUE._replace(size=72)
NOTE = Style(theme.CAPTION, theme.MUTED)
TEETH = 53
LEAST, SMALLEST = 22, 16
# The page has room for this many packs by theme, and for as many by grade. Quoridor has eight themes.
MOST_PACKS = 8
PACK_RADIUS = 10
LOWEST, HIGHEST = 600, 2400  # ratings at the lower and upper edge of the curve


class PracticeScene(PageScene):
    """The practice page, with a tab for each game. A pad's shoulder buttons switch between games."""

    spare = (SHOULDERS,)

    def __init__(self, services: Services, game: str = "") -> None:
        """`game` is the game whose page is open, "" for the last game played.

        If that game has no puzzles, the first page is open.
        """
        super().__init__(services.stage)
        self.services = services
        self.games = puzzle_days.games_of_day(services)
        wanted = game or services.offers.last_game
        self.page = self.games.index(wanted) if wanted in self.games else 0
        self._open_pack = ""  # the id of the pack being solved, "" for endless puzzles
        self._solving: SolvingScene | None = None

    @property
    def game(self) -> str:
        """The game of the open page."""
        return self.games[self.page]

    @property
    def owner(self) -> int:
        """The profile of the person who practises."""
        return puzzle_days.solver(self.services)

    # Life

    def resume(self, result: object) -> Nav | None:
        self.resized()
        if result is NextStep.NEXT and self._solving is not None:
            return self._go_on(self._solving)
        return result if isinstance(result, Switch) else None

    def _go_on(self, solved: SolvingScene) -> Nav | None:
        """Return the way to the next puzzle of the pack, or to another endless one."""
        shown = next((one for one in self.packs if one.pack.id == self._open_pack), None)
        return self._endless() if shown is None else self._solve(shown, shown.next(solved.puzzle))

    def tick(self, dt: float) -> Nav | None:
        if self._roster != self.services.people.roster:
            self.resized()  # the people at the table may have changed
        return super().tick(dt)

    def resized(self) -> None:
        self._roster = self.services.people.roster
        store = self.services.puzzle_results
        self.packs = shown_packs(self.game, practice_progress(store, self.owner, self.game))
        self.strength = strength(store, self.owner, self.game)
        self.minutes = best(store, self.owner, self.game)
        super().resized()

    # The page

    def parts(self, shape: Shape) -> Part:
        tabs = row(*[cell("tab")] * len(self.games), size=88 if shape is Shape.TALL else 72, gap=16)
        heading = row(cell("title"), cell("count", 330), size=84, gap=28)
        head = column(heading, cell("rule", 12), size=100, gap=4)
        packs = column(*[cell("pack")] * MOST_PACKS, gap=6)
        groups = [column(cell("group", 36), packs, gap=14)] * 2
        side = 28 if shape is Shape.CLASSIC else 40
        sheet = column(head, row(*groups, gap=28), name="sheet", gap=12, pad=(side, 12, side, 32))
        kept = column(cell("head", 36), cell("value", 104), cell("note"), name="card", gap=6, pad=(24, 20, 24, 16))
        buttons = cell("button"), cell("button"), cell("button")
        if shape is Shape.TALL:
            return column(tabs, sheet, row(kept, cell("curve"), size=300), row(*buttons, size=96), gap=24)
        width, gap = (408, 40) if shape is Shape.WIDE else (320, 24)
        below = [column(button, size=72) for button in buttons]
        beside = column(column(kept, size=280), cell("curve"), *below, size=width, gap=18)
        return column(tabs, row(sheet, beside, gap=gap), gap=20)

    def widgets(self) -> list[Widget]:
        t, places = self.stage.t, self.places
        labels = [t(f"game.{game}") for game in self.games]
        found: list[Widget] = [Tabs(places.all("tab"), labels, self.page, self._open, t("records.page"))]
        self.shown = list(zip(self.packs, self._pack_places(), strict=True))
        for shown, place in self.shown:
            found.append(HitArea(place, partial(self._choose, shown), PACK_RADIUS, spoken(self.stage, shown)))
        first, second, third = places.all("button")
        endless = Button(first, t("practice.endless"), self._endless, kind="primary", size=36)
        minutes = Button(second, t("practice.minutes"), self._minutes, size=36)
        race = Button(third, t("practice.race"), self._race, size=36)
        race.allow(len(racers(self.services.people.roster)) >= FEWEST, t("practice.no_race"))
        if not self.packs:
            for button in (endless, minutes, race):
                button.allow(False, t("today.unreadable"))
        if any(shown.pack.puzzles[0].is_match for shown in self.packs):
            minutes.allow(False, t("practice.no_minutes", game=t(f"game.{self.game}")))
            race.allow(False, minutes.why)
        return [*found, stop(places["card"], self._spoken_strength), endless, minutes, race]

    def _pack_places(self) -> list[pygame.Rect]:
        """Return a place for each pack: by grade at the left, by theme at the right."""
        places = self.places.all("pack")
        grades = sum(shown.grade is not None for shown in self.packs)
        return [*places[:grades], *places[MOST_PACKS : MOST_PACKS + len(self.packs) - grades]]

    @property
    def spoken_title(self) -> str:
        return sentences(self.stage.t("practice.title"), self.stage.t(f"game.{self.game}"))

    @property
    def _spoken_strength(self) -> str:
        t = self.stage.t
        value = f"{round(self.strength.value)} ± {round(self.strength.deviation)}"
        return sentences(t("speech.value", name=t("practice.strength"), value=value), self.note)

    @property
    def note(self) -> str:
        """The best result of the mode *Three minutes*, if there is one; else what the strength is based on."""
        if self.minutes:
            return self.stage.t("practice.best", count=self.minutes)
        return self.stage.t("practice.known" if self.strength.is_known else "practice.unknown")

    # Presses

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            self._open((self.page + (1 if intent.kind is Kind.NEXT else -1)) % len(self.games))
            self.stage.audio.play("focus", 0.5)
            self.stage.say(self.spoken_title, passing=True)
            return None
        return super().meant(intent)

    def _open(self, page: int) -> None:
        self.page = page
        self.focus.current = self.focus.widgets[0]
        self.resized()

    def _choose(self, shown: ShownPack) -> Nav | None:
        return self._solve(shown, shown.next())

    def _solve(self, shown: ShownPack, place: int) -> Nav:
        """Open a puzzle of a pack."""
        puzzle, services = shown.pack.puzzles[place], self.services
        if puzzle.is_match:
            return begin_match(services, puzzle)
        self._open_pack = shown.pack.id
        name, count = shown.name(self.stage), len(shown.pack.puzzles)
        return self._push(SolvingScene(services, OfPack(services, puzzle, name, place, count)))

    def _endless(self) -> Nav:
        """Open an endless puzzle that suits the person's strength."""
        puzzle = next_puzzle(puzzles_of(self.game), self.strength)
        if puzzle.is_match:
            return begin_match(self.services, puzzle)
        self._open_pack = ""
        return self._push(SolvingScene(self.services, OfEndless(self.services, puzzle)))

    def _minutes(self) -> Nav:
        """Open the mode *Three minutes*."""
        puzzles, seed = puzzles_of(self.game), self.services.fresh_seed()
        self._solving = None
        return Push(lambda: MinutesScene(self.services, puzzles, seed))

    def _race(self) -> Nav:
        """Open a race with puzzles of one move."""
        puzzles = [puzzle for puzzle in puzzles_of(self.game) if puzzle.moves == 1]
        seed = self.services.fresh_seed()
        self._solving = None
        return Push(lambda: RaceScene(self.services, puzzles, seed))

    def _push(self, scene: SolvingScene) -> Nav:
        self._solving = scene
        return Push(lambda: scene)

    # Drawing

    def prompts(self) -> Sequence[Prompt]:
        t = self.stage.t
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("today.solve"), ""),
            Prompt(SHOULDERS, t("records.page"), "minor"),
        ]

    def draw_page(self, canvas: Canvas) -> None:
        stage, places = self.stage, self.places
        sheet = places["sheet"]
        strip = stage.paint.cached(("practice", sheet.size), lambda: paper(self.stage, sheet.size, TEETH))
        stage.blit(canvas, strip, sheet.topleft)
        stage.label(canvas, stage.t("practice.title"), places["title"], TITLE, least=LEAST)
        puzzles = {puzzle.id for shown in self.packs for puzzle in shown.pack.puzzles}
        solved = sum(shown.solved for shown in self.packs if shown.grade is not None)
        count = stage.t("practice.solved", count=solved, most=len(puzzles))
        stage.label(canvas, count, places["count"], COUNT, "right", grow=1.2, least=LEAST)
        draw_double_rule(stage, canvas, places["rule"])
        if not self.packs:
            whole = places.all("pack")[0]
            stage.label(canvas, stage.t("today.unreadable"), whole, COUNT, lines=2, least=LEAST)
            return
        for name, place in zip(("practice.grades", "practice.themes"), places.all("group"), strict=True):
            stage.label(canvas, stage.t(name).upper(), place, GROUP, grow=1.15, least=SMALLEST)
        for shown, place in self.shown:
            draw_pack(stage, canvas, place, shown)
        self._draw_strength(canvas)

    def _draw_strength(self, canvas: Canvas) -> None:
        """Draw the strength as a number with its uncertainty, and as a curve."""
        stage, places, known = self.stage, self.places, self.strength
        stage.blit(canvas, stage.paint.panel("lacquer", places["card"].size), places["card"].topleft)
        stage.label(canvas, stage.t("practice.strength").upper(), places["head"], HEAD, grow=1.2, least=SMALLEST)
        style = NARROW_VALUE if places["value"].width < stage.metrics.px(NARROW) else VALUE
        number = stage.label(canvas, str(round(known.value)), places["value"], style)
        rest = pygame.Rect(places["value"])
        rest.left = number.right + stage.metrics.px(12)
        rest.width = places["value"].right - rest.left
        stage.label(canvas, f"± {round(known.deviation)}", rest, UNSURE, least=SMALLEST)
        stage.label(canvas, self.note, places["note"], NOTE, lines=0, grow=1.15, least=SMALLEST, top=True)
        draw_curve(self.stage, canvas, places["curve"], curve_of(known.curve))


def curve_of(ratings: Sequence[int]) -> Curve:
    """Return ratings in order as a curve; its dashed line is the initial rating."""
    span = HIGHEST - LOWEST
    shares = [min(1.0, max(0.0, (rating - LOWEST) / span)) for rating in ratings]
    points = tuple((float(place), share) for place, share in enumerate(shares))
    return Curve(max(1, len(points) - 1), (points,), (theme.HIGHLIGHT,))
