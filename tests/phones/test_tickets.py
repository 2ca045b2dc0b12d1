"""Codes and secrets, without any network; seats, numbers and slow tries are told by the hub's stories."""

from typing import Any

import pytest

from game.phones import tickets
from game.phones.messages import Ticket
from game.phones.tickets import ALL_TRIES, ALPHABET, Tickets, digest, new_code, tidy

pytestmark = pytest.mark.quick


def joined(known: Tickets, address: str = "a", now: float = 0.0, watching: bool = False) -> Any:
    """A ticket and its secret for one who has the code."""
    return join(known, known.code, address, now, watching)


def join(known: Tickets, code: str, address: str, now: float, watching: bool = False) -> Any:
    """As the hub lets somebody in, where no other device is there."""
    refusal = known.refusal(code, address, now)
    return refusal or (known.give(watching) if known.has_room(watching) else "full")


def test_codes_have_forty_bits_and_no_letters_that_look_alike():
    assert len(set(ALPHABET)) == 32 and not set(ALPHABET) & set("01IO")
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert set("".join(codes)) == {*ALPHABET, "-"}
    assert all(tidy(code.lower()) == code for code in codes)


@pytest.mark.parametrize(
    "typed", ["k7q42mvd", " K7Q4 - 2MVD.", "K7Q4–2MVD", "「K7Q4-2MVD」", "Ｋ７Ｑ４ー２ＭＶＤ", "Ｋ７Ｑ４－２ｍｖｄ"]
)
def test_a_code_is_known_however_it_is_typed(typed: str) -> None:
    assert tidy(typed) == "K7Q4-2MVD"


def test_a_secret_has_128_bits_and_only_its_hash_is_kept():
    known = Tickets()
    secrets = [joined(known)[1] for _ in range(8)]
    assert len(set(secrets)) == 8
    assert all(len(secret) == 22 for secret in secrets)  # of six bits each
    assert [ticket.hash for ticket in known.all] == [digest(secret) for secret in secrets]
    assert [known.returning(secret).phone for secret in secrets] == list(range(1, 9))
    assert known.returning("") is None and known.returning(known.all[0].hash) is None


def test_secrets_and_codes_are_compared_in_constant_time(monkeypatch):
    compared = []
    monkeypatch.setattr(tickets, "compare_digest", lambda a, b: compared.append((a, b)) or a == b)
    known = Tickets()
    first, *_ = [joined(known)[1] for _ in range(3)]
    for secret in (first, "none of them"):
        del compared[:]
        known.returning(secret)
        assert len(compared) == 3  # all of them, whichever fits
    join(known, "AAAA-AAAA", "a", 0.0)
    assert len(compared) == 4


def test_a_thousand_wrong_tries_change_the_code():
    known = Tickets()
    code = known.code
    for count in range(ALL_TRIES - 1):
        join(known, "AAAA-AAAA", f"10.0.{count // 200}.{count % 200}", 0.0)
    assert known.code == code
    assert join(known, "AAAA-AAAA", "c", 0.0) == "wrong"
    assert known.code != code
    assert join(known, code, "d", 0.0) == "wrong"


def test_too_many_tickets_are_refused():
    with pytest.raises(ValueError, match="places"):
        Tickets(tickets=[Ticket(number, "0" * 64) for number in range(1, 10)])


def test_who_does_not_watch_is_given_no_other_seat():
    known = Tickets()
    watcher, _ = joined(known, watching=True)
    assert known.sit(watcher.phone) == Ticket(watcher.phone, watcher.hash)
    assert known.sit(watcher.phone) is None and known.sit(99) is None
