// The form of the ice floor: tiles are painted. Pure: a position in, a position out.

import { changes, put, resized, stepped } from "./letters.js";
import { misfitAt, nowhere, place, tone, withDoubt } from "./view.js";

export const START = { r: 0, c: 0, part: 0 };
export const BRUSH = "#";
export const BRUSHES = { "#": "stone", S: "start", E: "end" };
export const MOST = 32;

export const empty = (rows = ["...", "...", "..."], start = null, ends = null) => {
  const middle = Math.floor(rows[0].length / 2);
  return { rows, start: start ?? [rows.length - 1, middle], ends: ends ?? [[0, middle]] };
};
export const draft = ({ rows, start, ends }) => ({ rows, start, ends });
export const settings = () => [];
export const isEmpty = (doc) => JSON.stringify(doc) === JSON.stringify(empty());

// Whether something that was kept or linked is a floor of this form.
export function valid(doc) {
  if (doc == null || !Array.isArray(doc.rows) || !doc.rows.length || doc.rows.length > MOST || !Array.isArray(doc.ends)) return false;
  const columns = doc.rows[0]?.length;
  const tile = (at) => Array.isArray(at) && at.length === 2 && doc.rows[at[0]]?.[at[1]] !== undefined;
  return doc.rows.every((row) => typeof row === "string" && /^[.#]+$/.test(row) && row.length === columns) && columns <= MOST &&
    tile(doc.start) && doc.ends.length > 0 && doc.ends.every(tile);
}

const is = (tile, { r, c }) => tile[0] === r && tile[1] === c;

export function resize(doc, rows, columns) {
  const within = ([r, c]) => r < rows && c < columns;
  const ends = doc.ends.filter(within);
  return empty(resized(doc.rows, rows, columns), within(doc.start) ? doc.start : null, ends.length ? ends : null);
}

// Paints a tile; a second time makes it ice again. The last end stays.
export function paint(doc, at, brush) {
  if (brush === "S") return { ...doc, rows: put(doc.rows, at, "."), start: [at.r, at.c] };
  if (brush === "E") {
    const others = doc.ends.filter((end) => !is(end, at));
    const ends = others.length < doc.ends.length ? (others.length ? others : doc.ends) : [...doc.ends, [at.r, at.c]];
    return { ...doc, rows: put(doc.rows, at, "."), ends };
  }
  const letter = doc.rows[at.r][at.c] === "#" ? "." : "#";
  return { ...doc, rows: put(doc.rows, at, letter) };
}

const KEYS = { "#": "#", x: "#", X: "#", s: "S", S: "S", e: "E", E: "E" };

export function type(now, key) {
  const brush = key === " " || key === "Enter" ? now.brush : KEYS[key];
  return brush ? { ...now, doc: paint(now.doc, now.at, brush) } : null;
}

export const step = (at, delta, doc) => stepped(doc.rows, at, delta);

export const fieldName = ({ r, c }) => `tile (${r + 1}, ${c + 1})`;

export const corrections = (before, doc) => changes(before.rows, doc.rows, fieldName);

// The floor ahead as the player knows it.
export function fromReading({ panel }) {
  if (!panel?.cells) return null;
  const doubts = {};
  let start = null;
  const rows = panel.cells.map((cells, r) =>
    cells.map(({ sign }, c) => {
      if (sign === "@") start = [r, c];
      if (sign === "?") doubts[fieldName({ r, c })] = "not seen yet";
      return /[#xO]/.test(sign) ? "#" : ".";
    }).join(""),
  );
  return { doc: empty(rows, start), doubts };
}

export function view({ doc, at, doubts, checked, heat }, hidden) {
  const misfits = checked?.misfits ?? [];
  const panel = hidden ? null : heat?.panel;
  const cell = (letter, r, c) => {
    const from = panel?.cells?.[r]?.[c];
    const here = { r, c };
    const [start, end] = [is(doc.start, here), doc.ends.some((one) => is(one, here))];
    const field = fieldName(here);
    const made = { r, c, field, memo: [], lines: [], best: false, text: letter === "#" ? "■" : start ? "@" : end ? "⚐" : "", tone: letter === "#" ? "dim" : "plain" };
    const words = [letter === "#" ? "stone" : "ice", start && "start", end && "end"];
    if (from && letter !== "#" && /^[0-9@]/.test(from.sign)) {
      [made.tone, made.risk] = tone(from.tone);
      made.best = from.chosen;
      made.text = from.sign;
      if (end) made.memo = ["⚐"];
      if (from.sign !== "@") words.push(`step ${from.sign}`);
    }
    const misfit = misfitAt(misfits, r, c);
    made.label = [place(r, c), ...words, made.best && "next", ...withDoubt(made, doubts[field], misfit)].filter(Boolean).join(", ");
    return made;
  };
  return {
    kind: "ice", label: "The ice floor", rows: doc.rows.length, columns: doc.rows[0].length,
    cells: doc.rows.map((row, r) => [...row].map((letter, c) => cell(letter, r, c))),
    right: [], below: [], corner: null, at, misfit: nowhere(misfits),
  };
}
