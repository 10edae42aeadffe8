// What people do with the page from one end to the other: by touch alone on a phone, by keys alone at a desk; with ALL=1
// also the other way round.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { play } from "./states.js";
import { SIZES, answered, browser, given, open, opened, paste, root, server, settled } from "./support.js";

opened();

const HEADERS = [6, 1, 7, 1, 4, 1, 4, 2, 4, 1, 8, 0, 4, 1, 6, 1, 1, 4, 6, 0];
const covered = join(root, "fixtures/voltorb-flip/desmume/2x-quit.png");

// How a person acts: `press` a button, `put` a value into the field that is chosen, `choose` an aim, `select` of a list.
const HANDS = {
  touch: (page) => ({
    press: (target) => page.locator(target).first().tap(),
    put: (value) => page.locator(`#pad [data-value="${value}"]`).tap(),
    choose: (name) => page.locator(".choice", { hasText: name }).tap(),
    // The browser's own list is no part of the page.
    select: (target, value) => page.locator(target).selectOption(value),
  }),
  keys: (page) => {
    const focused = (target) => page.evaluate((target) => document.activeElement.matches(target), target);
    const reach = async (target) => {
      for (let step = 0; step < 200; step += 1) {
        if (await focused(target)) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`Tab does not reach ${target}`);
    };
    const reachCard = async (row, column) => {
      await reach("#board button");
      for (;;) {
        const [r, c] = await page.evaluate(() => document.activeElement.dataset.at.split(",").map(Number));
        if (r === row && c === column) return;
        await page.keyboard.press(r < row ? "ArrowDown" : r > row ? "ArrowUp" : c < column ? "ArrowRight" : "ArrowLeft");
      }
    };
    return {
      press: async (target) => {
        const card = target.match(/^\[data-at="(\d+),(\d+)"\]$/);
        await (card ? reachCard(Number(card[1]), Number(card[2])) : reach(target));
        await page.keyboard.press("Enter");
      },
      put: (_, key) => page.keyboard.type(key),
      choose: async (name) => {
        await reach("#objectives input");
        while (!(await page.locator("#aim-now").textContent()).startsWith(name)) await page.keyboard.press("ArrowDown");
      },
      select: async (target, value) => {
        await reach(target);
        while ((await page.locator(target).inputValue()) !== value) await page.keyboard.press("ArrowDown");
      },
    };
  },
};

const USUAL = { touch: "phone", keys: "desktop" };

for (const [size, look] of Object.entries(SIZES))
  for (const [hands, made] of Object.entries(HANDS).filter(([hands]) => process.env.ALL || size === USUAL[hands]))
    describe(`${hands}, ${size}`, () => {
      let page, hand;
      before(async () => {
        page = await open(browser, server.address, { ...look, hasTouch: hands === "touch" });
        hand = made(page);
      });
      after(async () => {
        assert.deepEqual(page.faults, []);
        await page.context().close();
      });
      const chosen = async (target, path) => {
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), hand.press(target)]);
        await chooser.setFiles(path);
      };

      test("a board is entered, played, taken back, and left for the next", async () => {
        // A sum below 2 has a second digit before it when it is typed.
        for (const [i, number] of HEADERS.entries()) await hand.put(number, `${i % 2 === 0 && number < 2 ? "0" : ""}${number}`);
        await settled(page);
        const best = await page.locator(".board .best").getAttribute("data-at");
        await hand.press(`[data-at="${best}"]`);
        await hand.put(2, "2");
        await page.locator(`[data-at="${best}"].up`).waitFor();
        await hand.press("#undo");
        await page.locator(`[data-at="${best}"]:not(.up)`).waitFor();
        await hand.press("#redo");
        await page.locator(`[data-at="${best}"].up`).waitFor();
        await answered(page);
        await hand.press("#copy-link");
        await page.locator("#copied:not(:empty)").waitFor();
        await hand.press("#next");
        await page.locator("#session-now", { hasText: "1 round, 2 coins" }).waitFor();
      });

      test("a position is pasted; level and aim are chosen", async () => {
        await given(page, () => paste(page, "rows 5/2 4/2 6/2 3/3 6/1; cols 4/2 5/2 7/1 5/2 3/3"));
        await hand.press("#levels button:nth-child(6)");
        await page.locator("#levels button:nth-child(6)[aria-pressed=true]").waitFor();
        await hand.press("#aim > summary");
        await hand.choose("Most coins now");
        await page.waitForFunction(() => JSON.parse(document.querySelector("#json").textContent).on?.objective === "coins");
        await hand.choose("Clear the board");
        await hand.press("#aim > summary");
      });

      test("a picture is read, and what it hides is entered", async () => {
        await given(page, () => chosen("#file", covered));
        await page.locator("#advice", { hasText: "11 of 20 numbers are missing" }).waitFor();
        await hand.put(2, "2");
        await page.locator("#advice", { hasText: "10 of 20 numbers are missing" }).waitFor();
        await page.locator('[data-at="4,5"]:not(.doubt)').waitFor();
      });

      test("sessions are exported, deleted and imported", async () => {
        await hand.press("#sessions > summary");
        const [download] = await Promise.all([page.waitForEvent("download"), hand.press("#export-json")]);
        page.once("dialog", (dialog) => dialog.accept());
        await hand.press("#delete");
        await page.locator("#session-now", { hasText: "no rounds yet" }).waitFor();
        await chosen("#import", await download.path());
        await page.locator("#session-now", { hasText: "1 round, 2 coins" }).waitFor();
        await hand.press("#sessions > summary");
      });

      test("Minesweeper and a floor are painted", async () => {
        await hand.press("#games [data-game=minesweeper]");
        await hand.press("#sizes button:nth-child(1)");
        await page.waitForFunction(() => document.querySelectorAll(".board td button").length === 81);
        await hand.press(`#pad [data-value='"1"']`);
        await hand.press('[data-at="0,0"]');
        await page.locator('[data-at="0,0"]', { hasText: "1" }).waitFor();
        await hand.press("#games [data-game=ice]");
        await hand.press("#floors button:nth-child(2)");
        await page.waitForFunction(() => document.querySelectorAll(".board .safe").length === 18);
        await hand.press(`#pad [data-value='"#"']`);
        await hand.press('[data-at="2,2"]');
        await page.locator('[data-at="2,2"].dim').waitFor();
      });

      test("the built-in game is practised, and a choice is judged", async () => {
        await hand.press("#games [data-game=voltorb-flip]");
        await hand.press("#play");
        await play(page, () => page.locator(".board .best").count(), () => hand.press("#follow"));
        await hand.select("#mode", "after");
        await page.locator("#advice", { hasText: "Choose a card yourself" }).waitFor();
        await hand.press('[data-at="2,2"]');
        await page.locator("#judged:not(:empty)").waitFor();
        await hand.press("#leave");
        await page.locator("#play").waitFor();
      });
    });
