// The form in which positions are typed, by keys and by touch, at both sizes; and the built-in games.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { SIZES, answered, browser, fillIn, open, opened, page as first, paste, run, server, settled, told } from "./support.js";

opened();

const FLIP = "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....; level 1";
const DIGITS = "617141424180416101460";
const solve = (game, position) => JSON.parse(run("solve", game, "--json", position));

for (const [size, options] of Object.entries(SIZES)) {
  describe(size, () => {
    let page;
    before(async () => {
      page = await open(browser, server.address, options);
    });
    after(async () => {
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
    const tap = (target) => (size === "phone" ? page.locator(target).tap() : page.locator(target).click());
    const clear = async () => {
      await tap("#games [data-game=voltorb-flip]");
      await tap("#clear");
      await answered(page);
    };

    test("a whole board is typed by digits; each entry is answered", async (t) => {
      await clear();
      const times = [];
      for (const digit of DIGITS) {
        await page.evaluate(() => (document.body.dataset.took = ""));
        await page.keyboard.press(digit);
        await page.waitForFunction(() => document.body.dataset.took !== "");
        times.push(Number(await page.evaluate(() => document.body.dataset.took)));
      }
      await settled(page);
      t.diagnostic(`${DIGITS.length} keys; from an entry to its answer ${Math.round(Math.max(...times))} ms at most`);
      const { best, value } = solve("voltorb-flip", FLIP.replace(/; tiles [^;]*/, ""));
      const { on } = await told(page);
      assert.ok(Math.abs(on.value - value) < 1e-9);
      assert.deepEqual(on.best, best);
      // Typing ends at the best card.
      assert.equal(await page.evaluate(() => document.activeElement.dataset.at), best.join());
    });

    test("a whole board is entered by the large buttons, a tap a number", async () => {
      await clear();
      let taps = 0;
      for (const number of [6, 1, 7, 1, 4, 1, 4, 2, 4, 1, 8, 0, 4, 1, 6, 1, 1, 4, 6, 0]) {
        await tap(`#pad [data-value="${number}"]`);
        taps += 1;
      }
      assert.equal(taps, 20);
      await settled(page);
      assert.equal(await page.locator(".board .best").count(), 1);
      assert.deepEqual((await told(page)).on.position.cols[3], [1, 4]);
    });

    test("pasted numbers are understood, and the answer is the native program's", async () => {
      for (const text of [FLIP, "level 1: 61 71 41 42 41\n80 41 61 14 60", "L1 6 1 7 1 4 1 4 2 4 1\n8 0 4 1 6 1 1 4 6 0"]) {
        await fillIn(page, text);
        const { on } = await told(page);
        const expected = solve("voltorb-flip", text === FLIP ? FLIP : FLIP.replace(/; tiles [^;]*/, ""));
        assert.deepEqual([on.best, on.exact], [expected.best, expected.exact], text);
        assert.ok(Math.abs(on.value - expected.value) < 1e-9);
      }
      await paste(page, "six and seven");
      await page.locator("#trouble", { hasText: "numbers were pasted" }).waitFor();
    });

    test("a card is set by a tap, a second tap takes it back, marks likewise; undo and redo", async () => {
      await fillIn(page, FLIP);
      const card = page.locator('[data-at="1,0"]');
      await tap('[data-at="1,0"]');
      await tap('#pad [data-value="3"]');
      await page.locator('[data-at="1,0"].up').waitFor();
      assert.match(await card.getAttribute("aria-label"), /a 3$/);
      await tap('[data-at="1,0"]');
      await page.locator('[data-at="1,0"]:not(.up)').waitFor();
      await tap("#undo");
      await page.locator('[data-at="1,0"].up').waitFor();
      await tap("#redo");
      await page.locator('[data-at="1,0"]:not(.up)').waitFor();
      await tap("#marking");
      await tap('#pad [data-value="0"]');
      await page.waitForFunction(() => document.querySelector('[data-at="1,0"] .memo').textContent === "V");
      assert.match(await card.getAttribute("aria-label"), /marked Voltorb/);
      await tap("#marking");
    });

    test("what cannot be is marked where it stands", async () => {
      const marked = () => page.locator(".board .misfit").evaluateAll((all) => all.map(({ dataset }) => dataset.at));
      await fillIn(page, FLIP.replace(/; tiles [^;]*/, "").replace("4/1;", "16/1;"));
      assert.deepEqual(await marked(), ["4,5"]);
      await fillIn(page, "rows 6/1 7/1 5/0 4/2 4/1; cols 8/0 4/1 6/1 1/4 0/5");
      assert.deepEqual(await marked(), ["2,5", "5,4"]);
      assert.match(await page.locator("#because").textContent(), /Row 3 and column 5 contradict each other/);
      await fillIn(page, FLIP.replace("level 1", "level 3"));
      assert.ok(await page.locator("#levels.misfit").count());
    });

    test("a hard board has its chances at once, and is worked out while the page answers", async () => {
      await fillIn(page, "61 71 41 42 41 80 41 61 14 60");
      await page.evaluate(() => (document.body.dataset.answers = 0));
      const hard = "rows 5/1 4/2 6/1 5/1 4/2; cols 4/2 5/1 6/1 5/1 4/2; level 2";
      await fillIn(page, hard);
      const { on } = await told(page);
      const { value } = solve("voltorb-flip", hard);
      assert.ok(on.exact && Math.abs(on.value - value) < 1e-9);
      assert.ok(Number(await page.evaluate(() => document.body.dataset.answers)) > 2, "it thinks on");
    });

    test("an unknown level is weighed, and the likely ones are told", async () => {
      await fillIn(page, "rows 5/2 4/2 6/2 3/3 6/1; cols 4/2 5/2 7/1 5/2 3/3");
      await tap("#levels button:nth-child(1)");
      await page.waitForFunction(() => /Chances: level .*\d+%/.test(document.querySelector("#levels-told").textContent));
      assert.ok((await page.locator("#levels .share:not(:empty)").count()) > 1);
    });

    test("after a Voltorb the rest is still shown, and the next round follows the game's rules", async () => {
      await fillIn(page, FLIP);
      await tap('[data-at="4,3"]');
      await page.keyboard.press("v");
      await page.locator(".advice[data-kind=stop]").waitFor();
      assert.ok((await page.locator(".board .risk, .board .useless, .board .safe").count()) > 10);
      await page.locator("#undo").click();
      await settled(page);
      // Three cards were flipped without one: back to level 3 at the most, and 1 it was.
      await tap("#next");
      await page.waitForFunction(() => !document.querySelector(".board .up"));
      assert.match(await page.locator("#levels [aria-pressed=true]").textContent(), /^1/);
    });

    test("aims are told by what they mean, and change the answer", async () => {
      await fillIn(page, "rows 5/2 4/2 6/2 3/3 6/1; cols 4/2 5/2 7/1 5/2 3/3; level 5");
      await tap("#aim > summary");
      for (const [name, objective] of [["Most coins now", "coins"], ["Most coins over many rounds", "campaign"], ["Clear the board", "clear"]]) {
        await page.evaluate(() => (document.body.dataset.improves = ""));
        await page.locator(".choice", { hasText: name }).click();
        await page.waitForFunction((objective) => JSON.parse(document.querySelector("#json").textContent).on?.objective === objective, objective);
      }
      await tap("#aim > summary");
    });

    test("Minesweeper is painted and answered as by the native program", async () => {
      await tap("#games [data-game=minesweeper]");
      await fillIn(page, "01.. / 12.. / .... ; mines 3");
      assert.deepEqual((await told(page)).on.best, solve("minesweeper", "01.. / 12.. / .... ; mines 3").best);
      await tap('#pad [data-value="\\"3\\""]');
      await tap('[data-at="0,2"]');
      await page.locator(".advice[data-kind=wrong], .advice[data-kind=go]").waitFor();
      assert.equal(await page.locator('[data-at="0,2"]').textContent(), "3");
      await page.locator("#sizes button", { hasText: "Expert" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".board td button").length === 480);
      await page.locator("#rule").selectOption("safe");
      await page.waitForFunction(() => document.querySelector(".board .best")?.dataset.at === "0,0");
      await page.locator("#sizes button", { hasText: "Beginner" }).click();
    });

    test("a Minesweeper board that cannot be marks its numbers", async () => {
      await fillIn(page, "1.3 / ...");
      assert.deepEqual(await page.locator(".board .misfit").evaluateAll((all) => all.map(({ dataset }) => dataset.at)), ["0,0", "0,2"]);
    });

    test("a floor of the games is chosen, and one is painted", async () => {
      await tap("#games [data-game=ice]");
      await page.locator("#floors button", { hasText: "Ruby 2" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".board td button").length === 21);
      await page.waitForFunction(() => document.querySelectorAll(".board .safe").length === 18);
      await tap('#pad [data-value="\\"#\\""]');
      await tap('[data-at="2,2"]');
      await page.waitForFunction(() => document.querySelector('[data-at="2,2"]').classList.contains("dim"));
      await settled(page);
      const floor = "....... / .#..... / ..#.#..";
      const expected = run("solve", "ice", "--json", floor);
      const kind = await page.locator(".advice").getAttribute("data-kind");
      assert.equal(kind === "go", /"walk"/.test(expected) && JSON.parse(expected).walk != null, expected);
    });

    test("it is all done by keys: arrows, Tab, and no more", async () => {
      await clear();
      await page.locator('[data-at="0,5"]').focus();
      const at = () => page.evaluate(() => document.activeElement.dataset.at);
      await page.keyboard.press("Tab");
      assert.equal(await at(), "0,5");
      assert.equal(await page.locator("#field").textContent(), "Row 1: Voltorbs");
      await page.keyboard.press("Tab");
      assert.equal(await at(), "1,5");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await at(), "2,4");
      await page.keyboard.press("2");
      await page.locator('[data-at="2,4"].up').waitFor();
      await page.keyboard.press("Control+z");
      await page.locator('[data-at="2,4"]:not(.up)').waitFor();
    });

    test("nothing is wider than the screen, and a reload loses nothing", async () => {
      for (const game of ["voltorb-flip", "minesweeper", "ice"]) {
        await tap(`#games [data-game=${game}]`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), game);
      }
      await fillIn(page, FLIP);
      await page.reload();
      await page.locator("body[data-ready=yes]").waitFor();
      await settled(page);
      assert.equal(await page.locator(".board .up").count(), 3);
    });
  });
}

