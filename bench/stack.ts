import "./stack/serial-zlib.ts";
import type { About } from "./entry/about.ts";
import { crawlOf } from "./stack/counted-crawl.ts";
import { printCrawl } from "./stack/print-cost.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "what crawls in a stack are billed by AWS, counted, beside the naive design",
  takes: "some four minutes",
};

/**
 * Counts what AWS bills for a crawl in a stack: the real use cases and adapters, in virtual time,
 * on a generated web. `npm run bench -- stack [PAGES]`
 */
export default async function stackBench([pages = "8000", only]: string[]): Promise<void> {
  const wide = { hosts: 240, pagesPerHost: 150, seeds: 240, pages: Number(pages) };
  const narrow = { hosts: 3, pagesPerHost: 400, seeds: 3, pages: Math.min(900, Number(pages)) };
  for (const strategy of ["breadth-first", "best-first", "adaptive"] as const) {
    if (only !== undefined && only !== strategy) continue;
    printCrawl(
      `${strategy}, ${wide.hosts} hosts`,
      wide.hosts,
      await crawlOf({ ...wide, strategy }),
    );
  }
  if (only !== undefined && only !== "narrow") return;
  printCrawl(
    "best-first, 3 hosts",
    narrow.hosts,
    await crawlOf({ ...narrow, strategy: "best-first" }),
  );
}
