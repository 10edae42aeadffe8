// Measures the page by Lighthouse on its phone preset, as `make lighthouse`. Fails below 100 for accessibility and best
// practices, and below 95 for performance. A busy machine measures less than it could.

import { spawn } from "node:child_process";
import { serve } from "./support.js";

const LEAST = { accessibility: 1, "best-practices": 1, performance: 0.95 };

const server = await serve({ compressed: true });
const parameters = [
  "--yes", "lighthouse@12.8.2", server.address, "--quiet", "--output=json", `--only-categories=${Object.keys(LEAST)}`,
  "--chrome-flags=--headless=new --no-sandbox",
];
const env = { CHROME_PATH: process.env.CHROMIUM ?? "/usr/bin/chromium", ...process.env };
const child = spawn("npx", parameters, { env, stdio: ["ignore", "pipe", "inherit"] });
const parts = [];
child.stdout.on("data", (part) => parts.push(part));
const code = await new Promise((done) => child.once("close", done));
await server.close();
if (code !== 0) process.exit(code);
const { categories, audits } = JSON.parse(Buffer.concat(parts));
for (const name of ["first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time", "cumulative-layout-shift"])
  console.log(`${name}: ${audits[name].displayValue}`);
for (const [name, least] of Object.entries(LEAST)) {
  const { score, auditRefs } = categories[name];
  console.log(`${name}: ${Math.round(100 * score)}`);
  if (score >= least) continue;
  process.exitCode = 1;
  const lost = auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score < 0.9);
  for (const { id } of lost) console.log(`  ${id}: ${audits[id].title} ${audits[id].displayValue ?? ""}`);
}
