// The logic of the forms, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as flip from "../page/forms/flip.js";
import * as ice from "../page/forms/ice.js";
import * as mines from "../page/forms/mines.js";

const begun = (form, doc = form.empty()) => ({ doc, at: form.START, pending: "", marking: false, brush: form.BRUSH });
const typed = (keys, now = begun(flip)) => [...keys].reduce((now, key) => flip.type(now, key) ?? now, now);

test("a whole board is typed by its digits alone, and typing ends at the cards", () => {
  const now = typed("6171414241" + "80416101460");
  assert.deepEqual(now.doc.rows, [[6, 1], [7, 1], [4, 1], [4, 2], [4, 1]]);
  assert.deepEqual(now.doc.cols, [[8, 0], [4, 1], [6, 1], [1, 4], [6, 0]]);
  assert.equal(now.at.done, true);
});

test("sums of two digits, leading zeros and separators are understood", () => {
  assert.deepEqual(typed("101").doc.rows[0], [10, 1]);
  assert.deepEqual(typed("061").doc.rows[0], [6, 1]);
  assert.deepEqual(typed("1/4").doc.rows[0], [1, 4]);
  assert.deepEqual(typed("0 5").doc.rows[0], [0, 5]);
  assert.deepEqual(typed("0 5").at, { r: 1, c: flip.SIZE, part: 0 });
  assert.equal(flip.type(begun(flip), "x"), null);
  // No line has a sum of 17 or six Voltorbs.
  assert.deepEqual(typed("17").doc.rows[0], [1, null]);
  assert.deepEqual(typed("66").doc.rows[0], [6, null]);
});

test("Backspace takes numbers back, one before the other", () => {
  let now = flip.type(typed("617"), "Backspace");
  assert.deepEqual(now.doc.rows.slice(0, 2), [[6, 1], [null, null]]);
  now = flip.type(now, "Backspace");
  assert.deepEqual(now.doc.rows.slice(0, 2), [[6, null], [null, null]]);
});

test("a card is set, and the second time taken back; marks likewise", () => {
  const at = { r: 1, c: 2, part: 0 };
  let now = flip.type({ ...begun(flip), at }, "3");
  assert.equal(now.doc.tiles[1][2], 3);
  now = flip.type(now, "v");
  assert.equal(now.doc.tiles[1][2], 0);
  now = flip.type(now, "V");
  assert.equal(now.doc.tiles[1][2], null);
  now = flip.type({ ...now, marking: true }, "3");
  now = flip.type(now, "V");
  assert.deepEqual(now.doc.memos[1][2], [0, 3]);
  assert.deepEqual(flip.type(now, "3").doc.memos[1][2], [0]);
  assert.equal(now.doc.tiles[1][2], null);
});

test("the large buttons enter the same as keys", () => {
  let now = begun(flip);
  for (const value of [6, 1, 14, 0]) now = flip.enter(now, value);
  assert.deepEqual(now.doc.rows.slice(0, 2), [[6, 1], [14, 0]]);
  assert.deepEqual(now.at, { r: 2, c: flip.SIZE, part: 0 });
  const card = flip.enter({ ...now, at: { r: 0, c: 0, part: 0 } }, 2);
  assert.equal(card.doc.tiles[0][0], 2);
  assert.equal(flip.enter(card, null).doc.tiles[0][0], null);
});

test("arrow keys stay on the board", () => {
  assert.deepEqual(flip.step({ r: 0, c: 0 }, [-1, 0]), { r: 0, c: 0 });
  assert.deepEqual(flip.step({ r: 4, c: 5 }, [1, 0]), { r: 4, c: 5 });
  assert.deepEqual(flip.step({ r: 4, c: 4 }, [1, 0]), { r: 5, c: 4, part: 0 });
});

test("what is typed over in a live game is told as its fields", () => {
  const before = flip.empty();
  const doc = flip.setCard(flip.setNumber(before, { r: 0, c: 5, part: 1 }, 2), { r: 3, c: 1 }, 0);
  assert.deepEqual(flip.corrections(before, doc), [["row 1 Voltorbs", "2"], ["card (4, 2)", "V"]]);
  assert.deepEqual(flip.corrections(doc, before), [["card (4, 2)", "face down"]]);
});

