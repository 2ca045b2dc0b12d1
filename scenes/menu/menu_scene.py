"""The menu: four games on the table, the last one played in front."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import pygame

from game.core.record import Record
from game.core.rules import GameError
from game.registry import GAMES
from game.session import Session
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import ARROWS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture, table_picture
from scenes.kit.scene import Nav, Pop, Push, Quit, Switch
from scenes.kit.stage import Stage
from scenes.kit.tile_frame import FRAME, tile_frame
from scenes.kit.timeline import ease_out
from scenes.kit.widgets import Ghost
from scenes.menu.roster import draw_roster
from scenes.menu.wordmark import draw_wordmark
from scenes.routes import ToArchive, ToMatch, ToResume, ToRules, ToSettings, ToSetup
from scenes.services import Services

GAME_IDS = ("quoridor", "robots", "coffee", "star")
GROWTH = 6
SETTLE_SECONDS = 0.25
STAY = object()  # a dialog's answer that leads nowhere
NAME = Style(theme.TITLE, theme.IVORY, bold=True)
SUB = Style(theme.CAPTION, theme.MUTED)
MOST_GROWTH = 1.15  # how far the words on a name plate follow the text scale


@dataclass(frozen=True, slots=True)
class Discard:
    """The answer that gives the unfinished game up, and where it leads then."""

    then: Nav | None


@dataclass(frozen=True, slots=True)
class TilePlace:
    """Where a game's tile and its name plate lie, in pixels."""

    frame: pygame.Rect
    plate: pygame.Rect


def tile_places(stage: Stage) -> list[TilePlace]:
    """The four tiles in the arrangement of the window."""
    rect = stage.metrics.rect
    if stage.metrics.shape is Shape.TALL:
        corners = [(54, 304), (565, 304), (54, 912), (565, 912)]
        return [TilePlace(rect(x, y, 461, 440), rect(x, y + 468, 461, 112)) for x, y in corners]
    if stage.metrics.shape is Shape.CLASSIC:
        return [TilePlace(rect(72 + i * 332, 240, 300, 500), rect(72 + i * 332, 782, 300, 124)) for i in range(4)]
    return [TilePlace(rect(96 + i * 443.3, 224, 398, 515), rect(96 + i * 443.3, 784, 398, 124)) for i in range(4)]


def menu_pictures(stage: Stage) -> list[Picture]:
    """What the menu needs on screen."""
    tiles = zip(GAME_IDS, tile_places(stage), strict=True)
    return [table_picture(stage), *(_tile_picture(stage, game, place.frame) for game, place in tiles)]


def _tile_picture(stage: Stage, game: str, frame: pygame.Rect) -> Picture:
    return Picture(stage, f"textures/tile-{game}.jpg", _window(stage, frame).size, cover=True)


def _window(stage: Stage, frame: pygame.Rect) -> pygame.Rect:
    """The part of a tile's frame through which its picture is seen."""
    inset = stage.metrics.px(FRAME)
    return frame.inflate(-2 * inset, -2 * inset)


