"""The screen about the phone server: a code to scan, the address to type, and who has joined.

If phones cannot join, or none has come for a minute, a picture says why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.core.device_id import FIRST_PHONE
from game.people.roster import Chair
from game.phones.messages import JoinCode, Network
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Device, Intent, Kind, Signal
from scenes.kit.layout import Align, Part, Shape, cell, column, grid, row, within
from scenes.kit.scene import Item, Nav, PhoneView, Pop, Push, Switch
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.page import PageFrame, PageScene
from scenes.kit.widgets.person import Tag, draw_owned_panel, draw_person
from scenes.kit.widgets.scanner import prompt_targets
from scenes.phones.phone_controllers import PhoneControllers
from scenes.routes import ToSetup
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of
from scenes.table.art.paper import paper
from scenes.table.sharing.code_dialog import draw_code as draw_modules

SEATS = 8
TEETH = 44
# Thickness of a link and size of the sign on a broken link, in design pixels.
LINK, BARRED = 10, 96
# Distance from the frame's edge to the background of the code.
FRAME = 18
MOST_GROWTH = 1.15
LEAST = 14
HEAD = Style(32, theme.PRINT_RED, bold=True)
ADDRESS = Style(60, theme.INK, bold=True)
WRONG = Style(44, theme.INK, bold=True)
SOFT = Style(36, theme.INK_SOFT)
EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
COUNT, OF = Style(44, theme.IVORY, bold=True), Style(32, theme.MUTED)
NAME = Style(40, theme.IVORY, bold=True)
DEVICE = Style(28, theme.MUTED)
WHY, CAUSES = Style(44, theme.IVORY, bold=True), Style(32, theme.MUTED)
UNKNOWN = Style(72, theme.WARN, bold=True)
NOTE, BELOW = Style(30, theme.IVORY), Style(26, theme.MUTED)


def draw_code(stage: Stage, canvas: Canvas, rect: pygame.Rect, join_code: JoinCode | None, words: str) -> None:
    """Draw the code on a cream background in a dark frame. Without a code, draw `words`."""
    stage.blit(canvas, stage.paint.panel("lacquer", rect.size, radius=14, rim=4), rect.topleft)
    inner = rect.inflate(-2 * stage.metrics.px(FRAME), -2 * stage.metrics.px(FRAME))
    stage.blit(canvas, stage.paint.face("enamel", inner.size, 6, 3), inner.topleft)
    if join_code is None:
        room = inner.inflate(-inner.width // 5, -inner.height // 2)
        stage.label(canvas, words, room, NOTE._replace(color=theme.INK), "centre", lines=6)
        return
    draw_modules(stage, canvas, inner, join_code.matrix)


def draw_failure(stage: Stage, canvas: Canvas, code: pygame.Rect, slip: pygame.Rect, words: str) -> None:
    """Draw a phone with a link to the network, a screen without one, and the reason below."""
    stage.blit(canvas, stage.paint.panel("lacquer", code.size, radius=14, rim=4), code.topleft)
    _draw_way(stage, canvas, code, (theme.GOOD, theme.WARN), barred=True)
    stage.blit(canvas, paper(stage, slip.size, TEETH), slip.topleft)
    at = within(stage.metrics, slip, column(cell("words"), pad=(44, 24, 44, 36)))
    stage.label(canvas, words, at["words"], WRONG, "centre", lines=0, grow=MOST_GROWTH, least=LEAST)


def draw_lonely(stage: Stage, canvas: Canvas, picture: pygame.Rect, note: pygame.Rect, first: str, second: str) -> None:
    """Draw a phone whose link to the network is uncertain. Texts below say why no phone may have come."""
    stage.blit(canvas, stage.paint.panel("lacquer", picture.size, radius=14), picture.topleft)
    _draw_way(stage, canvas, picture, (theme.WARN, theme.GOOD), barred=False)
    stage.note(canvas, note, first, WHY, second, CAUSES, MOST_GROWTH)


def _draw_way(stage: Stage, canvas: Canvas, place: pygame.Rect, colors: tuple[str, str], *, barred: bool) -> None:
    """Draw a phone, the network and the screen in a row, with a link between neighbours.

    If `barred`, the last link is broken. Otherwise the first link is uncertain.
    """
    width, height = place.width / stage.metrics.scale, place.height / stage.metrics.scale
    side = min(150.0, 0.6 * height, width / 7)
    signs = row(cell("sign", side), cell("link"), cell("sign", side), cell("link"), cell("sign", side), gap=20)
    at = within(stage.metrics, place, column(cell(), row(signs, size=side), cell(), gap=0, pad=(0.06 * width, 0)))
    for sign, icon in zip(at.all("sign"), ("device-phone", "waves", "picture"), strict=True):
        stage.show(canvas, f"icons/{icon}", sign, color=theme.IVORY)
    for link, color in zip(at.all("link"), colors, strict=True):
        line = stage.paint.line(link.width, color, 0.9 if color == theme.GOOD else 0.45, LINK)
        canvas.blit(line.surface, (link.left, link.centery - stage.metrics.px(LINK) // 2))
    middle, high = at.all("link")[int(barred)].center, stage.metrics.px(BARRED)
    sign = pygame.Rect(middle[0] - high // 2, middle[1] - high // 2, high, high)
    if barred:
        stage.show(canvas, "barred", sign)
    else:
        stage.centred(canvas, "?", sign, stage.limit_scale(UNKNOWN, 1.0))


def draw_slip(services: Services, canvas: Canvas, rect: pygame.Rect, join_code: JoinCode | None) -> None:
    """Draw the address to type."""
    stage, px = services.stage, services.stage.metrics.px
    stage.blit(canvas, paper(services.stage, rect.size, TEETH), rect.topleft)
    parts = cell("type", 44), cell(size=6), cell("rule", 8), cell("host"), cell("path")
    at = within(stage.metrics, rect, column(*parts, gap=0, pad=(44, 24, 44, 12)))
    rule, left = at["rule"], at["rule"].left
    stage.label(canvas, stage.t("phones.type"), at["type"], HEAD, grow=MOST_GROWTH, least=LEAST)
    for y in (0, 6):
        canvas.blit(stage.paint.line(rule.width, theme.PRINT_RED, 0.9, 2).surface, (left, rule.top + px(y)))
    if join_code is None:
        return
    host = join_code.url.split("//", 1)[-1].split("/", 1)[0]
    longest = max(f"{host}000000", f"/{join_code.code}00", key=len)
    usual = ADDRESS if rect.height >= px(260) else ADDRESS._replace(size=48)
    address = stage.shrink_to_width(longest, stage.limit_scale(usual, 1.0), rule.width, LEAST)
    first, second = (at[name].centery + round(stage.drop(address)) for name in ("host", "path"))
    begun = stage.text(canvas, "http://", (left, first), stage.limit_scale(SOFT, 1.0))
    stage.text(canvas, host, (begun.right + px(4), first), address)
    path = stage.text(canvas, "/", (left, second), address._replace(color=theme.INK_SOFT, bold=False))
    stage.text(canvas, join_code.code, (path.right + px(2), second), address._replace(spacing=4))


def draw_count(stage: Stage, canvas: Canvas, place: pygame.Rect, taken: int) -> None:
    """Draw how many people sit at the table."""
    eyebrow, of, count = (stage.limit_scale(style, MOST_GROWTH) for style in (EYEBROW, OF, COUNT))
    baseline = place.centery + round(stage.drop(of))
    stage.text(canvas, stage.t("phones.at_table").upper(), (place.left, baseline), eyebrow)
    end = stage.text(canvas, stage.t("phones.of", most=SEATS), (place.right, baseline), of, "right")
    stage.text(canvas, str(taken), (end.left - stage.metrics.px(10), baseline), count, "right")


def draw_card(
    services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair | None, words: str, lit: bool, asleep: bool
) -> None:
    """Draw a place at the table with its person and device. `lit` is true for a moment after the person joined."""
    stage = services.stage
    if chair is None:
        outline = stage.paint.cached(("free place", card.size), lambda: _dashed(stage, card.size))
        stage.blit(canvas, outline, card.topleft)
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
    draw_face_beside(stage, canvas, at["who"], tag.radius, face_of(chair.seat()), alpha)
    style = DEVICE._replace(color=soft)
    stage.label(canvas, words, at["by"], style, "right", grow=MOST_GROWTH, least=LEAST, alpha=alpha)


def _dashed(stage: Stage, size: tuple[int, int]) -> Sprite:
    px = stage.paint.px
    edge = svg.dash_path(svg.outline(*size, px(18), px(1)), px(8), px(6))
    body = svg.box(0, 0, *size, px(18), fill="#000000", opacity=0.18)
    body += f'<path d="{edge}" fill="none" stroke="{theme.IVORY}" stroke-width="{px(2):.2f}" opacity=".3"/>'
    return Sprite(svg.render(body, *size))


def draw_note(stage: Stage, canvas: Canvas, rect: pygame.Rect, first: str, second: str, warns: bool) -> None:
    """Draw a note of two texts. With `warns`, its icon has the colour of a warning."""
    at = within(stage.metrics, rect, row(cell("icon", 44), cell("words"), gap=28))
    stage.show(canvas, "icons/waves", at["icon"], color=theme.WARN if warns else theme.EYEBROW)
    stage.note(canvas, at["words"], first, NOTE, second, BELOW, MOST_GROWTH)


# Seconds for which a card is lit after its person joined.
LIT_SECONDS = 4.0
# Seconds without any request from a phone before the possible reasons are shown.
LONELY_SECONDS = 60.0


class PhonesScene(PageScene):
    """Starts the phone server, which stays open when this screen closes.

    Confirm leads to the setup of `game` if a game is given and people are at the table, otherwise back.
    """

    is_lobby = True
    eyebrow, title, top = "phones.eyebrow", "phones.title", 62
    # In an upright window, the bar has two rows of buttons.
    tall = PageFrame(54, 10, 324, 30)

    def __init__(self, services: Services, controllers: PhoneControllers, game: str = "") -> None:
        super().__init__(services.stage)
        self.services = services
        self.controllers = controllers
        self.game = game
        self.age = 0.0
        # By device: seconds since its person joined.
        self._since: dict[str, float] = {}
        self._roster = services.people.roster
        self._known = self._devices()
        self._shows_why = False

    def enter(self) -> None:
        self.controllers.open()
        self.title = "phones.failed" if self._has_failed else "phones.title"
        self.resized()

    def parts(self, shape: Shape) -> Part:
        """Lay out the `code`, the `slip`, the `note`, the `count` of people and a `card` for each place at the table.

        If phones cannot join, a picture replaces the code, and there are no cards. If no phone has come for a minute
        and the table is empty, a picture of the `way` replaces the cards.
        """
        if self._has_failed:
            return _failure(shape)
        is_wide = shape is Shape.WIDE
        self._shows_why = False
        side = 684 if is_wide else 640 if shape is Shape.TALL else 560
        if self._is_lonely:
            self._shows_why = True
            return _lonely(shape, side)
        code, count = cell("code", side, across=side, align=Align.MIDDLE), cell("count", 48)
        cards = grid("card", SEATS, 1 if shape is Shape.CLASSIC else 2, gap=16, row_gap=10)
        if shape is Shape.TALL:
            # The design pixels that the heading takes.
            below = 130
            return column(code, cell("slip", 228), count, cards, cell("note", 128), gap=10, pad=(0, below, 0, 0))
        note = cell("note", 108 if is_wide else None)
        left = column(cell(size=150), code, None if is_wide else note, size=side, gap=16)
        right = column(cell("slip", 280), count, cards, note if is_wide else None, gap=16)
        return row(left, right, gap=64)

    def _devices(self) -> set[str]:
        return {chair.device for chair in self.services.people.roster.people if chair.device}

    # Texts

    @property
    def spoken(self) -> str:
        join_code = self.controllers.join_code
        return sentences(self.stage.t(self.title), self._trouble() if join_code is None else join_code.url)

    def phone_view(self, device: Device) -> PhoneView:
        t = self.stage.t
        count = len(self.services.people.roster.chairs)
        return PhoneView(t("phones.sits"), t("phones.seated", count=count), sits=True)

    @property
    def pressable(self) -> Sequence[Prompt]:
        """The prompts for a phone. A phone cannot stop the phone server."""
        return [prompt for prompt in self.bar.prompts if prompt.control in (Kind.CONFIRM, Kind.BACK)]

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        onward = t("setup.start") if self.game else t("dialog.ok")
        off = Prompt(Kind.SECONDARY, t("phones.off"), "minor")
        owners = [off, Prompt(Kind.HINT, t("phones.new_code"), "minor")]
        if self._has_failed and not self.services.is_unattended:
            return [Prompt(Kind.HINT, t("phones.again"), "primary"), Prompt(Kind.CONFIRM, onward), off]
        return [
            Prompt(Kind.CONFIRM, onward, "primary"),
            *([] if self.services.is_unattended else owners),
            *([Prompt(Kind.NEXT, t("phones.network"), "minor")] if self._has_other_networks else []),
        ]

    def _words(self, chair: Chair) -> str:
        """Return what a card says about a person's device, or the level of an AI."""
        t = self.stage.t
        number = chair.device.slot
        if chair.is_ai:
            return t("who.level", level=chair.level)
        if chair.device in self._since:
            return t("phones.just_sat")
        if number in self.stage.devices.identity.missing:
            return t("phones.asleep") if number >= FIRST_PHONE else t("join.press")
        if number:
            return t("phones.phone") if number >= FIRST_PHONE else self.stage.pad_name(number)
        return t("device.keyboard") if chair.device in ("", "keyboard") else t(f"join.{chair.device}")

    @property
    def _has_failed(self) -> bool:
        """Whether the phone server has failed and will not recover by itself."""
        return self.controllers.phones.state == "failed" and not self.controllers.lost

    @property
    def _is_lonely(self) -> bool:
        """Whether the table is empty and no phone has come for a minute. The screen then shows possible reasons."""
        phones = self.controllers.phones
        is_long = self.age > LONELY_SECONDS and not phones.looked and phones.state == "open"
        return is_long and not self.controllers.lost and not self.services.people.roster.chairs

    def _trouble(self) -> str:
        """Return the text shown in place of the code."""
        trouble = self.controllers.phones.trouble
        t = self.stage.t
        if self.controllers.lost:
            return t("phones.lost", address=self.controllers.lost)
        if self.controllers.phones.state == "failed" and trouble is not None:
            return t(f"phones.trouble.{trouble.about}")
        return t("phones.opening")

    # Presses and time

    def scan(self) -> Sequence[Item]:
        return prompt_targets(self, self.bar, ())

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind in (Kind.CONFIRM, Kind.PAUSE):
            return Switch(ToSetup(self.game)) if self.game and self.services.people.roster.people else Pop()
        if intent.device.is_phone or self.services.is_unattended:
            # Only the owner may do the rest.
            return None
        if intent.kind is Kind.SECONDARY:
            self.controllers.close()
            return self.back()
        if intent.kind is Kind.NEXT and self._has_other_networks:
            return Push(lambda: NetworkDialog(self.stage, self._networks, self._address))
        if intent.kind is Kind.HINT:
            if self._has_failed:
                self.controllers.open()
            else:
                self.controllers.phones.renew()
            self.stage.audio.play("pawn")
        return None

    @property
    def _networks(self) -> Sequence[Network]:
        """The networks to choose from; none for visitors."""
        join_code = self.controllers.phones.join_code
        return () if join_code is None or self.services.is_unattended else join_code.networks

    @property
    def _has_other_networks(self) -> bool:
        """Whether there is a network other than the phone server's."""
        return any(network.address != self._address for network in self._networks)

    @property
    def _address(self) -> str:
        join_code = self.controllers.phones.join_code
        return "" if join_code is None else join_code.address

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Network) and result.address != self._address:
            self.controllers.choose(result)
        return None

    def signal(self, signal: Signal) -> Nav | None:
        self._roster = self.services.people.roster
        now = self._devices()
        self._since.update(dict.fromkeys(now - self._known, 0.0))
        self._known = now
        return None

    def tick(self, dt: float) -> Nav | None:
        self.age += dt
        self._roster = self.services.people.roster
        title = "phones.failed" if self._has_failed else "phones.title"
        if title != self.title or self._is_lonely != self._shows_why:
            self.title = title
            self.resized()
        self._since = {device: age + dt for device, age in self._since.items() if age + dt < LIT_SECONDS}
        return None

    @property
    def is_animated(self) -> bool:
        return bool(self._since) or self.controllers.phones.state == "opening"

    # Drawing

    def draw_page(self, canvas: Canvas) -> None:
        stage, t, phones, join_code = self.stage, self.stage.t, self.controllers.phones, self.controllers.join_code
        if self._has_failed:
            draw_failure(self.stage, canvas, self.places["code"], self.places["slip"], self._trouble())
        else:
            draw_code(stage, canvas, self.places["code"], join_code, self._trouble())
            draw_slip(self.services, canvas, self.places["slip"], join_code)
        chairs = self._roster.chairs
        for place in self.places.all("count"):
            draw_count(stage, canvas, place, len(chairs))
        for i, card in enumerate(self.places.all("card")):
            chair = chairs[i] if i < len(chairs) else None
            lit = chair is not None and chair.device in self._since
            asleep = chair is not None and chair.device.slot in stage.devices.identity.missing
            draw_card(self.services, canvas, card, chair, self._words(chair) if chair else "", lit, asleep)
        lonely = self.age > LONELY_SECONDS and not phones.looked and phones.state == "open"
        first, second = ("phones.why", "phones.why.causes") if lonely else ("phones.wifi", "phones.guests")
        if self.controllers.lost:
            first, second = "phones.lost.what", "phones.lost.choose" if self._has_other_networks else "phones.lost.wait"
        if self._shows_why:
            draw_lonely(stage, canvas, self.places["way"], self.places["note"], t(first), t(second))
            return
        warns = lonely or bool(self.controllers.lost)
        draw_note(stage, canvas, self.places["note"], t(first), t(second), warns)


