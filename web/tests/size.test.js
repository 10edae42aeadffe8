// What is downloaded is small: compressed as servers do, each file on its own.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { dist } from "./support.js";

const MOST = 1_600_000, MOST_OWN = 60_000;
const ONE_FILE = "voltsight.html";

const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name, parentPath, path }) => join(parentPath ?? path, name));
const compressed = (paths) => paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);

test("the page is small, and its own code smaller", (t) => {
  const served = files.filter((path) => path !== join(dist, ONE_FILE));
  const sizes = { served: compressed(served), own: compressed(served.filter((path) => !/voltsight[^/]*$/.test(path))), "in one file": compressed([join(dist, ONE_FILE)]) };
  t.diagnostic(Object.entries(sizes).map(([what, bytes]) => `${what}: ${bytes} bytes`).join(", "));
  assert.ok(sizes.served <= MOST && sizes["in one file"] <= MOST && sizes.own <= MOST_OWN, JSON.stringify(sizes));
});
