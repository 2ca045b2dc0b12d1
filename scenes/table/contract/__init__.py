"""The contract of a game's screens, in small parts: setup, input, drawing, words; docs/contract.md lists it in order.

Three parts are for some games only: simultaneous seats, looking back, and phone pages. A game's folder combines them in
a `Board`; match, replay and lessons use the parts that they need. No part computes legality: legal actions come from
the session.
"""
