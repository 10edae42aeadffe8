// The form of Minesweeper: cells are painted. Pure: a position in, a position out.

import { changes, put, resized, stepped } from "./letters.js";
import { misfitAt, nowhere, place, tone, withDoubt } from "./view.js";

export const START = { r: 0, c: 0, part: 0 };
// What a press paints.
export const BRUSH = "1";
export const LETTERS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", ".", "F", "*"];
export const WORDS = { ".": "closed", F: "flag", "?": "question mark", "+": "marked as safe", "*": "mine", X: "exploded mine", W: "wrong flag", 0: "empty" };
export const SIZES = { Beginner: [9, 9, 10], Intermediate: [16, 16, 40], Expert: [16, 30, 99] };
export const RULES = { opening: "opens an area", safe: "is not a mine", none: "may be a mine" };
export const MOST = 60;

export const empty = (rows = 9, columns = 9, left = 10, rule = "opening") => ({
  cells: Array.from({ length: rows }, () => ".".repeat(columns)), left, rule,
});
export const draft = ({ cells, left }) => ({ cells, ...(left == null ? {} : { mines_left: left }) });
export const settings = ({ rule }) => [["first click", rule]];
export const isEmpty = ({ cells }) => cells.every((row) => /^\.*$/.test(row));

// Whether something that was kept or linked is a board of this form.
export const valid = (doc) =>
  doc != null && Array.isArray(doc.cells) && doc.cells.length > 0 && doc.cells.length <= 1000 &&
  doc.cells.every((row) => typeof row === "string" && /^[.0-8F?+*XW]+$/.test(row) && row.length === doc.cells[0].length) &&
  doc.cells.length * doc.cells[0].length <= 40_000 &&
  (doc.left === null || (Number.isInteger(doc.left) && Math.abs(doc.left) <= 40_000)) && doc.rule in RULES;

// The mines of the whole board: those that are left, and the flags.
export const count = ({ cells, left }) => (left == null ? null : left + flags(cells));

// The game's counter, of the mines of the whole board.
export const left = (cells, mines) => (mines == null ? null : mines - flags(cells));

const flags = (cells) => cells.join("").replace(/[^F]/g, "").length;

// Another size; what lies within both stays.
export const resize = (doc, rows, columns) => ({ ...doc, cells: resized(doc.cells, rows, columns) });

// Paints a cell; a second time closes it again. The game's counter goes with the flags.
export function paint(doc, at, letter) {
  const before = doc.cells[at.r][at.c];
  const now = before === letter ? "." : letter;
  const flags = Number(now === "F") - Number(before === "F");
  return { ...doc, cells: put(doc.cells, at, now), left: doc.left == null ? null : doc.left - flags };
}

const KEYS = { f: "F", F: "F", "*": "*", m: "*", M: "*", Backspace: ".", Delete: ".", ".": "." };

export function type(now, key) {
  const letter = /^[0-8]$/.test(key) ? key : key === " " || key === "Enter" ? now.brush : KEYS[key];
  if (!letter) return null;
  const closed = letter === "." && now.doc.cells[now.at.r][now.at.c] === ".";
  return closed ? now : { ...now, doc: paint(now.doc, now.at, letter) };
}

export const step = (at, delta, doc) => stepped(doc.cells, at, delta);

export const fieldName = ({ r, c }) => `cell (${r + 1}, ${c + 1})`;

export function corrections(before, doc) {
  const found = changes(before.cells, doc.cells, fieldName);
  if (doc.left !== before.left && doc.left != null && !found.length) found.push(["mines left", String(doc.left)]);
  return found;
}

export function fromReading({ reading }, before) {
  if (!reading?.cells) return null;
  const doubts = Object.fromEntries(reading.unreadable.map(({ cell: [r, c] }) => [fieldName({ r, c }), "unread"]));
  const cells = reading.cells.map((row) => row.replaceAll("-", "."));
  return { doc: { cells, left: reading.mines_left, rule: before?.rule ?? "opening" }, doubts };
}

export function view({ doc, at, doubts, checked, heat }, hidden) {
  const misfits = checked?.misfits ?? [];
  const panel = hidden ? null : heat?.panel;
  const cell = (letter, r, c) => {
    const from = panel?.cells?.[r]?.[c];
    const field = fieldName({ r, c });
    const made = { r, c, field, memo: [], lines: [], best: false, text: letter === "." || letter === "0" ? "" : letter === "F" ? "⚑" : letter, tone: "known", number: letter };
    let words = WORDS[letter] ?? `${letter}`;
    if (/[.F?+]/.test(letter)) {
      made.tone = "plain";
      if (from && !/^(known|dim)$/.test(from.tone)) {
        [made.tone, made.risk] = tone(from.tone);
        made.best = from.chosen;
        made.text = letter === "F" ? "⚑" : { ok: "✓", "*": "✹" }[from.sign] ?? from.sign;
        words += from.tone === "safe" ? ", safe" : from.tone === "fatal" ? ", a mine" : `, mine ${from.sign} %`;
      }
    } else if (/[*XW]/.test(letter)) made.tone = "fatal";
    const misfit = misfitAt(misfits, r, c);
    made.label = [place(r, c), words, made.best && "best", ...withDoubt(made, doubts[field], misfit)].filter(Boolean).join(", ");
    return made;
  };
  return {
    kind: "mines", label: "Minesweeper: the board", rows: doc.cells.length, columns: doc.cells[0].length,
    cells: doc.cells.map((row, r) => [...row].map((letter, c) => cell(letter, r, c))),
    right: [], below: [], corner: null, at, misfit: nowhere(misfits),
  };
}
