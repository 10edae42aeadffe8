// The page's camera: Chromium plays a video of one of our pictures in its place, as an unsteady hand would show it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { SIZES, launch, open, root, run, serve, told } from "./support.js";

const BOARD = join(root, "fixtures/voltorb-flip/desmume/2x-board.png");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const folder = mkdtempSync(join(tmpdir(), "voltsight-camera-"));
const video = join(folder, "board.mjpeg");
let server, browser;

// A picture that lies on a table, a bit turned.
function film() {
  const turned = "format=rgba,rotate=3*PI/180:ow=rotw(3*PI/180):oh=roth(3*PI/180):c=none[board]";
  const graph = `[1]scale=-1:640,pad=iw+40:ih+40:20:20:color=0x303030,${turned};[0][board]overlay=(W-w)/2+12*sin(2*t):(H-h)/2+6*cos(3*t):shortest=1,gblur=0.6,noise=alls=8:allf=t`;
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=c=0x6b5a48:s=1280x720:r=10", "-loop", "1", "-i", BOARD, "-filter_complex", graph, "-t", "3", "-pix_fmt", "yuvj420p", "-q:v", "3", video]);
}

before(async () => {
  film();
  server = await serve();
  browser = await launch({
    args: ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", `--use-file-for-fake-video-capture=${video}`],
  });
});
after(async () => {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const advised = (page) => page.locator(".advice[data-kind=go]").waitFor();

for (const [size, look] of Object.entries(SIZES))
  describe(size, () => {
    test("the camera is advised on, without a network, and stopped", async (t) => {
      const page = await open(browser, server.address, look);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.context().setOffline(true);
      const requests = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.evaluate(() => {
        document.querySelector("#finder video").addEventListener("playing", () => (window.first = performance.now()), { once: true });
        new MutationObserver((_, watcher) => {
          if (document.querySelector(".advice").dataset.kind !== "go") return;
          window.advised = performance.now();
          watcher.disconnect();
        }).observe(document.querySelector(".advice"), { attributes: true });
      });
      if (size === "phone") await page.locator("#film").tap();
      else {
        await page.locator("#film").focus();
        await page.keyboard.press("Enter");
      }
      await advised(page);
      const took = await page.evaluate(() => window.advised - window.first);
      t.diagnostic(`advised ${Math.round(took)} ms after the first picture`);
      const known = JSON.parse(run("solve", "--json", BOARD));
      const { advice, on } = await told(page);
      assert.deepEqual([advice, on.position], [known.advice, known.on.position]);
      assert.equal(await page.locator(".board .best").count(), 1);
      // It is seen where to hold it, and nothing is cut off.
      const [view, guide] = await Promise.all(["video", ".guide"].map((part) => page.locator(`#finder ${part}`).boundingBox()));
      assert.ok(view.width > 200 && guide.x > view.x && guide.x + guide.width < view.x + view.width && guide.y > view.y && guide.y + guide.height < view.y + view.height);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
      // Advice is held while the pictures go on.
      const answers = () => page.evaluate(() => Number(document.body.dataset.answers));
      const until = (await answers()) + 5;
      await page.waitForFunction((until) => Number(document.body.dataset.answers) >= until, until);
      assert.equal(await page.locator(".advice").getAttribute("data-kind"), "go");
      await page.locator("#unfilm").click();
      await page.locator("#finder").waitFor({ state: "hidden" });
      assert.equal(await page.locator("#film").isVisible(), true);
      assert.equal(await page.evaluate(() => document.querySelector("#finder video").srcObject), null);
      assert.deepEqual(requests.filter((url) => !/^(blob|data):/.test(url)), []);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  });

test("without a camera, or where it is not allowed, a sentence says what to do", async () => {
  const page = await open(browser, server.address);
  for (const [name, what] of [["NotAllowedError", /not allowed.*settings/], ["NotFoundError", /no camera/], ["NotReadableError", /Close what else uses it/]]) {
    await page.evaluate((name) => (navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", name))), name);
    await page.locator("#film").click();
    await page.locator("#trouble", { hasText: what }).waitFor();
    assert.equal(await page.locator("#finder").isVisible(), false);
  }
  await page.context().close();
});

test("light and focus are offered where the camera has them", async () => {
  const page = await open(browser, server.address);
  assert.equal(await page.locator("#torch").isVisible(), false);
  await page.evaluate(() => {
    window.chosen = [];
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true, focusMode: ["continuous", "single-shot"] });
    MediaStreamTrack.prototype.applyConstraints = ({ advanced }) => Promise.resolve(void window.chosen.push(...advanced));
  });
  await page.locator("#film").click();
  await page.locator("#torch").click();
  await page.locator("#torch[aria-pressed=true]").waitFor();
  await page.locator("#focus").click();
  assert.deepEqual(await page.evaluate(() => window.chosen), [{ focusMode: "continuous" }, { torch: true }, { focusMode: "single-shot" }]);
  // A built-in game is played instead: the camera stops.
  await page.locator("#play").click();
  await page.locator("#finder").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.querySelector("#finder video").srcObject), null);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
