"""The setup of a game: number of players, seats, who begins. One press starts a match with the last setup.

A line or two below the heading show the record to beat at this table and lead to the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TypeAlias

import pygame

from game.core.device_id import ANY
from game.core.handicaps import beginner
from game.core.record import SeatConfig, with_strength
from game.core.rules import Options
from game.core.spec import GameSpec
from game.match_setup import BEGINS, IDENTITIES, MatchSetup
from game.people.roster import followed_roster
from game.puzzles.puzzle import MOST_STARS
from game.storage.profiles import Profile
from game.storage.statistics import house_records
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.input.intents import Intent, Kind, Signal, SignalKind
from scenes.kit.layout import Part, Places, Shape, cell, row, within
from scenes.kit.scene import Nav, Push, Switch
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.page import EYEBROW, MOST_GROWTH, PageScene
from scenes.kit.widgets.widget import Button, HitArea, SegmentedControl, Widget
from scenes.routes import ToArrange, ToJoin, ToMatch, ToMenu, ToRecords, ToRules, ToSetup
from scenes.services import Services
from scenes.setup.drawing import (
    TOP,
    Needs,
    around,
    beside_name,
    draw_preview,
    draw_seats,
    preview_place,
    seat_places,
    setup_parts,
)
from scenes.setup.house_rules import HouseRulesScene, handicap_rows, option_rows
from scenes.setup.seat_editor import CardHead, SeatEditor, seat_switch
from scenes.table.exercises.puzzle_days import stars_of_house
from scenes.table.fits import fitted
from scenes.table.loading import scenes_of
from scenes.table.words import rules_in_force

LINE = Style(theme.CAPTION, theme.IVORY)
LAUREL, PAD = 40, 12  # design pixels: side of the laurel, and margin at either end of the record
MOST_NAMED = 3  # the most holders of a shared record that are named
LEAST_STREAK = 2


def record_texts(services: Services, spec: GameSpec, table: MatchSetup, today: date) -> tuple[str, ...]:
    """The record to beat at this table, in versions of decreasing length; empty without a record.

    For a single player, it is the stars and the streak of the daily puzzles. Otherwise it is the fastest win over the
    strongest AI at the table, or else the longest streak.
    """
    t = services.stage.t
    if len(table.seats) == 1:
        kept, streak = stars_of_house(services, spec.id, today)
        if not streak:
            return ()
        won = kept.get(today, 0)
        stars = "★" * won + "☆" * (MOST_STARS - won)
        days = t("menu.streak", count=streak)
        return t("record.puzzles", stars=stars, days=days), days
    records = house_records(services.store.statistics, services.store.profiles, spec.id)
    level = max((seat.full_level for seat in table.seats if seat.is_ai and not seat.is_engine), default=0)
    fastest = records.fastest.get(level)
    if fastest is not None:
        return _with_holders(services.stage, t("record.level", level=level, count=fastest.moves), fastest.holders)
    if records.house.best >= LEAST_STREAK:
        return _with_holders(services.stage, t("record.streak", wins=records.house.best), records.longest)
    return ()


def _with_holders(stage: Stage, record: str, holders: tuple[Profile, ...]) -> tuple[str, ...]:
    names = stage.list_of(profile.name for profile in holders[:MOST_NAMED])
    if len(holders) > MOST_NAMED:
        names += "…"
    return (stage.t("record.held", record=record, names=names), record) if names else (record,)


class HouseRecord:
    """Shows the record in one or two lines; nothing without a record, or if the lines do not fit."""

    def __init__(self, services: Services, spec: GameSpec, table: MatchSetup, room: pygame.Rect) -> None:
        """The lines lie at the left of `room` (pixels)."""
        stage = self.stage = services.stage
        self._places = within(stage.metrics, room, row(cell("laurel", LAUREL), cell("text"), gap=10, pad=(PAD, 0)))
        self.rect, self.text, place = room.copy(), "", self._places["text"]
        for text in record_texts(services, spec, table, services.today):
            lines, style = stage.wrap_to_box(text, stage.limit_scale(LINE, MOST_GROWTH), place.width, place.height)
            if len(lines) * stage.fonts.line_height(style) <= place.height:
                self.text = text
                width = max(stage.fonts.width(line, style) for line in lines)
                self.rect.width = place.left + width + stage.metrics.px(PAD) - room.left
                break
        self._game = spec.id

    def widgets(self) -> list[HitArea]:
        """Return the widget that leads to the records, if a record is shown."""
        found = HitArea(self.rect, lambda: Push(ToRecords(self._game)), 12, name=self.text)
        return [found] if self.text else []

    def draw(self, canvas: Canvas) -> None:
        """Draw the record with its laurel."""
        if not self.text:
            return
        self.stage.show(canvas, "laurel", self._places["laurel"])
        self.stage.label(canvas, self.text, self._places["text"], LINE, lines=0, grow=MOST_GROWTH)


FirstMove: TypeAlias = str
"""The way to choose who begins: one of BEGINS, or SECOND in a game with a handicap for the seat that begins."""
SECOND = "second"
MIXED, PEOPLE, FITS, AGAINST_AI = range(-1, 3)


def first_moves(spec: GameSpec) -> tuple[FirstMove, ...]:
    """Return the ways to choose who begins."""
    named = any(option.names_seat for option in spec.options)
    return (BEGINS[0], SECOND, *BEGINS[1:]) if named else BEGINS


def first_move(spec: GameSpec, table: MatchSetup) -> FirstMove:
    """Return the present way to choose who begins."""
    return SECOND if beginner(spec.options, table.options) else table.begins


def with_first_move(spec: GameSpec, table: MatchSetup, chosen: FirstMove) -> MatchSetup:
    """Return the table with another way to choose who begins.

    SECOND sets the handicap that names the seat that begins. All other ways switch it off.
    """
    begins = next((usual for usual in BEGINS if usual == chosen), BEGINS[0])
    names = {option.name: int(chosen == SECOND) for option in spec.options if option.names_seat}
    return replace(table, begins=begins).with_options(spec, names)


def opponents_of(seats: Sequence[SeatConfig]) -> int:
    """Return the kind of opponents.

    PEOPLE if only people play, MIXED if several people play with AIs. Otherwise FITS if all AIs are fitted, else
    AGAINST_AI.
    """
    rivals = [seat for seat in seats if seat.is_ai]
    if not rivals:
        return PEOPLE
    if len(rivals) < len(seats) - 1:
        return MIXED
    return FITS if all(seat.strength for seat in rivals) else AGAINST_AI


class Opponents:
    """Sets who plays in all seats at once. Remembers the AIs and the people's names that the seats had before."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rivals: dict[int, SeatConfig] = {}
        self._names: dict[int, str] = {}

    def remember(self, seats: Sequence[SeatConfig]) -> None:
        """Note who has the seats now, except fitted AIs, which have no level of their own."""
        self._rivals |= {index: seat for index, seat in enumerate(seats) if seat.is_ai and not seat.strength}
        self._names |= {index: seat.name for index, seat in enumerate(seats) if not seat.is_ai}

    def seats(self, seats: Sequence[SeatConfig], wanted: int) -> tuple[SeatConfig, ...]:
        """The seats with the `wanted` opponents. If the opponents are AIs, only the first person at the table stays."""
        self.remember(seats)
        found = list(seats)
        host = next((index for index, seat in enumerate(seats) if not seat.is_ai), 0)
        for i, seat in enumerate(seats):
            found[i] = self.person(found, i) if wanted == PEOPLE or i == host else self._rival(i, seat)
        if wanted == FITS:
            return tuple(with_strength(replace(seat, engine=""), 1.0) if seat.is_ai else seat for seat in found)
        return tuple(found)

    def person(self, seats: Sequence[SeatConfig], index: int) -> SeatConfig:
        """The seat with a person in it. The person gets the name of the last person there, if it is free."""
        seat = seats[index]
        if not seat.is_ai:
            return seat
        name = self._names.get(index, seat.name)
        name = seat.name if any(other.name == name for other in seats) else name
        return replace(seat, kind="human", level=0, engine="", strength=0.0, name=name)

    def _rival(self, index: int, seat: SeatConfig) -> SeatConfig:
        known = self._rivals.get(index)
        if known is None:
            level = self._services.offers.level()
            return replace(seat, kind="ai", level=level, strength=0.0, device=ANY, engine="")
        return replace(seat, kind="ai", level=known.level, strength=0.0, device=ANY, engine=known.engine)


