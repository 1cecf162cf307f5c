/* RITUAL for four players, by hand: what benchmarks/yardstick.py measures our compiled loop by.
 *
 * From docs/rules/ritual.md, standard options, nothing left out. Chance is drawn as core/chance.py draws it, in the same
 * order, and lists of actions are in the engine's order: so the same seed gives the same games, move by move.
 * A group of cards is a word with a bit for each; everything else is a byte. Cards come from the title's own tables.
 */
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { SEATS = 4, HAND = 6, CARDS = 30, ROUNDS = 5, RITUALS = 3, MARKERS = 15, OF_A_COLOUR = 5, TARGET = 10, LIMIT = 5 };
enum { TAKE_SETS, CHANT, OVER };
enum { SMOOTH, WICKED, VORTEX, ACCORD };
enum { NOBODY = -128, FIRST_CHANT = 5, EVERYBODY = (1 << SEATS) - 1 };
enum { OF_A_BACK = 6, NOTHING = 255, FACE_DOWN = 128 }; /* in a view, of what is laid: nothing, or this and its back */

typedef struct { uint32_t a, b, c, d; } Chance;

typedef struct {
    int8_t total[SEATS], minus[SEATS], last[SEATS], award[SEATS];
    uint8_t mastered, rounds, in, restarts, next_start;
} Past;

typedef struct {
    uint32_t hand[SEATS], set[SEATS], unused;
    Chance chance;
    uint8_t markers[MARKERS], drawn, first; /* in the order of drawing; drawn so far, and before this ritual */
    uint8_t phase, ritual, round, start, ritual_start, to_act, in, restarts;
    uint8_t laid[SEATS], row[ROUNDS][SEATS]; /* 2 x card + side */
    int8_t paid[ROUNDS][SEATS], total[SEATS], minus[SEATS], contribution[SEATS];
    Past past[RITUALS];
} State;

static uint8_t COLOUR[2 * CARDS], POINTS[2 * CARDS];

INLINE uint32_t below(Chance *r, uint32_t k) {
    for (;;) {
        uint32_t a = r->a, b = r->b, c = r->c ^ a, d = r->d ^ b, x = a + r->d, word = (x << 7 | x >> 25) + a;
        r->a = a ^ d, r->b = b ^ c, r->c = c ^ b << 9, r->d = d << 11 | d >> 21;
        uint64_t product = (uint64_t)word * k;
        uint32_t low = (uint32_t)product;
        if (low >= k || low >= -k % k) return (uint32_t)(product >> 32);
    }
}

INLINE void shuffle(Chance *r, uint8_t *things, int n) {
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = below(r, (uint32_t)i + 1);
        uint8_t thing = things[i];
        things[i] = things[j], things[j] = thing;
    }
}

INLINE Chance seeded(uint32_t x) {
    uint32_t word[4], y = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t z = (x += 0x9E3779B9) ^ y;
        z = (z ^ z >> 16) * 0x85EBCA6B, z = (z ^ z >> 13) * 0xC2B2AE35;
        word[i] = y = z ^ z >> 16;
    }
    return (Chance){word[0] | 1, word[1], word[2], word[3]};
}

INLINE int left_of(int seat) { return (seat + 1) % SEATS; }

INLINE int next_in(const State *s, int seat) {
    do seat = left_of(seat);
    while (!(s->in >> seat & 1));
    return seat;
}

/* Set-up (SET) */

INLINE void begin_ritual(State *s, int start) {
    uint8_t cards[CARDS];
    for (int i = 0; i < CARDS; i++) cards[i] = (uint8_t)i;
    shuffle(&s->chance, cards, CARDS);
    for (int i = 0; i < SEATS; i++) {
        s->set[i] = s->hand[i] = 0;
        for (int j = 0; j < HAND; j++) s->set[i] |= 1u << cards[i * HAND + j];
    }
    s->unused = 0;
    for (int i = SEATS * HAND; i < CARDS; i++) s->unused |= 1u << cards[i];
    s->phase = TAKE_SETS, s->round = 0, s->in = EVERYBODY;
    s->start = s->ritual_start = (uint8_t)start, s->to_act = (uint8_t)((start + SEATS - 1) % SEATS);
    memset(s->total, 0, sizeof s->total), memset(s->minus, 0, sizeof s->minus);
}

INLINE void set_up(State *s, uint32_t seed) {
    memset(s, 0, sizeof *s);
    s->chance = seeded(seed);
    int start = (int)below(&s->chance, SEATS);
    for (int i = 0; i < MARKERS; i++) s->markers[i] = (uint8_t)(i / OF_A_COLOUR);
    shuffle(&s->chance, s->markers, MARKERS);
    begin_ritual(s, start);
}

/* A round (RND, RES, LAY, MAD) */