def _failure(shape: Shape) -> Part:
    """Lay out the picture, the reason and the `note` in the middle of the page."""
    parts = cell("code", 290), cell("slip", 184), cell("note", 100)
    whole = column(cell(size=116), cell(), *parts, cell(share=1.4), gap=24)
    return whole if shape is Shape.TALL else row(cell(), column(whole, size=1180), cell(), gap=0)


def _lonely(shape: Shape, side: float) -> Part:
    """Lay out the code and the address. In place of the cards there is the picture of the `way` with its `note`."""
    code = cell("code", side, across=side, align=Align.MIDDLE)
    if shape is Shape.TALL:
        parts = code, cell("slip", 228), cell("way", 200), cell("note")
        return column(*parts, gap=16, pad=(0, 130, 0, 0))
    left = column(cell(size=150), code, size=side, gap=16)
    return row(left, column(cell("slip", 280), cell("way", 210), cell("note"), gap=24), gap=64)


# How the names of wired interfaces begin on Linux.
CABLES = ("eth", "eno", "enp", "ens", "enx")
KINDS = {"wl": "wifi", **dict.fromkeys(CABLES, "cable")}
# The most networks offered; the likeliest come first.
MOST_SHOWN = 10
# The most networks in one column. Each has a line of its own, all of one size.
MOST_IN_A_COLUMN = 6


class NetworkDialog(Dialog):
    """Asks which network phones should use. The current one has the focus.

    Pops with a Network, or with None.
    """

    closed_to_phones = True

    def __init__(self, stage: Stage, networks: Sequence[Network], present: str) -> None:
        """`present` is the phone server's address."""
        shown = list(networks[:MOST_SHOWN])
        shown += [network for network in networks[MOST_SHOWN:] if network.address == present]
        answers = [
            DialogAnswer(label(stage.t, network), network, primary=network.address == present) for network in shown
        ]
        focus = next((index for index, network in enumerate(shown) if network.address == present), 0)
        title, body = stage.t("phones.network.title"), stage.t("phones.network.body")
        columns = 1 if len(answers) <= MOST_IN_A_COLUMN else 2
        super().__init__(stage, title, body, answers, stacked=True, columns=columns, width=1100, focus=focus)


def label(t: Callable[..., str], network: Network) -> str:
    """Return the kind or the name of a network, with its address."""
    kind = next((kind for start, kind in KINDS.items() if network.name.startswith(start)), "")
    name = t(f"phones.network.{kind}") if kind else network.name
    return t("phones.network.label", name=name, address=network.address) if name else network.address
