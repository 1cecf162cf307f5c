"""Everything about one play of Ayatsuri, field by field, and who sees it; its events, and what they hide."""

from takujo.core.events import EventType, Many
from takujo.core.kinds import BOOL, INT, Names, Range
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen, table

from .cards import ASSASSIN, CARDS, COP, DETECTIVE, DOCTOR, KILLER, SEATS

# Phases in which somebody decides (3.7), and those in which the round runs on by itself.
DRAFT, CONDEMN, HAND, ACCUSE, NAME, GUARD, TREAT, PAY, TAKE, MURDER, OVER = range(11)
CALLING, DEALING, ATTEMPTING, ENDING = range(11, 15)
DECIDES = table([NONE, NONE, NONE, COP, ASSASSIN, DETECTIVE, DOCTOR, NONE, DETECTIVE, KILLER, NONE])  # by role
REVEAL, ABILITY, RAMPAGE, USE, STRIKE = range(5)  # where the round goes on; the last two never at rest
LAST_CALL = 8  # all numbers have been called
NO_BOMB, ACTIVE, SPENT = range(3)
LIFE, KILL = range(2)
WHITE, BLACK = range(2)

# Scripted chance (4.1): an entry is its kind, then what it says, from bit 2 on; a deal as octal digits.
LUCK_SIZE = 64
DEAL_LUCK, TOSS_LUCK, DRAW_LUCK = range(3)
LUCK_FAULT, DRAW_FAULT, VIEW_FAULT = 1, 2, 3  # in the field `fault`; sentences in text.py

PHASE = Names(
    ("draft", "condemn", "hand", "accuse", "name", "guard", "treat", "pay", "take", "murder", "over", "call", "deal")
)
STEP = Names(("reveal", "ability", "rampage"))
BOMB = Names(("none", "active", "spent"))
SIDE = Names(("life", "kill"))
PATIENTS = ("tosses-stock-chip", "nothing-happens", "not-allowed")  # the doctor and life 0
PATIENT = Names(PATIENTS)
NOTHING_HAPPENS, NOT_ALLOWED = 1, 2

OPTIONS = (
    Option("promo", "bool", False, "Promo 1"),
    Option("start", "seat", None, "3.1-2", nullable=True),
    Option("max_rounds", "int", 50, "R-40"),
    Option("patient_without_life", "choice", PATIENTS[0], "3.3-6", choices=PATIENTS, reading=True),
    Option("guarded_doctor_voids_bomb", "bool", False, "Promo 3", reading=True),
    Option("third_kill_from_first_time", "bool", False, "3.2-3", reading=True),
    Option("judged_until_decided", "bool", False, "3.2-3", reading=True),
)

SEAT = Range(0, SEATS - 1)
ROLE = Range(0, CARDS - 1)
COUNT = Range(0, 1 << 19)

ALL, OWNER, NOBODY, BY_RULE = Seen.EVERYONE, Seen.OWNER, Seen.NOBODY, Seen.BY_RULE
PER_SEAT = (SEATS,)


