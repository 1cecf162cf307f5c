/** What Python brings along, for functions of a title that were translated from it (script.py): they call it `$`. */

const SMALL = 2 ** 31; // beyond it JavaScript's operations on bits take too few of them
const POWERS = Array.from({ length: 64 }, (_, n) => 2 ** n);

class ValueError extends Error {}

/** Numbers of a range, made when they are asked for. */
class Range {
  start;
  stop;
  step;
  constructor(start, stop, step) {
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
  get length() {
    return Math.max(0, Math.ceil((this.stop - this.start) / this.step));
  }
  *[Symbol.iterator]() {
    for (let i = 0, n = this.length; i < n; i++) yield this.start + i * this.step;
  }
}

/** A dict: keys may be lists, which are equal when their items are. */
class Dict {
  held = new Map();
  constructor(pairs = []) {
    for (const [key, value] of pairs) this.put(key, value);
  }
  put(key, value) {
    const id = identity(key);
    const before = this.held.get(id);
    if (before) before[1] = value;
    else this.held.set(id, [key, value]);
  }
  get(key) {
    return this.held.get(identity(key))?.[1];
  }
  has(key) {
    return this.held.has(identity(key));
  }
  *[Symbol.iterator]() {
    yield* this.held.values();
  }
}

class PySet {
  held = new Map();
  constructor(items = []) {
    for (const item of items) this.held.set(identity(item), item);
  }
  [Symbol.iterator]() {
    return this.held.values();
  }
}

function identity(value) {
  if (Array.isArray(value)) return `[${value.map(identity).join()}]`;
  return typeof value === "string" ? `"${value}` : typeof value === "boolean" ? String(+value) : String(value);
}

/** JSON as Python has it: objects become dicts. */
function taken(value) {
  if (Array.isArray(value)) return value.map(taken);
  if (value === null || typeof value !== "object") return value;
  return new Dict(Object.entries(value).map(([key, held]) => [key, taken(held)]));
}

/** And back. */
function given(value) {
  if (Array.isArray(value)) return value.map(given);
  if (value instanceof Dict) return Object.fromEntries([...value].map(([key, held]) => [String(key), given(held)]));
  return value;
}

const fits = (a, b) => a >= -SMALL && a < SMALL && b >= -SMALL && b < SMALL;

function joined(a, b) {
  if (typeof a !== "object") return fits(a, b) ? a | b : Number(BigInt(a) | BigInt(b));
  return a instanceof Dict ? new Dict([...a, ...b]) : new PySet([...a, ...b]);
}

function common(a, b) {
  if (typeof a !== "object") return fits(a, b) ? a & b : Number(BigInt(a) & BigInt(b));
  return new PySet([...a].filter((item) => $.has(b, item)));
}

function less(a, b) {
  if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = less(a[i], b[i]);
    if (order) return order;
  }
  return a.length - b.length;
}

function refused(message) {
  throw new ValueError(message);
}

function place(row, index) {
  const at = index < 0 ? row.length + index : index;
  return at >= 0 && at < row.length ? at : refused(`there is no item ${index}`);
}

function* product(...rows) {
  if (!rows.length) {
    yield [];
    return;
  }
  const [first, ...rest] = rows;
  for (const item of first) for (const others of product(...rest)) yield [item, ...others];
}

function falling(n, k) {
  let ways = 1;
  for (let i = 0; i < k; i++) ways *= n - i;
  return k > n ? 0 : ways;
}

const LISTS = {
  append: (row, item) => void row.push(item),
  copy: (row) => [...row],
  count: (row, item) => [...row].filter((each) => $.eq(each, item)).length,
  extend: (row, items) => void row.push(...items),
  index: (row, item) => {
    const at = [...row].findIndex((each) => $.eq(each, item));
    return at >= 0 ? at : refused(`${$.repr(item)} is not there`);
  },
  insert: (row, at, item) => void row.splice(at, 0, item),
  remove: (row, item) => void row.splice(LISTS["index"](row, item), 1),
};
const DICTS = {
  copy: (dict) => new Dict(dict),
  get: (dict, key, other = null) => (dict.has(key) ? dict.get(key) : other),
  items: (dict) => [...dict],
  keys: (dict) => new PySet([...dict].map(([key]) => key)),
  values: (dict) => [...dict].map(([, value]) => value),
};

