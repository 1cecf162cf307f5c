/** The options of a game, checked as core/options.py does. */

import { expect } from "./codec";
import type { Description, Json, JsonObject, Option } from "./description";

const MOST = 1 << 16;

/** All options, defaults filled in; an error names what is wrong. */
export function checkedOptions(about: Description, players: number, given: JsonObject): JsonObject {
  const [least, most] = about.players;
  expect(Number.isInteger(players) && players >= least && players <= most, "players", players, `${least} to ${most}`);
  const known = new Map(about.options.map((option) => [option.name, option]));
  for (const [name, value] of Object.entries(given)) {
    const option = known.get(name);
    expect(option !== undefined, "options", name, `only ${[...known.keys()].join(", ") || "none"}`);
    expect(accepts(option, value, players), `option ${name}`, value, "what the game's options say");
  }
  return Object.fromEntries(about.options.map((option) => [option.name, given[option.name] ?? option.default]));
}

function accepts(option: Option, value: Json, players: number): boolean {
  if (value === null) return option.nullable;
  const high = option.type === "seat" ? players - 1 : (option.high ?? MOST);
  const isNumber = (each: Json) => Number.isInteger(each) && (each as number) >= option.low && (each as number) <= high;
  switch (option.type) {
    case "bool":
      return typeof value === "boolean";
    case "int":
    case "seat":
      return isNumber(value);
    case "ints":
      return Array.isArray(value) && value.length >= 1 && value.length <= option.longest && value.every(isNumber);
    case "choice":
      return typeof value === "string" && option.choices.includes(value);
  }
  return value === option.default; // a file: the page has none
}
