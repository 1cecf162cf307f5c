"""The shapes of the pieces: turned, mirrored, and what to look at when they are drawn as passages (section 8.1)."""

Cells = tuple[tuple[int, int], ...]  # (row, column), smallest row and column 0, sorted

# The boards of the chalk (rules.chalk_up), as places in it: one mask a row, bit c is column c.
SIZE = 11
SQUARES = SIZE * SIZE
EMPTY, TOUCH, FREE, PASSAGES, PAIR_ACROSS, PAIR_DOWN, SLASH, BACKSLASH, CHALK = range(0, 9 * SIZE, SIZE)


def normalised(cells: Cells) -> Cells:
    """Shifted to smallest row and column 0, sorted."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


def orientations(cells: Cells) -> list[Cells]:
    """The different ways to turn and mirror a piece, by number."""
    found: list[Cells] = []
    for k in range(8):
        turned = tuple((r, -c) for r, c in cells) if k >= 4 else cells
        for _ in range(k % 4):
            turned = tuple((c, -r) for r, c in turned)
        if normalised(turned) not in found:
            found.append(normalised(turned))
    return found


def blocks(cells: Cells) -> list[tuple[tuple[int, int], list[tuple[int, int]]]]:
    """The 2x2 blocks inside the bounding box: upper left corner, and which of its squares the piece covers."""
    height, width = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    corners = [(r, c) for r in range(height - 1) for c in range(width - 1)]
    return [((r, c), [q for q in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) if q in cells]) for r, c in corners]


def is_blocky(cells: Cells) -> bool:
    """Does it contain a 2x2 block, so that it can never be a passage [3-1]?"""
    return any(len(covered) == 4 for _, covered in blocks(cells))


def bans(cells: Cells) -> list[tuple[int, int]]:
    """What must not be there for a passage, or a 2x2 block arises with squares drawn before (J7).

    Pairs (place in the chalk for an anchor in row 0, column). A block of one new and three old squares is
    kept out by the board FREE; here are those of two and three new squares.
    """
    found = [(PAIR_ACROSS + r, c) for r, c in cells if (r, c + 1) in cells]
    found += [(PAIR_DOWN + r, c) for r, c in cells if (r + 1, c) in cells]
    for (r, c), covered in blocks(cells):
        if covered == [(r, c), (r + 1, c + 1)]:
            found.append((BACKSLASH + r, c))
        elif covered == [(r, c + 1), (r + 1, c)]:
            found.append((SLASH + r, c))
        elif len(covered) == 3:
            missing = next(q for q in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) if q not in covered)
            found.append((PASSAGES + missing[0], missing[1]))
    return found
