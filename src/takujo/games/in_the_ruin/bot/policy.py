"""Which goals to keep, what to draw, where to go, when to leave: by what the sheet promises afterwards."""

from takujo.bots.care import HASTY, NOVICE, REGULAR
from takujo.bots.tuning import Tuning
from takujo.core.jit import Events, Floats, Ints, rule
from takujo.core.maths import exp
from takujo.core.record import NONE
from takujo.core.scratch import doubles, scratch
from takujo.core.sets import all_of, has, only, size_of, without

from ..cards import CARDS, ESCAPE, GEM, GOAL_FROM, GOAL_TO, HEIGHT, NUMBER, PENALTY, PIECE, ROUTE, SEATS, SQUARE, WIDTH
from ..pieces import SIZE, SQUARES
from ..piles import count
from ..rules import score, seats_out, winners
from ..sheet import ENTRANCE
from ..state import ACTION, MARK, PHASE, SUB, Play

from ..board import (  # isort: skip
    LOW, STAMP, grown_hi, grown_lo, inside_hi, inside_lo, letters_hi, letters_lo, placed_hi, placed_lo, sheet_hi,
    sheet_lo, size, target,
)  # fmt: skip
from .fitted import FORECAST, FORECAST_OF_SEVERAL, PREFERENCE
from .prospect import CHALKED, LONE, MISFITS, RECTANGLE, ROUTES, SPARE, TIGHT, WAY_OUT, chalk_home, expected, survey

# What a sheet promises is fitted to whole plays, so the search asks it soon; and a good drawing is worth only a few
# thousandths of a win more than the next.
SEARCH = Tuning(horizon=1, inside=HASTY, exploration=100, doubt=200, played=12)
BEST = 400  # points that a solo play is measured by

# An action is e times likelier than one that promises so many thousandths of a point less.
CERTAIN, UNSURE = 300, 600
NEVER = -60.0  # the logit of what is out of the question
OUT, GLANCED, LISTED = -1e9, -1e6, 1e6  # marks in a list of values: out of the question, only glanced at, worth a look

# What newcomers overlook: squares that no piece will cover, and whether the next pieces fit anywhere.
OVERLOOKED = 1 << LONE | 1 << TIGHT | 1 << MISFITS

FIRST_PACK = 20  # cards of stage 1, about, while setting up
# Empty squares that can be filled for each card left in the stage, in tenths: if all goes well, if little does.
MUCH, LITTLE = 25, 8
PLACES = 8 * SQUARES  # of a piece: any turn, any anchor
SHORT_LIST = 6  # drawings of each mark that a hasty player looks at twice
CASCADE = 3000  # thousandths of a point: to stand on the letter that opens if another finds a gem (J23)


@rule
def pack_of(s: Play) -> int:
    """Cards left in the stage."""
    return FIRST_PACK if s.phase == PHASE.GOALS or s.phase == PHASE.SETUP else count(s.row) + count(s.deck)


@rule
def may_open(s: Play) -> int:
    """Letters that are closed and whose card is still to come, in this stage or the next."""
    letters = all_of(CARDS) & ~(s.open_letters | s.taken_letters)
    if s.stage == 2:
        for i in range(count(s.discard)):
            letters = without(letters, s.discard[i])
    return letters


@rule
def opening(s: Play, i: int) -> int:
    """The letter that opens if the i-th card of the row is discarded for a gem, as a set."""
    return may_open(s) & only(s.row[i]) if s.row[i] != NONE else 0


@rule
def open_to(s: Play, seat: int) -> int:
    """Destinations, while setting up those that the seat knows of."""
    letters = s.open_letters
    if s.phase == PHASE.SETUP:
        for i in range(4):
            if s.dealt[seat, i] != NONE:
                letters |= only(s.dealt[seat, i])
            if s.setup_card[seat, i] != NONE:
                letters |= only(s.setup_card[seat, i])
        if s.taken_card[seat] != NONE:
            letters |= only(s.taken_card[seat])
    return letters


@rule
def banked(s: Play, seat: int) -> int:
    """Points that are certain already."""
    return GEM * s.gems[seat] - PENALTY * s.penalties[seat] + max(s.square[seat, 0], 0)


@rule
def escape_of(s: Play, seat: int) -> int:
    """[7-2]: what an escape counts, of a seat that is out, or leaves now, alone."""
    rank = 1
    for other in range(s.players):
        if other != seat and s.escaped[other] != NONE:
            rank += s.escaped[seat] == NONE or s.escaped[other] <= s.escaped[seat]
    return ESCAPE[rank - 1]


