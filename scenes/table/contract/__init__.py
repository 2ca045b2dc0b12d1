"""The contract that a game's screens fulfil, in small parts: setup, input, drawing, words. docs/contract.md lists them
in order.

Three parts are for some games only: simultaneous seats, looking back, and phone pages. A game's folder combines them in
a `Board`; match, replay and lessons use the parts that they need. No part decides what is legal: legal actions come
from the session.
"""
