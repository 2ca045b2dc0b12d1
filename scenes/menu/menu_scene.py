"""The menu: the games on the table, with the focus on the one played last. *More* offers the rarer choices."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto
from functools import partial
from typing import Final, NamedTuple

import pygame

from game.core.record import Record
from game.people.roster import Roster, roster_fit
from game.registry import GAMES
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape
from scenes.kit.scene import Nav, Pop, Push, Quit, Route, Switch
from scenes.kit.stage import Picture, Stage, table_picture
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.notice import draw_in_margin
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.widget import HitArea, Widget
from scenes.menu.head import (
    TALL,
    MenuBar,
    TilePlace,
    draw_cup_slip,
    draw_ribbon,
    draw_roster,
    draw_today_slip,
    draw_wordmark,
    menu_parts,
    menu_places,
    slip_of_today,
    slip_spoken,
    tile_places,
)
from scenes.routes import (
    ToArchive,
    ToCup,
    ToGame,
    ToJoin,
    ToMatch,
    ToRecords,
    ToResume,
    ToRules,
    ToSettings,
    ToSetup,
    ToToday,
)
from scenes.services import Services
from scenes.table.tile import own_picture, tile

# Width of a dialog in design pixels.
WIDTH = 860


class More(Enum):
    """A choice offered under *More*. The menu carries it out."""

    TODAY = auto()
    GAMES = auto()
    RECORDS = auto()
    SETTINGS = auto()
    LANGUAGE = auto()
    QUIT = auto()


BY_KEY: Final = {Kind.NEXT: More.GAMES, Kind.THEORY: More.RECORDS, Kind.HINT: More.LANGUAGE}
"""The choices under *More* that also have a key on the menu."""
# The choices that phones may use.
FOR_ALL: Final = frozenset({More.RECORDS})
NAMES: Final = {
    More.TODAY: "today.title",
    More.GAMES: "menu.games",
    More.RECORDS: "menu.records",
    More.SETTINGS: "menu.settings",
    More.LANGUAGE: "menu.other_language",
    More.QUIT: "menu.quit",
}


def menu_choices(services: Services) -> list[More]:
    """Return the choices available now. Visitors get no files, no settings and no way out.

    While a cup has the slip in the head, today's puzzles are here.
    """
    visitors = services.offers.visitors
    has_today = services.people.cup is not None and slip_of_today(services) is not None
    today = [More.TODAY] if has_today else []
    if visitors is None:
        return [*today, More.GAMES, More.RECORDS, More.SETTINGS, More.LANGUAGE, More.QUIT]
    return [*today, More.RECORDS, *([More.LANGUAGE] if visitors.may_change_language else [])]


def carry_out(services: Services, more: More, game: str) -> Nav | None:
    """Carry out a choice. `game` is the game whose records are shown."""
    if more is More.LANGUAGE:
        services.settings.toggle_language()
        return None
    if more is More.TODAY:
        return Switch(ToToday())
    if more is More.GAMES:
        return Push(ToArchive())
    return Push(ToSettings()) if more is More.SETTINGS else Push(ToRecords(game))


class MoreDialog(Dialog):
    """Offers the rarer choices, such as settings and the way out. Pops with the choice, or with None."""

    def __init__(self, services: Services) -> None:
        self.services = services
        super().__init__(services.stage, "", "", self._answers(), stacked=True, columns=2, width=WIDTH)

    def _answers(self) -> list[DialogAnswer]:
        t = self.services.stage.t
        found = [
            DialogAnswer(t(NAMES[more]), more, is_for_owner=more not in FOR_ALL) for more in menu_choices(self.services)
        ]
        return [*found, DialogAnswer(t("glyph.back"), None, primary=True)]

    def resized(self) -> None:
        self.title, self.answers = self.stage.t("menu.more"), self._answers()
        super().resized()

    def intent(self, intent: Intent) -> Nav | None:
        return Pop() if intent.kind is Kind.PAUSE else super().intent(intent)


GROWTH = 6
ROSTER_RADIUS = 16
SETTLE_SECONDS = 0.25
# Prompts that only the owner's devices may use: a phone cannot quit, see the games or change the language.
OWNERS = frozenset({Kind.BACK, Kind.NEXT, Kind.HINT})
# The answer of a dialog after which the menu stays open.
STAY = object()
NAME = Style(theme.TITLE, theme.IVORY, bold=True)
# Style of a name on a plate whose height is less than LOW (design pixels).
NAME_ON_LOW = NAME._replace(size=theme.NAME)
LOW = 110
SUB = Style(theme.CAPTION, theme.MUTED)
# The names on the plates grow with the text scale up to this factor.
MOST_GROWTH = 1.15


class RejoinAnswer(Enum):
    """The answer to the question whether the people of the last evening join again."""

    TAKEN = auto()
    FREE = auto()


class ReplaceGame(NamedTuple):
    """The answer that moves the unfinished game to the stored games and begins another."""

    then: Nav


def menu_pictures(stage: Stage, games: Collection[str] = tuple(GAMES)) -> list[Picture]:
    """Return the pictures that the menu needs for these games."""
    tiles = zip(games, tile_places(menu_places(stage.metrics, len(games))), strict=True)
    pictures = (own_picture(stage, game, place.frame) for game, place in tiles)
    return [table_picture(stage), *(picture for picture in pictures if picture is not None)]


class MenuScene(PageScene):
    """The menu, where people choose a game. Quick match starts the chosen game with the setup of its last match."""

    is_lobby = True
    asks_for_scan = True
    tall = TALL

    def __init__(self, services: Services, wanted: ToGame | None = None, game: str = "") -> None:
        """`wanted` is the game that the command line asks for, if the menu has to ask about its unfinished match first.

        `game` is the game just left, which gets the focus. Without `game`, the game played last gets the focus.
        """
        super().__init__(services.stage)
        self.services = services
        self.wanted = wanted
        self.game = game
        self.grown: dict[str, float] = {}
        self._notices: list[str] = []
        # The compiling progress as it was drawn last.
        self._compiling: tuple[int, int] | None = None
        # The sentence about weaker AIs, as it was drawn last.
        self._weaker = ""
        self._follow_people()

    def _follow_people(self) -> None:
        """Take the people at the table and the running cup from the services."""
        self._roster, self._cup = self.services.people.roster, self.services.people.cup

    def enter(self) -> None:
        self._chosen = self.game if self.game in self.services.offers.games else self.services.offers.last_game
        self.grown = {game: float(game == self._chosen) for game in self.services.offers.games}
        self._last = self.services.store.get("last_game", "")
        self.today = slip_of_today(self.services)
        self._notices = []
        self._unfinished()
        self.resized()
        self._settle_in = SETTLE_SECONDS

    def resized(self) -> None:
        self._follow_people()
        super().resized()

    def parts(self, shape: Shape) -> Part:
        return menu_parts(self.stage.metrics, len(self.services.offers.games))

    def make_bar(self, region: pygame.Rect) -> GlyphBar:
        return MenuBar(self.stage, region)

    def widgets(self) -> list[Widget]:
        t, edge = self.stage.t, self.stage.metrics.px(16)
        self.at = dict(zip(self.services.offers.games, tile_places(self.places), strict=True))
        self.tiles = {game: self._tile_widget(game, place.frame) for game, place in self.at.items()}
        roster, slip = self.places["roster"].inflate(edge, edge), self.places["slip"]
        self.others = [HitArea(roster, lambda: Push(ToJoin()), radius=ROSTER_RADIUS, name=t("glyph.join"))]
        # The cup has priority over today's puzzles.
        if self._cup is not None:
            self.others.append(HitArea(slip, lambda: Switch(ToCup()), radius=4, name=t("menu.cup")))
        elif self.today is not None:
            self.others.append(
                HitArea(slip, lambda: Switch(ToToday()), radius=4, name=slip_spoken(self.stage, self.today))
            )
        return [*self.tiles.values(), *self.others]

    def renew(self) -> None:
        self.focus.set(self.widgets(), self.tiles[self._chosen])

    @property
    def spoken_title(self) -> str:
        return self.stage.t("app.title")

    def _tile_widget(self, game: str, frame: pygame.Rect) -> HitArea:
        name = self.stage.t("speech.value", name=self.stage.t(f"game.{game}"), value=self.sub_line(game))
        widget = HitArea(frame, partial(self._open, game), name=name)
        # The focus ring grows with the tile.
        widget.ring = None
        return widget

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        tall = self.stage.metrics.shape is Shape.TALL
        return [
            Prompt(Kind.CONFIRM, t("menu.open"), ""),
            Prompt(Kind.SECONDARY, t("menu.quick"), "primary"),
            # In other windows, people press the sockets.
            Prompt(Kind.PREVIOUS, t("glyph.join"), "minor" if tall else ""),
            Prompt(Kind.RULES, t("howto.eyebrow"), "minor"),
            Prompt(Kind.PAUSE, t("menu.more"), "minor"),
            Prompt(Kind.BACK, t("menu.quit" if self.services.offers.visitors is None else "kiosk.clear"), "minor"),
        ]

    def tick(self, dt: float) -> Nav | None:
        self._follow_people()
        if self._notices:
            text = self._notices.pop(0)
            answers = [DialogAnswer(self.stage.t("dialog.ok"), STAY, primary=True)]
            title = self.stage.t("notice.title")
            return Push(lambda: Dialog(self.stage, title, text, answers, cancel=STAY, width=900))
        if not self.services.people.were_asked:
            self.services.people.were_asked = True
            return self._offer_roster()
        if not self.services.offered_resume:
            self.services.offered_resume = True
            asked_for = self.wanted.game if self.wanted is not None else None
            # A player who comes from a game knows about its unfinished match, so the menu does not ask about it.
            record = None if self.game else self._unfinished(asked_for)
            if record is not None:
                return self._offer_resume(record, None if self.wanted is None else Switch(self.wanted))
        self._settle(dt)
        super().tick(dt)
        self._chosen = self.chosen
        step = dt / self.stage.seconds(theme.TILE_SECONDS)
        for game in self.at:
            goal = 1.0 if game == self._chosen else 0.0
            self.grown[game] += max(-step, min(step, goal - self.grown[game]))
        return None

    @property
    def chosen(self) -> str:
        """The game that has the focus, or the one that had it last."""
        return next((game for game, tile in self.tiles.items() if tile is self.focus.current), self._chosen)

    def _settle(self, dt: float) -> None:
        """Start what can wait until the menu is visible: the process for AIs, and the music."""
        if self._settle_in > 0:
            self._settle_in -= dt
            if self._settle_in <= 0:
                self.services.agent.warm()
                self.stage.audio.start_music()

    @property
    def is_animated(self) -> bool:
        grows = any(value not in (0.0, 1.0) for value in self.grown.values())
        now = self.services.compiling(), self._of_ai()
        return super().is_animated or grows or (self._compiling, self._weaker) != now

    @property
    def pressable(self) -> Sequence[Prompt]:
        return [prompt for prompt in self.bar.prompts if prompt.control not in OWNERS]

    def intent(self, intent: Intent) -> Nav | None:
        self._chosen = self.chosen
        barred = OWNERS if self.services.offers.visitors is None else OWNERS - {Kind.BACK}
        return None if intent.device.is_phone and intent.kind in barred else super().intent(intent)

    def back(self) -> Nav | None:
        if self.services.offers.visitors is not None:
            return self.services.offers.visitors.start_over()
        return Push(lambda: QuitDialog(self.stage, self._unfinished() is not None))

    def meant(self, meant: Intent) -> Nav | None:
        if meant.kind is Kind.SECONDARY:
            return self._quick(self.chosen)
        if meant.kind is Kind.PAUSE:
            return Push(lambda: MoreDialog(self.services))
        if (more := BY_KEY.get(meant.kind)) is not None:
            return carry_out(self.services, more, self.chosen) if more in menu_choices(self.services) else None
        ways: dict[Kind, Callable[[], Route]] = {Kind.RULES: lambda: ToRules(self.chosen), Kind.PREVIOUS: ToJoin}
        if (way := ways.get(meant.kind)) is not None:
            return Push(way())
        return super().meant(meant)

    def _open(self, game: str) -> Nav | None:
        return self._unless_unfinished(game, Switch(ToSetup(game)))

    def _quick(self, game: str) -> Nav | None:
        from scenes.table.fits import is_known, with_fitting  # the first frame need not wait for it

        spec = GAMES[game]
        table = self.services.offers.table(spec)
        if is_known(self.services, spec, table):
            table = with_fitting(self.services, spec, table)
        return self._unless_unfinished(game, Switch(ToMatch(table)))

    def _unless_unfinished(self, game: str, nav: Nav) -> Nav:
        """Return `nav`. If this game has an unfinished match, return the question about it instead."""
        record = self._unfinished(game)
        return nav if record is None else self._offer_resume(record, nav)

    def _unfinished(self, game: str | None = None) -> Record | None:
        """Return the unfinished match of `game`, or the latest one of all games. Matches without a move do not count.

        This also updates the numbers of moves and the notices on the page.
        """
        records = self.services.store.unfinished_games()
        self._waiting = {record.game: _moves_of(record) for record in records}
        self._notices += self.services.notices.take()
        return next((record for record in records if record.actions and game in (None, record.game)), None)

    def _offer_roster(self) -> Nav:
        """Return the question whether the people of the last evening join again."""
        t = self.stage.t
        names = self.services.people.names([chair.seat() for chair in self.services.people.roster.people])
        answers = [
            DialogAnswer(t("join.offer.no"), RejoinAnswer.FREE),
            DialogAnswer(t("join.offer.yes"), RejoinAnswer.TAKEN, primary=True),
        ]
        body = t(
            "join.offer.cup"
            if self.services.people.cup is not None and self.services.people.cup.next
            else "join.offer.body",
            names=names,
        )
        return Push(
            lambda: Dialog(self.stage, t("join.offer.title"), body, answers, cancel=RejoinAnswer.TAKEN, width=820)
        )

    def _offer_resume(self, record: Record, otherwise: Nav | None) -> Nav:
        t = self.stage.t
        later = DialogAnswer(t("resume.later"), STAY)
        new = later if otherwise is None else DialogAnswer(t("resume.new"), ReplaceGame(otherwise))
        answers = [new, DialogAnswer(t("resume.continue"), record, primary=True)]
        body = t("resume.body", game=t(f"game.{record.game}"), count=_moves_of(record))
        if otherwise is not None:
            body = self.stage.strings.lines(body, t("resume.shelved"))
        return Push(lambda: Dialog(self.stage, t("resume.title"), body, answers, cancel=STAY, width=820))

    def resume(self, result: object) -> Nav | None:
        # Games may have ended or been left on other pages.
        self._unfinished()
        self._follow_people()
        if isinstance(result, RejoinAnswer):
            if result is RejoinAnswer.FREE:
                self.services.people.seat(Roster())
            elif self.services.people.awaits_pads:
                return Push(ToJoin())
            elif self.services.people.cup is not None:
                return Switch(ToCup())
        if isinstance(result, More):
            return self.back() if result is More.QUIT else carry_out(self.services, result, self.chosen)
        if isinstance(result, Record):
            return Switch(ToResume(result))
        # The player chose Play at the end of the rules.
        if isinstance(result, ToSetup):
            return self._open(result.game)
        return result.then if isinstance(result, ReplaceGame) else None

    def draw_page(self, canvas: Canvas) -> None:
        draw_wordmark(self.stage, canvas, self.places["wordmark"])
        draw_roster(self.stage, canvas, self.places, self._roster)
        if self._cup is not None:
            draw_cup_slip(self.stage, canvas, self.places["slip"], self._cup)
        elif self.today is not None:
            draw_today_slip(self.stage, canvas, self.places["slip"], self.today)
        for game in self.at:
            self._draw_tile(canvas, game)
        self._compiling = self.services.compiling()
        if self._compiling is not None:
            done, count = self._compiling
            draw_in_margin(self.stage, canvas, self.stage.t("compiling.menu", done=done, count=count))
        self._weaker = self._of_ai()
        if self._weaker:
            self.services.shortcomings.were_shown = True
            draw_in_margin(self.stage, canvas, self._weaker)

    def _of_ai(self) -> str:
        """Return a sentence if AIs play below their strength on this machine, otherwise ""."""
        return self.services.shortcomings.of_ai(is_owner=not self.services.is_unattended)

    def _draw_tile(self, canvas: Canvas, game: str) -> None:
        stage = self.stage
        place = self.at[game]
        share = ease_out(self.grown[game])
        growth = round(2 * stage.metrics.px(GROWTH) * share)
        frame = place.frame.inflate(growth, growth)
        stage.blit(canvas, tile(self.stage, game, place.frame, frame.size), frame.topleft)
        waiting = self._waiting.get(game, 0)
        if waiting:
            draw_ribbon(stage, canvas, place.seen(frame), stage.t("menu.in_progress", count=waiting))
        if share > 0 and not stage.scan.is_on:
            stage.blit(canvas, stage.paint.ring(frame.size), frame.topleft, share)
        self._draw_name(canvas, game, place, share)

    def _draw_name(self, canvas: Canvas, game: str, place: TilePlace, share: float) -> None:
        stage, plate = self.stage, place.plate
        if place.is_laid:
            stage.blit(canvas, stage.paint.panel("lacquer", plate.size), plate.topleft)
        if share > 0:
            stage.blit(canvas, stage.paint.panel("enamel", plate.size), plate.topleft, share)
        lit = share > 0.5
        usual = NAME_ON_LOW if plate.height < stage.metrics.px(LOW) else NAME
        resting = theme.IVORY if self._fits(game) else theme.MUTED
        note, sub = self.sub_line(game), SUB._replace(color=theme.INK_SOFT if lit else resting)
        shortest = stage.shrink_to_width(note, sub, place.note.width, 22)
        if stage.fonts.width(note, shortest) > place.note.width:
            note = stage.t(f"menu.players.{game}")
        name = usual._replace(color=theme.INK if lit else theme.IVORY)
        stage.label(canvas, stage.t(f"game.{game}"), place.name, name, "centre", grow=MOST_GROWTH, least=24)
        stage.label(canvas, note, place.note, sub, "centre", grow=math.inf, least=22)

    def _fits(self, game: str) -> bool:
        """Whether several people are at the table, and the game is for exactly that number."""
        if len(self._roster.people) < 2:
            return False
        found = roster_fit(GAMES[game], self._roster)
        return found.playing > 1 and not found.waiting and not found.ai

    def sub_line(self, game: str) -> str:
        """Return how the game suits the people at the table. If nobody is there, return its number of players."""
        t, roster = self.stage.t, self._roster
        if len(roster.people) > 1:
            found = roster_fit(GAMES[game], roster)
            if found.waiting:
                key = "menu.fits.wait" if found.waiting == 1 else "menu.fits.waits"
                return t(key, playing=found.playing, waiting=found.waiting)
            if found.ai:
                return t("menu.fits.ai", people=found.playing, ai=found.ai)
            return t("menu.fits", players=found.playing)
        players = t(f"menu.players.{game}")
        if game == self._last:
            return t("menu.last_played", players=players)
        return players


class QuitDialog(Dialog):
    """Asks whether to end the program."""

    def __init__(self, stage: Stage, saved: bool) -> None:
        """`saved` is true if an unfinished game is kept; the dialog then says so."""
        answers = [
            DialogAnswer(stage.t("quit.stay"), STAY, primary=True),
            DialogAnswer(stage.t("quit.leave"), Quit(), is_for_owner=True),
        ]
        super().__init__(stage, stage.t("quit.title"), stage.t("quit.body") if saved else "", answers)

    def answered(self, result: object) -> Nav | None:
        return result if isinstance(result, Quit) else Pop(STAY)


def _moves_of(record: Record) -> int:
    """Return `moves_of(record)`, imported late because only an unfinished game needs it."""
    from game.records.playback import moves_of

    return moves_of(record)