class State(Record):
    title = "あやつり殺人事件"
    fields = (
        Field("opt_promo", (), ALL, "play with role 0", "options.promo", BOOL),
        Field("opt_start", (), ALL, "marker in round 1; NONE: by chance", "options.start", SEAT, NONE),
        Field("opt_max_rounds", (), ALL, "the game ends after so many; 0: never", "options.max_rounds"),
        Field("opt_patient_without_life", (), ALL, "R-22", "options.patient_without_life", PATIENT),
        Field("opt_guarded_doctor_voids_bomb", (), ALL, "R-32", "options.guarded_doctor_voids_bomb", BOOL),
        Field("opt_third_kill_from_first_time", (), ALL, "R-34", "options.third_kill_from_first_time", BOOL),
        Field("opt_judged_until_decided", (), ALL, "R-39", "options.judged_until_decided", BOOL),
        Field("round_no", (), ALL, "from 1", "round", Range(1, 1 << 19)),
        Field("undecided", (), ALL, "a round has ended undecided", "undecided", BOOL),
        Field("phase", (), ALL, "the decision that is due", "phase", PHASE),
        Field("step", (), ALL, "where the round goes on after it", "step", STEP, NONE),
        Field("call", (), ALL, "number called last; 8: all", "call", Range(0, LAST_CALL), NONE),
        Field("marker", (), ALL, "seat with the Dictator marker", "marker", SEAT),
        Field("first", (), ALL, "who had it when the round began", "first", SEAT),
        Field("life", PER_SEAT, ALL, "white chips", "life[players]", COUNT),
        Field("kills", PER_SEAT, ALL, "black chips", "kills[players]", COUNT),
        Field("clock", (), ALL, "kill chips gained so far", "clock", COUNT),
        Field("third_at", PER_SEAT, ALL, "clock at the third kill (R-34)", "third_at[players]", COUNT, NONE),
        Field("zeroed_by", PER_SEAT, ALL, "who took the last life", "zeroed_by[players]", SEAT, NONE),
        Field("face_up", (1,), ALL, "set aside openly", "face_up[]", ROLE, NONE),
        Field("face_down", (2,), NOBODY, "set aside face down and still there", "face_down[]", ROLE, NONE),
        Field("added", (), BY_RULE, "six players: the card added for the last drafter", "added", ROLE, NONE),
        Field("drafted", (), ALL, "picks made", "drafted", Range(0, SEATS)),
        Field("role", PER_SEAT, BY_RULE, "seen by its seat, and by all once revealed", "roles[players]", ROLE, NONE),
        # The hand is what the drafter has seen; the leftover what the last one has seen and not taken.
        Field("seen", PER_SEAT, OWNER, "set of the cards received in the draft (2.6)", "", INT, NONE),
        Field("revealed", PER_SEAT, ALL, "has shown its role", "revealed[players]", BOOL),
        Field("killed", PER_SEAT, ALL, "is out for this round", "killed[players]", BOOL),
        Field("any_killed", (), ALL, "somebody was killed this round, a double included", "any_killed", BOOL),
        Field("accused", (), ALL, "seat accused by the cop", "accused", SEAT, NONE),
        Field("guarded", (), ALL, "seat guarded by the detective", "guarded", SEAT, NONE),
        Field("named", (), ALL, "role named by the assassin", "named", ROLE, NONE),
        Field("bomb", (), ALL, "card 0 as a bomb", "bomb.state", BOMB),
        Field("carrier", (), ALL, "who carries it", "bomb.carrier", SEAT, NONE),
        Field("paid", (), ALL, "side of the reward chip under way", "paid", SIDE, NONE),
        Field("victims", PER_SEAT, ALL, "chosen by the serial killer so far", "victims[]", SEAT, NONE),
        Field("luck", (LUCK_SIZE,), NOBODY, "scripted chance, next first; its length is hidden too", "", INT, NONE),
        Field("turn", (), ALL, "who decides: as phase, step and roles say", "", INT, NONE),
        # Only while an action is being carried out.
        Field("aim_by", (), ALL, "the attempt due: who makes it", "", INT, NONE),
        Field("aim_at", (), ALL, "on whom", "", INT, NONE),
        Field("aim_means", (), ALL, "by what", "", INT, NONE),
        Field("fault", (), ALL, "what cannot be carried out: scripted chance, or a view that no deal agrees with"),
    )  # fmt: skip


# Places of the rulebook as events and refusals cite them (docs/rules/ayatsuri.md).
CITATIONS = (
    "3.2-1", "3.2-1 step 1", "3.2-1 step 2", "3.2-1 step 3", "3.2-1 step 4", "3.2-1 six", "3.2-1 step 5",
    "3.2-2 a", "3.2-2 b", "3.2-3", "3.3-1", "3.3-2", "3.3-3", "3.3-4", "3.3-5", "3.3-5 (1)", "3.3-5 (2)", "3.3-6",
    "3.3-7", "FAQ 1", "FAQ 3", "Promo 2", "Promo 2b", "Promo 3", "R-14", "R-22", "R-40",
)  # fmt: skip
(
    DRAFT_0, DRAFT_1, DRAFT_2, DRAFT_3, DRAFT_4, DRAFT_SIX, DRAFT_5,
    PLAY_A, PLAY_B, END, ROLE_1, ROLE_2, ROLE_3, ROLE_4, ROLE_5, ROLE_5_1, ROLE_5_2, ROLE_6,
    ROLE_7, FAQ_1, FAQ_3, PROMO_2, PROMO_2B, PROMO_3, R_14, R_22, R_40,
) = range(len(CITATIONS))  # fmt: skip

