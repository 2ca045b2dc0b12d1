"""What the contract leaves to each game: its state, its actions, its selection."""

from __future__ import annotations

from typing import TypeVar

S = TypeVar("S")
A = TypeVar("A")
Sel = TypeVar("Sel")
S_contra = TypeVar("S_contra", contravariant=True)
Sel_contra = TypeVar("Sel_contra", contravariant=True)
