"""The result: who won and how, and what next."""

from __future__ import annotations

import pygame

from game.core.rules import Seat
from game.session import Session
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav, Push, Switch
from scenes.routes import ToMenu, ToRematch, ToReplay, ToSetup
from scenes.services import Services

TOKEN = 54
LAUREL = 190
READING_SECONDS = 0.9
HEAD = 196  # design pixels above the title, for laurel and token


class ResultScene(Dialog):
    """A: rematch, X: review, B: menu. `note` says how the game ended, "" for the house's own words."""

    def __init__(self, services: Services, session: Session, note: str = "") -> None:
        self.services = services
        self.note = note
        self.session = session
        t = services.stage.t
        outcome = session.outcome
        assert outcome is not None
        self.winners: tuple[Seat, ...] = outcome.winners
        title = t("result.draw")
        if outcome.winners:
            names = services.names([session.seats[seat] for seat in outcome.winners])
            title = t("result.wins", name=names, count=len(outcome.winners))
        answers = [
            Answer(t("result.menu"), "menu"),
            Answer(t("result.setup"), "setup"),
            Answer(t("result.review"), "review"),
            Answer(t("result.rematch"), "rematch", primary=True),
        ]
        super().__init__(services.stage, title, self._how(), answers, cancel="menu", width=1180, head=HEAD)

    def _how(self) -> str:
        t = self.services.stage.t
        session = self.session
        assert session.outcome is not None
        if session.outcome.reason == "resign":
            return t("result.by_resignation")
        if self.note:
            return self.note
        moves = sum(step.seat in self.winners and session.spec.counted(step.action) for step in session.steps)
        return t(f"result.{session.spec.id}.{session.outcome.reason}", count=moves)

    def answered(self, result: object) -> Nav | None:
        if result == "rematch":
            return Switch(ToRematch(self.session.record()))
        if result == "setup":
            return Switch(ToSetup(self.session.spec.id))
        if result == "review":
            return Push(ToReplay(self.session.record(), self.session.ply))
        return Switch(ToMenu())

    def intent(self, intent: Intent) -> Nav | None:
        if self.age < READING_SECONDS and intent.kind in (Kind.CONFIRM, Kind.BACK):
            return None  # whoever pressed on through the last moves shall still see who won
        if intent.kind is Kind.SECONDARY:
            return self.answered("review")
        return super().intent(intent)

    def draw_head(self, canvas: Canvas, rect: pygame.Rect, alpha: float) -> None:
        """The winner's token in a laurel; everybody's side by side where nobody won."""
        stage = self.stage
        side = stage.metrics.px(LAUREL)
        if self.winners:
            laurel = stage.assets.sprite("sprites/laurel.svg", (side, side))
            canvas.blit(laurel, (rect.centerx - side // 2, rect.centery - side // 2), alpha)
        shown = self.winners or tuple(range(len(self.session.seats)))
        pitch = stage.metrics.px(2 * TOKEN + 20)
        left = rect.centerx - pitch * (len(shown) - 1) // 2 - stage.metrics.px(TOKEN)
        for i, seat in enumerate(shown):
            token = self.services.identities.token(self.session.seats[seat].identity, TOKEN, lit=True)
            stage.put(canvas, token, (left + i * pitch, rect.centery - stage.metrics.px(TOKEN)), alpha)
