"""Messages of every kind by chance, made from the annotations of their classes."""

import functools
import types
from dataclasses import fields, is_dataclass
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from game.core.decode import MaxLength, Pattern, Range

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)


def instances(kind):
    """Instances of a class whose fields are annotated as game/core/decode.py reads them."""
    hints = get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{field.name: values(hints[field.name]) for field in fields(kind)})


@functools.cache
def values(hint):
    """Values of an annotation."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return limited(parts[0], parts[1:])
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is tuple:
        return st.lists(values(parts[0]), max_size=3).map(tuple)
    if origin in (Union, types.UnionType):
        return st.one_of([values(part) if part is not types.NoneType else st.none() for part in parts])
    if is_dataclass(hint):
        return instances(hint)
    return {str: TEXTS, bool: st.booleans(), int: st.integers(), float: st.floats(-1e6, 1e6)}[hint]


def limited(inner, limits):
    found = values(inner)
    for limit in limits:
        if isinstance(limit, Pattern):
            found = st.from_regex(limit.pattern, fullmatch=True)
        elif isinstance(limit, Range):
            whole = inner is int
            found = st.integers(int(limit.low), int(limit.high)) if whole else st.floats(limit.low, limit.high)
        elif isinstance(limit, MaxLength):
            found = found.map(lambda value, most=limit.most: value[:most])
    return found
