"""Pictures from the assets folder at the sizes of the window, cached in memory and in the cache folder."""

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
CACHE_LIMIT = 400_000_000  # the most bytes of files in the cache folder
LEAST_HELD = 24_000_000  # bytes of pixels that stay in memory; in large windows it is more
AS_IT_IS = (0, 0)  # stands for the size of an unscaled picture in the cache folder
# The size in pixels of a placeholder, large enough for every part that is cut out of a picture.
STAND_IN = (4096, 256)
_FITTED = re.compile(r'width="\d+" height="\d+" (?=preserveAspectRatio)')
"""Matches the size in an SVG that must fill any size exactly. `svg` replaces it; otherwise SDL may add a pixel."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_MAGIC = b"KSN1"
_HEADER = struct.Struct("<4sHHB")


class AssetError(Exception):
    """A required asset is missing or damaged; the message names it."""


class Assets:
    """Loads textures, SVG templates and data files; `cache_dir` (or None) keeps scaled textures between starts.

    A plain picture replaces an unreadable one. `missing` lists the unreadable files with their errors. `cache_trouble`
    says why the cache folder cannot be used. The code that shows these troubles empties both fields.
    """

    def __init__(self, cache_dir: Path | None, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.cache_dir = cache_dir
        self.budget = FrameBudget()
        self.persist = True  # whether to write the cache folder; off while a window is being resized
        self.scaled: SurfaceCache[pygame.Surface] = SurfaceCache(LEAST_HELD, lambda picture: picture)
        self._parts: SurfaceCache[pygame.Surface] = SurfaceCache(LEAST_HELD, lambda picture: picture)
        self._kept: tuple[str, pygame.Surface] = "", pygame.Surface((1, 1), 0, 32)
        self._texts: dict[str, str] = {}
        self.missing: list[tuple[str, str]] = []
        self.fetched: dict[Path, None] = {}
        """The files of the cache folder that were read, in order."""
        self._missed: set[str] = set()  # pictures whose placeholders must not be written to the cache folder
        self.cache_trouble = ""

    def forget_scaled(self, limit: int = LEAST_HELD) -> None:
        """Drop the scaled pictures in memory, but not on disk; from now on keep about `limit` bytes of pixels."""
        self.scaled.clear()
        self.scaled.limit = limit

    def text(self, name: str) -> str:
        """The content of a text file in the assets folder. Raises AssetError."""
        if name not in self._texts:
            try:
                self._texts[name] = (self.folder / name).read_text(encoding="utf-8")
            except (OSError, ValueError) as error:
                raise AssetError(f"{self.folder / name}: {error}") from error
        return self._texts[name]

    def has(self, name: str) -> bool:
        """Whether the assets folder has this file."""
        return (self.folder / name).is_file()

    def data(self, name: str) -> Any:
        """The content of a JSON file in the assets folder. Raises AssetError."""
        try:
            return json.loads(self.text(name))
        except (ValueError, RecursionError) as error:
            raise AssetError(f"{self.folder / name}: {error}") from error

    def svg(self, name: str, size: tuple[int, int], **values: str) -> pygame.Surface:
        """An SVG of the assets folder at `size` pixels.

        Its {placeholders} get `values`, or the colours and gradients of that name in `theme`.
        """
        try:
            sized = _FITTED.sub(f'width="{size[0]}" height="{size[1]}" ', self.text(name), count=1)
            document = _PLACEHOLDER.sub(lambda found: values.get(found[1]) or _of_house(found[1]), sized)
            return native(pygame.image.load_sized_svg(io.BytesIO(document.encode()), size))
        except (AssetError, pygame.error) as error:
            return native(_plain(size, self._miss(name, error)))

    def sprite(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """An SVG without placeholders at `size` pixels, cached."""
        key = (name, *size)
        return self.scaled.get(key) or self.scaled.keep(key, self.budget.make(partial(self.svg, name, size)))

    def texture(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """The picture `name` scaled to `size` pixels."""
        key = (name, *size)
        found = self.scaled.get(key)
        if found is None:
            made = self.budget.make_async(key, size, lambda: self._from_cache(name, size) or self._scale(name, size))
            found = self.scaled.keep(key, made)
        return found

    def cover(
        self, name: str, size: tuple[int, int], keep_source: bool = False, light: WindowLight | None = None
    ) -> pygame.Surface:
        """The picture `name` scaled and cropped around its middle to fill `size` pixels, with `light` on it.

        With `keep_source` the unscaled picture (only the latest) stays in memory for the next size.
        """

        def make() -> pygame.Surface:
            picture = self._cover(name, size, keep_source)
            return picture if light is None else light.fall_on(picture)

        key = (f"{name}@cover", *size, light)
        return self.scaled.get(key) or self.scaled.keep(key, self.budget.make_async(key, size, make))

    def drop_cover(self, name: str, size: tuple[int, int], light: WindowLight | None) -> None:
        """Forget a result of `cover`, because the light has changed."""
        self.scaled.drop((f"{name}@cover", *size, light))

    def picture(self, name: str) -> pygame.Surface:
        """The picture `name` at its own size, for parts assembled at run time."""
        return self._parts.get(name) or self._parts.keep(
            name, self.budget.make_async(("part", name), STAND_IN, partial(self._own_size, name))
        )

    def prune(self, limit: int = CACHE_LIMIT) -> None:
        """Delete the least recently used pictures of the cache folder until it is below `limit` bytes."""
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
        """Whether the picture is available at this size without scaling."""
        label = f"{name}@cover" if cover else name
        if ((label, *size, light) if cover else (label, *size)) in self.scaled:
            return True
        try:
            return self._cache_path(label, size).is_file()
        except OSError:
            return False

    def _miss(self, name: str, error: Exception) -> str:
        """Note once that the file `name` cannot be used. Returns `name`."""
        if name not in self._missed:
            self._missed.add(name)
            log.error("%s is missing or damaged: %s", self.folder / name, error)
            self.missing.append((str(self.folder / name), str(error)))
        return name

    def _give_up_cache(self, error: OSError) -> None:
        """Note once why the cache folder fails. Without the folder, only starts are slower."""
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
        """The unscaled picture.

        It comes from the cache folder if possible: pixels load faster than the picture is decoded.
        """
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
        except OSError:  # not in the cache folder; or the source is missing, which `_source` will report
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
    """The theme's colour or gradient stops called `name`. Raises AssetError for an unknown one."""
    found = getattr(theme, name.upper(), None)
    if found is None:
        raise AssetError(f"{{{name}}} is neither given nor a colour of the house")
    return found if isinstance(found, str) else svg.elements(found)


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The pictures in the cache folder; none if it does not exist. Raises OSError."""
    try:
        entries = os.scandir(folder)
    except FileNotFoundError:
        return
    with entries:
        for entry in entries:
            if entry.name.endswith(".bin"):
                with contextlib.suppress(FileNotFoundError):  # another running program deleted it
                    yield Path(entry.path), entry.stat()


def _plain(size: tuple[int, int], name: str) -> pygame.Surface:
    """The placeholder for the picture `name`: opaque if the picture is, else translucent."""
    surface = pygame.Surface(size, pygame.SRCALPHA, 32) if not name.endswith(".jpg") else pygame.Surface(size, 0, 24)
    surface.fill(
        (*theme.rgb(theme.STAND_IN), 110) if surface.get_flags() & pygame.SRCALPHA else theme.rgb(theme.STAND_IN)
    )
    return surface


def _cropped(source: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The middle of `source`, cut to the aspect of `size` and scaled to `size`."""
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
    """The surface in `blob`, the bytes of a cache file.

    None if the file is damaged, or the surface is not of `size` pixels (AS_IT_IS allows any size).
    """
    if len(blob) < _HEADER.size:
        return None
    magic, width, height, alpha = _HEADER.unpack_from(blob)
    depth = 4 if alpha else 3
    if magic != _MAGIC or size not in ((width, height), AS_IT_IS) or not width * height:
        return None
    if len(blob) != _HEADER.size + width * height * depth:
        return None
    pixels = memoryview(blob)[_HEADER.size :]  # a view, so that the many pixels of a large window are copied only once
    return native(pygame.image.frombuffer(pixels, (width, height), "BGRA" if alpha else "RGB"))
