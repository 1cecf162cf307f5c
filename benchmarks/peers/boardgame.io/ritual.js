/**
 * RITUAL as a game of boardgame.io, by the rules in docs/rules/ritual.md (codes as there) and the cards given.
 *
 * Written as its authors do: what nobody may see in `secret`, what one player may see in `players`, both stripped by
 * their own `PlayerView.STRIP_SECRETS`; moves that need secrets run on the server only. Public keys have the names of
 * takujo's views, so that a replay can compare them.
 */
import core from "boardgame.io/dist/cjs/core.js";

const { INVALID_MOVE, PlayerView } = core;

/** Chance by boardgame.io; a replay has its own. */
const byPlugin = {
  start: (random, seats) => random.Die(seats) - 1,
  deck: (random, cards) => random.Shuffle(cards),
  markers: (random, markers) => random.Shuffle(markers),
};

export function makeRitual(data, chance = byPlugin) {
  const { rituals, rounds, hand, target, madness_limit: limit } = data.rules;
  const cards = new Map(data.cards.map((card, index) => [card.id, { ...card, index }]));
  const order = (a, b) => compareBacks(a.back, b.back) || a.index - b.index;
  const sorted = (ids) => ids.map((id) => cards.get(id)).sort(order).map((card) => card.id);
  const backs = (ids) => ids.map((id) => cards.get(id).back);
  const chanted = ({ card, side }) => cards.get(card).ends[side];
  const seats = (G) => [...Array(G.seats).keys()];
  const casters = (G) => seats(G).filter((seat) => !G.eliminated[seat]);
  const inTurn = (G) => seats(G).map((i) => (G.start + i) % G.seats).filter((seat) => !G.eliminated[seat]);

  function nextIn(G, seat) {
    do seat = (seat + 1) % G.seats;
    while (G.eliminated[seat]);
    return seat;
  }

  /** SET-2, NR-3 */
  function beginRitual(G, random, start) {
    const each = (value) => seats(G).map(value);
    Object.assign(G, { phase: "take-sets", round: 0, altar: null, start, ritual_start: start });
    Object.assign(G, { eliminated: each(() => false), totals: each(() => 0), minus: each(() => 0) });
    Object.assign(G, { rows: each(() => []), hand_backs: each(() => []), played_backs: each(() => null) });
    const deck = chance.deck(random, data.cards.map((card) => card.id));
    G.secret.sets = each((i) => sorted(deck.slice(i * hand, (i + 1) * hand)));
    G.secret.unused = sorted(deck.slice(G.seats * hand));
    G.set_backs = G.secret.sets.map(backs);
    G.unused_backs = backs(G.secret.unused);
    for (const seat of seats(G)) G.players[seat] = { hand: [], played: null };
    G.to_act = [(start + G.seats - 1) % G.seats];
  }

  /** SET-4 */
  function handOver(G, seat, i) {
    G.players[seat].hand = G.secret.sets[i];
    G.hand_backs[seat] = G.set_backs[i];
    G.secret.sets[i] = G.set_backs[i] = null;
  }

  /** RND-1 */
  function beginRound(G) {
    G.phase = "chant";
    G.round += 1;
    G.altar = G.secret.markers.shift();
    G.to_act = [G.start];
  }

  function takeSet({ G, events, playerID }, i) {
    if (G.phase !== "take-sets" || !G.set_backs[i]) return INVALID_MOVE;
    const seat = Number(playerID);
    handOver(G, seat, i);
    G.to_act = [(seat + G.seats - 1) % G.seats];
    if (G.to_act[0] === G.start) {
      handOver(G, G.start, G.secret.sets.findIndex((set) => set !== null));
      G.secret.sets = G.set_backs = [];
      beginRound(G);
    }
    events.endTurn();
  }

  /** RND-2 */
  function chant({ G, events, random, playerID }, card, side) {
    const own = G.players[playerID];
    const at = G.phase === "chant" ? own.hand.indexOf(card) : -1;
    if (at < 0 || (side !== 0 && side !== 1)) return INVALID_MOVE;
    const seat = Number(playerID);
    own.hand.splice(at, 1);
    own.played = { card, side };
    G.hand_backs[seat] = backs(own.hand);
    G.played_backs[seat] = cards.get(card).back;
    G.to_act = [nextIn(G, seat)];
    if (G.to_act[0] === G.start) endRound(G, random, events);
    if (G.phase !== "over") events.endTurn();
  }

  /** RES: A13, the accord before the vortex; A12, "more" is a slip for "fewer" */
  function outcome(G) {
    const spells = casters(G).map((seat) => chanted(G.players[seat].played).colour);
    const off = spells.filter((colour) => colour !== G.altar);
    if (!off.length) return "smooth";
    if (off.length === spells.length && new Set(off).size === 1) return "accord";
    return 2 * off.length > spells.length ? "vortex" : "wicked";
  }

  /** LAY, CALC, MAD */
  function pay(G) {
    const result = outcome(G);
    for (const seat of inTurn(G)) {
      const { card, side } = G.players[seat].played;
      const { colour, points } = chanted({ card, side });
      let paid = "scored";
      if (colour === G.altar) paid = result === "wicked" ? "none" : "scored";
      else if (result === "vortex") paid = "madness";
      G.rows[seat].push({ card, side, result: paid });
      G.totals[seat] += worth(paid, points);
      if (paid === "madness") G.minus[seat] += points;
    }
    for (const seat of seats(G)) {
      G.players[seat].played = G.played_backs[seat] = null;
      if (G.minus[seat] >= limit) G.eliminated[seat] = true;
    }
  }

  /** Why the ritual ends (A16); null: it goes on. */
  function ending(G) {
    const left = casters(G);
    if (!left.length) return "restart-cap";
    if (left.some((seat) => G.totals[seat] === target)) return "exact-ten";
    if (left.length === 1) return "last-caster";
    return G.round === rounds ? "five-rounds" : null;
  }

  function endRound(G, random, events) {
    pay(G);
    G.used_markers[G.ritual - 1].push(G.altar);
    G.altar = null;
    const reason = ending(G);
    if (!reason) {
      G.start = nextIn(G, G.start);
      beginRound(G);
    } else if (reason === "restart-cap") {
      G.restarts += 1; // MAD-3: the markers of this attempt are mixed back in
      G.secret.markers = chance.markers(random, [...G.secret.markers, ...G.used_markers[G.ritual - 1]]);
      G.used_markers[G.ritual - 1] = [];
      beginRitual(G, random, G.ritual_start);
    } else {
      endRitual(G, reason);
      if (G.ritual === rituals) {
        Object.assign(G, { phase: "over", to_act: [] });
        events.endGame({ winners: winners(G), scores: [...G.contribution] });
        return;
      }
      const start = nextStart(G);
      Object.assign(G.history.at(-1), { next_start: start });
      Object.assign(G, { ritual: G.ritual + 1, restarts: 0 });
      G.used_markers.push([]);
      beginRitual(G, random, start);
    }
  }

  function lastPoints(G, seat) {
    const chant = G.rows[seat][G.round - 1];
    return chant ? worth(chant.result, chanted(chant).points) : null;
  }

  /** END */
  function endRitual(G, reason) {
    const result = reason === "exact-ten" ? "mastered" : "excellent";
    const awards = seats(G).map(() => 0);
    const amounts = data.awards[G.seats];
    const placed = (total) => casters(G).filter((seat) => G.totals[seat] === total);
    const best = (fits) => Math.max(...casters(G).map((seat) => G.totals[seat]).filter(fits));
    const award = (total, amount) => placed(total).forEach((seat) => (awards[seat] = amount));
    if (result === "mastered" && placed(target).length > 1) award(target, amounts.mastered_shared);
    else if (result === "mastered") {
      award(target, amounts.mastered_alone);
      award(best((total) => total !== target), amounts.mastered_runner_up);
    } else {
      const first = best(() => true);
      award(first, amounts.excellent_first);
      if (placed(first).length === 1) award(best((total) => total < first), amounts.excellent_second);
    }
    awards.forEach((amount, seat) => (G.contribution[seat] += amount));
    G.history.push({
      ritual: G.ritual, result, reason, rounds: G.round, restarts: G.restarts,
      totals: [...G.totals], minus: [...G.minus], eliminated: [...G.eliminated],
      last_round: seats(G).map((seat) => lastPoints(G, seat)), awards, next_start: null,
    });
  }

  /** NR-1, NR-2: the highest total, then of the last round, then clockwise */
  function nextStart(G) {
    const highest = (list, value) => {
      const most = Math.max(...list.map(value));
      return list.filter((seat) => value(seat) === most);
    };
    const first = highest(highest(casters(G), (seat) => G.totals[seat]), (seat) => lastPoints(G, seat));
    return seats(G).map((i) => (G.start + 1 + i) % G.seats).find((seat) => first.includes(seat));
  }

  /** FIN */
  function winners(G) {
    const most = Math.max(...G.contribution);
    const first = seats(G).filter((seat) => G.contribution[seat] === most);
    const total = Math.max(...first.map((seat) => G.totals[seat]));
    return first.filter((seat) => G.totals[seat] === total);
  }

  return {
    name: "ritual",
    minPlayers: 2,
    maxPlayers: 5,
    setup: ({ ctx, random }) => {
      const colours = data.colours.order.flatMap((colour) => Array(data.spell_markers[colour]).fill(colour));
      const G = { seats: ctx.numPlayers, ritual: 1, restarts: 0, used_markers: [[]], history: [] };
      Object.assign(G, { contribution: Array(ctx.numPlayers).fill(0), players: {}, secret: {} });
      const start = chance.start(random, ctx.numPlayers);
      G.secret.markers = chance.markers(random, colours);
      beginRitual(G, random, start);
      return G;
    },
    turn: { order: { first: ({ G }) => G.to_act[0], next: ({ G }) => G.to_act[0] } },
    moves: {
      takeSet: { move: takeSet, client: false },
      chant: { move: chant, client: false, redact: true },
    },
    playerView: PlayerView.STRIP_SECRETS,
  };
}

const worth = (paid, points) => ({ scored: points, none: 0, madness: -points })[paid];

function compareBacks(a, b) {
  const differs = a.findIndex((n, i) => n !== b[i]);
  return differs < 0 ? a.length - b.length : a[differs] - (b[differs] ?? -1);
}
