"""The cup's page: everyone's points, the matches of the current game, and the next match.

After the last match it shows the winner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from fractions import Fraction

import pygame

from game.core.record import Record, SeatConfig
from game.core.rules import GameError
from game.people.cup import PEOPLE, Cup, CupMatch, Entrant
from game.records.films import CupFilm
from scenes.cup import podium, who_plays
from scenes.cup.behind import Behind, told
from scenes.cup.plan import PlanPage, time_left
from scenes.cup.podium import draw_podium
from scenes.cup.running import Seats, count_ended, cup_of_roster, is_of_ais, left_match, seats_in, seats_of, start_match
from scenes.cup.slip import best_eye_text, draw_slip, points_text, stars_text, stood_in_text
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.layout import Part, Shape, cell, cells, column, row, within
from scenes.kit.scene import Nav, PhoneView, Push, Switch
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.notice import draw_in_margin
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.person import Tag, draw_person
from scenes.kit.widgets.table import stop
from scenes.kit.widgets.widget import Button, Widget
from scenes.routes import ToCup, ToJoin, ToMenu, ToReplay
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of
from scenes.table.art.laurel import picture
from scenes.table.contract.phone_pages import ResultPage, score
from scenes.table.film.reel import Reel, cup_reels
from scenes.table.sharing.cup_film import CupFilmScene, decisive
from scenes.table.sharing.reading import read
from scenes.table.tile import tile

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
GAME = Style(theme.NAME, theme.IVORY, bold=True)
NAME = Style(theme.HELPER, theme.IVORY)
SOFT = Style(theme.CAPTION, theme.MUTED)
# Design pixels of a match with the gap below it: with tokens in a row, and with two names one above the other.
ROW, PAIR_ROW = 72, 96
# Design pixels of a round's heading, of the gap between rounds, and of a winner's tick.
ROUND, BETWEEN, TICK = 34, 8, 26
LEAST = 22
# Height of the heading above the matches.
EYEBROW_ROOM = 56
# Height of the text about the next match, with gaps.
NEXT_WORDS = 160
LEAST_TILE = 120
PERSON = 52
# Radius of the tokens in a row, and of those beside names.
TOKEN, PAIR_TOKEN = 20, 15
DIM = 0.45


def _draw_eyebrow(stage: Stage, canvas: Canvas, rect: pygame.Rect, text: str) -> None:
    stage.label(canvas, text.upper(), rect, EYEBROW, least=18)


def draw_next(
    services: Services, canvas: Canvas, rect: pygame.Rect, match: CupMatch, seats: Sequence[SeatConfig]
) -> None:
    """Draw the next game and its players, with a picture of the game if there is room."""
    stage, t = services.stage, services.stage.t
    people = [seat for seat in seats if seat.identity in match.people]
    across = 1 if len(people) <= 3 else 2
    lines = -(-len(people) // across)
    width, height = rect.width / stage.metrics.scale, rect.height / stage.metrics.scale
    has_tile = height - NEXT_WORDS - lines * PERSON >= LEAST_TILE
    persons = [row(*[cell("person")] * across, fit=PERSON, least=24, gap=8)] * lines
    words = (cell("eyebrow", 40), cell("tile", most=width) if has_tile else None, cell("game", 60), cell("note", 28))
    places = within(stage.metrics, rect, column(*words, column(*persons, fit=lines * PERSON, gap=0), gap=8))
    _draw_eyebrow(stage, canvas, places["eyebrow"], t("cup.next"))
    if has_tile:
        frame = pygame.Rect(places["tile"].topleft, (places["tile"].height,) * 2)
        stage.blit(canvas, tile(services.stage, match.game, frame), frame.topleft)
    stage.label(canvas, t(f"game.{match.game}"), places["game"], GAME, least=LEAST)
    note, extra = t(f"cup.round.{match.round}"), len(seats) - len(people)
    note = t("cup.with_ai", round=note, count=extra) if extra else note
    stage.label(canvas, note, places["note"], SOFT, least=LEAST)
    for seat, place in zip(people, places.all("person"), strict=False):
        tag = Tag(min(TOKEN, round(0.42 * place.height / stage.metrics.scale)), NAME, least=LEAST)
        draw_person(stage, canvas, place, tag, seat.identity, services.people.name(seat))
        draw_face_beside(stage, canvas, place, tag.radius, face_of(seat))


def draw_matches(services: Services, canvas: Canvas, rect: pygame.Rect, cup: Cup, seats: Seats) -> None:
    """Draw the matches of the current game, or of the last game if the cup is over. The next match is on enamel."""
    stage, t = services.stage, services.stage.t
    played = [index for index, of_game in enumerate(cup.stages) if of_game.matches]
    index = played[-1]
    of_game = cup.stages[index]
    heading = t(
        "cup.game_of", number=index + 1, count=len(cup.titles), game=stage.strings.short(f"game.{of_game.title.game}")
    )
    matches = of_game.matches
    room = rect.height / stage.metrics.scale - EYEBROW_ROOM
    first, count = _window(matches, room)
    shown = matches[first : first + count]
    waiting = next((match for match in matches if match.result is None), None)
    parts: list[Part] = []
    rounds: list[str] = []
    for match in shown:
        if not rounds or rounds[-1] != match.round:
            rounds.append(match.round)
            parts.append(cell("round", ROUND))
        parts.append(cell("match", _height(match) - BETWEEN))
    lines = column(cell("eyebrow", 40), *parts, cell(), gap=BETWEEN)
    places = within(stage.metrics, rect, lines)
    _draw_eyebrow(stage, canvas, places["eyebrow"], heading)
    for name, place in zip(rounds, places.all("round"), strict=True):
        stage.label(canvas, t(f"cup.round.{name}"), place, SOFT, least=LEAST)
    for match, place in zip(shown, places.all("match"), strict=True):
        panel = "enamel" if match is waiting else "lacquer"
        stage.blit(canvas, stage.paint.panel(panel, place.size, radius=12), place.topleft)
        _draw_match(services, canvas, place, match, seats, match is waiting)


def _height(match: CupMatch) -> int:
    """Return the height of a match and the gap below it, in design pixels."""
    return PAIR_ROW if len(match.people) == 2 else ROW


def _window(matches: Sequence[CupMatch], room: float) -> tuple[int, int]:
    """Return the index of the first visible match, and how many are visible.

    As many as fit are visible. The next match is among them, with earlier matches above it.
    """
    waiting = next((i for i, match in enumerate(matches) if match.result is None), len(matches) - 1)
    first = last = waiting
    while True:
        for wider in ((first - 1, last), (first, last + 1)):
            if wider[0] >= 0 and wider[1] < len(matches) and _needed(matches[wider[0] : wider[1] + 1]) <= room:
                first, last = wider
                break
        else:
            return first, last - first + 1


def _needed(matches: Sequence[CupMatch]) -> float:
    rounds = len({match.round for match in matches})
    return sum(map(_height, matches)) + rounds * (ROUND + BETWEEN)


def _draw_match(
    services: Services, canvas: Canvas, place: pygame.Rect, match: CupMatch, seats: Seats, is_next: bool
) -> None:
    """Draw a match as tokens in a row, or as two names one above the other. Players who did not win are dimmed."""
    stage, is_pair = services.stage, len(match.people) == 2
    persons = [cell("person")] * len(match.people)
    line = column(*persons, gap=0, pad=(14, 5)) if is_pair else row(*persons, gap=0, pad=(14, 0))
    best = match.people if match.result is None else match.result.best
    for person, box in zip(match.people, within(stage.metrics, place, line).all("person"), strict=True):
        radius = PAIR_TOKEN if is_pair else min(TOKEN, round(0.42 * box.width / stage.metrics.scale))
        has_won = match.result is not None and person in best
        style = SOFT._replace(color=theme.INK if is_next else theme.IVORY, bold=has_won or is_next)
        name = services.people.name(seats[person]) if is_pair else ""
        light = 1.0 if person in best else DIM
        draw_person(stage, canvas, box, Tag(radius, style, least=20), person, name, lit=is_next, alpha=light)
        if has_won and is_pair:
            side = stage.metrics.px(TICK)
            tick = stage.drawing("icons/tick", (side, side), color=theme.GOOD)
            stage.blit(canvas, tick, (box.right - side, box.centery - side // 2))


# Style of the explanation of a cup.
NOTE = Style(theme.NAME, theme.MUTED)
# Design pixels of the slip of paper below its last row.
FOOT = 96
MOST_ROW = 128
# Width of the column of totals. The second one is for 4:3 windows.
TOTAL, LOW_TOTAL = 124, 104


class Ending(Enum):
    """The answer to the question whether to end the running cup."""

    GO_ON = auto()
    END = auto()


class CupScene(PageScene):
    """Shows the running or last cup. If there is none, it offers a new cup to the people at the table."""

    eyebrow, way_out = "cup.eyebrow", "result.menu"

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services
        self.age = 0.0
        # Until this age, presses are ignored: they may be meant for what the page showed before it changed by itself.
        self._deaf_until = 0.0
        # The match between AIs that is being played now.
        self._behind: Behind | None = None
        # The latest match between AIs that has ended.
        self._told: Record | None = None
        self.plan = PlanPage(services, self._replanned)
        self._take_cup()

    def _take_cup(self) -> None:
        """Show the stored cup, or else the one that could begin now. With too few people there is none."""
        count_ended(self.services)
        self.cup: Cup | None = self.services.people.cup
        if self.cup is None:
            try:
                self.cup = cup_of_roster(self.services, self.plan.plan)
            except GameError:
                self.cup = None
        # Whether the shown cup has not begun, so that its length and games can still be chosen.
        self.is_planned = self.cup is not None and self.services.people.cup is None
        self.following: CupMatch | None = None if self.cup is None else self.cup.next
        self.seats = {} if self.cup is None else seats_in(self.services, self.cup)
        self._next_seats: Sequence[SeatConfig] = ()
        if self.cup is not None and self.following is not None:
            self._next_seats = seats_of(self.services, self.cup, self.following)
        # If there is a cup, the slip has the title.
        self.title = "cup.title" if self.cup is None else ""
        self._roster = self.services.people.roster
        # Before a cup begins, and after its end, people can join on this page.
        self.is_lobby = not self._is_under_way

    def enter(self) -> None:
        self.resized()
        self.stage.audio.play("open")

    def resized(self) -> None:
        self._time_left = time_left(self.services, self.cup) if self.cup is not None else ""
        if self.cup is not None and self.following is None:
            self._time_left = best_eye_text(self.services, self.cup)
            self.film = self._find_film()
        super().resized()

    def parts(self, shape: Shape) -> Part:
        """Lay out the page: the slip, then `matches` and `next`, or the `podium`.

        Each `button` follows, the brass one last.
        """
        if self.cup is None:
            return _nobody(shape, len(self.services.offers.games))
        slip = column(_slip(shape, len(self.cup.entrants), len(self.cup.titles)), cell(), gap=0)
        buttons = len(self.choices)
        beside = column(
            cell() if buttons < 2 else None, *[cell("button", 100)] * buttons, size=max(224, 124 * buttons - 24)
        )
        if self.is_planned:
            return self._plan_parts(shape, slip, beside, buttons)
        if self.following is None and shape is not Shape.TALL:
            # The podium needs the height: in a wide window only the brass button has a row of its own.
            if shape is Shape.WIDE:
                reel = [cell("button", share=1.6)] * (buttons - 2)
                below = column(row(cell("button"), *reel, gap=16), cell("button"), size=224, gap=24)
            else:
                below = column(*[cell("button")] * buttons, size=88 * buttons, gap=16)
            return row(slip, column(cell("podium"), below, size=480 if shape is Shape.WIDE else 376), gap=28)
        if shape is Shape.WIDE:
            return row(cell("matches", 312), slip, column(cell("next"), beside, size=312, gap=16), gap=32)
        if shape is Shape.CLASSIC:
            return row(slip, column(*cells("next matches"), beside, size=328, gap=16), gap=32)
        brass = cell("button", share=2)
        low = row(*[cell("button")] * (buttons - 1), brass, size=112)
        if self.following is None:
            return column(slip, cell("podium", 460), low, gap=36)
        return column(slip, row(cell("next"), cell("matches"), size=424, gap=32), low, gap=36)

    def _plan_parts(self, shape: Shape, slip: Part, beside: Part, buttons: int) -> Part:
        """Lay out the page of a cup that could begin: the slip, and the lengths and games to choose from."""
        lengths, games = self.plan.lengths(), self.plan.games()
        low = row(*[cell("button")] * (buttons - 1), cell("button", share=2), size=112)
        if shape is Shape.WIDE:
            return row(column(lengths, size=312), slip, column(games, beside, size=312, gap=16), gap=32)
        if shape is Shape.CLASSIC:
            return row(column(slip, low, gap=28, pad=(0, 0, 0, 20)), column(lengths, games, size=344, gap=12), gap=32)
        return column(slip, row(lengths, games, size=424, gap=32), low, gap=36)

    def widgets(self) -> list[Widget]:
        people = self.cup.standings if self.cup is not None else ()
        rows = [
            stop(rect, self._row_text(place, entrant), radius=10)
            for rect, (place, entrant) in zip(self.places.all("person"), people, strict=False)
        ]
        choices = self.choices
        buttons = [
            Button(rect, label, action, kind="primary" if index == len(choices) - 1 else "normal", size=36)
            for index, (rect, (label, action)) in enumerate(zip(self.places.all("button"), choices, strict=True))
        ]
        return [*rows, *(self.plan.widgets(self.places) if self.is_planned else ()), *buttons]

    def renew(self) -> None:
        widgets, before = self.widgets(), self.focus.widgets
        if len(widgets) == len(before) and self.is_planned:
            # The focus stays on what the person has just chosen.
            self.focus.set(widgets)
        else:
            self.focus.set(widgets, widgets[-1])

    def _replanned(self) -> None:
        """Update the page after a choice of length or games."""
        self._take_cup()
        self.resized()

    @property
    def _is_under_way(self) -> bool:
        return self.services.people.cup is not None and self.following is not None

    @property
    def choices(self) -> list[tuple[str, Callable[[], Nav | None]]]:
        """Return the label and the action of each button, the likeliest last."""
        t = self.stage.t
        if self.cup is None:
            return [(t("join.sit"), lambda: Push(ToJoin()))]
        if self.following is None:
            reel = [] if self.film is None else [(t("cup.reel"), self._watch)]
            return [(t("cup.to_menu"), self.back), *reel, (t("cup.new"), self._anew)]
        if not self._is_under_way:
            return [(t("cup.others"), lambda: Push(ToJoin())), (t("cup.begin"), self._start)]
        others = (t("cup.others"), lambda: Push(ToJoin()))
        if is_of_ais(self._next_seats):
            return [(t("cup.end"), self._ask_end), others, (t("cup.watch"), self._start)]
        label = t("cup.start") if left_match(self.services, self.cup) is None else t("cup.go_on")
        ended = self._told
        watch = [] if ended is None else [(t("cup.watch"), lambda: Push(ToReplay(ended)))]
        return [(t("cup.end"), self._ask_end), *watch, others, (label, self._start)]

    def _row_text(self, place: int, entrant: Entrant) -> str:
        """Return what speech reads for a row."""
        assert self.cup is not None
        name = self.services.people.name(self.seats[entrant.identity])
        points = points_text(self.cup.totals[entrant.identity])
        row = self.stage.t("cup.spoken_row", place=place, name=name, points=points)
        stands_in = stood_in_text(self.services, self.cup, entrant)
        notes = [note for note in (stands_in, stars_text(self.services, self.cup, entrant)) if note]
        row = sentences(row, *notes) if notes else row
        beaten = [other for of_game in self.cup.stages for other in of_game.beaten(entrant.identity)]
        if not beaten:
            return row
        others = self.services.people.names([self.seats[other] for other in beaten])
        return sentences(row, self.stage.t("cup.spoken_beaten", name=name, names=others))

    @property
    def spoken_title(self) -> str:
        t = self.stage.t
        if self.cup is None:
            return f"{t('cup.title')}\n{self._too_few()}"
        if self.following is None:
            return "\n".join(filter(None, (self.winners_text(), self._time_left)))
        names = self.services.people.names([self.seats[p] for p in self.following.people])
        title = sentences(t("cup.title"), self.stage.strings.again(self._time_left))
        return f"{title}\n{t('cup.next_spoken', game=t(f'game.{self.following.game}'), names=names)}"

    def phone_view(self, device: Device) -> PhoneView:
        """Return what a phone shows. After the cup, this is everyone's points, and the cup's film to take home."""
        if self.cup is None or self.following is not None:
            return super().phone_view(device)
        scores = tuple(
            score(
                entrant.identity,
                self.services.people.name(self.seats[entrant.identity]),
                self._points_text(self.cup.totals[entrant.identity]),
                place == 1,
            )
            for place, entrant in self.cup.standings
        )
        choices = tuple(label for label, _ in reversed(self.choices))
        page = ResultPage(scores, choices, film=self.film)
        return PhoneView(self.winners_text(), self._time_left or self.stage.t("cup.title"), page=page)

    def _points_text(self, points: Fraction) -> str:
        return self.stage.t("cup.phone_points", points=points_text(points), count=1 if points == 1 else 2)

    def winners_text(self) -> str:
        assert self.cup is not None
        best = [self.seats[entrant.identity] for place, entrant in self.cup.standings if place == 1]
        return self.stage.t("cup.won", name=self.services.people.names(best), count=len(best))

    def _too_few(self) -> str:
        return self.stage.t("cup.too_few", least=PEOPLE[0], most=PEOPLE[1])

    # Actions

    def _start(self) -> Nav | None:
        if self.cup is None or self.following is None:
            return None
        if self._behind is not None:
            self._behind.close()
            self._behind, self.cup = None, self.services.people.cup or self.cup
        return start_match(self.services, self.cup)

    def _ask_end(self) -> Nav:
        t = self.stage.t
        answers = [DialogAnswer(t("cup.end"), Ending.END), DialogAnswer(t("cup.keep"), Ending.GO_ON, primary=True)]
        return Push(lambda: Dialog(self.stage, t("cup.end_title"), t("cup.end_body"), answers, cancel=Ending.GO_ON))

    def _find_film(self) -> CupFilm | None:
        """The film of the finished cup; None if none of its games is kept."""
        if self.cup is None or self.following is not None:
            return None
        store, cup = self.services.store, self.cup
        games = decisive(cup, [game.record for game in store.archive()])
        names = self.services.people.names([self.seats[entrant.identity] for _, entrant in cup.standings])
        card = self.stage.t("cup.title"), self.winners_text(), self._time_left, names
        return CupFilm(tuple((each.to_json(), store.review(each) or "") for each in games), card) if games else None

    def _watch(self) -> Nav | None:
        return None if self.film is None else read(self.stage, cup_reels(self.services, self.film), self._show_film)

    def _show_film(self, reels: tuple[Reel, ...]) -> Nav | None:
        film, services = self.film, self.services
        return None if film is None else Push(lambda: CupFilmScene(services, film, reels))

    def _anew(self) -> Nav:
        self.services.people.keep_cup(None)
        return Switch(ToCup())

    def back(self) -> Nav:
        if self.following is None:
            self.services.people.keep_cup(None)
        self.stage.audio.play("back")
        return Switch(ToMenu())

    def resume(self, result: object) -> Nav | None:
        if result is Ending.END:
            self.services.people.keep_cup(None)
            return Switch(ToMenu())
        if isinstance(result, tuple):  # a loading screen has read the reels
            return self._show_film(result)
        asked = who_plays.answered(self.services, result)
        self._take_cup()
        self.resized()
        return who_plays.settle(self.services) if asked else None

    def leave(self) -> None:
        if self._behind is not None:
            self._behind.close()
        super().leave()

    @property
    def awaits_ai(self) -> bool:
        return self._behind is not None

    def intent(self, intent: Intent) -> Nav | None:
        if self.age < self._deaf_until and intent.kind is not Kind.HOVER:
            return None
        return super().intent(intent)

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.DIGIT and intent.device.is_phone:
            return self._chosen_by_phone(intent.value)
        return super().meant(intent)

    def _chosen_by_phone(self, number: int) -> Nav | None:
        choices = self.choices[::-1]
        if self.following is not None or number >= len(choices):
            return None
        self.stage.audio.play("press")
        return choices[number][1]()

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        if self.cup is not None and self.following is None:
            places = {place for place, _ in self.cup.standings}
            for name in podium.cues(places, self.age, self.age + dt):
                self.stage.audio.play(name)
        self.age += dt
        if (question := who_plays.settle(self.services)) is not None:
            return question
        if self._roster != self.services.people.roster or self.cup_is_old:
            self._change_by_itself()
        self._play_behind(dt)
        return super().tick(dt)

    @property
    def cup_is_old(self) -> bool:
        """Whether the cup in the store has changed since this page read it."""
        stored = self.services.people.cup
        return stored is not None and stored is not self.cup and self._behind is None

    def _play_behind(self, dt: float) -> None:
        """Play the match between AIs in the background. Show the moves so far, then the result, as one line."""
        if self.cup is None or self.following is None or not self._is_under_way or not is_of_ais(self._next_seats):
            return
        if self._behind is None:
            self._behind = Behind(self.services, self.cup, self.following)
        record = self._behind.tick(dt)
        if record is None:
            return
        self._told = record
        self._behind.close()
        self._behind = None
        self.stage.say(self.news)
        self._change_by_itself()

    @property
    def news(self) -> str:
        """The moves so far of the match in the background, or the result of the last one; "" for neither."""
        if self._behind is not None:
            names = self.services.people.names(self._next_seats)
            return self.stage.t("cup.behind", names=names, count=self._behind.moves)
        return "" if self._told is None else told(self.services, self._told)

    def _change_by_itself(self) -> None:
        """Show the cup as it is now, after a change without a press."""
        self._take_cup()
        self.resized()
        self._deaf_until = self.age + theme.BY_ITSELF_SECONDS

    @property
    def is_animated(self) -> bool:
        return super().is_animated or self.awaits_ai or (self.following is None and self.age < podium.SECONDS)

    def draw(self, canvas: Canvas, alpha: float) -> None:
        super().draw(canvas, alpha)
        if self.news:
            draw_in_margin(self.stage, canvas, self.news)
        if self.cup is not None and self.following is None:
            assets = self.stage.assets
            podium.draw_rain(self.stage, canvas, [picture(assets, title.game) for title in self.cup.titles], self.age)

    def draw_page(self, canvas: Canvas) -> None:
        if self.cup is None:
            for game, place in zip(self.services.offers.games, self.places.all("tile"), strict=True):
                self.stage.blit(canvas, tile(self.stage, game, place), place.topleft)
            grow = self.stage.metrics.text_scale
            self.stage.label(canvas, self._too_few(), self.places["note"], NOTE, "centre", lines=0, grow=grow)
            return
        if self.following is None:
            podium.draw_warmth(self.stage, canvas, self.places["podium"], self.age)
        draw_slip(self.services, canvas, self.places, self.cup, self.seats, self._time_left)
        if self.following is None:
            text, place = self.winners_text(), self.places["podium"]
            draw_podium(self.services, canvas, place, self.cup, self.seats, text, self.age)
            return
        if self.is_planned:
            self.plan.draw(canvas, self.places)
            return
        draw_next(self.services, canvas, self.places["next"], self.following, self._next_seats)
        draw_matches(self.services, canvas, self.places["matches"], self.cup, self.seats)


def _nobody(shape: Shape, games: int) -> Part:
    """Lay out the page shown before anyone has joined.

    The page has a `tile` for each game, a `note` that explains the cup, and the `button`.
    """
    across = 2 if shape is Shape.TALL else min(games, 4)
    side = 400 if shape is Shape.TALL else 360 if shape is Shape.WIDE else 280
    gap = 44.0 if shape is not Shape.CLASSIC else 28.0
    lines = [min(across, games - first) for first in range(0, games, across)]
    tiles = [row(cell(), *[cell("tile", side)] * each, cell(), fit=side, least=120, gap=gap) for each in lines]
    button = row(cell(), cell("button", 520 if shape is Shape.TALL else 420), cell(), size=116)
    return column(cell(), *tiles, cell("note", 112), button, cell(), gap=gap)


def _slip(shape: Shape, people: int, games: int) -> Part:
    """Lay out the slip of paper with a row for each `person`.

    Above the rows are the `title`, the text `left` on the remaining matches, and the column heads: one for each `game`,
    and `total`. Below the rows are two lines of text, each a `note`.
    """
    high = 128 if shape is Shape.TALL else 190
    below = max(8, high / 2 - 66)
    words = column(cell(), cell("title", 64), cell("left", 36), cell(size=below), gap=0, pad=(0, 0, 16, 0))
    head = row(
        words,
        *[cell("game", 124 if shape is Shape.WIDE else 104)] * games,
        cell("total", TOTAL if shape is not Shape.CLASSIC else LOW_TOTAL),
        size=high,
        gap=0,
        pad=(40, 0),
    )
    rows = column(*[cell("person")] * people, gap=0, pad=(16, 0))
    notes = column(*[cell("note")] * 2, size=FOOT, gap=0, pad=(40, 2, 40, 26))
    return column(head, rows, notes, name="slip", fit=high + people * MOST_ROW + FOOT, gap=0)
