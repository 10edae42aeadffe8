// The form of Voltorb Flip: a position as it is typed, and how it looks. Pure: a position in, a position out.

import { misfitAt, nowhere, place, tone, withDoubt } from "./view.js";

export const SIZE = 5;
export const START = { r: 0, c: SIZE, part: 0 };
export const BRUSH = null;
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

const five = (make) => Array.from({ length: SIZE }, (_, i) => make(i));

// `alike`: another game deals, whose boards are all alike likely.
export const empty = (level = null, alike = false) => ({
  level, alike,
  rows: five(() => [null, null]), cols: five(() => [null, null]),
  tiles: five(() => five(() => null)), memos: five(() => five(() => [])),
});

// What the library takes.
export const draft = ({ level, rows, cols, tiles }) => ({ level, rows, cols, tiles });
export const settings = (doc, { objective, strategy }) => [
  ...(doc.alike ? [["unknown level", "all boards alike"]] : []),
  strategy === "best" ? ["objective", objective] : ["strategy", strategy],
];
export const isEmpty = (doc) => JSON.stringify(draft(doc)) === JSON.stringify(draft(empty(doc.level)));

const lists = (value, test) => Array.isArray(value) && value.length === SIZE && value.every(test);
const within = (n, least, most) => Number.isInteger(n) && n >= least && n <= most;

// Whether something that was kept or linked is a position of this form; what it cannot be is another matter.
export const valid = (doc) =>
  doc != null && (doc.level === null || within(doc.level, 1, 8)) && typeof doc.alike === "boolean" &&
  [doc.rows, doc.cols].every((lines) => lists(lines, (line) => Array.isArray(line) && line.length === 2 && line.every((n, i) => n === null || within(n, 0, i ? SIZE : 3 * SIZE)))) &&
  lists(doc.tiles, (row) => lists(row, (tile) => tile === null || within(tile, 0, 3))) &&
  lists(doc.memos, (row) => lists(row, (marks) => Array.isArray(marks) && marks.length <= 4 && marks.every((mark) => within(mark, 0, 3))));

export const isHeader = ({ r, c }) => (r === SIZE) !== (c === SIZE);
const isCard = ({ r, c }) => r < SIZE && c < SIZE;
const line = ({ r, c }) => (c === SIZE ? ["rows", r] : ["cols", c]);
export const number = (doc, at) => {
  const [side, i] = line(at);
  return doc[side][i][at.part];
};

export const fieldName = (at) =>
  isCard(at) ? `card (${at.r + 1}, ${at.c + 1})` : `${at.c === SIZE ? "row" : "column"} ${(at.c === SIZE ? at.r : at.c) + 1} ${["sum", "Voltorbs"][at.part]}`;

function replaced(list, i, value) {
  const copy = [...list];
  copy[i] = value;
  return copy;
}

export function setNumber(doc, at, value) {
  const [side, i] = line(at);
  return { ...doc, [side]: replaced(doc[side], i, replaced(doc[side][i], at.part, value)) };
}

// Turns a card up, or down again if it shows this already.
export function setCard(doc, { r, c }, value) {
  const shown = doc.tiles[r][c] === value ? null : value;
  return { ...doc, tiles: replaced(doc.tiles, r, replaced(doc.tiles[r], c, shown)) };
}

export function toggleMemo(doc, { r, c }, value) {
  const marks = doc.memos[r][c];
  const now = marks.includes(value) ? marks.filter((mark) => mark !== value) : [...marks, value].sort();
  return { ...doc, memos: replaced(doc.memos, r, replaced(doc.memos[r], c, now)) };
}

// The headers in the order in which they are typed.
const ORDER = [
  ...five((r) => [0, 1].map((part) => ({ r, c: SIZE, part }))).flat(),
  ...five((c) => [0, 1].map((part) => ({ r: SIZE, c, part }))).flat(),
];
const index = (at) => ORDER.findIndex(({ r, c, part }) => r === at.r && c === at.c && part === at.part);
export const FIRST_CARD = { r: 0, c: 0, part: 0 };

// Where typing goes on after a number. `null`: all is there.
export function following(doc, at) {
  const next = ORDER[index(at) + 1];
  if (next) return next;
  return ORDER.find((one) => number(doc, one) == null) ?? null;
}
export const preceding = (at) => ORDER[index(at) - 1] ?? null;

