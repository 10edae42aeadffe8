// Positions that are typed, and the built-in games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, page, run, told } from "./support.js";

opened();

async function ask(position, game = "") {
  await page.locator("#tab-typed").click();
  await page.locator("#game").selectOption(game);
  await page.evaluate(() => (document.body.dataset.improves = ""));
  await page.locator("#position").fill(position);
  await page.getByRole("button", { name: "Advise" }).click();
  await page.waitForFunction(() => document.body.dataset.improves === "no" || !document.querySelector("#trouble").hidden);
}

const solve = (game, position) => JSON.parse(run("solve", "--game", game, "--json", position));
const flip = "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....; level 1";

test("a typed position has the native program's best card and value", async () => {
  await ask(flip);
  const { on, game } = await told(page);
  const { best, value, exact } = solve("voltorb-flip", flip);
  assert.deepEqual({ game, best: on.best, exact: on.exact }, { game: "voltorb-flip", best, exact });
  assert.ok(Math.abs(on.value - value) < 1e-9, `${on.value} ${value}`);
  assert.equal(await page.locator(".board td button").count(), 25);
});

test("a hard position is answered at once, and better with time, while the page stays responsive", async () => {
  const hard = "rows 5/1 4/2 6/1 5/1 4/2; cols 4/2 5/1 6/1 5/1 4/2; level 2";
  const clock = page.evaluate(
    () =>
      new Promise((done) => {
        let [longest, last] = [0, performance.now()];
        const tick = () => {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
          if (document.body.dataset.improves === "no") done(longest);
          else setTimeout(tick);
        };
        document.body.dataset.improves = "";
        tick();
      }),
  );
  await page.evaluate(() => (document.body.dataset.answers = 0));
  await ask(hard, "voltorb-flip");
  const { on } = await told(page);
  const { best, value } = solve("voltorb-flip", hard);
  assert.ok(on.exact && Math.abs(on.value - value) < 1e-9, `${JSON.stringify(on)} ${value} ${best}`);
  assert.ok(Number(await page.evaluate(() => document.body.dataset.answers)) > 1, "it thinks on");
  console.log(`# the page was busy for ${Math.round(await clock)} ms at most`);
});

test("Minesweeper and the ice floor are typed too", async () => {
  const mines = "01.. / 12.. / .... ; mines 3";
  await ask(mines, "minesweeper");
  assert.deepEqual((await told(page)).on.best, solve("minesweeper", mines).best);
  const floor = "....... / .#..... / ....#..";
  await ask(floor, "ice");
  const { on } = await told(page);
  assert.equal(on.walk.length, solve("ice", floor).tiles);
});

test("what is no position is refused in a sentence", async () => {
  await ask("rows 6/1", "voltorb-flip");
  assert.match(await page.locator("#trouble").textContent(), /the cols are missing/);
  await ask("rows 1/1 2/1; cols 1/1 1/1", "voltorb-flip");
  assert.match(await page.locator("#advice").textContent(), /^No board fits/);
  assert.deepEqual(page.faults, []);
});

test("a built-in game is played by its advice", async () => {
  await page.locator("#tab-arcade").click();
  for (const [game, moves] of [["voltorb-flip", 6], ["minesweeper", 6], ["ice", 6]]) {
    await page.locator("#game").selectOption(game);
    await page.locator("#begin").click();
    for (let move = 0; move < moves; move += 1) {
      await page.locator("#follow:enabled").waitFor();
      const before = await page.locator("#json").textContent();
      await page.locator("#follow").click();
      await page.waitForFunction((before) => document.querySelector("#json").textContent !== before, before);
    }
    assert.equal((await told(page)).game, game);
  }
  assert.deepEqual(page.faults, []);
});

test("the picture of a built-in game takes taps", async () => {
  await page.locator("#tab-arcade").click();
  await page.locator("#game").selectOption("voltorb-flip");
  await page.locator("#begin").click();
  // The menu: the middle of "Play" on the touch screen, which lies below the other.
  await page.locator("#advice", { hasText: "press Play" }).waitFor();
  await page.locator("#canvas").scrollIntoViewIfNeeded();
  const { width, height } = await page.locator("#canvas").evaluate((it) => it.getBoundingClientRect());
  await page.locator("#canvas").click({ position: { x: width * (196 / 256), y: height * (272 / 384) } });
  await page.locator(".board").waitFor();
});
