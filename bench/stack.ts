import "./stack/serial-zlib.ts";
import type { About } from "./entry/about.ts";
import { crawlOf } from "./stack/counted-crawl.ts";
import { printCrawl } from "./stack/print-cost.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "what crawls in a stack are billed by AWS, counted, beside the naive design",
  takes: "some four minutes",
};

/** Sites of one topic, as most crawls are: their batches wait for few hosts. */
const NARROW = { hosts: 3, pagesPerHost: 400, seeds: 3, pages: 900 };

/** A crawl at scale: most hosts have pages until its end. */
const MANY = { hosts: 1_000, pagesPerHost: 150, seeds: 1_000 };

/**
 * Counts what AWS bills for a crawl in a stack: the real use cases and adapters, in virtual time,
 * on a generated web. `npm run bench -- stack [PAGES] [breadth-first|best-first|adaptive|many|narrow]`
 */
export default async function stackBench([pages = "8000", only]: string[]): Promise<void> {
  const wide = { hosts: 240, pagesPerHost: 150, seeds: 240, pages: Number(pages) };
  const narrow = { ...NARROW, pages: Math.min(NARROW.pages, Number(pages)) };
  const many = { ...MANY, pages: only === undefined ? 2 * Number(pages) : Number(pages) };
  const crawls = {
    "breadth-first": { ...wide, strategy: "breadth-first" },
    "best-first": { ...wide, strategy: "best-first" },
    adaptive: { ...wide, strategy: "adaptive" },
    many: { ...many, strategy: "best-first" },
    narrow: { ...narrow, strategy: "best-first" },
  };
  for (const [name, asked] of Object.entries(crawls)) {
    if (only !== undefined && only !== name) continue;
    const title = `${asked.strategy}, ${asked.hosts.toLocaleString("en")} hosts`;
    printCrawl(title, asked.hosts, await crawlOf(asked));
  }
}
