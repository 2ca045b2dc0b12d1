"""The column beside the board: whose turn it is, the seats' cards, the moves."""
