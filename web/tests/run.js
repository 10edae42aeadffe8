// Runs the tests: those that take longest first, so that none is left alone at the end. The one of a shared window
// mostly waits: it runs beside the others.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec as Spec } from "node:test/reporters";
import { root } from "./support.js";

const here = join(root, "web/tests");
const LONGEST = ["window", "access", "states", "form", "readings", "answers", "random"].map((name) => `${name}.test.js`);
const rest = readdirSync(here).filter((name) => name.endsWith(".test.js") && !LONGEST.includes(name));
const begun = performance.now();
run({ files: [...LONGEST, ...rest].map((name) => join(here, name)), concurrency: 3 })
  .on("test:fail", () => (process.exitCode = 1))
  .on("end", () => console.log(`all in ${Math.round((performance.now() - begun) / 1000)} s`))
  .compose(new Spec())
  .pipe(process.stdout);
