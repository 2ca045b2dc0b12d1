"""How beans drop and how the stick turns into its axis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scenes.kit.timeline import Clip, Placement, ease_in_out, ease_out

BEAN_SECONDS = 0.16
STICK_SECONDS = 0.14
WATCHED_STICK_SECONDS = 0.36  # for an AI's stick: nobody laid it with their own hands, so it must be seen to turn
DROP = 1.0  # pitches above the board from which a bean drops
STICK_LIFT = 0.25


def stick_look(degrees: float) -> str:
    """The look of a stick turned by `degrees`."""
    return f"stick {degrees:g}"


def stick_angle(look: str) -> float:
    """The degrees in a stick's look."""
    return float(look.partition(" ")[2])


def drop_clip(
    bean: str, before: Mapping[str, Placement], after: Mapping[str, Placement], stick_seconds: float = STICK_SECONDS
) -> Clip:
    """The bean with the id `bean` drops, then the stick (if it is laid) is carried to it and turns."""
    end, stick = after[bean], after.get("stick")
    laid = stick is not None and stick != before.get("stick")
    start = before.get("stick")
    if laid and start is None and stick is not None:
        start = replace(stick, look=stick_look(stick_angle(stick.look) - 60), alpha=0.0)

    def sample(t: float) -> dict[str, Placement]:
        share = min(1.0, t / BEAN_SECONDS)
        placed = {bean: replace(end, lift=DROP * (1 - share * share), alpha=min(1.0, 0.3 + 2 * share))}
        if laid and start is not None and stick is not None and t > BEAN_SECONDS:
            placed["stick"] = _turning(start, stick, min(1.0, (t - BEAN_SECONDS) / stick_seconds))
        return placed

    cues = ((BEAN_SECONDS * 0.92, "stone"),)
    if not laid:
        return Clip(BEAN_SECONDS, sample, cues)
    whole = BEAN_SECONDS + stick_seconds
    return Clip(whole, sample, (*cues, (whole * 0.96, "stick")))


def _turning(start: Placement, end: Placement, share: float) -> Placement:
    """The stick on its way; it turns the shorter way round."""
    eased = ease_in_out(ease_out(share))
    begin, goal = stick_angle(start.look), stick_angle(end.look)
    turn = (goal - begin + 90) % 180 - 90
    return replace(
        end,
        look=stick_look(begin + turn * eased if share < 1 else goal),
        x=start.x + (end.x - start.x) * eased,
        y=start.y + (end.y - start.y) * eased,
        lift=STICK_LIFT * 4 * eased * (1 - eased),
        alpha=max(start.alpha, eased),
    )
