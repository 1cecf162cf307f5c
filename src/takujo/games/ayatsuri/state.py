"""Everything about one play of Ayatsuri: its fields, who sees them, its actions, its events and what they hide."""

from takujo.core.actions import ActionType, ActionTypes
from takujo.core.events import EventType, EventTypes, Many, Maybe
from takujo.core.kinds import BOOL, INT, Range, Seat, Terms
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen, table

from .cards import CARDS, MOST_DOWN, ROLE, SEATS

# In the last four phases nobody decides (3.7): the round runs on by itself.
PHASE = Terms(
    "draft", "condemn", "hand", "accuse", "name", "guard", "treat", "pay", "take", "murder", "over", "call", "deal",
    passing=("attempt", "end"),
)  # fmt: skip
DECIDER = {
    "accuse": ROLE.COP, "name": ROLE.ASSASSIN, "guard": ROLE.DETECTIVE, "treat": ROLE.DOCTOR, "take": ROLE.DETECTIVE,
    "murder": ROLE.KILLER,
}  # fmt: skip
DECIDES = table([DECIDER.get(phase, NONE) for phase in PHASE.names])  # by role
STEP = Terms("reveal", "ability", "rampage", passing=("use", "strike"))  # where the round goes on
LAST_CALL = CARDS  # all numbers have been called
BOMB = Terms("none", "active", "spent")
SIDE = Terms("life", "kill")
COIN = Terms("white", "black")
PATIENT = Terms("tosses-stock-chip", "nothing-happens", "not-allowed")  # the doctor and life 0
MEANS = Terms("assassin", "cop", "bomb", "doctor", "terrorist", "killer", "condemn")
CHIP = Terms("victim", "own", "stock")
NO_REWARD_FOR = Terms("self", "no_chips")
REASON = Terms("third_kill", "total", "zeroed", "cap")
FAULT = Terms("none", "luck", "draw", "view")  # in the field `fault`; sentences in text.py

OPTIONS = (
    Option("promo", "bool", False, "Promo 1"),
    Option("start", "seat", None, "3.1-2", nullable=True),
    Option("max_rounds", "int", 50, "R-40"),
    Option("patient_without_life", "choice", PATIENT.names[0], "3.3-6", choices=tuple(PATIENT.names), reading=True),
    Option("guarded_doctor_voids_bomb", "bool", False, "Promo 3", reading=True),
    Option("third_kill_from_first_time", "bool", False, "3.2-3", reading=True),
    Option("judged_until_decided", "bool", False, "3.2-3", reading=True),
)

SEAT = Seat(SEATS)
CARD = Range(0, CARDS - 1)
COUNT = Range(0, 1 << 19)

ACTION = ActionTypes(
    __name__,
    ActionType("pick", private="role", role=CARD),
    ActionType("condemn"),
    ActionType("spare"),
    ActionType("keep"),
    ActionType("hand", target=SEAT),
    ActionType("accuse", target=SEAT),
    ActionType("name", role=Range(ROLE.DETECTIVE, CARDS - 1)),
    ActionType("guard", target=SEAT),
    ActionType("treat", target=SEAT),
    ActionType("murder", target=SEAT),
    ActionType("pay", side=SIDE),
    ActionType("take", side=SIDE),
)

OPEN, OWNER, HIDDEN, BY_RULE = Seen.EVERYONE, Seen.OWNER, Seen.NOBODY, Seen.BY_RULE
PER_SEAT = (SEATS,)