LABEL = Style(theme.HELPER, theme.MUTED)
NOTE = Style(theme.CAPTION, theme.MUTED)
SEGMENT, SEGMENT_PAD = Style(24, bold=True), 24  # least type size of a choice of opponents, and margin around it
LEAST_SEGMENT = 140  # design pixels: the least width of each choice of who begins, if all choices stand in a row


class SetupScene(PageScene):
    """The setup page of a game. The main button starts the game."""

    is_lobby = True
    eyebrow, top = "setup.eyebrow", TOP
    spare = (ARROWS, SHOULDERS)  # a full bar leaves these prompts out first: they do no more than move the focus

    def __init__(self, services: Services, spec: GameSpec) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.title = f"game.{spec.id}"
        self.table: MatchSetup
        self._take(services.offers.table(spec))
        self._roster = services.people.roster
        self._away: tuple[SeatConfig, ...] = ()  # seats that were dropped when the table became smaller
        self._opponents = Opponents(services)
        self._owners: dict[int, int] = {}  # the number of the seat card that a widget is on, by the widget's id

    def enter(self) -> None:
        self.stage.audio.start_music()
        self.resized()
        self.focus.focus(self.start)

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, MatchSetup):
            self.table = result
        self._follow_roster()
        if isinstance(result, ToSetup):  # Play was chosen at the end of the rules or on the records
            return self._play() if result.game == self.spec.id else Switch(result)
        self.resized()
        return None

    def tick(self, dt: float) -> Nav | None:
        super().tick(dt)
        if self._follow_roster():
            self.resized()
        unused = self.services.offers.take_engine_notice()
        return tell(self.stage, self.stage.t("notice.title"), unused) if unused else None

    def _follow_roster(self) -> bool:
        """Seat the people of the roster. Returns whether that changed a seat."""
        before, self._roster = self._roster, self.services.people.roster
        if before == self._roster:
            return False
        self._take(followed_roster(self.table, self.spec, before, self._roster))
        self._away = ()
        return True

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind in (SignalKind.DEVICE_ADDED, SignalKind.DEVICE_REMOVED):
            self.resized()  # the choice of devices has changed
        return None

    @property
    def count(self) -> int:
        return len(self.table.seats)

    def parts(self, shape: Shape) -> Part:
        scenes = scenes_of(self.spec)
        self._remark = scenes.setup.remark(self.stage, self.table.options)
        needs = Needs(
            has_player_counts=self._has_counts,
            has_opponents=self.count > 1,
            has_rules=self._has_house_rules,
            has_presets=bool(self.spec.presets),
            has_arrangement=bool(scenes.arrange),
            first_moves=len(first_moves(self.spec)) if self._has_order else 0,
            has_remark=bool(self._remark),
        )
        eyebrow = self.stage.natural(self.stage.t(self.eyebrow).upper(), self.stage.limit_scale(EYEBROW, MOST_GROWTH))
        return setup_parts(self.stage.metrics, around(self.count, self._has_order), needs, eyebrow + 40)

    def widgets(self) -> list[Widget]:
        stage, t = self.stage, self.stage.t
        self.preview = preview_place(self.places)
        self.cards = [self.places[f"seat {index}"] for index in range(self.count)]
        texts = [self._beside(index) for index in range(self.count)]
        self.seat_places = [seat_places(stage.metrics, *card) for card in zip(self.cards, texts, strict=True)]
        names = {PEOPLE: "setup.people", FITS: "setup.fits", AGAINST_AI: "setup.against_ai"}
        company = [each for each in names if each != FITS or self.spec.strengths]
        present = opponents_of(self.table.seats)
        widgets: list[Widget] = [
            SegmentedControl(
                place,
                self._labels([names[each] for each in company], place.width),
                company.index(present) if present in company else MIXED,
                lambda index: self._set_opponents(company[index]),
                size=self._size(theme.LIST),
            )
            for place in self.places.all("opponents")
        ]
        for widget in widgets:
            widget.name = t("setup.opponents")
        for place in self.places.all("upper"):
            labels = [str(number) for number in self.spec.seats]
            index = self.spec.seats.index(self.count)
            players = SegmentedControl(place, labels, index, self._set_players, size=self._size(theme.NAME))
            players.name = t("setup.players")
            best = scenes_of(self.spec).setup.recommended
            players.lit = [self.spec.seats.index(number) for number in best]
            players.note = t("setup.best", least=min(best), most=max(best)) if best else ""
            widgets.append(players)
        for place in self.places.all("rules"):
            widgets.append(Button(place, self._rules_label, self._open_rules, size=self._size(theme.LIST)))
        self._owners = {}
        for index, found in enumerate(self.seat_places):
            for widget in self._seat_widgets(index, found):
                self._owners[id(widget)] = index
                widgets.append(widget)
        for place in self.places.all("preset"):
            widgets.append(self._preset_picker(place))
        for place in self.places.all("arrange"):
            widgets.append(Button(place, t("setup.arrange"), self._arrange))
        widgets += [self._first_move(place) for place in self.places.all("lower")]
        self.start = Button(self.places["start"], t("setup.start"), self._play, kind="primary", size=theme.TITLE)
        widgets.append(self.start)
        self.house_record = HouseRecord(self.services, self.spec, self.table, self.places["record"])
        return [*widgets, *self.house_record.widgets()]

    def _labels(self, keys: Sequence[str], width: int) -> list[str]:
        """The texts of a choice `width` pixels wide, all of them short if one does not fit."""
        stage = self.stage
        room = width / len(keys) / stage.metrics.scale - SEGMENT_PAD
        style = stage.limit_scale(SEGMENT, MOST_GROWTH)
        if all(stage.natural(stage.t(key), style) <= room for key in keys):
            return [stage.t(key) for key in keys]
        return [stage.strings.short(key) for key in keys]

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        agreed = "glyph.house_rules" if option_rows(self.spec, self.table) else "setup.handicap"
        press = "glyph.start" if self.focus.current is self.start else "glyph.change"
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t(press), ""),
            Prompt(SHOULDERS, t("glyph.seat"), ""),
            *([Prompt(Kind.SECONDARY, t("glyph.identity"), "")] if self._focused_seat() is not None else []),
            *([Prompt(Kind.HINT, t(agreed), "minor")] if self._has_house_rules else []),
            Prompt(Kind.PAUSE, t("glyph.join"), "minor"),
            Prompt(Kind.RULES, t("howto.eyebrow"), "minor"),
            Prompt(Kind.BACK, t("glyph.menu"), "minor"),
        ]

    @property
    def _has_house_rules(self) -> bool:
        return bool(option_rows(self.spec, self.table) or handicap_rows(self.spec, self.table))

    @property
    def _has_counts(self) -> bool:
        """Whether there is a choice of the number of players."""
        return len(self.spec.seats) > 1

    @property
    def _rules_label(self) -> str:
        """The label of the rules button: the number of changed rules, or else the name of the page that it opens."""
        found = rules_in_force(self.stage, self.spec, self.table.options)
        if found:
            return self.stage.t("setup.rules_count", count=len(found))
        return self.stage.t("setup.house_rules" if option_rows(self.spec, self.table) else "setup.handicap")

    @property
    def _has_order(self) -> bool:
        """Whether seats act in turn, so that somebody begins."""
        return not self.spec.simultaneous

    def _size(self, size: float) -> float:
        """The type size in a side panel, where the text scale is limited."""
        return self.stage.limit_scale(Style(size), MOST_GROWTH).size

    def _first_move(self, place: pygame.Rect) -> SegmentedControl | Picker:
        """The choice of who begins. The choices stand side by side if their names have room."""
        offered = first_moves(self.spec)
        names = [self.stage.t(f"setup.begins.{move}") for move in offered]
        present = offered.index(first_move(self.spec, self.table))
        if place.width < len(names) * self.stage.metrics.px(LEAST_SEGMENT):
            found: SegmentedControl | Picker = Picker(place, names, present, self._set_begins)
        else:
            found = SegmentedControl(place, names, present, self._set_begins)
        found.name = self.stage.t("setup.begins")
        return found

    def _preset_picker(self, rect: pygame.Rect) -> Picker:
        names = [self.stage.t(f"preset.{self.spec.id}.{preset.id}") for preset in self.spec.presets]
        options = self.table.options
        fitting = (i for i, preset in enumerate(self.spec.presets) if preset.options.items() <= options.items())
        picker = Picker(rect, names, next(fitting, None), self._set_preset, other=self.stage.t("preset.own"))
        picker.name = self.stage.t("setup.preset")
        return picker

    def _beside(self, index: int) -> float:
        """The width, in design pixels, of the text beside the name on a low card."""
        texts = beside_name(self.stage, self.table, index, self.spec)
        return self.stage.natural(texts, self.stage.limit_scale(NOTE, MOST_GROWTH))

    def _seat_widgets(self, index: int, found: Places) -> list[Widget]:
        seat = self.table.seats[index]
        name = self.services.people.name(seat)
        return [
            CardHead(found["head"], self.cards[index], found["switch"], partial(self.edit, index), name),
            seat_switch(self.services, self.spec.id, seat, found["switch"], partial(self.take, index)),
        ]

    # Changes

    def _set_players(self, index: int) -> None:
        self._set_options({"players": self.spec.seats[index]})

    def _set_opponents(self, wanted: int) -> None:
        self._take(replace(self.table, seats=self._opponents.seats(self.table.seats, wanted)))
        self.resized()

    def _take(self, table: MatchSetup) -> None:
        """Take a setup, and renew the strength of fitted AIs."""
        self.table = replace(table, seats=fitted(self.services, self.spec, table.seats))

    def _set_preset(self, index: int) -> None:
        self._set_options(self.spec.presets[index].options)

    def _set_options(self, changes: Options) -> None:
        """Change options; seats dropped by a smaller table return when there is room again."""
        before = self.table.seats
        taken = {key for seat in before for key in (seat.identity, seat.name)}
        free = tuple(seat for seat in self._away if taken.isdisjoint((seat.identity, seat.name)))
        self.table = replace(self.table, seats=before + free).with_options(self.spec, changes)
        self._away = (before + free)[self.count :]
        self.resized()

    def _set_begins(self, index: int) -> None:
        self.table = with_first_move(self.spec, self.table, first_moves(self.spec)[index])

    def take(self, index: int, seat: SeatConfig) -> None:
        """Change a seat's player."""
        before = self.table.seats
        if not before[index].is_ai:  # an AI is not remembered: stepping through the levels passes many
            self._opponents.remember(before)
        if not seat.is_ai:
            seat = replace(seat, name=self._opponents.person(before, index).name)
        self._change(index, seat)
        self.resized()  # the record to beat may be another one now

    def _change(self, index: int, seat: SeatConfig) -> None:
        self.table = self.table.with_seat(index, seat)

    def edit(self, index: int) -> Nav:
        return Push(lambda: SeatEditor(self.services, self.table, index))

    def _open_rules(self) -> Nav:
        return Push(lambda: HouseRulesScene(self.services, self.spec, self.table))

    def _arrange(self) -> Nav:
        return Push(ToArrange(self.table))

    def _play(self) -> Nav:
        return Switch(ToMatch(self.table))

    # Presses and time

    def back(self) -> Nav | None:
        self.stage.audio.play("back")
        self.services.offers.remember(self.table)
        return Switch(ToMenu(game=self.spec.id))

    def meant(self, meant: Intent) -> Nav | None:
        if meant.kind is Kind.HINT and self._has_house_rules:
            return self._open_rules()
        if meant.kind is Kind.RULES:
            return Push(ToRules(self.spec.id))
        if meant.kind is Kind.PAUSE:
            return Push(ToJoin())
        if meant.kind is Kind.SECONDARY:
            self._next_identity()
            return None
        if meant.kind in (Kind.PREVIOUS, Kind.NEXT):
            self._jump(1 if meant.kind is Kind.NEXT else -1)
            return None
        return super().meant(meant)

    def _focused_seat(self) -> int | None:
        return self._owners.get(id(self.focus.current))

    def _jump(self, direction: int) -> None:
        """Focus the next or previous seat card, in the row that has the focus; in the first row if no card has it."""
        present = self._focused_seat()
        target = (0 if direction > 0 else self.count - 1) if present is None else (present + direction) % self.count
        heads = [widget for widget in self.focus.widgets if self._owners.get(id(widget)) == target]
        mine = [widget for widget in self.focus.widgets if self._owners.get(id(widget)) == present]
        row = mine.index(self.focus.current) if present is not None and self.focus.current in mine else 0
        self.focus.focus(heads[row])

    def _next_identity(self) -> None:
        index = self._focused_seat()
        if index is not None:
            seat = self.table.seats[index]
            following = IDENTITIES[(IDENTITIES.index(seat.identity) + 1) % len(IDENTITIES)]
            self._change(index, replace(seat, identity=following))

    def draw_page(self, canvas: Canvas) -> None:
        stage = self.stage
        self.house_record.draw(canvas)
        for name, key in (("label", "setup.players"), ("below", "setup.begins")):
            for place in self.places.all(name):
                stage.label(canvas, stage.t(key), place, LABEL, grow=1.1)
        draw_seats(self.services, canvas, self.cards, self.seat_places, self.table, self.spec)
        draw_preview(self.services, canvas, self.preview, self.spec, self.table, "setup")
        for remark in self.places.all("remark"):  # a note about the game
            stage.label(canvas, self._remark, remark, NOTE, "centre", lines=4, grow=1.5)
