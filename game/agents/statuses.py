"""The statuses with which the process ends that compiles kernels in the background; 0: there was nothing to do."""

COMPILED = 10
"""It has compiled something."""
WEAKER = 11
"""It cannot: levels play uncompiled."""
