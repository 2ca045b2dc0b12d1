"""The contract of a game's screens, in small parts: setup, input, drawing, words; docs/contract.md tells it in order.

Three more are for some games only: several seats that act at once, looking back, and a hand for phones. A game's folder
makes a `Board` of them; match, replay and lessons take from it the part that they need. No part computes legality: the
legal actions are the session's.
"""
