"""Compiled functions for searches.

A kernel is a plain function on numbers, tuples and one-dimensional arrays, marked with `kernel`. With numba, it is
compiled at its first call; `keeping` stores it in the kernel folder. The same function runs as Python if numba has no
wheel for this Python, cannot be imported or fails to compile, if `NUMBA_DISABLE_JIT=1` is set, or in a worker that must
not wait for the compiler. So a kernel uses only what works the same compiled and as Python: `array` for its tables,
`word` for constants that are combined with unsigned 64-bit words, and `a & ~b` instead of arithmetic that wraps around.

Only the modules of a brain may import modules with kernels. The window's process must not import them.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast, overload

from game.platforms import machine

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


Words: TypeAlias = "NDArray[numpy.uint64]"
Numbers: TypeAlias = "NDArray[numpy.int64]"
"""Storage for kernels, with elements typed as `int`. For uncompiled kernels it is a list."""

UNCOUNTED = ("0.68.",)
"""How the numbers of tested numba versions begin: their private option `_nrt` does what `uncounted` needs."""

Function = TypeVar("Function", bound=Callable[..., object])

_IDLE_SHARE = 0.5  # a core counts as free if the cores' idle time adds up to this share of one core

_LONGEST_TROUBLE = 300  # the most characters of a reason in `trouble`

_broken: list[str] = []  # why numba cannot compile although it is installed
_tries_first = False
_uncompiled = False
_keeping = False
_unkept: list[str] = []
_stored: Callable[[], object] = bool  # called each time a kernel has been stored


def is_available() -> bool:
    """Whether functions can be compiled in this process."""
    return not trouble()


def is_switched_off() -> bool:
    """Whether the environment forbids compiling."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def trouble() -> str:
    """Return why no functions can be compiled in this process, in one line; "" if they can."""
    if is_switched_off():
        return "NUMBA_DISABLE_JIT is set"
    if _tries_first and not _broken and not _import_trouble():
        _try_out()
    return _broken[0] if _broken else _import_trouble()


@functools.cache
def _import_trouble() -> str:
    if importlib.util.find_spec("numba") is None:
        return "numba is not installed"
    try:
        _numba()
    except Exception as error:  # any error, for the package may not fit this Python, numpy or system
        return _broken_text("numba cannot be imported", error)
    return ""


def try_first() -> None:
    """Test whether numba can compile. If it cannot, kernels marked later run as Python.

    The test takes a moment, so call it only before kernels are compiled.
    """
    global _tries_first
    _tries_first = True


def _try_out() -> None:
    global _tries_first
    _tries_first = False
    try:
        _numba()[0].njit(lambda number: number + 1)(1)
    except Exception as error:
        _broken[:] = [_broken_text("numba compiles nothing", error)]


def _broken_text(what: str, error: Exception) -> str:
    return " ".join(f"{what}: {type(error).__name__}: {error}".split())[:_LONGEST_TROUBLE]


@contextlib.contextmanager
def uncompiled() -> Iterator[None]:
    """A context in which kernels of newly imported modules stay plain Python functions."""
    global _uncompiled
    before, _uncompiled = _uncompiled, True
    try:
        yield
    finally:
        _uncompiled = before


@contextlib.contextmanager
def keeping(stored: Callable[[], object] = bool) -> Iterator[list[str]]:
    """A context in which compiled kernels are stored in the kernel folder. The list receives the errors of storing.

    `stored` is called each time a kernel has been stored.

    Outside this context, nothing is stored. Otherwise a call with new types of arguments would add files that the
    manifest does not have, and the next process would compile everything again.
    """
    global _keeping, _stored
    before = _keeping, _stored
    _keeping, _stored = True, stored
    _unkept.clear()
    try:
        yield _unkept
    finally:
        _keeping, _stored = before


def kernel(function: Function) -> Function:
    """Mark `function` to be compiled. It runs without Python's lock, divides as C does, and checks no bounds.

    The function must allocate nothing, because numba leaves out reference counting where it can.
    """
    return _compiled(function)


def inlined(function: Function) -> Function:
    """Compile as `kernel` does, and inline into the callers: for small functions that are called often."""
    return _compiled(function, forceinline=True)


def _compiled(function: Function, **options: bool) -> Function:
    if _uncompiled or not is_available():
        return function
    numba, cached = _numba()
    options |= uncounted(numba)
    compiled: Function = numba.njit(cache=cached, nogil=True, error_model="numpy", **options)(function)
    if cached:
        _keep_on_purpose_alone(compiled)
    return compiled


def _keep_on_purpose_alone(compiled: object) -> None:
    """Let numba store compiled code only within `keeping`. Numba has no public switch for that."""
    cache: Any = getattr(compiled, "_cache", None)
    save = getattr(cache, "save_overload", None)
    if save is not None:
        cache.save_overload = lambda signature, result: _save(save, signature, result) if _keeping else None


