/**
 * One crawl by crawlee's CheerioCrawler; prints pages, seconds and CPU seconds as JSON. `disk` keeps
 * requests and results in files, as crawlee does by default and Dowser always does; `memory` does not.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CheerioCrawler, Configuration, log } from "@crawlee/cheerio";

const [storage, budget = "", ...seeds] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "crawlee-bench-"));
process.env["CRAWLEE_STORAGE_DIR"] = folder;
const origins = new Set(seeds.map((seed) => new URL(seed).origin));
log.setLevel(log.LEVELS.OFF);

let pages = 0;
let characters = 0;
const crawler = new CheerioCrawler(
  {
    maxRequestsPerCrawl: Number(budget),
    // No time lost to the autoscaling's slow start: as many at once from the beginning as there are hosts.
    minConcurrency: origins.size,
    maxConcurrency: origins.size,
    respectRobotsTxtFile: true,
    sameDomainDelaySecs: 0,
    maxRequestRetries: 0,
    requestHandler: async ({ $, request, enqueueLinks, pushData }) => {
      pages += 1;
      const text = $("body").text();
      characters += text.length;
      await pushData({ url: request.loadedUrl, title: $("title").text(), text });
      await enqueueLinks({ strategy: "same-origin" });
    },
  },
  new Configuration({ persistStorage: storage === "disk" }),
);
const startedAt = performance.now();
const before = process.cpuUsage();
await crawler.run([...seeds]);
const { user, system } = process.cpuUsage(before);
const result = {
  pages,
  characters,
  seconds: (performance.now() - startedAt) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit();
