"""The kinds of values that options of the command line take."""

from __future__ import annotations

import argparse
import ipaddress

MOST_OPENING, MOST_ELO = 100, 2000
MOST_NODES = 10**12  # what a request takes
LEAST_SIDE, MOST_SIDE = 200, 4000  # of a picture, in pixels
LEAST_SIZE, MOST_SIZE = (320, 240), (7680, 4320)  # of a window, in pixels


def positive(text: str) -> int:
    """A whole number from 1 up. Raises ArgumentTypeError or ValueError."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not a number from 1 up")
    return value


positive.__name__ = "number"  # argparse names it when the text is none


def count(text: str) -> int:
    """A whole number from 0 to MOST_OPENING. Raises ArgumentTypeError or ValueError."""
    value = int(text)
    if not 0 <= value <= MOST_OPENING:
        raise argparse.ArgumentTypeError(f"{value} is not a number from 0 to {MOST_OPENING}")
    return value


count.__name__ = "number"


def elos(text: str) -> tuple[float, float]:
    """Two differences in Elo, the lesser first, from "0,20". Raises ArgumentTypeError or ValueError."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise argparse.ArgumentTypeError(f"{text!r} is not two differences in Elo, the lesser first, such as 0,20")
    return low, high


def nodes(text: str) -> int:
    """A whole number from 1 to MOST_NODES. Raises ArgumentTypeError or ValueError."""
    value = positive(text)
    if value > MOST_NODES:
        raise argparse.ArgumentTypeError(f"{value} is more than {MOST_NODES}")
    return value


nodes.__name__ = "number"


def seconds(text: str) -> float:
    """A time that ends, 0 or more. Raises ArgumentTypeError or ValueError."""
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


seconds.__name__ = "number"


def above_zero(text: str) -> float:
    """A number above 0. Raises ArgumentTypeError or ValueError."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


above_zero.__name__ = "number"


def size(text: str) -> tuple[int, int]:
    """The size of a window in pixels, from "1280x720". Raises ArgumentTypeError or ValueError."""
    width, cross, height = text.lower().partition("x")
    if not cross or not width.isdecimal() or not height.isdecimal() or not int(width) or not int(height):
        raise argparse.ArgumentTypeError(f"{text!r} is not like 1280x720")
    size = int(width), int(height)
    if not (LEAST_SIZE[0] <= size[0] <= MOST_SIZE[0] and LEAST_SIZE[1] <= size[1] <= MOST_SIZE[1]):
        least, most = (f"{width}x{height}" for width, height in (LEAST_SIZE, MOST_SIZE))
        raise argparse.ArgumentTypeError(f"{text!r} is not between {least} and {most}")
    return size


def film_size(text: str) -> tuple[int, int]:
    """The size of a film's pictures in pixels. Raises ArgumentTypeError."""
    known = {"720x720": (720, 720), "1080x1350": (1080, 1350)}
    if text.lower() not in known:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(known)}")
    return known[text.lower()]


def plies(text: str) -> int:
    """A whole number from 0 up. Raises ArgumentTypeError or ValueError."""
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{value} is not a number from 0 up")
    return value


plies.__name__ = "number"


def side(text: str) -> int:
    """The side of a picture in pixels, from LEAST_SIDE to MOST_SIDE. Raises ArgumentTypeError or ValueError."""
    value = int(text)
    if not LEAST_SIDE <= value <= MOST_SIDE:
        raise argparse.ArgumentTypeError(f"{value} is not a number of pixels from {LEAST_SIDE} to {MOST_SIDE}")
    return value


side.__name__ = "number"


def address(text: str) -> str:
    """An address of a network, from "192.168.1.20". Raises ArgumentTypeError."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no address like 192.168.1.20") from None
