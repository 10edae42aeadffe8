// What is downloaded is small: compressed by gzip, each file on its own. (Node's zlib is another, and compresses less.)

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dist } from "./support.js";

const MOST = 1_600_000, MOST_OWN = 60_000;
const ONE_FILE = "voltsight.html";

const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name, parentPath, path }) => join(parentPath ?? path, name));
const compressed = (paths) => paths.reduce((sum, path) => sum + execFileSync("gzip", ["-9c", path], { maxBuffer: 1 << 24 }).length, 0);

test("the page is small, and its own code smaller", (t) => {
  const served = files.filter((path) => path !== join(dist, ONE_FILE));
  const sizes = { served: compressed(served), own: compressed(served.filter((path) => !/voltsight[^/]*$/.test(path))), "in one file": compressed([join(dist, ONE_FILE)]) };
  t.diagnostic(Object.entries(sizes).map(([what, bytes]) => `${what}: ${bytes} bytes`).join(", "));
  assert.ok(sizes.served <= MOST && sizes["in one file"] <= MOST && sizes.own <= MOST_OWN, JSON.stringify(sizes));
});
