/** boardgame.io's server with RITUAL, as it comes: `node server.js < ritual.json` prints its port. */
import { readFileSync } from "node:fs";
import { Origins, Server } from "boardgame.io/dist/cjs/server.js";
import { makeRitual } from "./ritual.js";

const data = JSON.parse(readFileSync(0, "utf8"));
const server = Server({ games: [makeRitual(data)], origins: [Origins.LOCALHOST] });
const { appServer } = await server.run(0);
console.log(`port ${appServer.address().port}`);
