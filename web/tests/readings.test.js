// Pictures by the dozen: read as the native program reads them, field by field.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SEED, choose, named, opened, page, pictures, root, run, told } from "./support.js";

opened();

// Two readings are the same: every field, and every fraction (a confidence, a place) to five digits. They are told
// in single precision, of which WebAssembly and the machine round the last digits differently.
function assertSame(seen, expected, what) {
  const flat = (value, path = "") =>
    value && typeof value === "object" ? Object.entries(value).flatMap(([key, one]) => flat(one, `${path}.${key}`)) : [[path, value]];
  const [a, b] = [new Map(flat(seen)), new Map(flat(expected))];
  const differ = [...new Set([...a.keys(), ...b.keys()])].filter((path) => {
    const [x, y] = [a.get(path), b.get(path)];
    const fractions = [x, y].every((v) => typeof v === "number") && ![x, y].every(Number.isInteger);
    return fractions ? Math.abs(x - y) > 1e-5 : x !== y;
  });
  assert.deepEqual(differ.map((path) => [path, a.get(path), b.get(path)]), [], what);
}

// Every so many pictures of a folder are read: PICTURES=1 for all.
const EVERY = Number(process.env.PICTURES ?? 80);

// Reads pictures of a folder on the page and by the native program, and compares what is told of each. At least `share`
// of them show a game.
async function same(t, folder, share) {
  const all = pictures(folder).filter((_, i) => i % EVERY === SEED % EVERY);
  const lines = run("read", "--json", ...all).trim().split("\n").map(JSON.parse);
  assert.equal(lines.length, all.length);
  let read = 0;
  for (const [i, path] of all.entries()) {
    const { file, ...expected } = lines[i];
    await choose(page, path);
    if (expected.error) {
      const trouble = await page.locator("#trouble").textContent();
      assert.ok(trouble && expected.error.endsWith(trouble), `${named(path)}: ${trouble}`);
      continue;
    }
    const seen = await told(page);
    assertSame({ game: seen.game, ...seen.reading }, expected, named(path));
    read += 1;
  }
  t.diagnostic(`${all.length} pictures, ${read} with a game, all read as by the native program`);
  assert.ok(read > share * all.length, `${read} with a game`);
  assert.deepEqual(page.faults, []);
}

test("fixtures are read as the native program reads it", { timeout: 600_000 }, (t) => same(t, "fixtures", 0.5));

// Pictures of games that are not ours are not part of the project, but may lie beside it.
const screens = "../shared/screens";
const without = existsSync(join(root, screens)) ? false : `there is no ${screens}`;
test("real games are read as the native program reads them", { skip: without, timeout: 600_000 }, (t) => same(t, screens, 0.4));
