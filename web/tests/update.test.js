// A newer version of the page is offered, and taken when it is asked for.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { browser, dist, open, opened, server } from "./support.js";

opened();

const FILE = "/service-worker.js";
const versions = (page) => page.evaluate(() => caches.keys());
const controlled = (page) => page.waitForFunction(() => navigator.serviceWorker.controller);

test("a newer version waits until it is asked for; other tabs go on", async () => {
  const page = await open(browser, server.address);
  // What is opened before the first version has taken over stays without one.
  await controlled(page);
  const other = await page.context().newPage();
  other.setDefaultTimeout(120_000);
  await other.goto(server.address);
  await controlled(other);
  const [before] = await versions(page);
  assert.equal(await page.locator("#update").isVisible(), false);
  await page.keyboard.type("6171");
  await other.evaluate(() => (window.same = true));

  server.others.set(FILE, readFileSync(join(dist, FILE), "utf8").replace(before, `${before}-newer`));
  await page.reload();
  await page.locator("#update").waitFor();
  await page.evaluate(() => (window.same = true));
  await other.locator("#update").waitFor();
  // It is kept beside the one in use, and nothing is reloaded.
  assert.deepEqual((await versions(page)).sort(), [before, `${before}-newer`]);
  assert.ok(await page.evaluate(() => window.same));

  await page.locator("#renew").click();
  await page.waitForFunction(() => !window.same && document.body.dataset.ready);
  assert.deepEqual(await versions(page), [`${before}-newer`]);
  assert.equal(await page.locator("#update").isVisible(), false);
  // What was typed is still there.
  assert.equal(await page.locator('[data-at="1,5"] .sum').textContent(), "7");
  assert.ok(await other.evaluate(() => window.same));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
