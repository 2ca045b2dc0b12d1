"""The brain that calls the kernel; its thought says whether that is compiled."""

from game.agents.agent import Thought
from game.agents.kernels import array, is_compiled
from tests.kernel_toy.inner.lines import count_lines


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
