"""The kernel."""

from game.agents.kernels import kernel, word

ONE = word(1)


@kernel
def count_lines(left, seen):
    """The number of ways to take 1 to 3 until nothing is left; marks each number left in `seen[0]`."""
    seen[0] |= ONE << left
    if left == 0:
        return 1
    lines = count_lines(left - 1, seen)
    if left >= 2:
        lines += count_lines(left - 2, seen)
    if left >= 3:
        lines += count_lines(left - 3, seen)
    return lines
