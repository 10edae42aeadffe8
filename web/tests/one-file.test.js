// The page in one file, opened from the disk; links that hold a position; pictures for forums.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { browser, choose, dist, fillIn, open, opened, page, root, server, settled, told } from "./support.js";

opened();

const FLIP = "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....; level 1";

test("the one file works from the disk, without asking anybody", async () => {
  const context = await browser.newContext({ offline: true });
  const alone = await context.newPage();
  alone.setDefaultTimeout(120_000);
  const [faults, requests] = [[], []];
  alone.on("pageerror", (error) => faults.push(String(error)));
  alone.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  alone.on("request", (request) => requests.push(request.url()));
  const address = pathToFileURL(join(dist, "voltsight.html")).href;
  await alone.goto(address);
  await alone.locator("body[data-ready=yes]").waitFor();
  await fillIn(alone, FLIP);
  assert.ok((await told(alone)).on.exact);
  await choose(alone, join(root, "fixtures/voltorb-flip/desmume/2x-board.png"));
  await settled(alone);
  assert.equal(await alone.locator(".board .best").count(), 1);
  await alone.locator("#play").click();
  await alone.locator("#follow:enabled").waitFor();
  assert.deepEqual(faults, []);
  assert.deepEqual(requests.filter((url) => url !== address && !/^(blob|data):/.test(url)), []);
  await context.close();
});

test("a link holds a position, in the fragment", async () => {
  await fillIn(page, FLIP);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { write: ([item]) => (window.copied = item) && Promise.resolve() }, configurable: true }));
  await page.locator("#copy-link").click();
  await page.waitForFunction(() => window.copied);
  await page.locator("#copied", { hasText: "The link is in the clipboard." }).waitFor();
  const link = await page.evaluate(async () => (await window.copied.getType("text/plain")).text());
  assert.ok(new URL(link).hash.length > 10 && new URL(link).search === "");
  const other = await open(browser, link);
  await settled(other);
  assert.deepEqual((await told(other)).on.position, (await told(page)).on.position);
  // Another link in the same page, and back again.
  await other.evaluate(() => (location.hash = "#game=ice&position=" + encodeURIComponent(JSON.stringify({ rows: ["...", ".#.", "..."], start: [2, 0], ends: [[0, 2]] }))));
  await other.locator(".board.ice").waitFor();
  await other.goBack();
  await other.locator(".board.flip").waitFor();
  for (const bad of ["#game=ice&position={}", "#game=constructor&position=1", "#%", "#position=<img src=x>"]) await other.evaluate((bad) => (location.hash = bad), bad);
  assert.equal(await other.locator(".board.flip").count(), 1);
  assert.deepEqual(other.faults, []);
  await other.context().close();
});

test("the board is copied as a picture", async () => {
  await fillIn(page, FLIP);
  await page.evaluate(() => {
    window.copied = null;
    Object.defineProperty(navigator, "clipboard", { value: { write: ([item]) => (window.copied = item) && Promise.resolve() }, configurable: true });
  });
  await page.locator("#copy-picture").click();
  await page.waitForFunction(() => window.copied);
  const [width, height, colours] = await page.evaluate(async () => {
    const bitmap = await createImageBitmap(await window.copied.getType("image/png"));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return [bitmap.width, bitmap.height, new Set(new Uint32Array(data.buffer)).size];
  });
  assert.ok(width > 500 && height > 500 && colours > 20, `${width} ${height} ${colours}`);
  // Without a clipboard it is a download.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#copy-picture").click()]);
  assert.equal(download.suggestedFilename(), "voltsight.png");
  assert.deepEqual(page.faults, []);
});