@rule
def by_leaving(s: Play, seat: int, x: Ints) -> int:
    """[7]: thousandths of points that the sheet chalked up counts if the seat leaves with it."""
    return 1000 * (x[RECTANGLE] + ROUTE * x[ROUTES] + escape_of(s, seat))


@rule
def can_leave(s: Play, x: Ints, card: int) -> bool:
    """Do the steps of the card lead out? Then no fewer points are to be expected than by leaving with it."""
    return s.stage == 2 and card != NONE and s.opt_escape_needs_arrival <= x[WAY_OUT] <= NUMBER[card]  # J15


# Before the first round [4]


@rule
def steps_between(a: int, b: int) -> int:
    """Steps between the squares of two letters, as the crow walks."""
    return abs(SQUARE[a] // SIZE - SQUARE[b] // SIZE) + abs(SQUARE[a] % SIZE - SQUARE[b] % SIZE)


@rule
def apart(a: int, b: int) -> int:
    """Steps between the nearest letters of two goals: near ones share passages."""
    from_a = min(steps_between(GOAL_FROM[a], GOAL_FROM[b]), steps_between(GOAL_FROM[a], GOAL_TO[b]))
    return min(from_a, min(steps_between(GOAL_TO[a], GOAL_FROM[b]), steps_between(GOAL_TO[a], GOAL_TO[b])))


@rule
def kept(number: int, second: int) -> int:
    """The slots of a `keep` action: (0,1) (0,2) (0,3) (1,2) (1,3) (2,3)."""
    first = 0 if number < 3 else 1 if number < 5 else 2
    return (number + 1 if first == 0 else number - 1 if first == 1 else 3) if second else first


@rule
def reach(card: int) -> int:
    """How far a piece leads: long ones are good passages, compact ones good walls."""
    return HEIGHT[8 * PIECE[card]] + WIDTH[8 * PIECE[card]]


# Drawing and moving


@rule
def drawn(s: Play, seat: int, number: int) -> int:
    """The squares of a drawing, with its anchor on square 0."""
    if number < ACTION.DRAW_END:
        card = s.taken_card[seat] if s.phase == PHASE.SETUP else s.row[0]
        return STAMP[8 * PIECE[card] + ACTION.draw_turn(number)]
    return 1 if number < ACTION.EXTRA_END and number != ACTION.NO_DRAW else 0


@rule
def anchor(number: int) -> int:
    """The square of a drawing or a move."""
    if number < ACTION.DRAW_END:
        return ACTION.draw_anchor(number)
    if number < ACTION.SINGLE_WALL_END:
        return number - ACTION.SINGLE_WALL
    if number < ACTION.EXTRA_END:
        return ACTION.extra_cell(number)
    return number - ACTION.MOVE if number < ACTION.MOVE_END else ACTION.warp_to(number)


@rule
def is_extra(number: int) -> bool:
    return ACTION.EXTRA <= number < ACTION.EXTRA_END


@rule
def mark_of(number: int) -> int:
    if number < ACTION.DRAW_END:
        return ACTION.draw_mark(number)
    return ACTION.extra_mark(number) if is_extra(number) else MARK.WALL


@rule
def paid(number: int) -> int:
    """The goal slot a special action is paid with; -1 if it is none [8]."""
    if is_extra(number):
        return ACTION.extra_slot(number)
    return ACTION.warp_slot(number) if ACTION.WARP <= number < ACTION.WARP_END else -1


@rule
def short_list(
    s: Play, seat: int, numbers: Events, n: int, out: Floats, p_lo: int, p_hi: int, f_lo: int, f_hi: int,
    broad_lo: int, broad_hi: int, wanted_lo: int, wanted_hi: int,
) -> None:  # fmt: skip
    """Mark the drawings a hasty player looks at twice.

    At a glance a drawing is good that fills the broad rectangle and fits what is there; passages that meet other
    passages and wanted letters, walls that leave these alone.
    """
    halo_lo, halo_hi = grown_lo(wanted_lo, wanted_hi), grown_hi(wanted_lo, wanted_hi)
    seen = scratch(PLACES)  # what walls and passages have in common: the glance, and the letters
    for i in range(n):
        out[i] = OUT
        if numbers[i] < ACTION.DRAW_END:
            squares, place, wall = drawn(s, seat, numbers[i]), anchor(numbers[i]), mark_of(numbers[i]) == MARK.WALL
            spot = SQUARES * ACTION.draw_turn(numbers[i]) + place
            lo, hi = placed_lo(squares, place), placed_hi(squares, place)
            if not wall or seen[spot] == 0:
                near_lo, near_hi = grown_lo(lo, hi), grown_hi(lo, hi)
                glance = 2 * size(lo & broad_lo, hi & broad_hi) + size(near_lo & f_lo, near_hi & f_hi)
                letters = size(lo & wanted_lo, hi & wanted_hi)
                seen[spot] = 1 << 16 | letters << 8 | glance
                if not wall:
                    glance += 4 * letters + 2 * size(lo & halo_lo, hi & halo_hi)
                    if not near_lo & p_lo | near_hi & p_hi:
                        glance -= 6
                    out[i] = GLANCED + glance
            if wall:
                out[i] = GLANCED + (seen[spot] & 255) - 6 * (seen[spot] >> 8 & 255)
    for mark in (MARK.PASSAGE, MARK.WALL):
        listed, found = scratch(SHORT_LIST), 0
        for i in range(n):
            if out[i] <= OUT or out[i] >= LISTED or mark_of(numbers[i]) != mark:
                continue
            if found < SHORT_LIST:
                found += 1
            elif out[i] <= out[listed[SHORT_LIST - 1]]:
                continue
            place = found - 1
            while place > 0 and out[listed[place - 1]] < out[i]:
                listed[place] = listed[place - 1]
                place -= 1
            listed[place] = i
        for k in range(found):
            out[listed[k]] = LISTED
    if numbers[0] >= ACTION.DRAW_END:  # nothing fits [5-1-1-C]
        for i in range(n):
            out[i] = LISTED


@rule
def judge(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """What each drawing or move promises, in thousandths of points."""
    sheet_p_lo, sheet_p_hi = sheet_lo(s, seat, 0), sheet_hi(s, seat, 0)
    sheet_f_lo, sheet_f_hi = sheet_p_lo | sheet_lo(s, seat, SIZE), sheet_p_hi | sheet_hi(s, seat, SIZE)
    setting_up, moving, several = s.phase == PHASE.SETUP, s.sub[seat] == SUB.MOVE, int(s.players > 1)
    cards, pace = pack_of(s), 1 + seats_out(s)  # [5-3]: those who are out make cards go faster
    broad = target(sheet_f_lo, sheet_f_hi, cards * MUCH // 10)
    narrow = target(sheet_f_lo, sheet_f_hi, cards * LITTLE // 10)
    broad_lo, broad_hi, narrow_lo, narrow_hi = inside_lo(broad), inside_hi(broad), inside_lo(narrow), inside_hi(narrow)
    live, open_now = may_open(s), open_to(s, seat)
    live_lo, live_hi, open_lo, open_hi = letters_lo(live), letters_hi(live), letters_lo(open_now), letters_hi(open_now)
    soon_lo, soon_hi = letters_lo(opening(s, 2)), letters_hi(opening(s, 2))
    then_lo, then_hi = letters_lo(opening(s, 1)), letters_hi(opening(s, 1))
    here = ENTRANCE if setting_up or s.piece[seat] == NONE else s.piece[seat]
    arrives = here != ENTRANCE or s.sub[seat] == SUB.EXIT or not s.opt_escape_needs_arrival  # J15
    overlooked = OVERLOOKED if care == NOVICE else 0
    listing = care == HASTY and not moving and n > 4 * SHORT_LIST
    if listing:
        wanted = live | open_now
        for slot in range(count(s.goals[seat])):
            wanted |= only(GOAL_FROM[s.goals[seat, slot]]) | only(GOAL_TO[s.goals[seat, slot]])
        short_list(
            s, seat, numbers, n, out, sheet_p_lo, sheet_p_hi, sheet_f_lo, sheet_f_hi, broad_lo, broad_hi,
            letters_lo(wanted), letters_hi(wanted),
        )  # fmt: skip
    idle = best_move = OUT  # what moving promises without a special action: before the choice, and after it
    x, spare = scratch(CHALKED), 0
    chalk_home(x, sheet_p_lo, sheet_p_hi, here)
    last_lo = last_hi = last_to = last_end_lo = last_end_hi = NONE  # walls leave the way as it was
    for i in range(-1 if moving else 0, n):
        if i >= 0 and listing and out[i] != LISTED:
            out[i] = OUT
            continue
        number = numbers[i] if i >= 0 else ACTION.NO_DRAW
        place, slot = anchor(number), paid(number)
        extra, ends = is_extra(number), number >= ACTION.MOVE
        if slot >= 0:  # only with the goal farthest from being met; a square after the main action is as good as before
            gem = (placed_lo(1, place) & open_lo | placed_hi(1, place) & open_hi) != 0
            if slot != spare or not moving or (care != REGULAR and (extra or not (gem or place == ENTRANCE))):
                out[i] = OUT
                continue
        squares = drawn(s, seat, number)
        new_lo, new_hi = placed_lo(squares, place), placed_hi(squares, place)
        p_lo, p_hi, f_lo, f_hi = sheet_p_lo, sheet_p_hi, sheet_f_lo | new_lo, sheet_f_hi | new_hi
        if mark_of(number) == MARK.PASSAGE:
            p_lo, p_hi = p_lo | new_lo, p_hi | new_hi
        to = place if ACTION.MOVE <= number < ACTION.WARP_END else here
        end_lo, end_hi = placed_lo(1, to), placed_hi(1, to)  # where the piece may end this round
        if not (ends or setting_up):
            if p_lo == last_lo and p_hi == last_hi and to == last_to:
                end_lo, end_hi = last_end_lo, last_end_hi
            else:
                for _ in range(NUMBER[s.row[0]]):
                    next_lo = end_lo | grown_lo(end_lo, end_hi) & p_lo
                    next_hi = end_hi | grown_hi(end_lo, end_hi) & p_hi
                    end_lo, end_hi = next_lo, next_hi
                last_lo, last_hi, last_to, last_end_lo, last_end_hi = p_lo, p_hi, to, end_lo, end_hi
        gem_lo, gem_hi = (0, 0) if setting_up else (end_lo & open_lo, end_hi & open_hi)
        cost = 10000 if ACTION.SINGLE_WALL <= number < ACTION.SINGLE_WALL_END else 0
        value, gem = OUT, ends and (gem_lo | gem_hi) != 0
        while True:  # without a gem, unless it is compulsory (J19); then with each in reach
            at_lo, at_hi, to_lo, to_hi, after_lo, after_hi = end_lo, end_hi, open_lo, open_hi, soon_lo, soon_hi
            if gem:
                at_lo, at_hi = gem_lo & -gem_lo, 0 if gem_lo else gem_hi & -gem_hi
                gem_lo, gem_hi = gem_lo & ~at_lo, gem_hi & ~at_hi
                to_lo, to_hi, after_lo, after_hi = (open_lo | then_lo) & ~at_lo, (open_hi | then_hi) & ~at_hi, 0, 0
            survey(
                s, seat, x, p_lo, p_hi, f_lo, f_hi, at_lo, at_hi, to_lo, to_hi, after_lo, after_hi, live_lo, live_hi,
                broad_lo, broad_hi, narrow_lo, narrow_hi, slot, gem, several,
                NONE if gem else s.row[1], s.row[2],
            )  # fmt: skip
            if number != ACTION.ESCAPE:
                left = cards if setting_up else (cards - 1 - gem) // pace
                points = expected(x, s.stage, left, PREFERENCE, overlooked)
                if left > 0 and can_leave(s, x, s.row[1 + gem]):
                    points = max(points, by_leaving(s, seat, x) - 10000 * (x[MISFITS] > 0))
                points += 10000 * gem - cost
                if several and ends and not gem and (at_lo & then_lo | at_hi & then_hi):
                    points += CASCADE
                value = max(value, points)
            if s.stage == 2 and arrives and number != ACTION.REMAIN and at_lo >> LOW - 1:
                value = max(value, by_leaving(s, seat, x) - cost)
            if not gem_lo | gem_hi:
                break
            gem = True
        if i < 0:
            idle, spare = value, x[SPARE]
        else:
            out[i] = value - idle if extra else value
            if not extra:
                best_move = max(best_move, value)
    for i in range(n):
        if is_extra(numbers[i]) and out[i] != OUT:
            out[i] += best_move


@rule
def weigh(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    if s.sub[seat] == SUB.KEEP:
        for i in range(n):
            out[i] = -0.5 * apart(
                s.goals[seat, kept(numbers[i] - ACTION.KEEP, 0)], s.goals[seat, kept(numbers[i] - ACTION.KEEP, 1)]
            )
    elif s.sub[seat] == SUB.TAKE:
        for i in range(n):
            card, mark = s.dealt[seat, ACTION.take_slot(numbers[i])], ACTION.take_mark(numbers[i])
            out[i] = 2.0 * reach(card) * (1 if mark == MARK.PASSAGE else -1)
    else:
        judge(s, seat, numbers, n, care, out)
        most = out[0]
        for i in range(1, n):
            most = max(most, out[i])
        for i in range(n):
            out[i] = max((out[i] - most) / (UNSURE if care == NOVICE else CERTAIN), NEVER)


# What a state is worth

# A lead of so many points, and more for each card to come, makes a win e times likelier.
CLOSE, CLOSE_A_CARD = 6.0, 0.6


@rule
def survey_now(s: Play, seat: int, x: Ints) -> None:
    """Chalk up the sheet of a seat as it is."""
    p_lo, p_hi = sheet_lo(s, seat, 0), sheet_hi(s, seat, 0)
    f_lo, f_hi = p_lo | sheet_lo(s, seat, SIZE), p_hi | sheet_hi(s, seat, SIZE)
    cards = pack_of(s)
    broad, narrow = target(f_lo, f_hi, cards * MUCH // 10), target(f_lo, f_hi, cards * LITTLE // 10)
    live, soon, open_now = may_open(s), opening(s, 1), open_to(s, seat)
    here = ENTRANCE if s.piece[seat] == NONE else s.piece[seat]
    survey(
        s, seat, x, p_lo, p_hi, f_lo, f_hi, placed_lo(1, here), placed_hi(1, here), letters_lo(open_now),
        letters_hi(open_now), letters_lo(soon), letters_hi(soon), letters_lo(live), letters_hi(live),
        inside_lo(broad), inside_hi(broad), inside_lo(narrow), inside_hi(narrow), -1, 0,
        int(s.players > 1), s.row[0] if s.sub[seat] == SUB.DRAW else NONE, s.row[1],
    )  # fmt: skip


@rule
def outlook(s: Play, seat: int) -> int:
    """Thousandths of points a seat may expect at the end."""
    x, cards = scratch(CHALKED), pack_of(s)
    survey_now(s, seat, x)
    if s.escaped[seat] != NONE or s.leaving[seat] == 1:
        return 1000 * banked(s, seat) + by_leaving(s, seat, x)
    if s.phase == PHASE.STEP1 and s.sub[seat] != SUB.DRAW:
        cards -= 1  # the card of this round is drawn already
    forecast = FORECAST_OF_SEVERAL if s.players > 1 else FORECAST
    points = expected(x, s.stage, cards // (1 + seats_out(s)), forecast, 0)
    if s.phase == PHASE.STEP1 and s.sub[seat] != SUB.DONE and can_leave(s, x, s.row[0]):
        points = max(points, by_leaving(s, seat, x))
    return 1000 * banked(s, seat) + points


@rule
def worths(s: Play, seats: int, out: Ints) -> None:
    """The share of the win; solo the points, as thousandths of BEST. Before the end: what to expect."""
    if s.players == 1:
        points = 1000 * s.vp_total[0] if s.phase == PHASE.OVER else outlook(s, 0)
        out[0] = max(0, min(points // BEST, 1000))
        return
    if s.phase == PHASE.OVER:
        won = winners(s)
        for seat in range(s.players):
            out[seat] = 1000 // size_of(won) if has(won, seat) else 0
        return
    close = CLOSE + CLOSE_A_CARD * (pack_of(s) + (CARDS if s.stage == 1 else 0))
    chances, total = doubles(SEATS), 0.0
    for seat in range(s.players):  # who is not asked counts, too
        chances[seat] = exp(outlook(s, seat) / (1000 * close))
        total += chances[seat]
    for seat in range(s.players):
        out[seat] = int(1000 * chances[seat] / total)


@rule
def worth(s: Play, seat: int) -> int:
    of_all = scratch(SEATS)
    worths(s, only(seat), of_all)
    return of_all[seat]


@rule
def points(s: Play, seat: int) -> int:
    """Points that a seat may expect at the end."""
    return score(s, seat) if s.phase == PHASE.OVER else outlook(s, seat) // 1000
