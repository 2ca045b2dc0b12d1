"""Puzzles with their proofs: what they are, the calendar of days, packs to practise from, and who judges a try.

`puzzle.py` is the value, `book.py` what a game has of them, `stored.py` the books that are kept as data,
`judging.py` answers a try. A game names its book in `Study.puzzles`; `registry.book_of` is the way in.
"""
