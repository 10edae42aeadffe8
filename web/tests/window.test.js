// A shared window: a real DeSmuME runs the test ROM under an X server of its own, the native program plays
// it with `voltsight play`, and the page, in the same X server, looks on and advises.
//
// What the page advises on is compared with the session log of the native program, whose readings other
// tests compare with the memory of the game: each position of the page must be one of the log's, with the
// same best card where both have worked it out exactly.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { native, opened, page, root } from "./support.js";

// Where Debian puts games.
process.env.PATH += ":/usr/games";
const ROUNDS = Number(process.env.ROUNDS ?? 1);
const rom = join(root, "fixtures/rom/voltorb-flip/voltorb-flip.nds");
const home = mkdtempSync(join(tmpdir(), "voltsight-web-"));
const programs = [];
let emulator;

function start(program, parameters, options = {}) {
  const child = spawn(program, parameters, { stdio: "ignore", ...options });
  programs.push(child);
  return child;
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

opened(async (atEnd) => {
  atEnd(() => rmSync(home, { recursive: true, force: true }));
  atEnd(async () => {
    for (const program of programs.reverse()) program.kill("SIGKILL");
    await sleep(200);
  });
  const xvfb = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp", "-noreset"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const number = await new Promise((done, failed) => {
    xvfb.stdout.once("data", (data) => done(String(data).trim()));
    xvfb.once("error", failed);
    xvfb.once("exit", () => failed(new Error("Xvfb does not start")));
  });
  process.env.DISPLAY = `:${number}`;
  delete process.env.WAYLAND_DISPLAY;
  Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: join(home, "config"), XDG_SESSION_TYPE: "x11" });
  mkdirSync(join(home, "config/desmume"), { recursive: true });
  const bare = "[View]\nShowMenu=false\nShowToolbar=false\nShowStatusbar=false\n";
  writeFileSync(join(home, "config/desmume/config.cfg"), bare);
  const shown = async (what) => {
    while (!what.test(spawnSync(native, ["doctor"], { encoding: "utf8" }).stdout)) await sleep(200);
  };
  start("openbox", []);
  await shown(/ok +window manager/);
  emulator = start("desmume", ["--disable-sound", rom]);
  await shown(/DeSmuME/);
  const browser = {
    headless: false,
    args: ["--no-sandbox", "--auto-select-desktop-capture-source=DeSmuME", "--window-position=700,0", "--window-size=880,1100"],
  };
  return { browser, page: { viewport: null } };
});

test("a shared emulator is advised on while it is played", { timeout: (120 + 90 * ROUNDS) * 1000 }, async (t) => {
  assert.ok(existsSync(native), `${native}: build it first`);
  await page.locator("#share").click();
  await page.locator("#json", { hasText: "voltorb-flip" }).waitFor({ state: "attached", timeout: 60_000 });
  // Everything that the page ever advises on.
  await page.evaluate(() => {
    window.positions = new Map();
    new MutationObserver(() => {
      const { on } = JSON.parse(document.querySelector("#json").textContent || "{}");
      if (on?.position) window.positions.set(JSON.stringify(on.position), { best: on.best, exact: on.exact });
    }).observe(document.querySelector("#json"), { childList: true, characterData: true, subtree: true });
  });
  const log = join(home, "log"), lines = join(log, "session.jsonl");
  const playing = start(native, ["play", "--rounds", String(ROUNDS), "--log", log, "--window", "DeSmuME", "--quiet"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  let plays = true;
  const exited = new Promise((done) => playing.once("exit", done)).finally(() => (plays = false));
  const advised = () => page.evaluate(() => [...window.positions]);
  const decided = () => (existsSync(lines) ? readFileSync(lines, "utf8").split('"position":{').length - 1 : 0);
  // The player taps as soon as a picture stands still, before a page that shares a busy machine with it has seen that:
  // until the page has advised once, the emulator freezes for it when the player has made up its mind.
  for (let before = 0; plays && !(await advised()).length; before = decided()) {
    while (plays && decided() === before) await sleep(10);
    emulator.kill("SIGSTOP");
    await page.waitForFunction(() => window.positions.size, null, { timeout: 5_000 }).catch(() => {});
    emulator.kill("SIGCONT");
  }
  const code = await exited;
  // What stands there now tells how the last round ended: the page sees it a little later than the player.
  await page.waitForFunction(() => localStorage.getItem("voltsight-rounds"), null, { timeout: 20_000 }).catch(() => {});
  const seen = await advised();
  const noted = await page.evaluate(() => JSON.parse(localStorage.getItem("voltsight-rounds")) ?? []);
  await page.locator("#unshare").click();
  const events = readFileSync(lines, "utf8").trim().split("\n").map(JSON.parse);
  const known = new Map();
  for (const { event, on } of events) {
    if (event !== "advised" || !on?.position) continue;
    const key = JSON.stringify(on.position);
    if (!known.get(key)?.exact) known.set(key, { best: on.best, exact: on.exact });
  }
  const rounds = events.filter(({ event }) => event === "round-end").length;
  const wrong = seen.filter(([position]) => !known.has(position));
  const other = seen.filter(([position, { best, exact }]) => {
    const native = known.get(position);
    return native?.exact && exact && JSON.stringify(native.best) !== JSON.stringify(best);
  });
  t.diagnostic(`${rounds} rounds, ${known.size} positions played, ${seen.length} of them advised on by the page`);
  assert.equal(code, 0);
  assert.equal(rounds, ROUNDS);
  assert.deepEqual(wrong, []);
  assert.deepEqual(other, []);
  assert.ok(seen.length > 0, `${seen.length} of ${known.size}`);
  // The rounds that it noted are those that were played, in their order; of fast ones it may miss some.
  const ended = events.filter(({ event }) => event === "round-end").map(({ round }) => JSON.stringify([round.level, round.ending, round.moves, round.score]));
  let from = 0;
  for (const { level, outcome, flipped, coins } of noted) {
    const at = ended.indexOf(JSON.stringify([level, outcome, flipped, coins]), from);
    assert.ok(at >= 0, `${JSON.stringify(noted)} of ${ended}`);
    from = at + 1;
  }
  t.diagnostic(`${noted.length} rounds noted by the page`);
  if (seen.length >= known.size / 2) assert.ok(noted.length > 0);
  assert.deepEqual(page.faults, []);
});
