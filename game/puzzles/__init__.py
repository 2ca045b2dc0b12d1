"""Puzzles with their proofs: what they are, the calendar of days, packs to practise from, and who judges a try.

`puzzle.py` is the value, `stored.py` the book of a game, `book.py` what it is divided into,
`judging.py` answers a try. A game has a book where `Study.puzzles` says so; `registry.book_of` is the way in.
"""