INLINE void begin_round(State *s) {
    s->phase = CHANT, s->round++, s->drawn++, s->to_act = s->start;
}

INLINE int result(const State *s, int altar) {
    int on = 0, off = 0, colours = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (s->in >> seat & 1) {
            int colour = COLOUR[s->laid[seat]];
            on += colour == altar, off += colour != altar;
            colours |= (colour != altar) << colour;
        }
    if (off == 0) return SMOOTH;
    if (on == 0 && (colours & (colours - 1)) == 0) return ACCORD;
    return off > on ? VORTEX : WICKED;
}

INLINE void pay(State *s) {
    int altar = s->markers[s->drawn - 1], which = result(s, altar);
    for (int seat = 0; seat < SEATS; seat++) {
        int8_t *paid = &s->paid[s->round - 1][seat];
        *paid = NOBODY;
        if (!(s->in >> seat & 1)) continue;
        int end = s->laid[seat], on = COLOUR[end] == altar;
        *paid = (int8_t)(on && which == WICKED ? 0 : !on && which == VORTEX ? -POINTS[end] : POINTS[end]);
        s->row[s->round - 1][seat] = (uint8_t)end;
        s->total[seat] += *paid;
        if (*paid < 0) s->minus[seat] -= *paid;
    }
    for (int seat = 0; seat < SEATS; seat++) s->in &= (uint8_t)~((s->minus[seat] >= LIMIT) << seat);
}

/* Ritual results and the next ritual (END, NR, MAD-3) */

INLINE uint32_t best(const State *s, uint32_t among, const int8_t *numbers) {
    int most = NOBODY;
    uint32_t seats = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (among >> seat & 1 && numbers[seat] >= most) {
            seats = numbers[seat] > most ? 0 : seats;
            most = numbers[seat], seats |= 1u << seat;
        }
    return seats;
}

INLINE void award(State *s, uint32_t seats, int amount) {
    for (int seat = 0; seat < SEATS; seat++)
        if (seats >> seat & 1) s->contribution[seat] += (int8_t)amount, s->past[s->ritual].award[seat] = (int8_t)amount;
}

INLINE void call_off(State *s) {
    uint8_t rest[MARKERS];
    int n = MARKERS - s->first, down = MARKERS - s->drawn;
    memcpy(rest, s->markers + s->drawn, (size_t)down);
    memcpy(rest + down, s->markers + s->first, (size_t)(n - down));
    shuffle(&s->chance, rest, n);
    memcpy(s->markers + s->first, rest, (size_t)n);
    s->drawn = s->first, s->restarts++;
    begin_ritual(s, s->ritual_start);
}

INLINE void end_ritual(State *s, uint32_t tens) {
    Past *past = &s->past[s->ritual];
    const int8_t *last = s->paid[s->round - 1];
    uint32_t first = tens ? tens : best(s, s->in, s->total);
    int shared = (first & (first - 1)) != 0;
    award(s, first, tens && !shared ? 3 : 2);
    if (!shared) award(s, best(s, s->in & ~first, s->total), 1);
    memcpy(past->total, s->total, sizeof past->total), memcpy(past->minus, s->minus, sizeof past->minus);
    memcpy(past->last, last, sizeof past->last);
    past->mastered = tens != 0, past->rounds = s->round, past->in = s->in, past->restarts = s->restarts;
    if (s->ritual == RITUALS - 1) {
        s->phase = OVER;
        return;
    }
    uint32_t leads = best(s, best(s, s->in, s->total), last);
    int start = left_of(s->start);
    while (!(leads >> start & 1)) start = left_of(start);
    past->next_start = (uint8_t)start;
    s->ritual++, s->restarts = 0, s->first = s->drawn;
    begin_ritual(s, start);
}

INLINE void end_round(State *s) {
    pay(s);
    if (s->in == 0) {
        call_off(s);
        return;
    }
    uint32_t tens = 0;
    for (int seat = 0; seat < SEATS; seat++) tens |= (uint32_t)(s->in >> seat & 1 && s->total[seat] == TARGET) << seat;
    if (tens || (s->in & (s->in - 1)) == 0 || s->round == ROUNDS) {
        end_ritual(s, tens);
        return;
    }
    s->start = (uint8_t)next_in(s, s->start);
    begin_round(s);
}

/* Decisions */

INLINE void take(State *s, int seat, int i) { s->hand[seat] = s->set[i], s->set[i] = 0; }

INLINE int legal(const State *s, int64_t *out) { /* a list of all actions, as the engine writes one */
    int n = 0;
    if (s->phase == TAKE_SETS) {
        for (int i = 0; i < SEATS; i++)
            if (s->set[i]) out[n++] = i;
    } else if (s->phase == CHANT)
        for (uint32_t rest = s->hand[s->to_act]; rest; rest &= rest - 1, n += 2)
            out[n + 1] = 1 + (out[n] = FIRST_CHANT + 2 * __builtin_ctz(rest));
    return n;
}

