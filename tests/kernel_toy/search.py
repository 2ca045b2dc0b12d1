"""The brain with a kernel; its thought says whether that is compiled."""

from game.agents.agent import Thought
from game.agents.kernels import array, is_compiled, kernel, word

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


class CountingBrain:
    """Takes one; the nodes are the lines of play, the score is 1 where the kernel is compiled."""

    def prepare(self):
        self.count(1)

    def count(self, left):
        seen = array([0], "uint64", is_compiled(count_lines))
        lines = count_lines(left, seen)
        assert int(seen[0]) == (1 << left + 1) - 1
        return int(lines)

    def choose(self, state, seat, level, agent_seed, seconds, stop):
        return Thought("take 1", score=float(is_compiled(count_lines)), nodes=self.count(state.left))
