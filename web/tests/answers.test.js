// Positions by chance are typed into the form, and answered as by the native program. POSITIONS of them in all, from
// the numbers that SEED begins.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as ice from "../page/forms/ice.js";
import { SEED, answered, chance, opened, page, run, settled, told } from "./support.js";

opened();

const POSITIONS = Number(process.env.POSITIONS ?? 10);
const SIZE = 5;

// A deal of each level: Voltorbs, 2s and 3s.
const DEALS = [[6, 3, 1], [7, 5, 1], [8, 4, 2], [8, 3, 3], [10, 4, 3], [10, 5, 3], [10, 4, 4], [10, 5, 4]];
// The fewest cards that are up: with fewer the native program takes minutes for some.
const LEAST_UP = [0, 0, 2, 3, 4, 4, 5, 5];

function shuffled(list, below) {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

const grid = (rows, columns, make) => Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => make(r, c)));

// Sets a number that has been typed already.
async function fill(place, value) {
  await page.locator(place).fill(String(value));
  await page.locator(place).press("Tab");
}

const GAMES = {
  "voltorb-flip": {
    position(below) {
      const level = 1 + below(8);
      const [voltorbs, twos, threes] = DEALS[level - 1];
      const count = { 0: voltorbs, 2: twos, 3: threes };
      const dealt = shuffled(Object.entries(count).flatMap(([card, n]) => Array(n).fill(Number(card))).concat(Array(25).fill(1)).slice(0, 25), below);
      const card = grid(SIZE, SIZE, (r, c) => dealt[SIZE * r + c]);
      const line = (cards) => [cards.reduce((sum, card) => sum + card, 0), cards.filter((card) => card === 0).length];
      const rows = card.map(line), cols = card.map((_, c) => line(card.map((row) => row[c])));
      const up = LEAST_UP[level - 1] + below(4);
      const safe = shuffled(grid(SIZE, SIZE, (r, c) => [r, c]).flat().filter(([r, c]) => card[r][c]), below).slice(0, up);
      return { level, rows, cols, up: safe.map(([r, c]) => [r, c, card[r][c]]) };
    },
    text({ level, rows, cols, up }) {
      const tiles = grid(SIZE, SIZE, (r, c) => up.find(([a, b]) => a === r && b === c)?.[2] ?? ".");
      const lines = (lines) => lines.map((line) => line.join("/")).join(" ");
      return `rows ${lines(rows)}; cols ${lines(cols)}; tiles ${tiles.map((row) => row.join("")).join(" ")}; level ${level}`;
    },
    async enter({ level, rows, cols, up }) {
      await page.locator(`#levels button:nth-child(${level + 1})`).click();
      await page.locator(`[data-at="0,${SIZE}"]`).focus();
      // A sum below 2 would wait for a second digit.
      await page.keyboard.type([...rows, ...cols].map(([sum, voltorbs]) => `${sum < 2 ? "0" : ""}${sum}${voltorbs}`).join(""));
      // Typing ends at the best card.
      await answered(page);
      for (const [r, c, card] of up) {
        await page.locator(`[data-at="${r},${c}"]`).focus();
        await page.keyboard.press(String(card));
      }
    },
    same: ["value", "exact"],
    // Of cards that are worth the same either may be named.
    isBest: (best, { value, tiles }) => best !== null && near(tiles[best[0]][best[1]].value, value),
  },
  minesweeper: {
    position(below) {
      const [rows, columns] = [3 + below(5), 3 + below(5)];
      const mines = 1 + below(Math.ceil((rows * columns) / 5));
      const order = shuffled(grid(rows, columns, (r, c) => [r, c]).flat(), below);
      const mined = new Set(order.slice(0, mines).map(String));
      const around = (r, c) => grid(3, 3, (i, j) => [r + i - 1, c + j - 1]).flat().filter((at) => mined.has(String(at))).length;
      const open = new Set(order.slice(mines, mines + 1 + below(rows * columns - mines)).map(String));
      return { cells: grid(rows, columns, (r, c) => (open.has(String([r, c])) ? String(around(r, c)) : ".")), mines };
    },
    text: ({ cells, mines }) => `${cells.map((row) => row.join("")).join(" / ")} ; mines ${mines}`,
    async enter({ cells, mines }) {
      await fill("#rows", cells.length);
      await fill("#columns", cells[0].length);
      await fill("#left", mines);
      for (const [r, row] of cells.entries())
        for (const [c, letter] of row.entries()) {
          if (letter === ".") continue;
          await page.locator(`[data-at="${r},${c}"]`).focus();
          await page.keyboard.press(letter);
        }
    },
    same: ["mine"],
  },
  ice: {
    // Half of the floors have a walk by their making: the tiles of one are ice, all others are stone.
    position(below) {
      const [rows, columns] = [3 + below(4), 3 + below(4)];
      let at = { r: below(rows), c: below(columns) };
      const walk = [at];
      const been = ({ r, c }) => walk.some((tile) => tile.r === r && tile.c === c);
      for (;;) {
        const next = [[-1, 0], [1, 0], [0, -1], [0, 1]].map((delta) => ice.step(at, delta, ice.resize(ice.empty(), rows, columns))).filter((tile) => !been(tile));
        if (!next.length) break;
        walk.push((at = next[below(next.length)]));
      }
      const tiles = grid(rows, columns, (r, c) => ({ r, c })).flat();
      const stones = below(2) ? tiles.filter((tile) => !been(tile)) : shuffled(tiles.filter((tile) => tile !== walk[0]), below).slice(0, below(4));
      const end = walk.at(-1);
      const is = (a, b) => a.r === b.r && a.c === b.c;
      // The end that an empty floor has is taken away, unless it is this one.
      const [[r, c]] = ice.resize(ice.empty(), rows, columns).ends;
      const ends = [end, { r, c }].filter((one, i, [first]) => i === 0 || !is(one, first));
      const paints = [["S", [walk[0]]], ["E", is(end, { r, c }) ? [] : ends], ["#", stones.filter((tile) => !is(tile, end) && !is(tile, walk[0]))]];
      return { rows, columns, paints: paints.flatMap(([key, tiles]) => tiles.map((tile) => [key, tile])) };
    },
    text({ rows, columns, paints }) {
      const empty = ice.resize(ice.empty(), rows, columns);
      return JSON.stringify(ice.draft(paints.reduce((doc, [brush, at]) => ice.paint(doc, at, brush), empty)));
    },
    async enter({ rows, columns, paints }) {
      await fill("#ice-rows", rows);
      await fill("#ice-columns", columns);
      for (const [key, { r, c }] of paints) {
        await page.locator(`[data-at="${r},${c}"]`).focus();
        await page.keyboard.press(key);
      }
    },
    same: ["walk"],
  },
};
// Of ten positions so many are of each game.
const SHARE = { "voltorb-flip": 6, minesweeper: 2, ice: 2 };