MEANS = Names(("assassin", "cop", "bomb", "doctor", "terrorist", "killer", "condemn"))
BY_ASSASSIN, BY_COP, BY_BOMB, BY_DOCTOR, BY_TERRORIST, BY_KILLER, BY_CONDEMNING = range(7)
CITED = table([ROLE_2, ROLE_1, PROMO_2B, ROLE_6, ROLE_7, ROLE_4, PROMO_2])  # by means
CHIP = Names(("victim", "own", "stock"))
OF_VICTIM, OWN, STOCK = range(3)
NO_REWARD_FOR = Names(("self", "no_chips"))
SELF, NO_CHIPS = range(2)
REASON = Names(("third_kill", "total", "zeroed", "cap"))
THIRD_KILL, TOTAL, ZEROED, CAP = range(4)

(
    ROUND_START, RESHUFFLE, DEAL, PICK, PASS_HAND, ADD_FACE_DOWN, LEFTOVER, CONDEMNED, SPARED, PENALTY, CALL, SHOWN,
    MARKER, BOMB_HAND, BOMB_KEEP, BOMB_STUCK, BOMB_BLAST, BOMB_VOID, ACCUSED, NAMED, GUARDS, TREATS, TOSS, NO_TOSS,
    HEAL, DRAW, RAMPAGES, MURDERS, SUPERSEDED, ATTEMPT, GUARDED, NO_REWARD, PAID, TAKEN, KILLED, DOUBLE, PURGE,
    ROUND_END, UNDECIDED, GAME_OVER,
) = range(40)  # fmt: skip
EVENTS = (
    EventType("round_start", round=INT, marker=INT),
    EventType("reshuffle", face_up=Many(INT)),
    EventType("deal", hidden="face_down", reveals="face_up", face_down=Many(INT), face_up=Many(INT)),
    EventType("pick", hidden="role", seat=INT, role=INT),
    EventType("pass_hand", hidden="roles", reveals="roles", seat=INT, to=INT, roles=Many(INT)),
    EventType("add_face_down", hidden="role", seat=INT, role=INT),
    EventType("leftover", hidden="roles", reveals="roles", seat=INT, roles=Many(INT)),
    EventType("condemn", seat=INT),
    EventType("spare", seat=INT),
    EventType("penalty", seat=INT, life=INT, kill=INT),
    EventType("call", reveals="seat", role=INT, seat=INT),
    EventType("reveal", reveals="type", seat=INT, role=INT),
    EventType("marker", seat=INT, previous=INT),
    EventType("bomb_hand", seat=INT, to=INT),
    EventType("bomb_keep", seat=INT),
    EventType("bomb_stuck", seat=INT),
    EventType("bomb_blast", seat=INT, target=INT),
    EventType("bomb_void", target=INT, by_means=MEANS),
    EventType("accuse", seat=INT, target=INT),
    EventType("name", seat=INT, role=INT),
    EventType("guard", seat=INT, target=INT),
    EventType("treat", seat=INT, target=INT),
    EventType("toss", reveals="side", seat=INT, side=Names(("white", "black")), chip=CHIP),
    EventType("no_toss", seat=INT),
    EventType("heal", seat=INT),
    EventType("draw", reveals="role", seat=INT, pool=Many(INT), role=INT, target=INT),
    EventType("rampage", seat=INT, count=INT),
    EventType("murder", seat=INT, target=INT),
    EventType("superseded", means=MEANS, by_means=MEANS, target=INT),
    EventType("attempt", by=INT, target=INT, means=MEANS),
    EventType("guarded", seat=INT, target=INT),
    EventType("no_reward", reason=NO_REWARD_FOR),
    EventType("pay", seat=INT, to=INT, side=SIDE),
    EventType("take", seat=INT, side=SIDE),
    EventType("kill", by=INT, target=INT, means=MEANS, chip=CHIP),
    EventType("double", seat=INT, by=INT, means=MEANS),
    EventType("purge", seat=INT, losses=Many(INT)),
    EventType("round_end", round=INT, life=Many(INT), kills=Many(INT), zero_life=Many(INT), three_kills=Many(INT)),
    EventType("undecided", tied=Many(INT)),
    EventType("game_over", winners=Many(INT), reason=REASON),
)