class Play(Record):
    title = "あやつり殺人事件"
    fields = (
        Field("opt_promo", (), OPEN, "play with role 0", "options.promo", BOOL),
        Field("opt_start", (), OPEN, "marker in round 1; NONE: by chance", "options.start?", SEAT, NONE),
        Field("opt_max_rounds", (), OPEN, "the game ends after so many; 0: never", "options.max_rounds"),
        Field("opt_patient_without_life", (), OPEN, "R-22", "options.patient_without_life", PATIENT),
        Field("opt_guarded_doctor_voids_bomb", (), OPEN, "R-32", "options.guarded_doctor_voids_bomb", BOOL),
        Field("opt_third_kill_from_first_time", (), OPEN, "R-34", "options.third_kill_from_first_time", BOOL),
        Field("opt_judged_until_decided", (), OPEN, "R-39", "options.judged_until_decided", BOOL),
        Field("round_no", (), OPEN, "from 1", "round", Range(1, 1 << 19)),
        Field("undecided", (), OPEN, "a round has ended undecided", "undecided", BOOL),
        Field("phase", (), OPEN, "the decision that is due", "phase", PHASE),
        Field("step", (), OPEN, "where the round goes on after it", "step?", STEP, NONE),
        Field("call", (), OPEN, "number called last; one more: all", "call?", Range(0, LAST_CALL), NONE),
        Field("marker", (), OPEN, "seat with the Dictator marker", "marker", SEAT),
        Field("first", (), OPEN, "who had it when the round began", "first", SEAT),
        Field("life", PER_SEAT, OPEN, "white chips", "life[players]", COUNT),
        Field("kills", PER_SEAT, OPEN, "black chips", "kills[players]", COUNT),
        Field("clock", (), OPEN, "kill chips gained so far", "clock", COUNT),
        Field("third_at", PER_SEAT, OPEN, "clock at the third kill (R-34)", "third_at[players]?", COUNT, NONE),
        Field("zeroed_by", PER_SEAT, OPEN, "who took the last life", "zeroed_by[players]?", SEAT, NONE),
        Field("face_up", (1,), OPEN, "set aside openly", "face_up[]", CARD, NONE),
        Field("face_down", (MOST_DOWN,), HIDDEN, "set aside face down and still there", "face_down[]", CARD, NONE),
        Field("added", (), BY_RULE, "six players: the card added for the last drafter", "added?", CARD, NONE),
        Field("drafted", (), OPEN, "picks made", "drafted", Range(0, SEATS)),
        Field("role", PER_SEAT, BY_RULE, "seen by its seat, and by all once revealed", "roles[players]?", CARD, NONE),
        # The hand is what the drafter has seen; the leftover what the last one has seen and not taken.
        Field("seen", PER_SEAT, OWNER, "set of the cards received in the draft (2.6)", "", INT, NONE),
        Field("revealed", PER_SEAT, OPEN, "has shown its role", "revealed[players]", BOOL),
        Field("killed", PER_SEAT, OPEN, "is out for this round", "killed[players]", BOOL),
        Field("any_killed", (), OPEN, "somebody was killed this round, a double included", "any_killed", BOOL),
        Field("accused", (), OPEN, "seat accused by the cop", "accused?", SEAT, NONE),
        Field("guarded", (), OPEN, "seat guarded by the detective", "guarded?", SEAT, NONE),
        Field("named", (), OPEN, "role named by the assassin", "named?", CARD, NONE),
        Field("bomb", (), OPEN, "card 0 as a bomb", "bomb.state", BOMB),
        Field("carrier", (), OPEN, "who carries it", "bomb.carrier?", SEAT, NONE),
        Field("paid", (), OPEN, "side of the reward chip under way", "paid?", SIDE, NONE),
        Field("victims", PER_SEAT, OPEN, "chosen by the serial killer so far", "victims[]", SEAT, NONE),
        Field("to_act", (), OPEN, "who decides: as phase, step and roles say", "", INT, NONE),
        # Only while an action is being carried out.
        Field("aim_by", (), OPEN, "the attempt due: who makes it", "", INT, NONE),
        Field("aim_at", (), OPEN, "on whom", "", INT, NONE),
        Field("aim_means", (), OPEN, "by what", "", INT, NONE),
        Field("fault", (), OPEN, "what cannot be carried out: scripted chance, or a view that no deal agrees with"),
    )  # fmt: skip


# Places of the rulebook as events and refusals cite them (docs/rules/ayatsuri.md).
RULE = Terms(
    "3.2-1", "3.2-1 step 1", "3.2-1 step 2", "3.2-1 step 3", "3.2-1 step 4", "3.2-1 six", "3.2-1 step 5",
    "3.2-2 a", "3.2-2 b", "3.2-3", "3.3-1", "3.3-2", "3.3-3", "3.3-4", "3.3-5", "3.3-5 (1)", "3.3-5 (2)", "3.3-6",
    "3.3-7", "FAQ 1", "FAQ 3", "Promo 2", "Promo 2b", "Promo 3", "R-14", "R-22", "R-40",
)  # fmt: skip
CITES = {
    "assassin": RULE.S3_3_2, "cop": RULE.S3_3_1, "bomb": RULE.PROMO_2B, "doctor": RULE.S3_3_6,
    "terrorist": RULE.S3_3_7, "killer": RULE.S3_3_4, "condemn": RULE.PROMO_2,
}  # fmt: skip
CITED = table([CITES[means] for means in MEANS.names])

EVENT = EventTypes(
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
    EventType("call", reveals="seat", role=INT, seat=Maybe(INT)),
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
    EventType("toss", reveals="side", seat=INT, side=COIN, chip=CHIP),
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
