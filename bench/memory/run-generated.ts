/**
 * One crawl of the generated web, everything on; prints what the process holds at the start and
 * after each of the numbers of pages, a line of JSON each. Garbage is collected there when Node has
 * `--expose-gc`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openGate } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { readInputs } from "../../lib/cli/crawl/crawl-inputs.ts";
import { openRun } from "../../lib/cli/run/open-run.ts";
import { runProject } from "../../lib/cli/run/run-project.ts";
import type { OpenedWeb } from "../../lib/cli/web/open-web.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { frontierPolicy, planCrawl } from "../../lib/project/plan-crawl.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { generatedWeb, urlOfPage } from "./generated-web.ts";

/** What a process holds after so many pages. */
export interface Held {
  readonly pages: number;
  /** Largest resident set so far. */
  readonly peakMB: number;
  readonly residentMB: number;
  readonly heapMB: number;
  /** Processor time since the first page. */
  readonly cpuMs: number;
}

const CONNECTIONS = 16;

const sizes = process.argv.slice(2).map(Number);
const project = await parseProject(
  JSON.stringify({
    name: "bench",
    need: { topic: "music and travel with friends" },
    seeds: { urls: [urlOfPage(0)] },
    strategy: "breadth-first",
    scope: { hosts: "any" },
    budget: { pages: Math.max(...sizes) },
    politeness: {
      contact: "bench@dowser.example",
      minDelayMs: 0,
      concurrency: CONNECTIONS,
      connectionsPerHost: CONNECTIONS,
    },
    extract: { heading: "h1" },
  }),
  "bench.yaml",
);

let fetched = 0;
const web = generatedWeb(() => {
  if (sizes.includes(fetched)) print();
  fetched += 1;
});
const opened: OpenedWeb = {
  web,
  gate: openGate,
  isLive: true,
  recording: undefined,
  sitemapPages: async () => [],
  aliases: () => 0,
  writePolitenessLog: async () => {},
  lastWait: () => undefined,
  close: async () => {},
};
const options = { seed: project.seed, pages: project.budget.pages, asksQueries: false };
const strategy = await createStrategy(project.strategy, options);
const plan = planCrawl(project, opened, await readInputs(project, opened, [strategy]));
const policy = frontierPolicy(project, strategy, opened);
const directory = mkdtempSync(join(tmpdir(), "dowser-bench-"));
const run = await openRun(directory, runProject(project, []), policy);
const before = process.cpuUsage();
print();
await runCrawl({ ...run.stores, web, gate: openGate, search: undefined }, { ...plan, strategy });
print();
await run.close();
rmSync(directory, { recursive: true });

function print(): void {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage(before);
  const { rss, heapUsed } = process.memoryUsage();
  const held: Held = {
    pages: fetched,
    peakMB: process.resourceUsage().maxRSS / 1024,
    residentMB: rss / 2 ** 20,
    heapMB: heapUsed / 2 ** 20,
    cpuMs: (user + system) / 1000,
  };
  console.log(JSON.stringify(held));
}
