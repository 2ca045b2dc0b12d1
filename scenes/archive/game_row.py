"""A finished game as a row of the archive: what, when, who and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pygame

from game.core.record import Record
from game.counting import moves_of
from game.shelf import Archived, Damaged
from scenes.kit import theme
from scenes.kit.boxes import Align, cell, cells, column, row, within
from scenes.kit.canvas import Sheet
from scenes.kit.dates import past_day
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.person import Tag, draw_person
from scenes.kit.speech import sentences
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.tile import tile

GAME = Style(theme.LIST, theme.IVORY, bold=True)
NOTE = Style(theme.CAPTION, theme.MUTED)
NAME = Style(theme.HELPER, theme.IVORY)
RESULT = Style(theme.HELPER, theme.IVORY, bold=True)
LARGE = 1.2  # the text scale at which a row of an upright window alone has room for a picture
TOKEN, LAUREL = 28, 84  # the radius of a token, and how large the laurel around a winner's is
SMALL, AROUND = 112, 12  # the game's picture in an upright window, and above and below it in others
ACROSS = 4  # seats that have columns of their own
