"""Puzzles with their proofs: the calendar of days, packs for practice, verdicts on tries, and results.

`puzzle.py` has the puzzle and judges tries. `stored.py` has a game's book with calendar and packs. `results.py` and
`practice_results.py` have the results. A game has a book if its `Study.puzzles` is set (see `registry.book_of`).
"""
