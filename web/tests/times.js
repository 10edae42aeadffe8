// Measures how long the page takes, as `npm run times`: nothing is asserted, since a busy machine takes its time.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SIZES, launch, named, open, root, run, serve, settled } from "./support.js";

const DIGITS = "617141424180416101460";
// Seconds of a person for a key or a tap, and for looking up a header (Card, Moran and Newell 1980: K of an average
// typist, P and M).
const KEY = 0.28, TAP = 1.1, LOOK = 1.35, HEADERS = 10;

const PICTURES = [
  "voltorb-flip/desmume/2x-board.png",
  "voltorb-flip/desmume/3x-4xbrz-board.png",
  "minesweeper/gnome-classic-expert.png",
  "minesweeper/gnome-default-expert.png",
  "ice-floor/emerald-1x-1-start.png",
].map((name) => join(root, "fixtures", name));

const server = await serve();
const browser = await launch();
const ms = (time) => `${Math.round(time)} ms`;

// From an entry to its answer, in milliseconds, at most.
async function entries(page, entries, enter) {
  let most = 0;
  for (const entry of entries) {
    await page.evaluate(() => (document.body.dataset.took = ""));
    await enter(entry);
    await page.waitForFunction(() => document.body.dataset.took !== "");
    most = Math.max(most, Number(await page.evaluate(() => document.body.dataset.took)));
  }
  return most;
}

for (const [size, options] of Object.entries(SIZES)) {
  const page = await open(browser, server.address, options);
  const keys = await entries(page, DIGITS, (digit) => page.keyboard.press(digit));
  console.log(`${size}: a board by ${DIGITS.length} keys (a person: ${Math.round(DIGITS.length * KEY + HEADERS * LOOK)} s), each answered within ${ms(keys)}`);
  await page.locator("#clear").click();
  const numbers = [6, 1, 7, 1, 4, 1, 4, 2, 4, 1, 8, 0, 4, 1, 6, 1, 1, 4, 6, 0];
  const taps = await entries(page, numbers, (number) => page.locator(`#pad [data-value="${number}"]`)[size === "phone" ? "tap" : "click"]());
  console.log(`${size}: a board by ${numbers.length} taps (a person: ${Math.round(numbers.length * TAP + HEADERS * LOOK)} s), each answered within ${ms(taps)}`);
  await settled(page);
  await page.context().close();
}

// From the drop of a picture to its first advice, and to all of it, in a page just loaded and once more.
async function dropped(page, path) {
  return page.evaluate(
    async ([base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], "picture.png", { type: "image/png" }));
      const { dataset } = document.body;
      const before = dataset.taken;
      return new Promise((done) => {
        const at = performance.now();
        const watch = new MutationObserver(() => {
          if (dataset.taken === before || dataset.improves === "") return;
          watch.disconnect();
          done(performance.now() - at);
        });
        watch.observe(document.body, { attributes: true });
        document.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
      });
    },
    [readFileSync(path).toString("base64")],
  );
}

for (const path of PICTURES) {
  const page = await open(browser, server.address);
  const times = [await dropped(page, path), await dropped(page, path), await dropped(page, path)];
  const begun = performance.now();
  run("solve", "--json", path);
  console.log(`${named(path)}: ${times.map(ms).join(", ")} after the drop; \`voltsight solve\` ${ms(performance.now() - begun)}`);
  await page.context().close();
}
await browser.close();
await server.close();