class MenuScene(FocusScene):
    """Choose a game; quick match starts it with the last setup."""

    def __init__(self, services: Services, wanted: Nav | None = None) -> None:
        """`wanted` is the game that the command line asked for, if an unfinished one has to be asked about first."""
        super().__init__(services.stage)
        self.services = services
        self.wanted = wanted
        self.grown: dict[str, float] = {}
        self._notices: list[str] = []

    def enter(self) -> None:
        self._chosen = self.services.last_game.id
        self.grown = {game: float(game == self._chosen) for game in GAME_IDS}
        self._notices = self.services.notices()
        self.resized()
        self._settle_in = SETTLE_SECONDS

    def resized(self) -> None:
        rect = self.stage.metrics.rect
        self.places = dict(zip(GAME_IDS, tile_places(self.stage), strict=True))
        shape = self.stage.metrics.shape
        if shape is Shape.TALL:
            region = rect(54, 1528, 972, 340)
        else:
            region = rect(54, 956, self.stage.metrics.design[0] - 108, 80)
        self.bar = GlyphBar(self.stage, region)
        self._widgets = {game: Ghost(place.frame, partial(self._open, game)) for game, place in self.places.items()}
        self.focus.set(list(self._widgets.values()), self._widgets[self._chosen])
        self._prompt()

    def _prompt(self) -> None:
        t = self.stage.t
        prompts = [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("menu.open"), ""),
            Prompt(Kind.SECONDARY, t("menu.quick"), "main"),
            Prompt(Kind.HINT, t("menu.other_language"), "main"),
            Prompt(Kind.RULES, t("howto.eyebrow"), "minor"),
            Prompt(Kind.NEXT, t("menu.games"), "minor"),
            Prompt(Kind.PAUSE, t("menu.settings"), "minor"),
            Prompt(Kind.BACK, t("menu.quit"), "main"),
        ]
        self.bar.set(prompts)

    def tick(self, dt: float) -> Nav | None:
        if self._notices:
            text = self._notices.pop(0)
            answers = [Answer(self.stage.t("dialog.ok"), STAY, primary=True)]
            title = self.stage.t("notice.title")
            return Push(lambda: Dialog(self.stage, title, text, answers, cancel=STAY, width=900))
        if not self.services.offered_resume:
            self.services.offered_resume = True
            record = self._unfinished()
            if record is not None:
                return self._offer_resume(record, self.wanted)
        self._settle(dt)
        super().tick(dt)
        for game, widget in self._widgets.items():
            if widget is self.focus.current:
                self._chosen = game
        step = dt / self.stage.seconds(theme.TILE_SECONDS)
        for game in GAME_IDS:
            goal = 1.0 if game == self._chosen else 0.0
            self.grown[game] += max(-step, min(step, goal - self.grown[game]))
        return None

    def _settle(self, dt: float) -> None:
        """Start what can wait until the menu has been seen: the AI's process and the music."""
        if self._settle_in > 0:
            self._settle_in -= dt
            if self._settle_in <= 0:
                self.services.agent.warm()
                self.stage.audio.start_music()

    @property
    def lively(self) -> bool:
        return super().lively or any(value not in (0.0, 1.0) for value in self.grown.values())

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind is Kind.BACK:
            return self._ask_quit()
        if meant.kind is Kind.SECONDARY:
            return self._quick(self._chosen)
        if meant.kind is Kind.HINT:
            self.services.toggle_language()
            return None
        if meant.kind is Kind.RULES:
            return Push(ToRules(self._chosen))
        if meant.kind is Kind.NEXT:
            return Push(ToArchive())
        if meant.kind is Kind.PAUSE:
            return Push(ToSettings())
        return self.focus.intent(meant)[1]

    def _open(self, game: str) -> Nav | None:
        return self._unless_unfinished(game, Switch(ToSetup(game)))

    def _quick(self, game: str) -> Nav | None:
        return self._unless_unfinished(game, Switch(ToMatch(self.services.table(GAMES[game]))))

    def _unless_unfinished(self, game: str, nav: Nav) -> Nav:
        """`nav`, or first the question what shall become of this game's unfinished match."""
        record = self._unfinished()
        return nav if record is None or record.game != game else self._offer_resume(record, nav)

    def _unfinished(self) -> Record | None:
        record = self.services.store.unfinished()
        if record is not None and record.game in GAMES:
            try:
                Session.resume(GAMES[record.game], record)
            except GameError as error:  # it can be read, but the rules do not allow it
                self.services.store.reject_unfinished(str(error))
                record = None
        self._notices += self.services.notices()
        return record if record is not None and record.actions and record.game in GAMES else None

    def _offer_resume(self, record: Record, otherwise: Nav | None) -> Nav:
        t = self.stage.t
        answers = [Answer(t("resume.discard"), Discard(otherwise)), Answer(t("resume.continue"), record, primary=True)]
        body = t("resume.body", game=t(f"game.{record.game}"), count=len(record.actions))
        return Push(lambda: Dialog(self.stage, t("resume.title"), body, answers, cancel=STAY, width=820))

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Record):
            return Switch(ToResume(result))
        if isinstance(result, Discard):
            self.services.store.discard()
            return result.then
        return None

    def _ask_quit(self) -> Nav:
        return Push(lambda: QuitDialog(self.stage, self._unfinished() is not None))

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        draw_wordmark(self.services, canvas)
        draw_roster(self.services, canvas, self.services.table(self.services.last_game))
        for game in GAME_IDS:
            self._draw_tile(canvas, game)
        self.bar.draw(canvas)

    def _draw_tile(self, canvas: Canvas, game: str) -> None:
        stage = self.stage
        place = self.places[game]
        share = ease_out(self.grown[game])
        growth = round(2 * stage.metrics.px(GROWTH) * share)
        frame = place.frame.inflate(growth, growth)
        stage.put(canvas, self._tile(game, frame.size), frame.topleft)
        if share > 0:
            stage.put(canvas, stage.paint.ring(frame.size), frame.topleft, share)
        self._draw_name(canvas, game, place.plate, share)

    def _tile(self, game: str, size: tuple[int, int]) -> Sprite:
        """The framed picture with its shadow; while a tile grows its steps are made on the fly."""
        return self.stage.paint.once(("tile", game, size), lambda: self._make_tile(game, size))

    def _make_tile(self, game: str, size: tuple[int, int]) -> Sprite:
        stage = self.stage
        shade = stage.paint.shadow(size, 1.1, 14)
        surface = shade.surface.copy()
        frame = pygame.Rect((-shade.dx, -shade.dy), size)
        window = _window(stage, frame)
        resting = _tile_picture(stage, game, self.places[game].frame)
        picture = stage.assets.cover(resting.name, resting.size)
        if picture.get_size() != window.size:
            picture = pygame.transform.smoothscale(picture, window.size)
        surface.blit(picture, window)
        surface.blit(tile_frame(stage, size), frame)
        return Sprite(surface, shade.dx, shade.dy)

    def _draw_name(self, canvas: Canvas, game: str, plate: pygame.Rect, share: float) -> None:
        stage = self.stage
        if share > 0:
            stage.put(canvas, stage.paint.panel("enamel", plate.size), plate.topleft, share)
        lit = share > 0.5
        name = stage.capped(NAME, MOST_GROWTH)._replace(color=theme.INK if lit else theme.IVORY)
        sub = stage.capped(SUB, MOST_GROWTH)._replace(color=theme.INK_SOFT if lit else theme.MUTED)
        middle = plate.height // 2
        room = plate.width - stage.metrics.px(24)
        upper = pygame.Rect(plate.x, plate.y + stage.metrics.px(8), plate.width, middle)
        lower = pygame.Rect(plate.x, plate.y + middle, plate.width, middle)
        title, note = stage.t(f"game.{game}"), self._sub_line(game)
        if stage.fonts.width(note, stage.shrunk(note, sub, room, 22)) > room:
            note = stage.t(f"menu.players.{game}")
        stage.centred(canvas, title, upper, stage.shrunk(title, name, room, 24), room)
        stage.centred(canvas, note, lower, stage.shrunk(note, sub, room, 22), room)

    def _sub_line(self, game: str) -> str:
        t = self.stage.t
        players = t(f"menu.players.{game}")
        if game == self.services.store.get("last_game", ""):
            return t("menu.last_played", players=players)
        return players


class QuitDialog(Dialog):
    """Asks before the program ends."""

    def __init__(self, stage: Stage, saved: bool) -> None:
        """`saved`: an unfinished game is kept, which is said."""
        answers = [Answer(stage.t("quit.stay"), STAY, primary=True), Answer(stage.t("quit.leave"), Quit())]
        super().__init__(stage, stage.t("quit.title"), stage.t("quit.body") if saved else "", answers, focus=0)

    def answered(self, result: object) -> Nav | None:
        return result if isinstance(result, Quit) else Pop(STAY)
