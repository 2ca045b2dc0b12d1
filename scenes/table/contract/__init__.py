"""What a game brings to the table, in small parts: what setup asks, what a press means, what is drawn, what is said.

Three more are for some games only: several seats that act at once, looking back, and a hand for phones. A game's folder
makes a `Board` of them; match, replay and lessons take from it the part that they need. No part computes legality: the
legal actions are the session's.
"""
