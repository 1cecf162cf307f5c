/**
 * Plays matches that takujo has played and prints, after the set-up and every move, the public state, what a player's
 * view holds of the players, and the result: `node replay.js < matches.json`.
 */
import { readFileSync } from "node:fs";
import client from "boardgame.io/dist/cjs/client.js";
import { makeRitual } from "./ritual.js";

const { data, matches } = JSON.parse(readFileSync(0, "utf8"));

for (const { players, start, decks, markers, actions } of matches) {
  const chance = { start: () => start, deck: () => decks.shift(), markers: () => markers.shift() };
  const game = makeRitual(data, chance);
  const match = client.Client({ game, numPlayers: players, debug: false });
  match.start();
  const show = () => {
    const { G, ctx } = match.store.getState(); // getState() gives a view
    const { secret: _secret, players: _players, ...open } = G;
    const seen = [...Array(players).keys()].map((seat) => {
      const view = game.playerView({ G, ctx, playerID: String(seat) });
      return { keys: Object.keys(view.players ?? {}), secret: "secret" in view, hand: view.players[seat].hand };
    });
    return { open, seen, result: ctx.gameover ?? null };
  };
  const steps = [show()];
  for (const { seat, action } of actions) {
    match.updatePlayerID(String(seat));
    if (action.type === "take-set") match.moves.takeSet(action.set);
    else match.moves.chant(action.card, action.side);
    steps.push(show());
  }
  match.stop();
  console.log(JSON.stringify(steps));
}
