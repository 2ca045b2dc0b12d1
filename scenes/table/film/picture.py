"""Draws a picture of a film: the board, the players above it, and the caption below or beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.timeline import Timeline, ease_out
from scenes.kit.layout import Part, Places, cell, column, row
from scenes.kit.widgets.person import Tag, draw_person
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of
from scenes.table.art.paper import paper
from scenes.table.board.board_view import PlaybackView
from scenes.table.board.layout import squared
from scenes.table.contract.board import view_of
from scenes.table.contract.view import ClipFrame
from scenes.table.film.reel import FilmCaption, Reel, Shot
from scenes.table.words import is_drawn

# The shorter side of a film's picture in film pixels, the unit of this module.
SHORT = 1080.0
# If the picture is at least this many times as wide as high, the caption stands beside the board.
BESIDE_FROM = 1.25
# Height of a row of players, height of the caption, and the gap between parts, in film pixels.
PEOPLE, WORDS, GAP = 76, 158, 14
# The most players in a row.
COLUMNS = 4
EYEBROW = Style(28, theme.EYEBROW, bold=True, spacing=3)
TEXT, MORE = Style(48, theme.IVORY, bold=True), Style(36, theme.MUTED)
# If there is much room: the style of the caption's first text, and the size of its second.
LARGE, LARGE_MORE = Style(60, theme.IVORY, bold=True), 40
# If the caption is higher than this (in film pixels), there is much room.
ROOMY = 260
NAME = Style(36, theme.IVORY, bold=True)
TOKEN = 26
CARD_EYEBROW = Style(36, theme.INK_SOFT, bold=True, spacing=4)
CARD_TEXT, CARD_MORE = Style(88, theme.PRINT_RED, bold=True), Style(40, theme.INK_SOFT)
CARD_NAME = Style(40, theme.INK, bold=True)
# Size of the end card in film pixels.
CARD = (820, 490)
# How much the board is darkened under the end card, 0 to 1.
DIM = 0.55
# The smallest type size, in film pixels.
LEAST = 22
MOST_GROWTH = 1.25
WIN_SECONDS, GLOW_SECONDS = theme.WIN_SECONDS, 1.0


def film_places(box: pygame.Rect, seats: int) -> Places:
    """Lay out the `board`, a `who` for each of `seats`, and the caption (`eyebrow`, `text`).

    If there is little room, the caption's second text has a place of its own, `more`. Otherwise it follows the first
    text.
    """
    unit = min(box.size) / SHORT
    width, height = box.width / unit, box.height / unit
    columns = min(seats, COLUMNS)
    lines = [cell("who") for _ in range(seats)]
    people = [row(*lines[at : at + columns], gap=16) for at in range(0, seats, columns)]
    page: Part
    if width / height >= BESIDE_FROM:
        side = height - 60
        those = [row(one, size=PEOPLE) for one in lines]
        caption = column(*those, cell(size=40), cell("eyebrow", 44), cell("text"), gap=14)
        page = row(cell("board", side), caption, gap=56, pad=((width - min(width, 1.9 * side)) / 2 + 30, 30))
    else:
        above = column(*people, size=PEOPLE * len(people) / (1 if len(people) == 1 else 1.4), gap=4)
        room = height - 2 * 26 - 2 * GAP - WORDS - (above.size or 0)
        side = min(width - 52, room)
        board = row(cell(), cell("board", side), cell(), size=side, gap=0)
        is_roomy = height - side - 2 * 26 - 2 * GAP - (above.size or 0) > ROOMY
        words = [cell("eyebrow", 38), cell("text"), *([] if is_roomy else [cell("more", 46)])]
        page = column(above, board, column(*words, gap=2), gap=GAP, pad=(26, 26))
    return Places(page, (0.0, 0.0, width, height), (float(box.x), float(box.y)), unit)


class FilmTable(PlaybackView):
    """The board of a film, drawn in the rectangle `box` of the window (pixels)."""

    def __init__(self, services: Services, reel: Reel, box: pygame.Rect) -> None:
        super().__init__(services, reel.board, reel.playback)
        # A film has no sound.
        self.timeline = Timeline()
        self.box = box

    @property
    def places(self) -> Places:
        """Return the places of all parts of the picture."""
        return film_places(self.box, len(self.seats))

    def place(self) -> pygame.Rect:
        return squared(self.places["board"])


class FilmPicture:
    """Draws a film in the rectangle `box` of the window. Another `box` needs a new object."""

    def __init__(self, services: Services, reel: Reel, box: pygame.Rect) -> None:
        self.stage = services.stage
        self.services = services
        self.reel = reel
        self.table = FilmTable(services, reel, box)
        self.table.lay(reel.record.seats)
        self.places = self.table.places
        self.unit = min(box.size) / SHORT
        # The index of the last shot whose step the board has received.
        self._entered = -1
        reel.cut()

    def begin(self) -> None:
        """Restart the film."""
        self._entered = -1

    def enter(self, index: int) -> None:
        """Give the board the steps of all shots up to the shot `index`, as a match would."""
        for shot in self.reel.shots[self._entered + 1 : index + 1]:
            if shot.step is not None and shot.clip is not None:
                self.reel.board.on_step(shot.step)
        self._entered = max(self._entered, index)

    def draw(self, target: Drawable, index: int, time: float) -> None:
        """Draw a shot as it is `time` seconds after its beginning."""
        shot = self.reel.shots[index]
        target.blit(self.table.ground.picture, (0, 0))
        self._draw_board(target, shot, time)
        self._draw_people(target, shot)
        if not shot.has_card:
            self._draw_words(target, shot.caption)
            return
        share = ease_out(min(1.0, time / shot.seconds)) if shot.card_moves else 1.0
        self.stage.blit(target, self.stage.paint.veil(self.stage.metrics.size, DIM), (0, 0), share)
        self._draw_card(target, shot.caption, share)

    # Parts

    def _draw_board(self, target: Drawable, shot: Shot, time: float) -> None:
        board, reel = self.reel.board, self.reel
        standing = ClipFrame(board.drawing.pieces(shot.shown))
        snapshot = standing if shot.clip is None else shot.clip.sample(time).over(standing.placements)
        at_rest = shot.step if shot.clip is None else None
        more: dict[str, Any] = {"effects": snapshot.effects, "lights": self._lights(shot), "last": at_rest}
        outcome = reel.playback.outcome
        if shot.is_end and outcome is not None and len(outcome.winners) == 1:
            more |= {"winner": outcome.winners[0], "steps": reel.steps, "win_time": WIN_SECONDS}
        board.drawing.draw(target, view_of(board, shot.shown, snapshot.placements, **more))
        for step in shot.shown_way:
            own = self.stage.identities[self.table.seats[step.seat].identity].color
            board.drawing.draw_weighed(target, step, own, 1.0)
        fact = shot.caption.fact
        if at_rest is not None and fact is not None and is_drawn(fact):
            board.drawing.draw_reason(target, at_rest, fact.seats[0], fact.cells, max(time, GLOW_SECONDS))

    def _lights(self, shot: Shot) -> dict[int, float]:
        """Return the light of each seat: 1 for the seat that moves."""
        seat = shot.step.seat if shot.step is not None else -1
        return {each: float(each == seat and not shot.has_card) for each in range(len(self.table.seats))}

    def _film(self, style: Style) -> Style:
        """Return a style whose size is in film pixels."""
        return style._replace(size=style.size * self.unit / self.stage.metrics.scale)

    def _label(
        self,
        target: Drawable,
        text: str,
        box: pygame.Rect,
        style: Style,
        align: str,
        alpha: float = 1.0,
        lines: int = 1,
    ) -> pygame.Rect:
        """Draw text in its box; text aligned left begins at the top. Returns the rectangle that it covers."""
        least = LEAST * self.unit / self.stage.metrics.scale
        style = self._film(style)
        is_top = align == "left"
        return self.stage.label(
            target, text, box, style, align, lines=lines, grow=MOST_GROWTH, least=least, alpha=alpha, top=is_top
        )

    def _draw_people(self, target: Drawable, shot: Shot) -> None:
        factor = self.unit / self.stage.metrics.scale
        tag = Tag(TOKEN * factor, self._film(NAME), gap=12 * factor, grow=MOST_GROWTH, least=LEAST * factor)
        seats, names = self.table.seats, [self.services.people.full_name(seat) for seat in self.table.seats]
        for seat, room in enumerate(self.places.all("who")):
            lit = self._lights(shot)[seat] > 0
            words = self.reel.board.words.seat(shot.shown, seat)
            badge = self.reel.board.setup.badge(self.stage, words.stock, TOKEN * factor)
            if badge is None:
                name = f"{names[seat]} · {words.side}" if words.side else names[seat]
                draw_person(self.stage, target, room, tag, seats[seat].identity, name, lit=lit)
                draw_face_beside(self.stage, target, room, tag.radius, face_of(seats[seat]))
                continue
            radius = round(TOKEN * self.unit)
            self.stage.blit(target, badge, (room.left + radius, room.centery))
            beside = pygame.Rect(room.left + 2 * radius + round(12 * self.unit), room.top, 0, room.height)
            beside.width = room.right - beside.left
            self._label(target, names[seat], beside, NAME, "left")
            draw_face_beside(self.stage, target, room, tag.radius, face_of(seats[seat]))

    def _draw_words(self, target: Drawable, caption: FilmCaption) -> None:
        room = self.places["text"]
        if "more" in self.places:
            self._label(target, caption.eyebrow.upper(), self.places["eyebrow"], EYEBROW, "centre")
            self._label(target, caption.text, room, TEXT, "centre", lines=0)
            self._label(target, caption.more, self.places["more"], MORE, "centre")
            return
        self._label(target, caption.eyebrow.upper(), self.places["eyebrow"], EYEBROW, "left")
        upper = pygame.Rect(room.topleft, (room.width, round(0.6 * room.height)))
        place = self._label(target, caption.text, upper, LARGE, "left", lines=0)
        below = self.stage.below(place, room, 20 * self.unit / self.stage.metrics.scale)
        self._label(target, caption.more, below, MORE._replace(size=LARGE_MORE), "left", lines=0)

    def _draw_card(self, target: Drawable, caption: FilmCaption, alpha: float) -> None:
        """Draw the end card: winner, ending and players on a sheet of paper."""
        width, height = (round(side * self.unit) for side in CARD)
        box = self.table.box
        place = pygame.Rect(0, 0, min(width, box.width - 40), height)
        place.center = self.places["board"].center
        self.stage.blit(target, paper(self.stage, place.size), place.topleft, alpha)
        parts = column(
            cell("eyebrow", 48), cell("text", 130), cell("more", 56), cell("names", 110), gap=14, pad=(56, 48)
        )
        inner = Places(parts, (0, 0, place.width / self.unit, CARD[1]), (float(place.x), float(place.y)), self.unit)
        home = f"{self.stage.t('app.title')} · {caption.eyebrow}"
        self._label(target, home.upper(), inner["eyebrow"], CARD_EYEBROW, "left", alpha)
        self._label(target, caption.text, inner["text"], CARD_TEXT, "left", alpha)
        self._label(target, caption.more, inner["more"], CARD_MORE, "left", alpha)
        self._label(target, _joined(self.reel.card_names), inner["names"], CARD_NAME, "left", alpha, lines=2)


def _joined(parts: Sequence[str]) -> str:
    return " · ".join(filter(None, parts))
