"""Puzzles with their proofs: what they are, the calendar of days, packs to practise from, and who judges a try.

`puzzle.py` is the value and answers a try, `stored.py` the book of a game and what it is divided into, `results.py`
and `practice_results.py` what has come of them. A game has a book where `Study.puzzles` says so; `registry.book_of` is
the way in.
"""