// One step by an arrow key.
export function step(at, [dr, dc]) {
  const next = { r: at.r + dr, c: at.c + dc, part: 0 };
  const inside = next.r >= 0 && next.c >= 0 && next.r <= SIZE && next.c <= SIZE && !(next.r === SIZE && next.c === SIZE);
  return inside ? next : at;
}

const CARDS = { 0: 0, v: 0, V: 0, 1: 1, 2: 2, 3: 3 };

// What a key does to { doc, at, pending, marking }: the same changed, or `null` if it means nothing here. A sum that
// begins with 0 or 1 may have a second digit: until that is typed, or the next number begun, it is `pending`.
export function type(now, key) {
  const { doc, at, pending, marking } = now;
  const to = (next, changes = {}) => ({ ...now, pending: "", ...changes, at: next ?? { ...FIRST_CARD, done: true } });
  if (isCard(at)) {
    if (key in CARDS) return { ...now, doc: marking ? toggleMemo(doc, at, CARDS[key]) : setCard(doc, at, CARDS[key]) };
    if (key === "Backspace" || key === "Delete") return { ...now, doc: { ...doc, tiles: setCard(doc, at, null).tiles } };
    return null;
  }
  if (key === "Backspace" || key === "Delete") {
    const back = number(doc, at) == null && key === "Backspace" ? (preceding(at) ?? at) : at;
    return to(back, { doc: setNumber(doc, back, null) });
  }
  if (["Enter", " ", "/", ",", ".", ":", ";"].includes(key)) return to(following(doc, at));
  if (!/^[0-9]$/.test(key)) return null;
  const digit = Number(key);
  if (at.part === 1) {
    if (digit > SIZE) return null;
    const set = setNumber(doc, at, digit);
    return to(following(set, at), { doc: set });
  }
  const sum = pending === "" ? digit : 10 * Number(pending) + digit;
  if (sum > 3 * SIZE) return null;
  const set = setNumber(doc, at, sum);
  if (pending === "" && digit < 2) return { ...now, doc: set, pending: key };
  return to({ ...at, part: 1 }, { doc: set });
}

// A whole number from a large button.
export function enter(now, value) {
  const { doc, at } = now;
  if (isCard(at)) return type(now, value === null ? "Delete" : String(value));
  const set = setNumber(doc, at, value);
  return { ...now, doc: set, pending: "", at: following(set, at) ?? { ...FIRST_CARD, done: true } };
}

// What is to be told of a live game's fields to make them like those of `doc`.
export function corrections(before, doc) {
  const found = [];
  for (const at of ORDER) {
    const value = number(doc, at);
    if (value !== number(before, at) && value != null) found.push([fieldName(at), String(value)]);
  }
  doc.tiles.forEach((row, r) =>
    row.forEach((tile, c) => {
      if (tile !== before.tiles[r][c]) found.push([fieldName({ r, c }), tile == null ? "face down" : tile === 0 ? "V" : String(tile)]);
    }),
  );
  return found;
}

// A board that was read, with what is doubtful in it: field to reason. `null` if none is in play.
export function fromReading({ reading, panel, fields = [] }) {
  const known = remembered(panel) ?? reading;
  if (!reading || !known?.rows) return null;
  // A player remembers no headers before it has seen all of them.
  const lines = (side) => five((i) => [0, 1].map((part) => known[side][i][part] ?? reading[side]?.[i][part] ?? null));
  const doc = empty(reading.look?.dealt === false ? null : (known.level ?? reading.level), reading.look?.dealt === false);
  const memos = (reading.memos ?? doc.memos).map((row) => row.map((marks) => (marks ?? []).map((mark) => (mark === "V" ? 0 : mark))));
  return { doc: { ...doc, rows: lines("rows"), cols: lines("cols"), tiles: known.tiles, memos }, doubts: doubtsOf(fields) };
}

// What a player knows of the board, what a message hides now among it; `null` if none is in play.
function remembered(panel) {
  if (!panel?.cells || panel.right.length !== SIZE || panel.below.length !== SIZE) return null;
  const lines = (headers) => headers.map(({ text }) => text.split("/").map((number) => (/^\d+$/.test(number) ? Number(number) : null)));
  const tile = ({ sign }) => (/^[0-3V]$/.test(sign) ? (sign === "V" ? 0 : Number(sign)) : null);
  return { rows: lines(panel.right), cols: lines(panel.below), tiles: panel.cells.map((row) => row.map(tile)) };
}

