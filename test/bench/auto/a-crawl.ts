import type { Crawled } from "../../../bench/auto/crawled.ts";

/** A crawl of ten pages that found three of four relevant ones. */
export function aCrawl(parts: Partial<Crawled> = {}): Crawled {
  return {
    ...{ group: "forums", task: "bees thread", strategy: "best-first", seed: 1, scale: 1 },
    ...{ option: "best-first", budget: 10, pages: 10, known: 4, found: [2, 5, 10] },
    ...{ inVain: 0, cpuMs: 40, oracleArea: 34 },
    ...parts,
  };
}
