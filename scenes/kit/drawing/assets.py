"""Pictures of the house at the sizes the window needs, remembered in memory and in the cache folder."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import logging
import os
import re
import struct
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.frame_budget import FrameBudget
from scenes.kit.drawing.surfaces import SurfaceCache, native
from scenes.kit.drawing.window_light import WindowLight

log = logging.getLogger(__name__)

FOLDER = Path(__file__).resolve().parents[3] / "assets"
CACHE_LIMIT = 400_000_000  # bytes of files
LEAST_HELD = 24_000_000  # bytes of pixels in memory; where a window is large they are given more
AS_IT_IS = (0, 0)  # the size under which a picture lies in the cache folder that is not scaled
STAND_IN = (4096, 256)  # pixels of a plain picture, from which parts are cut as from the one it stands for
_FITTED = re.compile(r'width="\d+" height="\d+" (?=preserveAspectRatio)')
"""The size of a drawing that is fitted into another one exactly; SDL scales others, and may give a pixel more."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_MAGIC = b"KSN1"
_HEADER = struct.Struct("<4sHHB")


class AssetError(Exception):
    """A file of the house without which a scene cannot be laid out is missing or damaged; names it."""


class Assets:
    """Loads textures, SVG templates and data files; `cache_dir` (or None) keeps scaled textures between starts.

    A plain picture takes the place of one that cannot be read. `missing` has each such file with its error,
    `cache_trouble` the reason why the cache folder cannot be used. The part of the program that shows them empties
    them.
    """

    def __init__(self, cache_dir: Path | None, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.cache_dir = cache_dir
        self.budget = FrameBudget()
        self.persist = True  # off while a window is being dragged to ever new sizes
        self._scaled: SurfaceCache[pygame.Surface] = SurfaceCache(LEAST_HELD, lambda picture: picture)
        self._parts: SurfaceCache[pygame.Surface] = SurfaceCache(LEAST_HELD, lambda picture: picture)
        self._kept: tuple[str, pygame.Surface] = "", pygame.Surface((1, 1), 0, 32)
        self._texts: dict[str, str] = {}
        self.missing: list[tuple[str, str]] = []
        self.fetched: dict[Path, None] = {}
        """The files of the cache folder that pictures were read from, in that order."""
        self._missed: set[str] = set()  # what stands in for these is not to be kept in the cache folder
        self.cache_trouble = ""

    def forget_scaled(self, limit: int = LEAST_HELD) -> None:
        """Drop pictures of the last window size; files stay. From now on about `limit` bytes of pixels are held."""
        self._scaled.clear()
        self._scaled.limit = limit

    def text(self, name: str) -> str:
        """A text file below the assets folder. Raises AssetError."""
        if name not in self._texts:
            try:
                self._texts[name] = (self.folder / name).read_text(encoding="utf-8")
            except (OSError, ValueError) as error:
                raise AssetError(f"{self.folder / name}: {error}") from error
        return self._texts[name]

    def has(self, name: str) -> bool:
        """Whether there is a file of this name below the assets folder."""
        return (self.folder / name).is_file()

    def data(self, name: str) -> Any:
        """A JSON file below the assets folder. Raises AssetError."""
        try:
            return json.loads(self.text(name))
        except (ValueError, RecursionError) as error:
            raise AssetError(f"{self.folder / name}: {error}") from error

    def svg(self, name: str, size: tuple[int, int], **values: str) -> pygame.Surface:
        """An SVG below the assets folder at `size` pixels.

        Its {placeholders} are replaced by `values`, or by the house's colours and stops of that name in `theme`.
        """
        try:
            sized = _FITTED.sub(f'width="{size[0]}" height="{size[1]}" ', self.text(name), count=1)
            document = _PLACEHOLDER.sub(lambda found: values.get(found[1]) or _of_house(found[1]), sized)
            return native(pygame.image.load_sized_svg(io.BytesIO(document.encode()), size))
        except (AssetError, pygame.error) as error:
            return native(_plain(size, self._miss(name, error)))

    def sprite(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """An SVG without placeholders at `size` pixels, remembered."""
        key = (name, *size)
        return self._scaled.get(key) or self._scaled.keep(key, self.budget.make(partial(self.svg, name, size)))

    def texture(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """The picture `name` scaled to `size` pixels."""
        key = (name, *size)
        found = self._scaled.get(key)
        if found is None:
            made = self.budget.make_async(key, size, lambda: self._from_cache(name, size) or self._scale(name, size))
            found = self._scaled.keep(key, made)
        return found

    def cover(
        self, name: str, size: tuple[int, int], keep_source: bool = False, light: WindowLight | None = None
    ) -> pygame.Surface:
        """The picture `name` scaled and cropped around its middle so that it fills `size` pixels; `light` falls on it.

        `keep_source` keeps the whole picture at hand, in place of another one: its next size comes soon.
        """

        def make() -> pygame.Surface:
            picture = self._cover(name, size, keep_source)
            return picture if light is None else light.fall_on(picture)

        key = (f"{name}@cover", *size, light)
        return self._scaled.get(key) or self._scaled.keep(key, self.budget.make_async(key, size, make))

    def drop_cover(self, name: str, size: tuple[int, int], light: WindowLight | None) -> None:
        """Forget what `cover` gives: another light falls on it from now on."""
        self._scaled.drop((f"{name}@cover", *size, light))

    def picture(self, name: str) -> pygame.Surface:
        """The picture `name` at its own size; for small parts that are put together at run time."""
        return self._parts.get(name) or self._parts.keep(
            name, self.budget.make_async(("part", name), STAND_IN, partial(self._own_size, name))
        )

    def prune(self, limit: int = CACHE_LIMIT) -> None:
        """Delete the pictures of the cache folder that were used longest ago, until it is below `limit` bytes."""
        if self.cache_dir is None:
            return
        kept = 0
        try:
            found = [(status.st_mtime, status.st_size, path) for path, status in _files(self.cache_dir)]
            for _, size, path in sorted(found, reverse=True):
                kept += size
                if kept > limit:
                    path.unlink(missing_ok=True)
        except OSError as error:
            self._give_up_cache(error)

    def is_baked(self, name: str, size: tuple[int, int], cover: bool = False, light: WindowLight | None = None) -> bool:
        """Whether the picture is at hand at this size without scaling it anew."""
        label = f"{name}@cover" if cover else name
        if ((label, *size, light) if cover else (label, *size)) in self._scaled:
            return True
        try:
            return self._cache_path(label, size).is_file()
        except OSError:
            return False

    def _miss(self, name: str, error: Exception) -> str:
        """Note once that the file `name` cannot be used; gives the name."""
        if name not in self._missed:
            self._missed.add(name)
            log.error("%s is missing or damaged: %s", self.folder / name, error)
            self.missing.append((str(self.folder / name), str(error)))
        return name

    def _give_up_cache(self, error: OSError) -> None:
        """Note once why nothing can be kept: slower next time, nothing else."""
        if not self.cache_trouble:
            self.cache_trouble = error.strerror or str(error)
            log.warning("pictures cannot be kept in %s: %s", self.cache_dir, self.cache_trouble)

    def _source(self, name: str) -> pygame.Surface:
        try:
            source = pygame.image.load(self.folder / name)
        except (OSError, pygame.error) as error:
            source = _plain(STAND_IN, self._miss(name, error))
        return native(source) if source.get_flags() & pygame.SRCALPHA else source.convert(24)

    def _own_size(self, name: str) -> pygame.Surface:
        """The picture as it is; pixels from the cache folder are read faster than a picture is decoded."""
        return self._from_cache(name, AS_IT_IS) or self._remember(name, AS_IT_IS, self._source(name))

    def _scale(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        source = self._source(name)
        scaled = source if source.get_size() == size else pygame.transform.smoothscale(source, size)
        return self._remember(name, size, native(scaled))

    def _cover(self, name: str, size: tuple[int, int], keep: bool) -> pygame.Surface:
        return self._from_cache(f"{name}@cover", size) or self._crop(name, size, keep)

    def _crop(self, name: str, size: tuple[int, int], keep: bool) -> pygame.Surface:
        if keep and self._kept[0] != name:
            self._kept = name, self._source(name)
        source = self._kept[1] if self._kept[0] == name else self._source(name)
        return self._remember(f"{name}@cover", size, _cropped(source, size))

    def _cache_path(self, label: str, size: tuple[int, int]) -> Path:
        name = label.partition("@")[0]
        stat = (self.folder / name).stat()
        mark = hashlib.sha1(f"{label}{stat.st_size}{stat.st_mtime_ns}".encode()).hexdigest()[:12]
        return (self.cache_dir or Path(os.devnull)) / f"{Path(name).stem}-{size[0]}x{size[1]}-{mark}.bin"

    def _from_cache(self, label: str, size: tuple[int, int]) -> pygame.Surface | None:
        if self.cache_dir is None:
            return None
        try:
            path = self._cache_path(label, size)
            blob = path.read_bytes()
        except OSError:  # not made yet, or its source is missing, which is met where it is read
            return None
        self.fetched[path] = None
        return _unpack(blob, size)

    def _remember(self, label: str, size: tuple[int, int], surface: pygame.Surface) -> pygame.Surface:
        if self.cache_dir is None or not self.persist or label.partition("@")[0] in self._missed:
            return surface
        try:
            path = self._cache_path(label, size)
            self.cache_dir.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}.part")
            part.write_bytes(_pack(surface))
            part.replace(path)
        except OSError as error:
            self._give_up_cache(error)
        return surface


def _of_house(name: str) -> str:
    """The house's colour of a name, or the stops of its gradient. Raises AssetError where it has none."""
    found = getattr(theme, name.upper(), None)
    if found is None:
        raise AssetError(f"{{{name}}} is neither given nor a colour of the house")
    return found if isinstance(found, str) else svg.elements(found)


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The pictures in the cache folder; none where it is not made yet. Raises OSError."""
    try:
        entries = os.scandir(folder)
    except FileNotFoundError:
        return
    with entries:
        for entry in entries:
            if entry.name.endswith(".bin"):
                with contextlib.suppress(FileNotFoundError):  # another instance pruned it
                    yield Path(entry.path), entry.stat()


def _plain(size: tuple[int, int], name: str) -> pygame.Surface:
    """What stands in for the picture `name`: opaque where that one is, else so that what lies below shows through."""
    surface = pygame.Surface(size, pygame.SRCALPHA, 32) if not name.endswith(".jpg") else pygame.Surface(size, 0, 24)
    surface.fill(
        (*theme.rgb(theme.STAND_IN), 110) if surface.get_flags() & pygame.SRCALPHA else theme.rgb(theme.STAND_IN)
    )
    return surface


def _cropped(source: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The middle of `source` that has the aspect of `size`, scaled to it."""
    width, height = source.get_size()
    factor = max(size[0] / width, size[1] / height)
    part = pygame.Rect(0, 0, min(width, round(size[0] / factor)), min(height, round(size[1] / factor)))
    part.center = (width // 2, height // 2)
    view = source.subsurface(part)
    return native(view if part.size == size else pygame.transform.smoothscale(view, size))


def _pack(surface: pygame.Surface) -> bytes:
    alpha = bool(surface.get_flags() & pygame.SRCALPHA)
    pixels = pygame.image.tobytes(surface, "BGRA" if alpha else "RGB")
    return _HEADER.pack(_MAGIC, *surface.get_size(), alpha) + pixels


def _unpack(blob: bytes, size: tuple[int, int]) -> pygame.Surface | None:
    """The surface in a cache file of `size` pixels (AS_IT_IS: of any), or None where the file is damaged."""
    if len(blob) < _HEADER.size:
        return None
    magic, width, height, alpha = _HEADER.unpack_from(blob)
    depth = 4 if alpha else 3
    if magic != _MAGIC or size not in ((width, height), AS_IT_IS) or not width * height:
        return None
    if len(blob) != _HEADER.size + width * height * depth:
        return None
    pixels = memoryview(blob)[_HEADER.size :]  # no copy but the last: they are many where the window is large
    return native(pygame.image.frombuffer(pixels, (width, height), "BGRA" if alpha else "RGB"))
