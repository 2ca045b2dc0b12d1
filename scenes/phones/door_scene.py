"""The door for phones on the screen: a code to scan, the address to type, and who has sat down."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.core.device_id import FIRST_PHONE
from game.phones.messages import Door, Network
from game.roster import Chair
from scenes.kit import svg, theme
from scenes.kit.boxes import Align, Part, cell, column, grid, row, within
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import Device, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.page import Frame, PageScene
from scenes.kit.paint import Sprite
from scenes.kit.person import Tag, draw_owned_panel, draw_person
from scenes.kit.scene import Item, Nav, Pop, Push, Switch, Told
from scenes.kit.signals import Signal
from scenes.kit.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.stops import prompt_stops
from scenes.phones.desk import PhoneDesk
from scenes.routes import ToSetup
from scenes.services import Services
from scenes.table.code import draw_code as draw_modules
from scenes.table.paper import paper

LIT_SECONDS = 4.0  # for whoever has just sat down
LONELY_SECONDS = 60.0  # without any phone that fetches the page, until it is said why


class DoorScene(PageScene):
    """Opens the door; leaving the screen leaves it open. Confirm goes on to the setup of `game`, or back."""

    is_lobby = True
    eyebrow, title, top = "phones.eyebrow", "phones.title", 62
    tall = Frame(54, 10, 324, 30)  # whose bar has two rows of buttons

    def __init__(self, services: Services, desk: PhoneDesk, game: str = "") -> None:
        super().__init__(services.stage)
        self.services = services
        self.desk = desk
        self.game = game
        self._age = 0.0
        self._since: dict[str, float] = {}  # by device: seconds since somebody sat down by it
        self._known = self._devices()

    def enter(self) -> None:
        self.desk.open()
        self.title = "phones.failed" if self._failed else "phones.title"
        self.resized()

    def parts(self, shape: Shape) -> Part:
        """The `code`, the `slip`, the `note`, the `count` of people and a `card` for each of them.

        Where no phone can join, the place of the code has a picture of that, and nobody's card is shown.
        """
        if self._failed:
            return _failure(shape)
        is_wide = shape is Shape.WIDE
        side = 684 if is_wide else 640 if shape is Shape.TALL else 560
        code, count = cell("code", side, across=side, align=Align.MIDDLE), cell("count", 48)
        cards = grid("card", SEATS, 1 if shape is Shape.CLASSIC else 2, gap=16, row_gap=10)
        if shape is Shape.TALL:
            below = 130  # the heading
            return column(code, cell("slip", 228), count, cards, cell("note", 128), gap=10, pad=(0, below, 0, 0))
        note = cell("note", 108 if is_wide else None)
        left = column(cell(size=150), code, None if is_wide else note, size=side, gap=16)
        right = column(cell("slip", 280), count, cards, note if is_wide else None, gap=16)
        return row(left, right, gap=64)

    def _devices(self) -> set[str]:
        return {chair.device for chair in self.services.people.roster.people if chair.device}

    # What is said

    @property
    def spoken(self) -> str:
        door = self.desk.door
        return sentences(self.stage.t(self.title), self._trouble() if door is None else door.url)

    def told(self, device: Device) -> Told:
        t = self.stage.t
        count = len(self.services.people.roster.chairs)
        return Told(t("phones.sits"), t("phones.seated", count=count), sits=True)

    @property
    def pressable(self) -> Sequence[Prompt]:
        """What a phone may press: the door is not for phones to close."""
        return [prompt for prompt in self.bar.prompts if prompt.control in (Kind.CONFIRM, Kind.BACK)]

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        onward = t("setup.start") if self.game else t("dialog.ok")
        off = Prompt(Kind.SECONDARY, t("phones.off"), "minor")
        owners = [off, Prompt(Kind.HINT, t("phones.new_code"), "minor")]
        if self._failed and not self.services.is_unattended:
            return [Prompt(Kind.HINT, t("phones.again"), "primary"), Prompt(Kind.CONFIRM, onward), off]
        return [
            Prompt(Kind.CONFIRM, onward, "primary"),
            *([] if self.services.is_unattended else owners),
            *([Prompt(Kind.NEXT, t("phones.network"), "minor")] if self._others else []),
        ]

    def _words(self, chair: Chair) -> str:
        """What somebody plays by."""
        t = self.stage.t
        number = chair.device.slot
        if chair.is_ai:
            return t("who.ai", level=chair.level, name=t(f"level.{chair.level}"))
        if chair.device in self._since:
            return t("phones.just_sat")
        if number in self.stage.devices.identity.missing:
            return t("phones.asleep") if number >= FIRST_PHONE else t("join.press")
        if number:
            return t("phones.phone") if number >= FIRST_PHONE else self.stage.pad_name(number)
        return t("device.keyboard") if chair.device in ("", "keyboard") else t(f"join.{chair.device}")

    @property
    def _failed(self) -> bool:
        """Whether there is no door, and will be none unless something is done about it."""
        return self.desk.phones.state == "failed" and not self.desk.lost

    def _trouble(self) -> str:
        """What there is to say while there is no code."""
        trouble = self.desk.phones.trouble
        t = self.stage.t
        if self.desk.lost:
            return t("phones.lost", address=self.desk.lost)
        if self.desk.phones.state == "failed" and trouble is not None:
            return t(f"phones.trouble.{trouble.about}")
        return t("phones.opening")

    # Presses and time

    def scan(self) -> Sequence[Item]:
        return prompt_stops(self, self.bar, ())

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind in (Kind.CONFIRM, Kind.PAUSE):
            return Switch(ToSetup(self.game)) if self.game and self.services.people.roster.people else Pop()
        if intent.device.is_phone or self.services.is_unattended:
            return None  # the rest is for whoever owns the house
        if intent.kind is Kind.SECONDARY:
            self.desk.close()
            return self.back()
        if intent.kind is Kind.NEXT and self._others:
            return Push(lambda: NetworkDialog(self.stage, self._networks, self._address))
        if intent.kind is Kind.HINT:
            if self._failed:
                self.desk.open()
            else:
                self.desk.phones.renew()
            self.stage.audio.play("pawn")
        return None

    @property
    def _networks(self) -> Sequence[Network]:
        """Those that can be chosen among: none by visitors."""
        door = self.desk.phones.door
        return () if door is None or self.services.is_unattended else door.networks

    @property
    def _others(self) -> bool:
        """Whether there is another network than the door's."""
        return any(network.address != self._address for network in self._networks)

    @property
    def _address(self) -> str:
        door = self.desk.phones.door
        return "" if door is None else door.address

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Network) and result.address != self._address:
            self.desk.choose(result)
        return None

    def signal(self, signal: Signal) -> Nav | None:
        now = self._devices()
        self._since.update(dict.fromkeys(now - self._known, 0.0))
        self._known = now
        return None

    def tick(self, dt: float) -> Nav | None:
        self._age += dt
        if (title := "phones.failed" if self._failed else "phones.title") != self.title:
            self.title = title
            self.resized()
        self._since = {device: age + dt for device, age in self._since.items() if age + dt < LIT_SECONDS}
        return None

    @property
    def lively(self) -> bool:
        return bool(self._since) or self.desk.phones.state == "opening"

    # Drawing

    def draw_page(self, canvas: Canvas) -> None:
        stage, t, phones, door = self.stage, self.stage.t, self.desk.phones, self.desk.door
        if self._failed:
            draw_failure(self.services, canvas, self.places["code"], self.places["slip"], self._trouble())
        else:
            draw_code(stage, canvas, self.places["code"], door, self._trouble())
            draw_slip(self.services, canvas, self.places["slip"], door)
        chairs = self.services.people.roster.chairs
        for place in self.places.all("count"):
            draw_count(stage, canvas, place, len(chairs))
        for i, card in enumerate(self.places.all("card")):
            chair = chairs[i] if i < len(chairs) else None
            lit = chair is not None and chair.device in self._since
            asleep = chair is not None and chair.device.slot in stage.devices.identity.missing
            draw_card(self.services, canvas, card, chair, self._words(chair) if chair else "", lit, asleep)
        lonely = self._age > LONELY_SECONDS and not phones.looked and phones.state == "open"
        first, second = ("phones.why", "phones.why.causes") if lonely else ("phones.wifi", "phones.guests")
        if self.desk.lost:
            first, second = "phones.lost.what", "phones.lost.choose" if self._others else "phones.lost.wait"
        warns = lonely or bool(self.desk.lost)
        draw_note(stage, canvas, self.places["note"], t(first), t(second), warns)


