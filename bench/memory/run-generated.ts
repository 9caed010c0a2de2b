/**
 * One crawl of the generated web, everything on; prints what the process holds at the start and
 * after each of the numbers of pages, a line of JSON each. Garbage is collected there when Node has
 * `--expose-gc`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openGeneratedCrawl } from "./generated-crawl.ts";

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

const sizes = process.argv.slice(2).map(Number);
let fetched = 0;
const directory = mkdtempSync(join(tmpdir(), "dowser-bench-"));
const generated = await openGeneratedCrawl(directory, Math.max(...sizes), () => {
  if (sizes.includes(fetched)) print();
  fetched += 1;
});
const before = process.cpuUsage();
print();
await generated.crawl();
print();
await generated.close();
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
