/** One crawl by `dowser crawl`, everything on; prints pages, seconds and CPU seconds as JSON. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crawlInto } from "../../lib/cli/crawl/crawl.ts";
import { parseProject } from "../../lib/project/load-project.ts";

const [, budget = "", ...seeds] = process.argv.slice(2);
const project = await parseProject(
  JSON.stringify({
    name: "bench",
    need: { topic: "music and travel with friends" },
    seeds: { urls: seeds },
    strategy: "breadth-first",
    scope: { hosts: "seeds" },
    budget: { pages: Number(budget) },
    politeness: { contact: "bench@dowser.example", minDelayMs: 0, allowLoopback: true },
    extract: { heading: "h1", date: "time[datetime]@datetime" },
  }),
  "bench.yaml",
);
const directory = mkdtempSync(join(tmpdir(), "dowser-bench-"));
const startedAt = performance.now();
const before = process.cpuUsage();
const { report } = await crawlInto(directory, project, []);
const { user, system } = process.cpuUsage(before);
const result = {
  pages: report.fetched,
  seconds: (performance.now() - startedAt) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
  megabytes: report.bodyBytes / 1e6,
};
rmSync(directory, { recursive: true });
process.stdout.write(`${JSON.stringify(result)}\n`);
