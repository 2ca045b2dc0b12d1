"""The type variables of the contract: each game has its own state, actions and selection."""

from __future__ import annotations

from typing import TypeVar

S = TypeVar("S")
A = TypeVar("A")
Sel = TypeVar("Sel")
S_contra = TypeVar("S_contra", contravariant=True)
Sel_contra = TypeVar("Sel_contra", contravariant=True)
