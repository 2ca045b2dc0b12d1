"""Reads a QR code of version 2 or 3 and level M or L, of capitals and digits, without correcting errors."""

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_MASKS = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


def read(rows: tuple[str, ...]) -> str:
    """The text of a matrix of "0" and "1"."""
    size = len(rows)
    spots = [[row[column] == "1" for column in range(size)] for row in rows]
    mask = int("".join(str(int(spots[8][column])) for column in (2, 3, 4)), 2) ^ 0b101
    level = int("".join(str(int(spots[8][column])) for column in (0, 1)), 2) ^ 0b10
    assert level in (0b00, 0b01), "another level than M and L"
    bits = ""
    for row, column in _way(size):
        bits += str(int(spots[row][column] ^ _MASKS[mask](row, column)))
    assert bits[:4] == "0010", "another mode than capitals and digits"
    count, bits = int(bits[4:13], 2), bits[13:]
    found = ""
    while len(found) < count - 1:
        both, bits = int(bits[:11], 2), bits[11:]
        found += _LETTERS[both // 45] + _LETTERS[both % 45]
    return found + (_LETTERS[int(bits[:6], 2)] if len(found) < count else "")


def _way(size: int):
    """The places of the data in their order: two columns at a time, up and down, from the right."""
    up, right = True, size - 1
    while right > 0:
        if right == 6:  # the column of the timing pattern
            right -= 1
        for row in range(size - 1, -1, -1) if up else range(size):
            for column in (right, right - 1):
                if not _is_fixed(row, column, size):
                    yield row, column
        up, right = not up, right - 2


def _is_fixed(row: int, column: int, size: int) -> bool:
    corner = (row < 9 and (column < 9 or column > size - 9)) or (row > size - 9 and column < 9)
    alignment = size - 9 <= row <= size - 5 and size - 9 <= column <= size - 5
    return corner or alignment or row == 6 or column == 6