INLINE void act(State *s, int action) {
    int seat = s->to_act;
    if (s->phase == TAKE_SETS) {
        take(s, seat, action);
        s->to_act = (uint8_t)((seat + SEATS - 1) % SEATS);
        if (s->to_act != s->start) return;
        int i = 0;
        while (!s->set[i]) i++;
        take(s, s->start, i);
        begin_round(s);
        return;
    }
    s->laid[seat] = (uint8_t)(action - FIRST_CHANT);
    s->hand[seat] &= ~(1u << s->laid[seat] / 2);
    s->to_act = (uint8_t)next_in(s, seat);
    if (s->to_act == s->start) end_round(s);
}

/* Views */

INLINE uint32_t backs(uint32_t cards) { /* how many cards of each back: six bits for each */
    uint32_t x = (cards & 0x15555555) + (cards >> 1 & 0x15555555);
    return (x & 0x030C30C3) + (x >> 2 & 0x030C30C3) + (x >> 4 & 0x030C30C3);
}

INLINE void see(const State *s, int seat, State *view) { /* of cards of others, sets and those left out: the backs */
    *view = *s;
    memset(&view->chance, 0, sizeof view->chance);
    memset(view->laid, NOTHING, sizeof view->laid);
    for (int i = 0; i < SEATS; i++) view->set[i] = backs(s->set[i]);
    for (int i = 0; i < SEATS; i++) view->hand[i] = i == seat ? s->hand[i] : backs(s->hand[i]);
    view->unused = backs(s->unused);
    for (int i = s->drawn; i < MARKERS; i++) view->markers[i] = NOTHING;
    if (s->phase == CHANT)
        for (int i = s->start; i != s->to_act; i = next_in(s, i))
            view->laid[i] = i == seat ? s->laid[i] : FACE_DOWN + s->laid[i] / 2 / OF_A_BACK;
}

/* What Python calls */

void take_cards(const uint8_t *colours, const uint8_t *points) {
    memcpy(COLOUR, colours, sizeof COLOUR), memcpy(POINTS, points, sizeof POINTS);
}

/* Whole games at random; how many moves. At the end the scores of the last one. */
int64_t play(const uint32_t *words, int64_t games, int8_t *scores) {
    Chance luck = {words[0], words[1], words[2], words[3]};
    int64_t moves = 0, out[2 * CARDS];
    State s;
    while (games--)
        for (set_up(&s, below(&luck, 1u << 31)); s.phase != OVER; moves++) {
            uint32_t n = (uint32_t)legal(&s, out);
            act(&s, (int)out[below(&luck, n)]);
        }
    memcpy(scores, s.contribution, SEATS);
    return moves;
}

/* One game at random: after each move what each seat sees, in rows of sets, hands, left out, laid and markers. */
int64_t look(const uint32_t *words, int32_t *rows) {
    Chance luck = {words[0], words[1], words[2], words[3]};
    int64_t moves = 0, out[2 * CARDS];
    State s, view;
    for (set_up(&s, below(&luck, 1u << 31)); s.phase != OVER; moves++) {
        uint32_t n = (uint32_t)legal(&s, out);
        act(&s, (int)out[below(&luck, n)]);
        for (int seat = 0; seat < SEATS; seat++) {
            see(&s, seat, &view);
            for (int i = 0; i < SEATS; i++) *rows++ = (int32_t)view.set[i];
            for (int i = 0; i < SEATS; i++) *rows++ = (int32_t)view.hand[i];
            *rows++ = (int32_t)view.unused;
            for (int i = 0; i < SEATS; i++) *rows++ = view.laid[i];
            for (int i = 0; i < MARKERS; i++) *rows++ = view.markers[i];
        }
    }
    return moves;
}

/* So many views of a state in the middle of a game, for one seat after the other. */
void views(int64_t times) {
    static State s, view;
    int64_t out[2 * CARDS];
    if (!s.round)
        for (set_up(&s, 1); !(s.round == 3 && s.to_act != s.start);) legal(&s, out), act(&s, (int)out[0]);
    for (int64_t i = 0; i < times; i++) {
        see(&s, (int)(i % SEATS), &view);
        __asm__ volatile("" ::: "memory"); /* so that none is left out */
    }
}

/* So many copies of a state, each of another one. */
void copies(int64_t times) {
    static State states[2];
    for (int64_t i = 0; i < times; i++) {
        states[i & 1].chance.a = (uint32_t)i;
        states[~i & 1] = states[i & 1];
        __asm__ volatile("" ::: "memory"); /* so that none is left out */
    }
}
