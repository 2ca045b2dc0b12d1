"""The door for phones on the screen: a code to scan, the address to type, and who has sat down."""

from __future__ import annotations

from collections.abc import Sequence

from game.phones.protocol import Door, Network
from game.roster import Chair, pad_number
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.heading import draw_heading
from scenes.kit.intents import FIRST_PHONE, Device, Intent, Kind
from scenes.kit.scene import Item, Nav, Pop, Push, Scene, Switch, Told
from scenes.kit.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.stops import prompt_stops
from scenes.phones.desk import PhoneDesk
from scenes.phones.door_art import door_places, draw_card, draw_code, draw_count, draw_note, draw_slip
from scenes.routes import ToSetup
from scenes.services import Services

LIT_SECONDS = 4.0  # for whoever has just sat down
LONELY_SECONDS = 60.0  # without any phone that fetches the page, until it is said why


class DoorScene(Scene):
    """Opens the door; leaving the screen leaves it open. Confirm goes on to the setup of `game`, or back."""

    is_lobby = True

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
        self.resized()

    def resized(self) -> None:
        self.places = door_places(self.stage.metrics)
        self.bar = GlyphBar(self.stage, self.places.bar)

    def _devices(self) -> set[str]:
        return {chair.device for chair in self.services.roster.people if chair.device}

    # What is said

    @property
    def spoken(self) -> str:
        door = self.desk.door
        return sentences(self.stage.t("phones.title"), self._trouble() if door is None else door.url)

    def told(self, device: Device) -> Told:
        t = self.stage.t
        count = len(self.services.roster.chairs)
        return Told(t("phones.sits"), t("phones.seated", count=count), sits=True)

    @property
    def pressable(self) -> Sequence[Prompt]:
        """What a phone may press: the door is not for phones to close."""
        return [prompt for prompt in self.bar.prompts if prompt.control in (Kind.CONFIRM, Kind.BACK)]

    def _prompts(self) -> list[Prompt]:
        t = self.stage.t
        onward = t("setup.start") if self.game else t("dialog.ok")
        owners = [
            Prompt(Kind.SECONDARY, t("phones.off"), "minor"),
            Prompt(Kind.HINT, t("phones.new_code"), "minor"),
        ]
        return [
            Prompt(Kind.CONFIRM, onward, "primary"),
            *([] if self.services.is_unattended else owners),
            *([Prompt(Kind.NEXT, t("phones.network"), "minor")] if self._others else []),
            Prompt(Kind.BACK, t("glyph.back")),
        ]

    def _words(self, chair: Chair) -> str:
        """What somebody plays by."""
        t = self.stage.t
        number = pad_number(chair.device)
        if chair.is_ai:
            return t("who.ai", level=chair.level, name=t(f"level.{chair.level}"))
        if chair.device in self._since:
            return t("phones.just_sat")
        if number in self.stage.devices.missing:
            return t("phones.asleep") if number >= FIRST_PHONE else t("join.press")
        if number:
            return t("phones.phone") if number >= FIRST_PHONE else self.stage.pad_name(number)
        return t("device.keyboard") if chair.device in ("", "keyboard") else t(f"join.{chair.device}")

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

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind is Kind.BACK:
            self.stage.audio.play("back")
            return Pop()
        if meant.kind in (Kind.CONFIRM, Kind.PAUSE):
            return Switch(ToSetup(self.game)) if self.game and self.services.roster.people else Pop()
        if intent.device.is_phone or self.services.is_unattended:
            return None  # the rest is for whoever owns the house
        if meant.kind is Kind.SECONDARY:
            self.desk.close()
            self.stage.audio.play("back")
            return Pop()
        if meant.kind is Kind.NEXT and self._others:
            return Push(lambda: NetworkDialog(self.stage, self._networks, self._address))
        if meant.kind is Kind.HINT:
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
        self._since = {device: age + dt for device, age in self._since.items() if age + dt < LIT_SECONDS}
        return None

    @property
    def lively(self) -> bool:
        return bool(self._since) or self.desk.phones.state == "opening"

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage, t, phones = self.stage, self.stage.t, self.desk.phones
        door: Door | None = self.desk.door
        canvas.blit(stage.table, (0, 0))
        draw_heading(stage, canvas, t("phones.eyebrow"), t("phones.title"))
        draw_code(stage, canvas, self.places.code, door, self._trouble())
        draw_slip(self.services, canvas, self.places.slip, door)
        chairs = self.services.roster.chairs
        draw_count(stage, canvas, self.places.cards, len(chairs))
        for i, card in enumerate(self.places.cards):
            chair = chairs[i] if i < len(chairs) else None
            lit = chair is not None and chair.device in self._since
            asleep = chair is not None and pad_number(chair.device) in stage.devices.missing
            draw_card(self.services, canvas, card, chair, self._words(chair) if chair else "", lit, asleep)
        lonely = self._age > LONELY_SECONDS and not phones.looked and phones.state == "open"
        first, second = ("phones.why", "phones.why.causes") if lonely else ("phones.wifi", "phones.guests")
        if self.desk.lost:
            first, second = "phones.lost.what", "phones.lost.choose" if self._others else "phones.lost.wait"
        warns = lonely or bool(self.desk.lost)
        draw_note(stage, canvas, self.places.note, t(first), t(second), warns)
        self.bar.set(self._prompts())
        self.bar.draw(canvas)


MOST_SHOWN = 10  # those that phones are likely to be in come first


class NetworkDialog(Dialog):
    """Pops with a Network, or None. It begins at the one that the door is open in."""

    closed_to_phones = True

    def __init__(self, stage: Stage, networks: Sequence[Network], present: str) -> None:
        """`present` is the address of the door."""
        shown = list(networks[:MOST_SHOWN])
        shown += [network for network in networks[MOST_SHOWN:] if network.address == present]
        answers = [Answer(label(network), network, primary=network.address == present) for network in shown]
        focus = next((index for index, network in enumerate(shown) if network.address == present), 0)
        title, body = stage.t("phones.network.title"), stage.t("phones.network.body")
        columns = 1 if len(answers) <= 4 else 2
        super().__init__(stage, title, body, answers, stacked=True, columns=columns, width=1100, focus=focus)


def label(network: Network) -> str:
    """A network as it is listed."""
    return f"{network.address}  {network.name}".strip()