const near = (a, b) =>
  typeof a === "number" && typeof b === "number" ? Math.abs(a - b) < 1e-9
  : Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((one, i) => near(one, b[i]))
  : a === b;

for (const [name, { position, text, enter, same, isBest }] of Object.entries(GAMES)) {
  const count = Math.ceil((POSITIONS * SHARE[name]) / 10);
  test(`${count} typed positions of ${name} are answered as by the native program`, { timeout: 1_800_000 }, async (t) => {
    const below = chance(SEED);
    const positions = Array.from({ length: count }, () => position(below));
    await page.locator(`#games [data-game=${name}]`).click();
    let refused = 0;
    for (const [i, typed] of positions.entries()) {
      const where = `SEED=${SEED}, position ${i + 1}: ${text(typed)}`;
      await page.locator("#clear").click();
      await enter(typed);
      await settled(page);
      const { on, misfits } = await told(page);
      const native = JSON.parse(run("solve", name, "--json", text(typed)));
      if (native.conflict || native.walk === null) {
        refused += 1;
        assert.ok(misfits?.length || (await page.locator(".advice").getAttribute("data-kind")) === "wrong", where);
        continue;
      }
      assert.ok(on, where);
      const best = JSON.stringify(on.best) === JSON.stringify(native.best) || isBest?.(on.best, native);
      assert.ok(best, `${where}: best is ${JSON.stringify(on.best)}, not ${JSON.stringify(native.best)}`);
      for (const what of same) assert.ok(near(on[what], native[what]), `${where}: ${what} is ${JSON.stringify(on[what])}, not ${JSON.stringify(native[what])}`);
    }
    t.diagnostic(`SEED=${SEED}: ${count} answers equal, ${refused} of them that there is none`);
    assert.deepEqual(page.faults, []);
  });
}