test("a reading fills the form, and what is doubtful in it is marked", () => {
  const { rows, cols, tiles } = flip.empty();
  const fields = [{ name: "row 1 sum", value: null, confidence: 0, why: "covered" }, { name: "card (1, 1)", value: "2", confidence: 0.7 }, { name: "level", value: null, confidence: 0 }];
  const { doc, doubts } = flip.fromReading({ reading: { rows, cols, tiles, level: 3, memos: null }, fields });
  assert.equal(doc.level, 3);
  assert.deepEqual(doubts, { "row 1 sum": "unread: covered", "card (1, 1)": "read as 2, confidence 70 %" });
  const view = flip.view({ doc, at: flip.START, doubts, checked: null, heat: null });
  assert.match(view.cells[0][0].label, /doubtful: read as 2/);
  assert.ok(view.right[0].doubt && !view.right[1].doubt);
  assert.equal(flip.fromReading({ reading: { rows: null } }), null);
});

test("the view names each cell for screen readers", () => {
  const doc = flip.setCard(flip.empty(), { r: 0, c: 0 }, 2);
  const cell = { sign: "19%", lines: ["V 19%", "28/5"], tone: { risk: 0.19 }, chosen: true };
  const heat = { panel: { cells: Array.from({ length: 5 }, () => Array.from({ length: 5 }, () => cell)) } };
  const { cells } = flip.view({ doc, at: flip.START, doubts: {}, checked: null, heat });
  assert.equal(cells[1][2].label, "row 2, column 3, face down, Voltorb 19 %, best");
  assert.equal(cells[0][0].label, "row 1, column 1, a 2");
  assert.equal(flip.view({ doc, at: flip.START, doubts: {}, checked: null, heat }, true).cells[1][2].best, false);
});

test("what is kept or linked is taken only if it is a position", () => {
  for (const form of [flip, mines, ice]) assert.ok(form.valid(JSON.parse(JSON.stringify(form.empty()))));
  const bad = [null, {}, { ...flip.empty(), level: 9 }, { ...flip.empty(), rows: [[6, 6]] }, { ...flip.empty(), tiles: [[7]] }];
  assert.deepEqual(bad.map(flip.valid), bad.map(() => false));
  assert.ok(!mines.valid({ ...mines.empty(), cells: ["..", "."] }) && !mines.valid({ ...mines.empty(), cells: ["<b>"] }));
  assert.ok(!ice.valid({ ...ice.empty(), start: [9, 9] }) && !ice.valid({ ...ice.empty(), ends: [] }));
});

test("Minesweeper is painted; flags change the game's counter", () => {
  let now = { ...begun(mines), doc: mines.empty(3, 3, 2) };
  now = mines.type(now, "1");
  assert.equal(now.doc.cells[0], "1..");
  now = mines.type({ ...now, at: { r: 2, c: 2 } }, "F");
  assert.deepEqual([now.doc.cells[2], now.doc.left], ["..F", 1]);
  now = mines.type(now, "F");
  assert.deepEqual([now.doc.cells[2], now.doc.left], ["...", 2]);
  assert.deepEqual(mines.resize(mines.paint(now.doc, { r: 0, c: 1 }, "2"), 2, 4).cells, ["12..", "...."]);
});

test("a floor is painted; it keeps a start and an end", () => {
  let doc = ice.paint(ice.empty(), { r: 1, c: 1 }, "#");
  assert.equal(doc.rows[1], ".#.");
  doc = ice.paint(doc, { r: 1, c: 1 }, "S");
  assert.deepEqual([doc.rows[1], doc.start], ["...", [1, 1]]);
  doc = ice.paint(doc, { r: 0, c: 1 }, "E");
  assert.deepEqual(doc.ends, [[0, 1]]);
  doc = ice.paint(doc, { r: 0, c: 2 }, "E");
  assert.deepEqual(doc.ends, [[0, 1], [0, 2]]);
  assert.deepEqual(ice.resize(doc, 2, 2).ends, [[0, 1]]);
});
