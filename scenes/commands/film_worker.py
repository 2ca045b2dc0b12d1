"""Makes the film of a game as a file, without a window: the screen's drawing code paints, Pillow packs.

Only the process of `game.records.films` runs it, so that no other process loads Pillow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import chain, starmap

import pygame
from PIL import Image

from game.core.incremental import run_to_end
from game.core.record import record_from_json
from game.core.rules import GameError
from game.records.films import STRIP, FilmOrder
from scenes.commands.picture import windowless
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.table.film.picture import FilmPicture
from scenes.table.film.reel import FilmFrame, cup_reels, reel_in_steps

RATES = {".webp": 20, ".gif": 10}  # pictures a second while something moves
ATTEMPTS = ((80, 256, 1), (60, 128, 1), (60, 128, 2), (40, 64, 2), (20, 32, 4))
"""WebP quality, GIF colours and divisor of the rate, from the best film to the smallest."""
READY, CUT = 0.08, 0.14  # shares of the work done when drawing is ready, and when the list of shots (reel) is made
EFFORT = 2  # WebP's effort, of 0..6; a greater effort makes the file a tenth smaller, but takes twice as long
Report = Callable[[float], object]


def make_film(order: FilmOrder, report: Report) -> bytes:
    """The ordered film, as the bytes of its file; `report` gets the finished share of the work.

    Raises OSError if drawing fails, ValueError if the record is invalid or the film is too large.
    """
    try:
        record = record_from_json(order.record)
        with windowless(order.size, order.language) as services:
            report(READY)

            def film() -> list[FilmPicture]:
                if order.cup is not None:
                    reels = run_to_end(cup_reels(services, order.cup))
                else:
                    reels = (run_to_end(reel_in_steps(services, record, order.review)),)
                report(CUT)
                return [FilmPicture(services, reel, pygame.Rect((0, 0), order.size)) for reel in reels]

            def drawn(share: float) -> None:
                report(CUT + (1 - CUT) * share)

            if order.ending == ".png":
                return _strip(film(), order.pictures, drawn)
            return _moving(film, order, drawn)
    except GameError as error:
        raise ValueError(str(error)) from error


def pictures(film: FilmPicture, frames: Sequence[FilmFrame]) -> Iterator[pygame.Surface]:
    """The pictures of `frames`, which must be in order. All are the same surface, which is drawn again for each."""
    sheet = SurfaceCanvas(pygame.Surface(film.table.box.size, 0, 24))
    for frame in frames:
        film.enter(frame.shot)
        film.stage.time = film.reel.begins(frame.shot) + frame.time
        film.draw(sheet, frame.shot, frame.time)
        yield sheet.surface


def _image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def _moving(parts: Callable[[], list[FilmPicture]], order: FilmOrder, report: Report) -> bytes:
    """A moving picture within the size limit. Each attempt draws again: all pictures together would take a gigabyte."""
    palette = _shrunk(parts()) if order.ending == ".gif" else None
    for quality, colours, divisor in ATTEMPTS:
        drawn = [(film, list(film.reel.frames(RATES[order.ending] // divisor))) for film in parts()]
        times = [frame.milliseconds for _, frames in drawn for frame in frames]
        images = Images(chain.from_iterable(starmap(pictures, drawn)), len(times), report)
        data = _webp(images, times, quality) if palette is None else _gif(images, times, palette.quantize(colours))
        if len(data) <= order.most:
            return data
    raise ValueError(f"the film has {len(data)} bytes, more than {order.most}")


class Images(Image.Image):
    """The pictures as one lazily drawn image of `n_frames`.

    Pillow would collect appended images in a list and draw all of them before it packs the first.
    """

    def __init__(self, surfaces: Iterator[pygame.Surface], count: int, report: Report) -> None:
        super().__init__()
        self.n_frames = count
        self._surfaces, self._report = surfaces, report
        self._at = -1
        self._mode = "RGB"
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Advance to picture number `frame`; earlier pictures are gone."""
        while self._at < frame:
            surface = next(self._surfaces)
            self._at += 1
            self._report(self._at / self.n_frames)
            self._size = surface.get_size()
            self.im = _image(surface).im

    def tell(self) -> int:
        return self._at

    def __iter__(self) -> Iterator[Image.Image]:
        for frame in range(self.n_frames):
            self.seek(frame)
            yield self


def _webp(images: Images, times: list[int], quality: int) -> bytes:
    file = BytesIO()
    images.save(file, "WEBP", save_all=True, quality=quality, method=EFFORT, duration=times, loop=0)
    return file.getvalue()


def _gif(images: Images, times: list[int], palette: Image.Image) -> bytes:
    """A GIF whose pictures share one palette, so that unchanged parts cost nothing."""
    reduced = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images)
    file = BytesIO()
    next(reduced).save(file, "GIF", save_all=True, append_images=reduced, duration=times, loop=0, optimize=False)
    return file.getvalue()


def _strip(parts: list[FilmPicture], count: int, report: Report) -> bytes:
    file = BytesIO()
    _beside(parts, count, report).save(file, "PNG")
    return file.getvalue()


def _shrunk(parts: list[FilmPicture]) -> Image.Image:
    """One small picture with all colours of the film."""
    whole = _beside(parts, STRIP, lambda share: None)
    return whole.resize((whole.width // 4, whole.height // 4), Image.Resampling.NEAREST)


def _beside(parts: list[FilmPicture], count: int, report: Report) -> Image.Image:
    """`count` pictures of each part of a film, side by side. `Reel.keys` chooses them."""
    keys = [(film, film.reel.keys(count)) for film in parts]
    width, height = parts[0].table.box.size
    strip = Image.new("RGB", (width * count * len(parts), height))
    for number, surface in enumerate(chain.from_iterable(starmap(pictures, keys))):
        strip.paste(_image(surface), (number * width, 0))
        report((number + 1) / (count * len(parts)))
    return strip