test("a built-in game is played by its advice", async () => {
  for (const [game, moves] of [["voltorb-flip", 6], ["minesweeper", 6], ["ice", 6]]) {
    await first.locator(`#games [data-game=${game}]`).click();
    await first.locator("#play").click();
    for (let move = 0; move < moves; move += 1) {
      await first.locator("#follow:enabled").waitFor();
      const before = await first.locator("#json").textContent();
      await first.locator("#follow").click();
      await first.waitForFunction((before) => document.querySelector("#json").textContent !== before, before);
    }
    assert.equal((await told(first)).game, game);
    await first.locator("#leave").click();
  }
  assert.deepEqual(first.faults, []);
});

test("the picture of a built-in game takes taps", async () => {
  await first.locator("#games [data-game=voltorb-flip]").click();
  await first.locator("#play").click();
  // The menu: the middle of "Play" on the touch screen, which lies below the other.
  await first.locator("#advice", { hasText: "Press Play" }).waitFor();
  await first.locator("#canvas").scrollIntoViewIfNeeded();
  const { width, height } = await first.locator("#canvas").evaluate((it) => it.getBoundingClientRect());
  await first.locator("#canvas").click({ position: { x: width * (196 / 256), y: height * (272 / 384) } });
  await first.locator(".board .best").waitFor();
  await first.locator("#leave").click();
});