def _failure(shape: Shape) -> Part:
    """The picture, what it says and the `note`, in the middle of the page."""
    parts = cell("code", 290), cell("slip", 184), cell("note", 100)
    whole = column(cell(size=116), cell(), *parts, cell(share=1.4), gap=24)
    return whole if shape is Shape.TALL else row(cell(), column(whole, size=1180), cell(), gap=0)


CABLES = ("eth", "eno", "enp", "ens", "enx")  # how the names of interfaces begin on Linux
KINDS = {"wl": "wifi", **dict.fromkeys(CABLES, "cable")}
MOST_SHOWN = 10  # those that phones are likely to be in come first


class NetworkDialog(Dialog):
    """Which of this machine's networks phones come by. It begins at the one that the door is open in.

    Pops with a Network, or None.
    """

    closed_to_phones = True

    def __init__(self, stage: Stage, networks: Sequence[Network], present: str) -> None:
        """`present` is the address of the door."""
        shown = list(networks[:MOST_SHOWN])
        shown += [network for network in networks[MOST_SHOWN:] if network.address == present]
        answers = [Answer(label(stage.t, network), network, primary=network.address == present) for network in shown]
        focus = next((index for index, network in enumerate(shown) if network.address == present), 0)
        title, body = stage.t("phones.network.title"), stage.t("phones.network.body")
        columns = 1 if len(answers) <= 4 else 2
        super().__init__(stage, title, body, answers, stacked=True, columns=columns, width=1100, focus=focus)