const SURE = 0.95;
export const doubtsOf = (fields) =>
  Object.fromEntries(
    fields
      .filter(({ name }) => /^(row|column|card)/.test(name))
      .filter(({ value, confidence }) => value == null || confidence < SURE)
      .map(({ name, value, confidence, why }) => [name, value == null ? `unread${why ? `: ${why}` : ""}` : `read as ${value}, confidence ${Math.round(100 * confidence)} %`]),
  );

const face = (tile) => (tile === 0 ? "V" : String(tile));
const PROVEN = { safe: ["✓", "safe"], useless: ["×", "useless"], V: ["V", "fatal"] };

// How the board looks: the typed position, with the chances of `heat` (what the library told of it last) and what
// `checked` says of it.
export function view({ doc, at, pending, doubts, checked, heat }, hidden) {
  const misfits = checked?.misfits ?? [];
  const panel = hidden ? null : heat?.panel;
  const cell = (r, c) => {
    const tile = doc.tiles[r][c];
    const from = panel?.cells?.[r]?.[c];
    const proven = checked?.complete || hidden ? null : checked?.proven?.[r]?.[c];
    const field = fieldName({ r, c });
    const made = { r, c, field, memo: doc.memos[r][c].map(face), best: false, lines: [], text: "", tone: "plain" };
    let words = "face down";
    if (tile != null) {
      Object.assign(made, { text: face(tile), tone: tile === 0 ? "fatal" : tile === 1 ? "known" : "prize", up: true });
      words = tile === 0 ? "Voltorb" : `a ${tile}`;
    } else if (from && !/^[0-3V]$/.test(from.sign)) {
      const [kind, risk] = tone(from.tone);
      const sure = from.lines[0] ?? from.sign;
      const chance = sure.replace(/^V (.*)%$/, "$1%");
      const [text, lines] = kind === "useless" ? ["×", [chance]] : [`${kind === "safe" ? "✓" : ""}${chance}`, from.lines.slice(1)];
      Object.assign(made, { text, lines, tone: kind, risk, best: from.chosen });
      words = `face down, ${sure.replace(/^V (.*)%$/, "Voltorb $1 %")}${kind === "useless" ? ", wins nothing" : ""}`;
    } else if (proven) {
      const [text, kind] = PROVEN[proven] ?? [`=${proven}`, "safe"];
      Object.assign(made, { text, tone: kind });
      words = `face down, ${proven in PROVEN ? { safe: "safe", useless: "wins nothing", V: "a Voltorb" }[proven] : `a ${proven}`}`;
    }
    const misfit = misfitAt(misfits, r, c);
    const marks = made.memo.length ? `marked ${made.memo.join(" ").replace("V", "Voltorb")}` : "";
    made.label = [place(r, c), words, marks, made.best && "best", ...withDoubt(made, doubts[field], misfit)].filter(Boolean).join(", ");
    return made;
  };
  const header = (side, i) => {
    const where = side === "rows" ? { r: i, c: SIZE } : { r: SIZE, c: i };
    const numbers = doc[side][i];
    const field = [0, 1].map((part) => fieldName({ ...where, part }));
    const misfit = misfits.find((one) => one[side].includes(i))?.text;
    const doubt = field.map((name, part) => doubts[name] && `${["sum", "Voltorbs"][part]} ${doubts[name]}`).filter(Boolean).join("; ");
    const here = at.r === where.r && at.c === where.c;
    const made = { ...where, header: true, numbers: numbers.map((n) => (n == null ? "" : String(n))), part: here ? at.part : null, pending: here && pending };
    const told = (n, what) => (n == null ? `${what} missing` : `${what} ${n}`);
    made.label = [`${side === "rows" ? "row" : "column"} ${i + 1}`, told(numbers[0], "sum"), told(numbers[1], "Voltorbs"), ...withDoubt(made, doubt, misfit)].filter(Boolean).join(", ");
    return made;
  };
  const total = (side) => checked?.totals?.[side];
  const off = [0, 1].map((part) => misfits.length > 0 && total("rows")?.[part] !== total("cols")?.[part]);
  const whole = checked && checked.missing === 0;
  return {
    kind: "flip", label: "Voltorb Flip: the board", rows: SIZE, columns: SIZE,
    cells: five((r) => five((c) => cell(r, c))),
    right: five((r) => header("rows", r)),
    below: five((c) => header("cols", c)),
    corner: whole ? { rows: total("rows"), cols: total("cols"), off } : null,
    at, misfit: nowhere(misfits),
  };
}
