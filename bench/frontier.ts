import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteFrontier } from "../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../lib/adapters/sqlite/open-database.ts";
import type { FrontierPolicy } from "../lib/domain/frontier/frontier-policy.ts";
import type { OfferedLink } from "../lib/domain/frontier/link.ts";
import { hashToUnit } from "../lib/domain/stats/random/random.ts";
import { figures } from "../lib/domain/text/table.ts";
import type { Frontier } from "../lib/ports/frontier.ts";
import { createSqliteFrontierInMemory } from "../peers/commands/compare/recorded-ports.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { syntheticLink, syntheticUrl } from "./frontier/synthetic-link.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "speed and size of the frontier with a million links; another number as argument",
  takes: "2 to 3 minutes",
};

/** Links offered if no number is given. */
const DEFAULT_LINKS = 1_000_000;
/** Links on a page: the size of one settlement. */
const LINKS_PER_PAGE = 100;
/** Links a host has on average. */
const LINKS_PER_HOST = 200;
/** Groups of links, as of a strategy that tells kinds of links apart. */
const GROUPS = 8;
/** Leases asked for at a time. */
const DRAW_LIMIT = 64;
/** Draws measured if no number is given, and the time that passes between them in the crawl, in ms. */
const DRAWS = 300;
const DRAW_EVERY_MS = 250;
/** Draws before them, for which the program is not yet warm. */
const WARM_UP_DRAWS = 30;

/**
 * How fast is the frontier, and how large? Offers pages of new links, then draws and
 * settles with pages of links it knows. `npm run bench -- frontier [LINKS] [DRAWS]`.
 */
export default async function benchFrontier([
  count = String(DEFAULT_LINKS),
  drawn = String(DRAWS),
]: readonly string[]): Promise<void> {
  const links = Number(count);
  const draws = Number(drawn);
  const policy: FrontierPolicy = {
    selection: { kind: "best" },
    merge: "greater",
    seed: 1,
    capacity: Infinity,
    leaseMs: 60_000,
    leasesOutliveProcess: false,
    connectionsPerHost: 1,
    minDelayMs: 1_000,
    minDelayPerAddressMs: 100,
  };
  const directory = mkdtempSync(join(tmpdir(), "bench-frontier-"));
  try {
    const file = join(directory, "crawl.sqlite");
    const database = openDatabase(file);
    const sqlite = await measure("file", createSqliteFrontier(database, policy), { links, draws });
    database.exec("PRAGMA main.wal_checkpoint(TRUNCATE)");
    const bytes = (statSync(file).size / links).toFixed(0);
    const peak = (process.resourceUsage().maxRSS / 1024).toFixed(0);
    const opening = new Stopwatch();
    await opening.during(async () => createSqliteFrontier(database, policy));
    database.close();
    const few = Math.min(links, DEFAULT_LINKS / 10);
    const memory = await measure("memory", createSqliteFrontierInMemory(policy), {
      links: few,
      draws,
    });
    printTable(
      "frontier: CPU ms of one operation",
      [{ title: "operation", align: "left" }, ...["times", "p50", "p95", "mean"].map(figures)],
      [...sqlite, ...memory],
    );
    const columns = ["bytes on disk a link", "CPU ms to open again", "peak MB"].map(figures);
    const [, , openMs = ""] = opening.row("");
    printTable(`frontier in SQLite: ${links.toLocaleString("en")} links`, columns, [
      [bytes, openMs, peak],
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function measure(
  name: string,
  frontier: Frontier,
  { links, draws }: { readonly links: number; readonly draws: number },
): Promise<string[][]> {
  const warmUp = Math.min(WARM_UP_DRAWS, draws);
  const pages = Math.floor(links / LINKS_PER_PAGE);
  const offering = new Stopwatch();
  for (let page = 0; page < pages; page += 1) {
    const found = linksOf(links, page);
    await offering.during(() => frontier.offer(found));
  }

  let drawing = new Stopwatch();
  let settling = new Stopwatch();
  let leased = 0;
  for (let draw = -warmUp; draw < draws; draw += 1) {
    if (draw === 0) [drawing, settling] = [new Stopwatch(), new Stopwatch()];
    const now = (draw + warmUp) * DRAW_EVERY_MS;
    const { leases } = await drawing.during(() => frontier.draw({ limit: DRAW_LIMIT, now }));
    if (leases.length < DRAW_LIMIT) throw new RangeError(`a draw of ${leases.length} links`);
    for (const lease of leases) {
      leased += 1;
      const page = (leased * 7) % pages;
      const result = { kind: "done", state: "fetched", reason: "page" } as const;
      const settlement = { result, pace: lease.pace, now, links: linksOf(links, page) };
      await settling.during(() => frontier.settle(lease, settlement));
    }
  }
  return [
    offering.row(`${name}: offer ${LINKS_PER_PAGE} new links`),
    drawing.row(`${name}: draw ${DRAW_LIMIT} links`),
    settling.row(`${name}: settle with ${LINKS_PER_PAGE} known links`),
  ];
}

/** Links of a page, four of five on the page's own host; the same URLs for the same page. */
function linksOf(links: number, page: number): OfferedLink[] {
  const hosts = Math.ceil(links / LINKS_PER_HOST);
  return Array.from({ length: LINKS_PER_PAGE }, (_, index) => {
    const host = index % 5 > 0 ? page % hosts : (page * 31 + index * 17) % hosts;
    const place = { host, page, index };
    return syntheticLink({
      ...place,
      priority: hashToUnit(page, syntheticUrl(place)),
      group: `kind ${index % GROUPS}`,
      snippet: {
        anchor: `A walk by the river ${index}`,
        before: `day ${page} of the journey we took to a small town and then`,
        after: "which is where the old mill stands that my friend wrote",
        title: `Journal of a journey, page ${page} of many`,
      },
      why: `anchor: river ${(index / GROUPS).toFixed(2)}, walk 0.${index}`,
    });
  });
}

/** Takes the processor time of the calls that are measured. */
class Stopwatch {
  readonly #timesMs: number[] = [];

  async during<T>(work: () => Promise<T>): Promise<T> {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    this.#timesMs.push((user + system) / 1_000);
    return result;
  }

  /** Returns the number of calls, and the median, the 95th percentile and the mean of their times. */
  row(what: string): string[] {
    const sorted = this.#timesMs.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
    const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
    const figures = [at(0.5), at(0.95), mean].map((ms) => ms.toFixed(ms < 10 ? 2 : 0));
    return [what, sorted.length.toLocaleString("en"), ...figures];
  }
}
