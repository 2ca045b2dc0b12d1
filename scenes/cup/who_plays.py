"""Handles people who come or go between two matches of a cup.

Some changes need no question. For others the people at the table decide.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.rules import GameError
from game.match_setup import AI_NAMES, NAMES
from game.people.cup import PEOPLE, Cup, Share
from game.people.roster import Chair
from scenes.kit.scene import Nav, Push
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.services import Services

# Width of a question's card, in design pixels.
WIDTH = 860


@dataclass(frozen=True, slots=True)
class SharesPoints:
    """The answer that says what share of a leaver's points the next player gets."""

    share: Share


@dataclass(frozen=True, slots=True)
class Follows:
    """The answer that says who plays on for an entrant: the newcomer with the colour `by`, or an AI if that is ""."""

    identity: str
    by: str


@dataclass(frozen=True, slots=True)
class IsBack:
    """The answer that says whether the person who sits in an entrant's colour is the one who had stood up."""

    identity: str
    is_same: bool


def settle(services: Services) -> Nav | None:
    """Update the cup for people who came or went since the last match.

    Returns a question if the table has to decide something first.
    """
    people = services.people
    while (cup := people.cup) is not None and cup.next is not None:
        after = _follow_one(services, cup)
        if not isinstance(after, Cup):
            return after
        if after == cup:
            return None
        people.keep_cup(after)
    return None


def answered(services: Services, answer: object) -> bool:
    """Apply an answer from the table. Returns False if `answer` was not the answer to one of these questions."""
    people, cup = services.people, services.people.cup
    if cup is None or not isinstance(answer, SharesPoints | Follows | IsBack):
        return False
    if isinstance(answer, SharesPoints):
        people.keep_cup(replace(cup, share=answer.share))
    elif isinstance(answer, IsBack):
        _welcome(services, cup, answer)
    elif answer.by:
        people.take_over(answer.identity, answer.by)
    else:
        people.keep_cup(cup.taken_over(answer.identity, _free_name(services, cup, is_ai=True), is_ai=True))
    return True


def _follow_one(services: Services, cup: Cup) -> Cup | Nav:
    """Return the cup after one more change, or a question. If nothing has changed, the same cup is returned."""
    roster = services.people.roster
    known = {entrant.identity for entrant in cup.entrants}
    came = [chair for chair in roster.chairs if chair.identity not in known]
    for entrant in cup.entrants:
        chair, is_ai = roster.chair(entrant.identity), cup.holder(entrant.identity).is_ai
        if entrant.identity in cup.gone and chair is not None and not chair.is_ai:
            return _seat_again(services, cup, chair)
        if is_ai and chair is not None and not chair.is_ai:
            return cup.taken_over(entrant.identity, chair.name, is_ai=False)
        if is_ai or (chair is not None and not chair.is_ai):
            continue
        if not cup.share and not entrant.is_ai:
            return _ask_share(services, cup, entrant.identity)
        people = [chair for chair in came if not chair.is_ai]
        if people:
            return _ask_who(services, cup, entrant.identity, people)
        return cup.taken_over(entrant.identity, _free_name(services, cup, is_ai=True), is_ai=True)
    for chair in came:
        if len(cup.entrants) < PEOPLE[1]:
            try:
                return cup.joined(chair.identity, chair.name, chair.is_ai)
            except GameError:
                # Once the last game has begun, newcomers only watch.
                break
    return cup


def _seat_again(services: Services, cup: Cup, chair: Chair) -> Cup | Nav:
    """Return the cup with the person in `chair`, whose colour belongs to an entrant who had stood up; or a question.

    A person with another name is somebody else. A person with the same default name may be somebody else.
    """
    if chair.name not in cup.had_there(chair.identity):
        if not cup.share:
            return _ask_share(services, cup, chair.identity)
    elif chair.name in NAMES:
        return _ask_back(services, chair)
    return cup.taken_over(chair.identity, chair.name, is_ai=False)


def _ask_back(services: Services, chair: Chair) -> Nav:
    """Ask whether a person without a name of their own is the one who had stood up."""
    t, name = services.stage.t, services.people.chair_name(chair)
    same, other = IsBack(chair.identity, True), IsBack(chair.identity, False)
    answers = [DialogAnswer(t("cup.back.same", name=name), same, primary=True), DialogAnswer(t("cup.back.new"), other)]
    title, body = t("cup.back.title", name=name), t("cup.back.body", name=name)
    return Push(lambda: Dialog(services.stage, title, body, answers, cancel=same, stacked=True, width=WIDTH))


def _welcome(services: Services, cup: Cup, answer: IsBack) -> None:
    """Let a person play on. If they are somebody else, give them another name, so that the cup knows they are new."""
    people, chair = services.people, services.people.roster.chair(answer.identity)
    if chair is None:
        return
    if answer.is_same:
        people.keep_cup(cup.taken_over(chair.identity, chair.name, is_ai=False))
        return
    name = _free_name(services, cup)
    if any(other.name == name for other in people.roster.chairs):
        name = f"{people.chair_name(chair)} 2"
    people.seat(people.roster.with_chair(replace(chair, name=name, profile=0)))


def _ask_share(services: Services, cup: Cup, identity: str) -> Nav:
    """Ask what happens to the points of people who leave. The answer holds for the rest of the cup."""
    t = services.stage.t
    name = services.people.shown(cup.holder(identity).name)
    half = DialogAnswer(t("cup.share.half"), SharesPoints("half"), primary=True)
    answers = [half, DialogAnswer(t("cup.share.none"), SharesPoints("none"))]
    body = t("cup.share.body")
    return Push(
        lambda: Dialog(
            services.stage,
            t("cup.gone", name=name),
            body,
            answers,
            cancel=SharesPoints("half"),
            stacked=True,
            width=WIDTH,
        )
    )


def _ask_who(services: Services, cup: Cup, identity: str, came: list[Chair]) -> Nav:
    """Ask which of the newcomers plays on for a person who has left."""
    t, people = services.stage.t, services.people
    name = people.shown(cup.holder(identity).name)
    answers = [DialogAnswer(people.chair_name(chair), Follows(identity, chair.identity)) for chair in came]
    nobody = Follows(identity, "")
    answers.append(DialogAnswer(t("cup.follow.ai"), nobody))
    answers[0] = answers[0]._replace(primary=True)
    title, body = t("cup.gone", name=name), t("cup.follow.body")
    return Push(lambda: Dialog(services.stage, title, body, answers, cancel=nobody, stacked=True, width=WIDTH))


def _free_name(services: Services, cup: Cup, is_ai: bool = False) -> str:
    """Return the first preset name that nobody in the cup has or had; if there is none, the first of all.

    The preset names are those of people, or of AIs if `is_ai`.
    """
    names = AI_NAMES[services.offers.level()] if is_ai else NAMES
    taken = {chair.name for chair in services.people.roster.chairs}
    taken |= {entrant.name for entrant in cup.entrants} | {change.name for change in cup.changes}
    return next((name for name in names if name not in taken), names[0])