def label(t: Callable[..., str], network: Network) -> str:
    """A network as it is listed: what kind it is, where its name says so, else the name, and the address."""
    kind = next((kind for start, kind in KINDS.items() if network.name.startswith(start)), "")
    name = t(f"phones.network.{kind}") if kind else network.name
    return t("phones.network.label", name=name, address=network.address) if name else network.address


SEATS = 8
TEETH = 44
LINK, BARRED = 10, 96  # design pixels: how thick a link is, and the sign on one that is broken
FRAME = 18  # from the frame's edge to the cream
MOST_GROWTH = 1.15
LEAST = 14
HEAD = Style(32, theme.PRINT_RED, bold=True)
ADDRESS = Style(66, theme.INK, bold=True)
WRONG = Style(44, theme.INK, bold=True)
SOFT = Style(36, theme.INK_SOFT)
EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
COUNT, OF = Style(44, theme.IVORY, bold=True), Style(32, theme.MUTED)
NAME = Style(40, theme.IVORY, bold=True)
DEVICE = Style(28, theme.MUTED)
NOTE, BELOW = Style(30, theme.IVORY), Style(26, theme.MUTED)


def draw_code(stage: Stage, canvas: Canvas, rect: pygame.Rect, door: Door | None, words: str) -> None:
    """The code on cream in a dark frame; while there is none, what there is to say instead."""
    stage.put(canvas, stage.paint.panel("lacquer", rect.size, radius=14, rim=4), rect.topleft)
    inner = rect.inflate(-2 * stage.metrics.px(FRAME), -2 * stage.metrics.px(FRAME))
    stage.put(canvas, stage.paint.face("enamel", inner.size, 6, 3), inner.topleft)
    if door is None:
        room = inner.inflate(-inner.width // 5, -inner.height // 2)
        stage.label(canvas, words, room, NOTE._replace(color=theme.INK), "centre", lines=6)
        return
    draw_modules(stage, canvas, inner, door.matrix)


def draw_failure(services: Services, canvas: Canvas, code: pygame.Rect, slip: pygame.Rect, words: str) -> None:
    """A phone that reaches the network, and a screen that the network does not reach; below it why that is so."""
    stage, px = services.stage, services.stage.metrics.px
    stage.put(canvas, stage.paint.panel("lacquer", code.size, radius=14, rim=4), code.topleft)
    signs = row(cell("phone", 150), cell("whole"), cell("waves", 150), cell("broken"), cell("screen", 150), gap=20)
    at = within(stage.metrics, code, column(cell(), row(signs, size=150), cell(), gap=0, pad=(72, 0)))
    for name, icon in (("phone", "device-phone"), ("waves", "waves"), ("screen", "picture")):
        stage.show(canvas, f"icons/{icon}", at[name], color=theme.IVORY)
    for name, color in (("whole", theme.GOOD), ("broken", theme.WARN)):
        link, thick = at[name], px(LINK)
        line = stage.paint.line(link.width, color, 0.9 if name == "whole" else 0.45, LINK)
        canvas.blit(line.surface, (link.left, link.centery - thick // 2))
    middle, side = at["broken"].center, px(BARRED)
    stage.show(canvas, "barred", pygame.Rect(middle[0] - side // 2, middle[1] - side // 2, side, side))
    stage.put(canvas, paper(services, slip.size, TEETH), slip.topleft)
    at = within(stage.metrics, slip, column(cell("words"), pad=(44, 24, 44, 36)))
    stage.label(canvas, words, at["words"], WRONG, "centre", lines=0, grow=MOST_GROWTH, least=LEAST)


def draw_slip(services: Services, canvas: Canvas, rect: pygame.Rect, door: Door | None) -> None:
    """The address, to be typed."""
    stage, px = services.stage, services.stage.metrics.px
    stage.put(canvas, paper(services, rect.size, TEETH), rect.topleft)
    parts = cell("type", 44), cell(size=6), cell("rule", 8), cell("host"), cell("path")
    at = within(stage.metrics, rect, column(*parts, gap=0, pad=(44, 24, 44, 12)))
    rule, left = at["rule"], at["rule"].left
    stage.label(canvas, stage.t("phones.type"), at["type"], HEAD, grow=MOST_GROWTH, least=LEAST)
    for y in (0, 6):
        canvas.blit(stage.paint.line(rule.width, theme.PRINT_RED, 0.9, 2).surface, (left, rule.top + px(y)))
    if door is None:
        return
    host = door.url.split("//", 1)[-1].split("/", 1)[0]
    longest = max(f"{host}000000", f"/{door.code}00", key=len)
    usual = ADDRESS if rect.height >= px(260) else ADDRESS._replace(size=54)
    address = stage.shrunk(longest, stage.capped(usual, 1.0), rule.width, LEAST)
    first, second = (at[name].centery + round(stage.drop(address)) for name in ("host", "path"))
    begun = stage.text(canvas, "http://", (left, first), stage.capped(SOFT, 1.0))
    stage.text(canvas, host, (begun.right + px(4), first), address)
    path = stage.text(canvas, "/", (left, second), address._replace(color=theme.INK_SOFT, bold=False))
    stage.text(canvas, door.code, (path.right + px(2), second), address._replace(spacing=4))


def draw_count(stage: Stage, canvas: Canvas, place: pygame.Rect, taken: int) -> None:
    """How many sit at the table."""
    eyebrow, of, count = (stage.capped(style, MOST_GROWTH) for style in (EYEBROW, OF, COUNT))
    baseline = place.centery + round(stage.drop(of))
    stage.text(canvas, stage.t("phones.at_table").upper(), (place.left, baseline), eyebrow)
    end = stage.text(canvas, stage.t("phones.of", most=SEATS), (place.right, baseline), of, "right")
    stage.text(canvas, str(taken), (end.left - stage.metrics.px(10), baseline), count, "right")


def draw_card(
    services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair | None, words: str, lit: bool, asleep: bool
) -> None:
    """A place at the table: who sits there and by what; `lit` for whoever has just sat down."""
    stage = services.stage
    if chair is None:
        outline = stage.paint.once(("free place", card.size), lambda: _dashed(stage, card.size))
        stage.put(canvas, outline, card.topleft)
        stage.label(canvas, stage.t("phones.free"), card, DEVICE, "centre", grow=MOST_GROWTH)
        return
    draw_owned_panel(stage, canvas, card, chair.identity, lit=lit)
    at = within(stage.metrics, card, row(cell("who", share=63), cell("by", share=37), gap=8, pad=(32, 0, 24, 0)))
    ink, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
    alpha = 0.62 if asleep else 1.0
    radius = min(31.0, card.height / stage.metrics.scale * 0.37)
    tag = Tag(radius, NAME._replace(color=ink), gap=18, grow=MOST_GROWTH, least=LEAST)
    name = services.people.chair_name(chair)
    draw_person(stage, canvas, at["who"], tag, chair.identity, name, lit=lit, alpha=alpha)
    style = DEVICE._replace(color=soft)
    stage.label(canvas, words, at["by"], style, "right", grow=MOST_GROWTH, least=LEAST, alpha=alpha)


def _dashed(stage: Stage, size: tuple[int, int]) -> Sprite:
    px = stage.paint.px
    edge = svg.dashed(svg.outline(*size, px(18), px(1)), px(8), px(6))
    body = svg.box(0, 0, *size, px(18), fill="#000000", opacity=0.18)
    body += f'<path d="{edge}" fill="none" stroke="{theme.IVORY}" stroke-width="{px(2):.2f}" opacity=".3"/>'
    return Sprite(svg.render(body, *size))


def draw_note(stage: Stage, canvas: Canvas, rect: pygame.Rect, first: str, second: str, warns: bool) -> None:
    """What phones need, or, in the colour of warnings, why none has come."""
    at = within(stage.metrics, rect, row(cell("icon", 44), cell("words"), gap=28))
    stage.show(canvas, "icons/waves", at["icon"], color=theme.WARN if warns else theme.EYEBROW)
    stage.note(canvas, at["words"], first, NOTE, second, BELOW, MOST_GROWTH)
