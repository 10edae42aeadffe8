// Sessions and practice: what a choice is worth without a browser, and the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as practice from "../page/practice.js";
import { play } from "./states.js";
import { fillIn, opened, page } from "./support.js";

opened();

test("a choice is judged by what it cost", () => {
  const tile = (risk, value) => ({ odds: [risk, 0.5, 0.5 - risk, 0], value, lower: value, upper: value });
  const on = { best: [0, 0], value: 0.6, exact: true, tiles: [[tile(0, 0.6), tile(0.19, 0.559)]] };
  const judged = practice.judge(on, [0, 1]);
  assert.equal(practice.words(judged, "clear"), "You took 19.0 % risk, and a safe card was better: this cost 4.1 % of the chance to clear.");
  assert.ok(practice.judge(on, [0, 0]).best);
  const record = practice.counted(practice.counted(practice.none(), judged), practice.judge(on, [0, 0]));
  assert.deepEqual([record.choices, record.best], [2, 1]);
  assert.match(practice.told(record), /best card in 1 of 2 choices. The others cost 4.1 %/);
  const cells = [[{ sign: "2" }, { sign: "14%" }], [{ sign: "V" }, { sign: "." }]];
  assert.deepEqual(practice.chosen([[2, null], [null, null]], cells), [1, 0]);
  assert.equal(practice.chosen([[null, null], [null, null]], cells), null);
});

test("rounds are noted, kept, exported, deleted and imported again", async () => {
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator("body[data-ready=yes]").waitFor();
  for (const cards of ["..2.1 ..... 1.... ..... .....", ".V... ..... ..... ..... ....."]) {
    await fillIn(page, "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; level 1");
    await fillIn(page, `rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ${cards}; level 1`);
    await page.locator("#next").click();
    await page.waitForFunction(() => !document.querySelector(".board .up"));
  }
  await page.locator("#sessions > summary").click();
  await page.waitForFunction(() => document.querySelector("#session-now").textContent === "2 rounds, 2 coins");
  await page.reload();
  await page.locator("body[data-ready=yes]").waitFor();
  await page.locator("#sessions > summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export-csv").click()]);
  const path = await download.path();
  assert.equal(readFileSync(path, "utf8").trim().split("\r\n").length, 3);
  page.once("dialog", (dialog) => dialog.accept());
  await page.locator("#delete").click();
  await page.waitForFunction(() => document.querySelector("#session-now").textContent === "no rounds yet");
  await page.locator("#import").setInputFiles(path);
  await page.waitForFunction(() => document.querySelector("#session-now").textContent.startsWith("2 rounds"));
  await page.locator("#import").setInputFiles({ name: "bad.csv", mimeType: "text/csv", buffer: Buffer.from("no rounds") });
  await page.locator("#trouble", { hasText: "bad.csv" }).waitFor();
  assert.deepEqual(page.faults, []);
});

test("a round that has ended is noted when another takes its place, and corrected when it is taken back", async () => {
  const headers = "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0";
  const played = "rows 5/2 4/2 6/2 3/3 6/1; cols 4/2 5/2 7/1 5/2 3/3; tiles ..1.. ..... ..... .2... .....; level 5";
  const noted = (text) => page.waitForFunction((text) => document.querySelector("#session-now").textContent === text, text);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator("body[data-ready=yes]").waitFor();
  await fillIn(page, `${headers}; tiles .V... ..... ..... ..... .....; level 1`);
  await noted("no rounds yet");
  await fillIn(page, played);
  await noted("1 round, 0 coins");
  // A round that goes on is none that has ended.
  await fillIn(page, `${headers}; level 1`);
  await fillIn(page, played);
  await page.locator("#next").click();
  await noted("2 rounds, 2 coins");
  await page.locator("#undo").click();
  await page.locator('[data-at="4,4"]').focus();
  await page.keyboard.press("v");
  await page.locator("#next").click();
  await noted("2 rounds, 0 coins");
  assert.deepEqual(page.faults, []);
});

test("a board that cannot be is no round, and makes room for the next", async () => {
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator("body[data-ready=yes]").waitFor();
  await fillIn(page, "9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9");
  await page.locator('[data-at="0,0"]').focus();
  await page.keyboard.press("2");
  await page.locator('[data-at="0,0"].up').waitFor();
  await page.locator("#next").click();
  await page.locator('[data-at="0,0"]:not(.up)').waitFor();
  assert.equal(await page.locator("#session-now").textContent(), "no rounds yet");
  assert.deepEqual(page.faults, []);
});

test("in practice the advice is hidden, and each choice is judged", async () => {
  await page.locator("#play").click();
  // To the board by the advice, then without it.
  await play(page, () => page.locator(".board .best").count());
  await page.locator("#mode").selectOption("hint");
  await page.waitForFunction(() => !document.querySelector(".board .best") && !document.querySelector(".board .risk"));
  assert.ok(await page.locator("#follow").isHidden());
  await page.locator("#hint").click();
  await page.locator(".board .best").waitFor();
  // The best card, tapped on the game's own picture: half of the lower screen.
  const [row, column] = (await page.locator(".board .best").getAttribute("data-at")).split(",").map(Number);
  const { width, height } = await page.locator("#canvas").evaluate((it) => it.getBoundingClientRect());
  await page.locator("#canvas").scrollIntoViewIfNeeded();
  await page.locator("#canvas").click({ position: { x: ((8 + 32 * column + 12) / 256) * width, y: ((192 + 8 + 32 * row + 12) / 384) * height } });
  await page.locator("#judged", { hasText: /^Right: / }).waitFor();
  assert.match(await page.locator("#skill").textContent(), /best card in 1 of 1 choices/);
  await page.locator("#leave").click();
  assert.deepEqual(page.faults, []);
});
