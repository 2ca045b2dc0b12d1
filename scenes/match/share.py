"""A result as a short text for other people."""

from __future__ import annotations

from datetime import date

from game.core.record import SeatConfig
from game.session.session import Session
from scenes.kit.scene import Nav, Push
from scenes.match import verdict
from scenes.services import Services
from scenes.table.contract.board import AnyBoard
from scenes.table.exercises.puzzle_days import day_of
from scenes.table.sharing.share_dialog import ShareDialog


def share(services: Services, session: Session, board: AnyBoard, how: str) -> Nav:
    """Go to the dialog with the text of a game that was played today, and with the whole game."""
    text = share_text(services, session, board, how, services.today)
    return Push(lambda: ShareDialog(services, text, session.record()))


def share_text(services: Services, session: Session, board: AnyBoard, how: str, today: date) -> str:
    """The game, when, who, who won and how (`ending_text`); for a game with puzzles how others get the same board."""
    t = services.stage.t
    parts = [t("app.title"), t(f"game.{session.spec.id}")]
    if day_of(session.record(), today) == today:
        parts.append(t("today.puzzle"))
    lines = [" · ".join([*parts, today.isoformat()])]
    if len(session.seats) > 1:
        players = (_player(services, seat) for seat in session.seats)
        lines.append(services.stage.list_of(players))
        lines.append(verdict.winners_text(services, session))
    lines.append(how)
    if board.look_back is not None and (code := board.look_back.told(session.state, session.steps).code):
        lines.append(code)
    return "\n".join(lines)


def _player(services: Services, seat: SeatConfig) -> str:
    name = services.people.told(seat)
    if seat.resigned:
        return name
    if seat.is_engine:
        return services.stage.t("share.engine", name=name)
    return services.stage.t("share.ai", name=name, level=seat.level) if seat.is_ai else name
