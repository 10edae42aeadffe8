// The page for everybody: axe-core finds nothing in any state, every target is large enough, the focus is visible, and
// nothing that is read or pasted becomes markup.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { STATES } from "./states.js";
import { SIZES, browser, open, opened, paste, server } from "./support.js";

opened();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const [size, look] of Object.entries(SIZES))
  describe(size, () => {
    // By night only the colours differ, and they are the same at both sizes.
    for (const colorScheme of size === "phone" ? ["light", "dark"] : ["light"])
      test(`axe-core finds nothing in any state, ${colorScheme}`, async (t) => {
        const page = await open(browser, server.address, { ...look, colorScheme, reducedMotion: "reduce" });
        await page.evaluate(axe);
        const options = { resultTypes: ["violations"], ...(colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {}) };
        const found = [];
        for (const [state, reach] of Object.entries(STATES)) {
          await reach(page);
          const { violations } = await page.evaluate((options) => globalThis.axe.run(document, options), options);
          for (const { id, nodes } of violations) found.push(`${state}: ${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(" | ")}`);
          const small = await page.evaluate(() =>
            [...document.querySelectorAll("button, select, textarea, input:not([type=radio], [type=checkbox], [type=file]), summary, label.button, label.choice")]
              .filter((it) => it.checkVisibility() && !it.closest(".board.mines"))
              .map((it) => [it.getBoundingClientRect(), it.outerHTML.slice(0, 90)])
              .filter(([{ width, height }]) => width < 43.5 || height < 43.5)
              .map(([{ width, height }, html]) => `${Math.round(width)}x${Math.round(height)} ${html}`),
          );
          found.push(...small.map((it) => `${state}: small: ${it}`));
        }
        t.diagnostic(`${Object.keys(STATES).length} states`);
        assert.deepEqual(found, []);
        assert.deepEqual(page.faults, []);
        await page.context().close();
      });
  });

test("nothing is cut off from 320 pixels on", async () => {
  for (const width of [320, 360, 768, 2560]) {
    const page = await open(browser, server.address, { viewport: { width, height: 640 } });
    for (const state of ["advice", "Expert", "ice floor"]) {
      if (state === "Expert") await STATES.Minesweeper(page);
      await STATES[state](page);
      const wide = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((it) => it.checkVisibility() && !it.closest("#board") && !it.closest(".skip") && it.getBoundingClientRect().right > innerWidth + 1).map((it) => it.outerHTML.slice(0, 90)));
      assert.deepEqual(wide, [], `${width}, ${state}`);
    }
    await page.context().close();
  }
});

test("texts never become markup, and the page's policy forbids scripts of others", async () => {
  const page = await open(browser, server.address);
  const evil = '<img src=x onerror="window.evil=1"><script>window.evil=1</scr' + "ipt>";
  await paste(page, evil);
  await page.locator("#trouble").waitFor();
  await paste(page, `{"cells": ["${evil.replaceAll('"', "'")}"]}`);
  await page.evaluate((evil) => localStorage.setItem("voltsight", JSON.stringify({ game: evil, docs: { minesweeper: { cells: [evil], left: evil, rule: evil } }, objective: evil, strategy: evil })), evil);
  await page.reload();
  await page.locator("body[data-ready=yes]").waitFor();
  assert.equal(await page.evaluate(() => [window.evil, document.querySelectorAll("img").length].join()), ",0");
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  assert.ok(!/unsafe-(inline|eval)/.test(policy.replace("'wasm-unsafe-eval'", "")), policy);
  await page.context().close();
});
