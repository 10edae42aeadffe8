// The states of the page, each reached from the one before: what is looked at in all of them goes through them in order.

import { join } from "node:path";
import { answered, choose, fillIn, paste, root, settled } from "./support.js";

const click = async (page, ...targets) => {
  for (const target of targets) await page.locator(target).first().click();
};
const close = (page) => page.evaluate(() => document.querySelectorAll("details[open]").forEach((it) => (it.open = false)));
const read = async (page, name) => {
  await choose(page, join(root, "fixtures/voltorb-flip", name));
  await settled(page);
  await page.locator("#sight").waitFor();
};
// Sessions as they are imported: five minutes a round.
const ROUNDS = Array.from({ length: 24 }, (_, i) => {
  const won = i % 3 !== 2;
  return { at: 1.76e12 + 3e5 * i, level: 1 + (i % 7), outcome: won ? "won" : "lost", flipped: 3 + (i % 5), coins: won ? 24 * (1 + (i % 7)) : 0, chance: 0.6 };
});

// Has the built-in game deal the same boards each time.
export const sameDeal = (page) => page.evaluate(() => (crypto.getRandomValues = (numbers) => numbers.fill(7)));

export const STATES = {
  "nothing typed": async () => {},
  "half typed": async (page) => {
    await page.keyboard.type("61714");
    await answered(page);
  },
  advice: (page) => fillIn(page, "rows 5/2 4/2 6/2 3/3 6/1; cols 4/2 5/2 7/1 5/2 3/3; tiles ..1.. ..... ..... .2... ....."),
  "everything open": (page) => click(page, "#aim > summary", "#aim details > summary", "#texts > summary", "#why > summary", "#program > summary"),
  "a contradiction": async (page) => {
    await close(page);
    await fillIn(page, "rows 6/1 7/1 5/0 4/2 4/1; cols 8/0 4/1 6/1 1/4 0/5");
  },
  "a wrong level": (page) => fillIn(page, "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; level 4"),
  marks: (page) => click(page, '[data-at="0,0"]', "#marking", '#pad [data-value="0"]', "#marking"),
  picture: async (page) => {
    await read(page, "desmume/2x-board.png");
    await click(page, "#read > summary");
  },
  "a doubtful picture": async (page) => {
    await close(page);
    await read(page, "desmume/2x-quit.png");
    await page.locator(".board .doubt").first().waitFor();
  },
  trouble: async (page) => {
    await paste(page, "no numbers");
    await page.locator("#trouble").waitFor();
  },
  sessions: async (page) => {
    await click(page, "#sessions > summary");
    await page.locator("#import").setInputFiles({ name: "rounds.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(ROUNDS)) });
    await page.locator("#session-chart svg").waitFor();
  },
  practice: async (page) => {
    await close(page);
    await sameDeal(page);
    await click(page, "#play");
    await play(page, () => page.locator(".board .best").count());
    await page.locator("#mode").selectOption("hint");
    await page.locator("#hint").waitFor();
  },
  Minesweeper: async (page) => {
    await click(page, "#games [data-game=minesweeper]");
    await fillIn(page, "01.. / 12.. / .F.. ; mines 3");
  },
  Expert: async (page) => {
    await click(page, "#sizes button:nth-child(3)");
    await page.waitForFunction(() => document.querySelectorAll(".board td button").length === 480);
    await settled(page);
  },
  "ice floor": async (page) => {
    await click(page, "#games [data-game=ice]", "#floors button:nth-child(2)");
    await page.locator(".board .best").waitFor();
    await settled(page);
  },
};

// Makes the moves of the built-in game that are advised by `follow`, until `enough`.
export async function play(page, enough, follow = () => page.locator("#follow").click()) {
  for (;;) {
    await page.locator("#follow:enabled").waitFor();
    if (await enough()) return;
    const before = await page.locator("#json").textContent();
    await follow();
    await page.waitForFunction((before) => document.querySelector("#json").textContent !== before, before);
  }
}
