// Actions by chance: keys, taps, pastes, reloads, back and forward; ACTIONS of them at each size, from the numbers that
// SEED begins. No error in the console, and never a board that cannot be without its mark: of whole boards of Voltorb
// Flip the native program says whether they can be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SEED, SIZES, browser, chance, given, open, opened, paste, run, server } from "./support.js";

opened();

const ACTIONS = Number(process.env.ACTIONS ?? 80);

const KEYS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "v", "m", "f", "#", "Tab", "Enter", "Space", "Backspace", "Delete", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Control+z", "Control+y", "Escape"];
const PASTES = [
  "61 71 41 42 41 80 41 61 14 60", "rows 6/1 7/1 5/0 4/2 4/1; cols 8/0 4/1 6/1 1/4 0/5", "rows 5/2 4/2 6/2 3/3 6/1; cols 4/2 5/2 7/1 5/2 3/3; level 5",
  "01.. / 12.. / .... ; mines 3", "1.3 / ...", "....... / .#..... / ....#..", "{", "\u{1f4a3}", "<img src=x onerror=alert(1)>", "9 9 9 9 9 9 9 9 9 9",
];
// What is pressed: all that changes the board or what is shown, but for what opens a dialog, a download or a game.
const PRESSED = "#board button, #pad button, #levels button, #games button, #undo, #redo, #clear, #next, #marking, #sizes button, #floors button, #implied button, .choice, summary";

// Whether the native program says of a whole board that there is none.
function cannotBe({ rows, cols, tiles, level }) {
  const position = JSON.stringify({ rows, cols, tiles, ...(level == null ? {} : { level }) });
  return "conflict" in JSON.parse(run("solve", "--json", "--deadline", "1", position));
}

for (const [i, [size, options]] of Object.entries(SIZES).entries())
  test(`${ACTIONS} actions by chance, ${size}`, { timeout: 1_800_000 }, async (t) => {
    const page = await open(browser, server.address, options);
    // Other actions at each size.
    const below = chance(2 * SEED + i);
    const done = [];
    let checked = 0, whole = 0;
    const check = async () => {
      // What is waited for and what is found are of one moment.
      const looked = await page.waitForFunction(() => {
        if (document.body.dataset.ready !== "yes" || !document.body.dataset.improves) return null;
        const { misfits = [], on } = JSON.parse(document.querySelector("#json").textContent || "{}");
        const marks = [...document.querySelectorAll(".misfit, [aria-invalid=true]")].filter((it) => it.checkVisibility());
        const missing = [...document.querySelectorAll(".board th .missing")].length;
        const { game, docs } = JSON.parse(localStorage.getItem("voltsight"));
        return { board: docs[game], misfits: misfits.length, marks: marks.length, missing, kind: document.querySelector(".advice").dataset.kind, on: Boolean(on), game: document.body.dataset.game };
      });
      const found = await looked.jsonValue();
      checked += 1;
      const where = `after SEED=${SEED}, ${done.length} actions, the last: ${done.slice(-12).join(" | ")}: ${JSON.stringify(found)}`;
      if (found.misfits || found.kind === "wrong") assert.ok(found.marks > 0, `no mark ${where}`);
      else assert.equal(found.marks, 0, `a mark for nothing ${where}`);
      // A whole board has a mark exactly if the native program has no boards for it.
      if (found.game === "voltorb-flip" && !found.missing) {
        whole += 1;
        assert.equal(cannotBe(found.board), found.marks > 0, where);
        assert.equal(Boolean(found.on), !found.marks, where);
      }
      assert.deepEqual(page.faults, [], where);
    };
    for (let action = 0; action < ACTIONS; action += 1) {
      const dice = below(100);
      let what;
      if (dice < 55) await page.keyboard.press((what = KEYS[below(KEYS.length)]));
      else if (dice < 92) {
        what = await page.evaluate(([selector, n]) => {
          const all = [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility() && !it.disabled);
          const it = all[n % all.length];
          it.focus?.();
          it.click();
          return it.outerHTML.slice(0, 80);
        }, [PRESSED, below(1 << 20)]);
      } else if (dice < 97) await given(page, () => paste(page, (what = PASTES[below(PASTES.length)])));
      else if (dice < 98) {
        what = "reload";
        await page.reload();
      } else {
        what = "back or forward";
        const link = `#game=ice&position=${encodeURIComponent(JSON.stringify({ rows: ["...", ".#.", "..."], start: [2, 0], ends: [[0, below(3)]] }))}`;
        await page.evaluate((link) => (location.hash = link), link);
        await page.goBack();
        if (below(2)) await page.goForward();
      }
      done.push(what);
      if (action % 5 === 4) await check();
    }
    t.diagnostic(`SEED=${SEED}: ${ACTIONS} actions, ${checked} looks at the board, ${whole} of them at a whole one of Voltorb Flip`);
    await page.context().close();
  });
