"""Profiles: which names are one, and what may be done with them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.match_setup import clean_name
from game.storage.profiles import LAST_ID, MOST, Profile, ProfileError, Profiles, RemovedProfile, name_key

FOLDING = "".join(
    char
    for char in map(chr, range(0x3000))
    if unicodedata.decomposition(char) or unicodedata.combining(char) or char.casefold() != char
)


class Book:
    """Profiles with what was written of them."""

    def __init__(self, *entries):
        self.written = []
        self.profiles = Profiles({entry.id: entry for entry in entries}, self.keep)

    def keep(self, entries):
        self.written.append(tuple(entries))
        return True


@pytest.fixture
def book():
    return Book()


@pytest.fixture
def profiles(book):
    return book.profiles


class TestOneName:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Aoi", "aOI"),
            ("Aoi", "ＡＯＩ"),
            ("アオイ", "ｱｵｲ"),
            ("ガク", "カ\u3099ク"),
            ("ガク", "ｶﾞｸ"),
            ("Strauß", "STRAUSS"),
            ("Zoë", "ZOE\u0308"),
            ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
            ("ﬁn", "FIN"),
            ("Åsa", "\u212bsa"),  # the sign of the unit
            ("ᾏ\u0343", "ἇι\u0313"),
        ],
    )
    def test_equal(self, one, other):
        assert one != other and name_key(one) == name_key(other)

    @pytest.mark.parametrize(
        ("one", "other"), [("Aoi", "Aoi2"), ("アオイ", "あおい"), ("ガク", "カク"), ("Zoë", "Zoe"), ("Ren", "R en")]
    )
    def test_different(self, one, other):
        assert name_key(one) != name_key(other)

    @given(st.one_of(st.text(max_size=6), st.text(FOLDING, max_size=6)))
    def test_a_key_is_its_own_and_that_of_every_form(self, name):
        key = name_key(name)
        assert unicodedata.normalize("NFKC", key).casefold() == key
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            assert name_key(unicodedata.normalize(form, name)) == key

    def test_some_keys_need_more_than_one_folding(self):
        once = unicodedata.normalize("NFKC", "ᾏ\u0343").casefold()
        assert name_key(once) == name_key("ᾏ\u0343") != once

    @given(st.text(max_size=30))
    def test_a_clean_name_stays_as_it_is(self, text):
        assert clean_name(clean_name(text)) == clean_name(text)


class TestTaking:
    @pytest.mark.parametrize("name", ["", "  ", "@", "\x00\u200d", " @@ "])
    def test_a_name_that_cannot_be_seen_is_refused(self, book, name):
        with pytest.raises(ProfileError, match=r"^a name needs a character that can be shown$"):
            book.profiles.take(name)
        book.profiles.take("Aoi")
        with pytest.raises(ProfileError, match=r"^a name needs a character that can be shown$"):
            book.profiles.rename(1, name)
        assert len(book.written) == 1

    def test_one_name_more_than_there_may_be_is_refused(self):
        book = Book(*(Profile(id, f"name {id}", used=id) for id in range(1, MOST)))
        book.profiles.take("the last")
        with pytest.raises(ProfileError, match=r"^there are 500 names already; delete or merge one for a new one$"):
            book.profiles.take("one more")
        assert book.profiles.take("NAME 7").id == 7 and len(book.profiles.all()) == MOST == 500
        book.profiles.delete(8)
        assert book.profiles.take("one more").id == MOST + 1

    def test_no_number_is_left(self):
        book = Book(RemovedProfile(2_147_483_646))
        assert book.profiles.take("Aoi").id == LAST_ID == 2_147_483_647
        with pytest.raises(ProfileError, match=r"^no number is left for a new profile$"):
            book.profiles.take("Ren")


class TestMerging:
    def test_ids_that_lead_in_a_circle_lead_nowhere(self):
        profiles = Book(RemovedProfile(1, 2), RemovedProfile(2, 1), RemovedProfile(3, 3), RemovedProfile(4, 9)).profiles
        assert [profiles.by_id(id) for id in range(1, 5)] == [None] * 4
