// Pictures, however they come: dropped, pasted, corrected, damaged, without a network.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { browser, choose, opened, page, pictures, root, run, server, settled, told } from "./support.js";

const board = join(root, "fixtures/voltorb-flip/desmume/2x-board.png");

opened();

// Hands a file over as the browser does when it is dropped or pasted.
const hand = (kind, path) =>
  page.evaluate(
    ([kind, base64, name]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      document.dispatchEvent(
        kind === "drop"
          ? new DragEvent("drop", { ...options, dataTransfer: transfer })
          : new ClipboardEvent("paste", { ...options, clipboardData: transfer }),
      );
    },
    [kind, readFileSync(path).toString("base64"), "picture.png"],
  );

for (const kind of ["drop", "paste"]) {
  test(`a picture is advised on after a ${kind}`, async () => {
    await page.reload();
    await page.locator("body[data-ready=yes]").waitFor();
    await hand(kind, board);
    await page.waitForFunction(() => document.body.dataset.taken);
    await settled(page);
    const { game, advice, on } = JSON.parse(run("solve", "--json", board));
    const seen = await told(page);
    assert.deepEqual([seen.game, seen.advice, seen.on.best, seen.on.position], [game, advice, on.best, on.position]);
    const [row, column] = on.best;
    assert.equal(await page.locator("#advice").textContent(), `Flip row ${row + 1}, column ${column + 1}`);
    assert.equal(await page.locator(".board .best").count(), 1);
    const label = await page.locator(".board .best").getAttribute("aria-label");
    assert.ok(label.startsWith(`row ${row + 1}, column ${column + 1}, face down, `) && label.endsWith(", best"), label);
    const [canvas, size] = await page.locator("#canvas").evaluate((it) => [[it.width, it.height], it.getBoundingClientRect().width]);
    // The header of a PNG: width and height. A small picture is enlarged until its numbers can be read.
    const header = readFileSync(board);
    const [across, down] = [canvas[0] / header.readUInt32BE(16), canvas[1] / header.readUInt32BE(20)];
    assert.ok(Number.isInteger(across) && across >= 1 && across === down, `${across} x ${down}`);
    assert.ok(size > 100);
  });
}

test("files that are no pictures are refused in a sentence, and the next one is read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "voltsight-web-"));
  const whole = readFileSync(board);
  const bad = { "cut.png": whole.subarray(0, whole.length / 2), "text.png": Buffer.from("no picture"), "empty.png": Buffer.alloc(0) };
  for (const [name, bytes] of Object.entries(bad)) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    await choose(page, path);
    const why = await page.locator("#trouble").textContent();
    assert.ok(why.startsWith(name), why);
    const { error } = JSON.parse(run("read", "--json", path));
    assert.equal(why, error.replace(path, name));
  }
  await choose(page, board);
  assert.equal(await page.locator("#trouble").isVisible(), false);
  assert.equal((await told(page)).game, "voltorb-flip");
  assert.deepEqual(page.faults, []);
});

test("a picture fills in the form, in which a field is typed over and taken back", async () => {
  await choose(page, board);
  await settled(page);
  const before = await told(page);
  const sum = before.reading.rows[0][0];
  await page.locator(".board th button").first().click();
  await page.keyboard.press(String(sum + 1));
  // One header more than the columns have: no board fits, and the headers are marked.
  await page.locator(".advice[data-kind=wrong]").waitFor();
  assert.ok(await page.locator(".board th .misfit").count());
  await page.locator("#undo").click();
  await page.locator(".advice[data-kind=go]").waitFor();
  await settled(page);
  assert.deepEqual((await told(page)).on.best, before.on.best);
});

test("what a picture hides is marked, and one tap corrects it", async () => {
  const lines = run("read", "voltorb-flip", "--json", ...pictures("fixtures/voltorb-flip")).trim().split("\n").map(JSON.parse);
  const covered = lines.find(({ rows, unreadable }) => rows && unreadable.cols.length > 0 && unreadable.tiles.length > 0);
  assert.ok(covered, "a fixture with a covered card and covered headers");
  await choose(page, covered.file);
  // Of the headers all that was read is there.
  const typed = await page.locator(".board th button").evaluateAll((all) => all.map((it) => [...it.children].map(({ textContent }) => (textContent === "–" ? null : Number(textContent)))));
  assert.deepEqual(typed, [...covered.rows, ...covered.cols]);
  const [row, column] = covered.unreadable.tiles[0];
  const card = page.locator(`.board [data-at="${row},${column}"]`);
  assert.match(await card.getAttribute("aria-label"), /doubtful: unread/);
  await card.click();
  await page.locator("#pad button", { hasText: "1" }).first().click();
  await page.waitForFunction((at) => !document.querySelector(`[data-at="${at}"]`).classList.contains("doubt"), `${row},${column}`);
});

test("once loaded it works without a network, and asked nobody else", async () => {
  const context = await browser.newContext();
  const fresh = await context.newPage();
  const requests = [];
  fresh.on("request", (request) => requests.push(request.url()));
  await fresh.goto(server.address);
  await fresh.evaluate(() => navigator.serviceWorker.ready);
  await fresh.waitForFunction(async () => (await caches.keys()).length === 1);
  await context.setOffline(true);
  await fresh.reload();
  await fresh.locator("body[data-ready=yes]").waitFor();
  await choose(fresh, board);
  await settled(fresh);
  assert.equal((await told(fresh)).game, "voltorb-flip");
  const others = requests.filter((url) => !url.startsWith(server.address) && !url.startsWith("blob:"));
  assert.deepEqual(others, []);
  await context.close();
});