const $ = {
  ValueError,
  held: null,

  // What everything can be asked.
  truth: (value) =>
    typeof value === "object" && value !== null
      ? $.isinstance(value, "sized")
        ? $.len(value) > 0
        : true
      : Boolean(value),
  both: (value, next) => ($.truth(value) ? next() : value),
  either: (value, next) => ($.truth(value) ? value : next()),
  eq: (a, b) => {
    if (a === b) return true;
    if (typeof a === "boolean" || typeof b === "boolean")
      return typeof a !== "object" && +a === +b && typeof a !== "string";
    if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
    if (a instanceof Dict) {
      return (
        b instanceof Dict &&
        a.held.size === b.held.size &&
        [...a].every(([key, value]) => b.has(key) && $.eq(value, b.get(key)))
      );
    }
    if (a instanceof PySet)
      return b instanceof PySet && a.held.size === b.held.size && [...a].every((item) => $.has(b, item));
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => $.eq(item, b[i]));
  },
  has: (where, item) => {
    if (where instanceof Range) return Number.isInteger(item) && item >= where.start && item < where.stop;
    if (where instanceof Dict || where instanceof PySet) return where.held.has(identity(item));
    if (typeof where === "string") return where.includes(item);
    for (const each of where) if ($.eq(each, item)) return true;
    return false;
  },
  len: (value) => (value instanceof Dict || value instanceof PySet ? value.held.size : value.length),
  type: (value) => {
    if (value === null) return "NoneType";
    if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
    const names = { boolean: "bool", string: "str", bigint: "int" };
    return names[typeof value] ?? (value instanceof Dict ? "dict" : value instanceof PySet ? "set" : "list");
  },
  isinstance: (value, kind) => {
    if (kind === "sized")
      return Array.isArray(value) || value instanceof Dict || value instanceof PySet || value instanceof Range;
    return $.type(value) === kind || (kind === "int" && typeof value === "boolean");
  },
  str: (value) => (typeof value === "string" ? value : $.repr(value)),
  repr: (value) => {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (typeof value === "string") return `'${value}'`;
    if (Array.isArray(value)) return `[${value.map($.repr).join(", ")}]`;
    if (value instanceof Dict)
      return `{${[...value].map(([key, held]) => `${$.repr(key)}: ${$.repr(held)}`).join(", ")}}`;
    return String(value);
  },
  name: (translated) => translated.name.replace(/_\d*$/, ""),
  getattr: (value, name) => value[name],

  // Numbers.
  add: (a, b) => (typeof a === "object" ? [...a, ...b] : a + b),
  sub: (a, b) => (typeof a === "object" ? new PySet([...a].filter((item) => !$.has(b, item))) : a - b),
  mul: (a, b) => {
    if (!Array.isArray(a)) return Array.isArray(b) ? $.mul(b, a) : a * b;
    return Array.from({ length: Math.max(0, b) * a.length }, (_, i) => a[i % a.length]);
  },
  div: (a, b) => (b ? a / b : refused("division by zero")),
  floordiv: (a, b) => Math.floor(a / b),
  mod: (a, b) => ((a % b) + b) % b,
  pow: (a, b) => a ** b,
  shl: (a, b) => a * (POWERS[b] ?? 2 ** b),
  shr: (a, b) => (a >= 0 && a < SMALL && b < 32 ? a >> b : Math.floor(a / (POWERS[b] ?? 2 ** b))),
  and: common,
  or: joined,
  xor: (a, b) => (fits(a, b) ? a ^ b : Number(BigInt(a) ^ BigInt(b))),
  abs: Math.abs,
  int: (value) => Math.trunc(Number(value)),
  float: Number,
  bool: (value) => $.truth(value),
  gcd: (a, b) => {
    while (b) [a, b] = [b, a % b];
    return a;
  },
  comb: (n, k) => falling(n, k) / falling(k, k),
  perm: falling,
  min: (...values) => Math.min(...(values.length === 1 ? values[0] : values)),
  max: (...values) => Math.max(...(values.length === 1 ? values[0] : values)),
  sum: (values) => {
    let total = 0;
    for (const value of values) total += Number(value);
    return total;
  },

  // Rows of things.
  range: (a, b, step = 1) => (b === undefined ? new Range(0, a, 1) : new Range(a, b, step)),
  dict: (pairs) => new Dict(pairs),
  set: (items) => new PySet($.iter(items ?? [])),
  list: (items = []) => [...$.iter(items)],
  tuple: (items = []) => [...$.iter(items)],
  iter: (items) => (items instanceof Dict ? [...items].map(([key]) => key) : items),
  at: (row, index) => {
    if (Array.isArray(row) && index >= 0 && index < row.length) return row[+index];
    if (row instanceof Dict) return row.has(index) ? row.get(index) : refused(`there is no ${$.repr(index)}`);
    return row instanceof Range ? row.start + place(row, index) * row.step : row[place(row, Number(index))];
  },
  put: (row, index, value) => {
    if (Array.isArray(row) && index >= 0 && index < row.length) row[+index] = value;
    else if (row instanceof Dict) row.put(index, value);
    else row[place(row, Number(index))] = value;
  },
  slice: (row, from, to) => row.slice(from ?? 0, to ?? row.length),
  fill: (row, from, to, items) => {
    const start = from ?? 0;
    row.splice(start, (to ?? row.length) - start, ...items);
  },
  call: (value, name, args) => {
    if (name === "fromkeys") return new Dict([...$.iter(args[0])].map((key) => [key, args[1] ?? null]));
    if (name === "bit_length") return value ? BigInt(value).toString(2).length : 0;
    if (name === "join") return [...args[0]].join(value);
    const table = value instanceof Dict ? DICTS : Array.isArray(value) || typeof value === "string" ? LISTS : null;
    return table?.[name] ? table[name](value, ...args) : value[name](...args);
  },
  enumerate: (items, first = 0) => [...$.iter(items)].map((item, i) => [first + i, item]),
  *zip(...rows) {
    const all = rows.map((row) => [...$.iter(row)]);
    for (let i = 0; i < Math.min(...all.map((row) => row.length)); i++) yield all.map((row) => row[i]);
  },
  sorted: (items) => [...$.iter(items)].sort(less),
  sorted_key: (items, key) => [...$.iter(items)].sort((a, b) => less(key(a), key(b))),
  map: (function_, items) => [...$.iter(items)].map((item) => function_(item)),
  any: (items) => {
    for (const item of items) if ($.truth(item)) return true;
    return false;
  },
  all: (items) => {
    for (const item of items) if (!$.truth(item)) return false; // the next may not be asked when one is not
    return true;
  },
  next: (items, other = null) => {
    const { done, value } = items.next();
    return done ? other : value;
  },
  product: (...rows) => product(...rows),
  product_repeat: (row, times) => product(...Array.from({ length: times }, () => row)),
  pairwise: (items) => [...$.iter(items)].slice(1).map((item, i) => [items[i], item]),
  bisect_right: (row, value) => row.filter((each) => each <= value).length,
};

/** A translated function, as JSON goes in and comes out. */
function json(translated) {
  return (...values) => given(translated(...values.map((value) => (isRecord(value) ? value : taken(value)))));
}

/** A record is no JSON: its fields are read and written where they are. */
function isRecord(value) {
  return value !== null && typeof value === "object" && "players" in value && "chance" in value;
}

/** A kind (core/kinds.py), the same way. */
function spoken(kind) {
  return { write: (value) => given(kind.write(value)), read: (value) => kind.read(taken(value)) };
}