def _save(save: Callable[[object, object], object], signature: object, result: object) -> None:
    """Store compiled code. After an error, such as a full disk, this process can still use the code."""
    try:
        save(signature, result)
    except OSError as error:
        _unkept.append(str(error))
    else:
        _stored()


def uncounted(numba: Any) -> dict[str, bool]:
    """Return the numba options that leave out reference counting, which takes a third of a search's time.

    The options are private, so they are used only with tested versions. With other versions, kernels are slower.
    """
    is_known = numba.__version__.startswith(UNCOUNTED) and hasattr(numba.core.options.DefaultOptions, "_nrt")
    return {"_nrt": False} if is_known else {}


def core_is_free(cores: Callable[[], int] = machine.cores, load: Callable[[], float | None] = machine.load) -> bool:
    """Return whether a core is free for a second thread's kernels."""
    if cores() < 2:
        return False
    busy = load()
    return busy is None or busy <= cores() - _IDLE_SHARE


def is_compiled(function: Callable[..., object]) -> bool:
    """Return whether a kernel is compiled in this process, rather than plain Python."""
    return hasattr(function, "py_func")


def word(value: int) -> int:
    """Return a constant for expressions with unsigned 64-bit words, for kernels of the module being imported."""
    if _uncompiled or not is_available():
        return value
    import numpy

    return cast(int, numpy.uint64(value))


def whole() -> Callable[[int], int]:
    """Return the type that converts a word into a signed number, for kernels of the module being imported.

    Words and numbers must not be mixed: numba makes a float of their sum.
    """
    if _uncompiled or not is_available():
        return int
    import numpy

    return cast(Callable[[int], int], numpy.int64)


def lowest_bit() -> Callable[[int], int]:
    """Return a function for the index of a word's lowest set bit, for kernels of the module being imported.

    The result is undefined for 0.
    """
    if _uncompiled or not is_available():
        return lambda bits: (bits & -bits).bit_length() - 1
    return _bit_function("cttz")


def bit_length() -> Callable[[int], int]:
    """Return a function for a word's bit length, for kernels of the module being imported.

    The bit length is the index of the highest set bit, plus one. It is 0 for the word 0.
    """
    if _uncompiled or not is_available():
        return int.bit_length
    return _bit_function("ctlz")


def _bit_function(name: str) -> Callable[[int], int]:
    """Return a function for kernels that uses the LLVM instruction `name`.

    For "ctlz", the number of leading zeros is subtracted from 64.
    """
    numba, _ = _numba()
    from llvmlite import ir
    from numba.extending import intrinsic

    def counted(context: object, bits: object) -> object:
        def generate(target: object, builder: Any, signature: object, arguments: Any) -> object:
            # the last argument, 0, makes the result defined for the word 0, too
            zeros = getattr(builder, name)(arguments[0], ir.Constant(ir.IntType(1), 0))
            return zeros if name == "cttz" else builder.sub(ir.Constant(zeros.type, 64), zeros)

        return numba.types.int64(numba.types.int64), generate

    function: Callable[[int], int] = intrinsic(counted)
    return function


@overload
def array(values: Iterable[int], kind: Literal["uint64"], compiled: bool) -> Words: ...
@overload
def array(values: Iterable[int], kind: Literal["int64"], compiled: bool) -> Numbers: ...
def array(values: Iterable[int], kind: str, compiled: bool) -> object:
    """Return one-dimensional storage for kernels: a numpy array of `kind` ("uint64", "int64", ...), or a list.

    `compiled` says whether the kernel that uses the storage is compiled (see `is_compiled`).
    """
    if not compiled:
        return list(values)
    import numpy

    return numpy.array(list(values), dtype=kind)


@overload
def zeros(length: int, kind: Literal["uint64"], compiled: bool) -> Words: ...
@overload
def zeros(length: int, kind: Literal["int64"], compiled: bool) -> Numbers: ...
def zeros(length: int, kind: str, compiled: bool) -> object:
    """Make an `array` of `length` zeros."""
    if not compiled:
        return [0] * length
    import numpy

    return numpy.zeros(length, dtype=kind)


@functools.cache
def _numba() -> tuple[Any, bool]:
    """Return the numba module, and whether it can store kernels in the kernel folder."""
    from game.agents.kernel_folder import kernel_folder, kernel_place

    folder, processor = kernel_folder(), kernel_place().processor
    if folder is not None:
        os.environ["NUMBA_CACHE_DIR"] = str(folder)  # the default folder, beside the source, may not be writable
    if processor:
        os.environ |= {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""}
    import numba

    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # needed if numba was imported earlier
        _keep_by_package(numba)
    return numba, folder is not None


def _keep_by_package(numba: Any) -> None:
    """Let numba name its folders only by the kernel's game, not by the source's location.

    So a bundle that was moved finds its kernels. Each copy of the source has its own kernel folder anyway.
    """
    from game.agents.kernel_folder import kept_under

    locator = numba.core.caching._CacheLocator
    locator.get_suitable_cache_subpath = classmethod(lambda _, file: kept_under(Path(file)))
