// What the tests share: the page served by a plain file server, a browser, and the native program.

import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const dist = join(root, "web/dist");
export const native = process.env.VOLTSIGHT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/voltsight");

const types = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
};

// Serves web/dist; `asked` collects the paths that were asked for. `others` holds what is served in the place of a file.
// `compressed`: as servers on the internet do.
export async function serve({ compressed = false } = {}) {
  const asked = [], others = new Map();
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://page").pathname;
    asked.push(path);
    try {
      const body = others.get(path) ?? readFileSync(join(dist, path === "/" ? "index.html" : path));
      const headers = { "content-type": types[extname(path)] ?? types[".html"] };
      if (compressed) response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(gzipSync(body));
      else response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, asked, others, close };
}

export function launch(options = {}) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"], ...options });
}

// The page that a file's tests use, as `opened` sets it.
export let server, browser, page;

// Has the page open in a browser while the tests of this file run. `prepare` comes first and gives the options
// of the browser and of its page; what it hands to its parameter is done in the end, the latest first.
export function opened(prepare = async () => ({})) {
  const ends = [];
  before(async () => {
    const options = await prepare((end) => ends.push(end));
    server = await serve();
    ends.push(server.close);
    browser = await launch(options.browser);
    ends.push(() => browser.close());
    page = await open(browser, server.address, options.page);
  });
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
}

// Opens the page; what goes wrong in it is collected in `page.faults`.
export async function open(browser, address, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // A busy machine takes its time.
  page.setDefaultTimeout(120_000);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.goto(address);
  await page.locator("body[data-ready=yes]").waitFor();
  return page;
}

// The two sizes that everything is tried on: a phone, by touch, and a desktop.
export const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

// Has text pasted into the page.
export const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

// Gives the page a text or a picture by `give`, and waits until it is in the form, or refused.
export async function given(page, give) {
  const before = await page.evaluate(() => Number(document.body.dataset.taken ?? 0));
  await give();
  await page.waitForFunction((before) => Number(document.body.dataset.taken ?? 0) > before, before);
}

// Fills the form in as a pasted text, and waits until nothing better will be told.
export async function fillIn(page, text) {
  await given(page, () => paste(page, text));
  await settled(page);
}

// Chooses a picture, and waits until it is in the form.
export const choose = (page, path) => given(page, () => page.locator("#file").setInputFiles(path));

// Waits until nothing better will be told.
export const settled = (page) => page.waitForFunction(() => document.body.dataset.improves === "no");

// Waits until the form's last change is answered.
export const answered = (page) => page.waitForFunction(() => document.body.dataset.improves !== "");

// What the page tells programs.
export const told = async (page) => JSON.parse(await page.locator("#json").textContent());

// Where numbers by chance begin: the same actions and positions for the same SEED.
export const SEED = Number(process.env.SEED ?? 1);

// Numbers by chance (mulberry32): each call gives one below its parameter.
export function chance(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

// All pictures below a folder of the project.
export function pictures(folder) {
  const below = (path) => statSync(path).isDirectory() ? readdirSync(path).sort().flatMap((name) => below(join(path, name))) : [path];
  return below(join(root, folder)).filter((path) => /\.(png|jpe?g|gif|bmp|webp)$/.test(path));
}

export const named = (path) => relative(root, path);

// What the native program prints, whatever its exit code; without the user's profiles.
export function run(...parameters) {
  const options = { encoding: "utf8", maxBuffer: 1 << 28, env: { PATH: process.env.PATH }, stdio: ["ignore", "pipe", "ignore"] };
  try {
    return execFileSync(native, parameters, options);
  } catch (error) {
    if (typeof error.stdout !== "string") throw error;
    return error.stdout;
  }
}
