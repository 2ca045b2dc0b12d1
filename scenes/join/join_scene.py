"""The page where people join. One press takes a chair, which stays taken from game to game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.people.roster import Chair, Roster
from scenes.join.chair_art import Seat, draw_chair, draw_saucer, draw_sentence, draw_table, names_style
from scenes.join.join_input import POINTERS, TYPING_SECONDS, JoinInput, chair_words, prompts_for
from scenes.join.join_table import CHAIRS, JoinTable
from scenes.join.naming_art import draw_naming
from scenes.join.places import TOP, join_parts, seat_places
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import Device, Intent, Kind, Signal, SignalKind
from scenes.kit.layout import Part, Shape, cell
from scenes.kit.scene import Nav, PhoneView, Pop, Push, Switch
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.widget import Button, Widget, button_width
from scenes.routes import ToCup, ToNames, ToPhones, ToSetup
from scenes.services import Services
from scenes.table.board.layout import place_name

# How far a chair slides up when it is taken, in design pixels, and how long that takes.
RISE, RISE_SECONDS = 16, 0.18

SMALL = {"names": "join.names", "ai": "join.add_ai", "cup": "join.cup", "phones": "join.phones"}


class JoinScene(PageScene):
    """Changes who sits at the table. Start leads to the setup of `game`, or back if no game is given."""

    is_lobby = True
    eyebrow, title, top = "join.eyebrow", "join.title", TOP

    def __init__(self, services: Services, game: str = "") -> None:
        super().__init__(services.stage)
        self.services = services
        self.game = game
        self.table = JoinTable(services.people, self._changed)
        self.input = JoinInput(self, self.table)
        # By identity: seconds since the chair was taken.
        self._rising: dict[str, float] = {}

    # Life and layout

    def enter(self) -> None:
        self.resized()
        if self.start.enabled:
            self.focus.focus(self.start)

    def leave(self) -> None:
        self.stage.devices.listen(None)

    def pause(self) -> None:
        self.input.pause()

    def parts(self, shape: Shape) -> Part:
        """Lay out each `chair`, the small buttons (named as in SMALL), and `start`."""
        # Four labels of this size fit in the row. Larger labels are shrunk.
        usual = 40 / self.stage.metrics.text_scale
        widths = {name: button_width(self.stage, self.stage.t(key), usual) for name, key in SMALL.items()}
        small = [cell(name, fit=width, share=1) for name, width in widths.items()]
        return join_parts(self.stage.metrics, len(self.table.namings), small)

    def widgets(self) -> list[Widget]:
        t, at, chairs = self.stage.t, self.places, self.places.all("chair")
        names = Button(at["names"], t(SMALL["names"]), lambda: Push(ToNames()))
        ai = Button(at["ai"], t(SMALL["ai"]), lambda: self.table.add_ai(self.services.offers.level()))
        cup = Button(at["cup"], t(SMALL["cup"]), self._cup)
        phones = Button(at["phones"], t(SMALL["phones"]), lambda: Push(ToPhones(self.game)))
        names.enabled = not self.services.is_unattended
        ai.allow(not self.table.is_full, t("why.all_seats_taken"))
        cup.allow(bool(self.roster.people) and len(self.roster.chairs) > 1, t("why.cup"))
        phones.enabled = self.services.offers.has_phones
        label = t("setup.start") if self.game else t("join.to_games")
        self.start = Button(self.places["start"], label, self.play, kind="primary", size=56)
        self.start.allow(bool(self.roster.people), t("why.nobody_sits"))
        self.input.listen()
        seats = [
            Seat(self.stage, card, partial(self.input.open, i), self.chair_text(i)) for i, card in enumerate(chairs)
        ]
        return [*seats, names, ai, cup, phones, self.start]

    def phone_view(self, device: Device) -> PhoneView:
        t = self.stage.t
        return PhoneView(t("join.title"), t("phones.seated", count=len(self.roster.chairs)), sits=True)

    @property
    def roster(self) -> Roster:
        return self.table.roster

    @property
    def pressable(self) -> Sequence[Prompt]:
        return self.prompts()

    def _changed(self, came: Sequence[Chair]) -> None:
        """Update the page after a change of the chairs. `came` are the chairs that have just been taken."""
        self._rising.update(dict.fromkeys((chair.identity for chair in came), 0.0))
        for chair in came:
            self.stage.say(self.services.people.chair_name(chair), urgent=True)
        self.resized()

    def chair_text(self, index: int) -> str:
        """Return what speech reads for a chair."""
        chair = self.roster.chair_at(index)
        return self._free_text(index) if chair is None else self.services.people.chair_name(chair)

    def _free_text(self, index: int) -> str:
        """Return what speech reads for a free chair: its position, with a number if several chairs share it."""
        chairs = self.places.all("chair")
        table = chairs[0].unionall(chairs)
        names = [place_name(self.stage, chair, table) for chair in chairs]
        alike = [other for other, name in enumerate(names) if name == names[index]]
        number = str(alike.index(index) + 1) if len(alike) > 1 else ""
        return self.stage.t("speech.free_chair", place=f"{names[index]} {number}".strip())

    def resized(self) -> None:
        self.table.follow()
        super().resized()

    def resume(self, result: object) -> Nav | None:
        self.table.follow()
        self.input.answered(result)
        self.resized()
        return None

    @property
    def takes_text(self) -> bool:
        return bool(self.table.namings)

    def signal(self, signal: Signal) -> Nav | None:
        self.table.follow()
        self.input.signal(signal)
        if signal.kind in (SignalKind.DEVICE_ADDED, SignalKind.DEVICE_REMOVED):
            self.resized()
        return None

    def intent(self, intent: Intent) -> Nav | None:
        self.table.follow()
        return self.input.intent(intent, self.bar.translate(intent) or intent)

    def play(self) -> Nav | None:
        """Go on to the game, and use the names being entered."""
        if not self.roster.people or not self.input.end_all():
            return None
        return Switch(ToSetup(self.game)) if self.game else Pop()

    def _cup(self) -> Nav | None:
        """Go on to the cup with the people who sit here."""
        return Switch(ToCup()) if self.input.end_all() else None

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self.table.follow()
        for identity in list(self._rising):
            self._rising[identity] += dt
            if self._rising[identity] >= RISE_SECONDS:
                del self._rising[identity]
        return self.input.tick(dt) or super().tick(dt)

    @property
    def is_animated(self) -> bool:
        takes_keys = self.table.typist() is not None
        return super().is_animated or bool(self._rising or self.input.leaving) or takes_keys

    def draw_page(self, canvas: Canvas) -> None:
        stage, cards, chairs = self.stage, self.places.all("chair"), self.roster.chairs
        draw_table(stage, canvas, self.places["table"])
        if len(chairs) < CHAIRS:
            for place in self.places.all("sentence"):
                draw_sentence(stage, canvas, place, stage.t("join.free"))
        mine = self.table.chair_of(stage.devices.current)
        style = names_style(self.services, cards, chairs)
        for index, card in enumerate(cards):
            chair = self.roster.chair_at(index)
            if chair is None:
                draw_saucer(stage, canvas, seat_places(stage.metrics, card)["saucer"], free=True)
                continue
            share = self._rising.get(chair.identity, RISE_SECONDS) / RISE_SECONDS
            if share < 1 and not stage.look.reduced_motion:
                card = card.move(0, round(stage.metrics.px(RISE) * (1 - share)))
            words = chair_words(self.stage, chair, chair.identity in self.input.leaving)
            lit = chair.identity in self.table.namings if self.table.namings else chair == mine
            draw_chair(self.services, canvas, card, chair, words, style, lit)
        for identity, panel in self.input.panels():
            naming, chair = self.table.namings[identity], self.roster.chair(identity)
            note = stage.t("join.taken") if identity in self.table.refused else ""
            if chair is not None:
                draw_naming(self.stage, canvas, panel, chair, naming, note, 1 - self.input.idle / TYPING_SECONDS)

    def prompts(self) -> list[Prompt]:
        device = self.stage.devices.current
        chair = self.table.chair_of(device)
        own = "" if chair is None else chair.identity
        naming = own if device.is_pad else self.input.pointed_at if device.family in POINTERS else self.table.typist()
        lit = self.focus.current
        t = self.stage.t
        if device.is_pad and not device.is_phone and chair is None and self.input.freed is not None:
            return [Prompt(Kind.CONFIRM, t("join.menu"), "primary"), Prompt(Kind.BACK, t("glyph.back"))]
        press = (
            self.start.label if lit is self.start else t("menu.open" if self.input.lit_chair is None else "join.name")
        )
        return prompts_for(self.stage, device, chair is not None, naming in self.table.namings, self.start.label, press)
