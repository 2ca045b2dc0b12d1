"""The solver of Hyper Robots: the shortest route to any target, by iterative deepening with kernels."""
