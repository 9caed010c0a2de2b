import "./stack/serial-zlib.ts";
import type { About } from "./entry/about.ts";
import { type AskedCrawl, crawlOf } from "./stack/counted-crawl.ts";
import { growthOf } from "./stack/growing-crawl.ts";
import { printCrawl } from "./stack/print-cost.ts";
import { printGrowth } from "./stack/print-growth.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "what crawls in a stack are billed by AWS, counted, beside the naive design",
  takes: "some four minutes; 100,000 pages a quarter of an hour",
};

/** Sites of one topic, as most crawls are: their batches wait for few hosts. */
const NARROW = { hosts: 3, seeds: 3, pages: 900 };

/** A crawl at scale: most hosts have pages until its end. */
const MANY = { hosts: 1_000, seeds: 1_000 };

/** Numbers of pages at which a growing crawl is measured, if it has so many. */
const MARKS = [10_000, 30_000, 100_000, 300_000, 600_000, 1_000_000];

/** A stack in which much goes wrong: one run in fifty dies, and each minute another planner comes. */
const TROUBLE = { runsADeath: 50, planners: 2 };

/**
 * Counts what AWS bills for a crawl in a stack: the real use cases and adapters, in virtual time,
 * on a generated web. `npm run bench -- stack [PAGES] [breadth-first|best-first|adaptive|auto|many|narrow|troubled|growing] [STACK] [HOSTS]`;
 * STACK is the section `stack` of a project file, as JSON; HOSTS are those of `growing`, 1,000 if absent. `many`, `narrow` and `growing` are of best-first; another strategy is
 * named before them, as in `auto-many`.
 */
export default async function stackBench([
  pages = "8000",
  only,
  stack = "{}",
  growingHosts = String(MANY.hosts),
]: string[]): Promise<void> {
  const asked = Number(pages);
  const wide = { hosts: 240, seeds: 240, pages: asked };
  const narrow =
    only === undefined
      ? { ...NARROW, pages: Math.min(NARROW.pages, asked) }
      : { ...NARROW, pages: asked };
  const many = { ...MANY, pages: only === undefined ? 2 * asked : asked };
  const [, strategy = "best-first", web] =
    /^(?:(.+)-)?(many|narrow|growing)$/.exec(only ?? "") ?? [];
  const crawls = {
    "breadth-first": { ...wide, strategy: "breadth-first" },
    "best-first": { ...wide, strategy: "best-first" },
    adaptive: { ...wide, strategy: "adaptive" },
    auto: { ...wide, strategy: "auto" },
    many: { ...many, strategy },
    narrow: { ...narrow, strategy },
    troubled: { ...wide, strategy: "best-first", trouble: TROUBLE },
  };
  if (web === "growing") {
    const marks = [...MARKS.filter((mark) => mark < asked), asked];
    return printGrowth(
      growthOf({ hosts: Number(growingHosts), marks, strategy, stack: JSON.parse(stack) }),
    );
  }
  for (const [name, crawl] of Object.entries(crawls)) {
    if (only !== undefined && (web ?? only) !== name) continue;
    const { hosts } = crawl;
    const title = `${crawl.strategy}, ${hosts.toLocaleString("en")} hosts${name === "troubled" ? ", troubled" : ""}`;
    const pagesPerHost = pagesPerHostOf(crawl);
    printCrawl(title, hosts, await crawlOf({ ...crawl, pagesPerHost, stack: JSON.parse(stack) }));
  }
}

/** Pages of a small web. */
const LEAST_PAGES_PER_HOST = 150;

/** Most hosts have pages until the end. */
function pagesPerHostOf({ pages, hosts }: Pick<AskedCrawl, "pages" | "hosts">): number {
  return Math.max(LEAST_PAGES_PER_HOST, Math.ceil((1.3 * pages) / hosts));
}
