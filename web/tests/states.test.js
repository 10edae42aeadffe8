// Each state looks as it did: its picture, at both sizes, by day and by night, is compared with the stored one in
// web/tests/states. REGENERATE=1 stores them anew: look at them before you commit them.
//
// Compared are the mean colours of squares: how a letter's edge is smoothed does not count, and a frame, a colour or a
// line that is gone does. The font is one whose letters have the same widths everywhere.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SIZES, browser, open, opened, root, server } from "./support.js";
import { STATES } from "./states.js";

opened();

const FONT = "Liberation Sans";
const folder = join(root, "web/tests/states");
// What is looked at, and what stands at the top of the screen then.
const LOOKS = {
  "nothing typed": "header", "half typed": "header", advice: "header", "a contradiction": "header", "a doubtful picture": "header",
  sessions: "#sessions", practice: "header", Minesweeper: "header", Expert: "header", "ice floor": "header",
};
// Side of a square in pixels; above which difference of a channel (0 to 255) a square is another one, and how many may
// be. Letters smoothed in another way (--font-render-hinting=none) differ by 43 at most; the frame of the best card with
// one pixel instead of three by 48 to 71 on a dozen squares.
const SQUARE = 8, OTHER = 46, MOST = 3;
// Stored are pictures that lose little: the squares' means stay.
const QUALITY = 0.2;

// The squares of two pictures that differ: [x, y, difference], the largest first. Runs in a browser.
async function differing([one, other, square, most]) {
  const drawn = async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/*;base64,${base64}`)).blob());
    const [width, height] = [Math.ceil(bitmap.width / square), Math.ceil(bitmap.height / square)];
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const sums = new Uint32Array(width * height * 3), counts = new Uint32Array(width * height);
    for (let y = 0, i = 0; y < bitmap.height; y += 1)
      for (let x = 0; x < bitmap.width; x += 1, i += 4) {
        const at = ((y / square) | 0) * width + ((x / square) | 0);
        counts[at] += 1;
        sums[3 * at] += data[i];
        sums[3 * at + 1] += data[i + 1];
        sums[3 * at + 2] += data[i + 2];
      }
    return { width, height, means: Array.from(sums, (sum, i) => sum / counts[(i / 3) | 0]) };
  };
  const [a, b] = [await drawn(one), await drawn(other)];
  if (a.width !== b.width || a.height !== b.height) return [[a.width * square, a.height * square, b.width * square, b.height * square]];
  const found = [];
  for (let at = 0; at < a.width * a.height; at += 1) {
    const by = Math.max(...[0, 1, 2].map((channel) => Math.abs(a.means[3 * at + channel] - b.means[3 * at + channel])));
    if (by > most) found.push([(at % a.width) * square, Math.floor(at / a.width) * square, Math.round(by)]);
  }
  return found.sort((one, other) => other[2] - one[2]);
}

// As a picture that takes less room. Runs in a browser.
async function smaller([base64, quality]) {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

for (const [size, look] of Object.entries(SIZES))
  test(`each state looks as it did, ${size}`, async (t) => {
    const page = await open(browser, server.address, { ...look, reducedMotion: "reduce" });
    // Where nothing forbids to look into pictures.
    const bench = await (await browser.newContext()).newPage();
    assert.ok(await page.evaluate((font) => document.fonts.check(`16px "${font}"`) && (document.body.style.fontFamily = `"${font}"`), FONT));
    mkdirSync(folder, { recursive: true });
    const others = [];
    let seen;
    for (const [state, reach] of Object.entries(STATES)) {
      await reach(page);
      if (!(state in LOOKS)) continue;
      await page.mouse.move(0, 0);
      await page.locator(LOOKS[state]).evaluate((it) => it.scrollIntoView());
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const picture = (await page.screenshot({ mask: [page.locator("#state")], animations: "disabled", caret: "hide" })).toString("base64");
        const name = `${size}-${state.replaceAll(" ", "-")}-${colorScheme}.webp`;
        const stored = join(folder, name);
        if (process.env.REGENERATE) writeFileSync(stored, Buffer.from(await bench.evaluate(smaller, [picture, QUALITY]), "base64"));
        const found = existsSync(stored) ? await bench.evaluate(differing, [readFileSync(stored).toString("base64"), picture, SQUARE, OTHER]) : ["no such picture"];
        if (found.length <= MOST && found[0]?.length !== 4 && typeof found[0] !== "string") continue;
        seen ??= mkdtempSync(join(tmpdir(), "voltsight-states-"));
        writeFileSync(join(seen, name.replace("webp", "png")), Buffer.from(picture, "base64"));
        others.push(`${name}: ${found.length} squares differ: ${found.slice(0, 5).join(" | ")}`);
      }
      await page.emulateMedia({ colorScheme: "light" });
    }
    t.diagnostic(`${2 * Object.keys(LOOKS).length} pictures`);
    assert.deepEqual(others, [], `what was seen is in ${seen}`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
