import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createSqliteFrontier,
  createSqliteFrontierInMemory,
} from "../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../lib/adapters/sqlite/open-database.ts";
import { figures } from "../lib/cli/print/table.ts";
import type { FrontierPolicy } from "../lib/domain/frontier/frontier-policy.ts";
import type { OfferedLink } from "../lib/domain/frontier/link.ts";
import { hashToUnit } from "../lib/domain/random/hash-to-unit.ts";
import { canonicalUrl, hostOf } from "../lib/domain/url/canonical-url.ts";
import type { Frontier } from "../lib/ports/frontier.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

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
/** Leases asked for at a time. */
const DRAW_LIMIT = 32;
/** Draws measured, and the time that passes between them in the crawl, in ms. */
const DRAWS = 1_000;
const DRAW_EVERY_MS = 250;

/**
 * How fast is the frontier, and how large? Offers pages of new links, then draws and
 * settles with pages of links it knows. `node bench/run.ts frontier [links]`.
 */
export default async function benchFrontier([
  count = String(DEFAULT_LINKS),
]: readonly string[]): Promise<void> {
  const links = Number(count);
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
    const sqlite = await measure("file", createSqliteFrontier(database, policy), links);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const bytes = (statSync(file).size / links).toFixed(0);
    const start = performance.now();
    createSqliteFrontier(database, policy);
    const reopenedMs = (performance.now() - start).toFixed(0);
    database.close();
    const few = Math.min(links, DEFAULT_LINKS / 10);
    const memory = await measure("memory", createSqliteFrontierInMemory(policy), few);
    printTable(
      "frontier: links a second",
      [{ title: "work", align: "left" }, ...["links", "a second", "a CPU second"].map(figures)],
      [...sqlite, ...memory],
    );
    const columns = ["bytes on disk a link", "ms to open again"].map(figures);
    printTable("frontier in SQLite", columns, [[bytes, reopenedMs]]);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function measure(name: string, frontier: Frontier, links: number): Promise<string[][]> {
  const pages = Math.floor(links / LINKS_PER_PAGE);
  const fresh = new Stopwatch();
  for (let page = 0; page < pages; page += 1) {
    const found = linksOf(links, page);
    await fresh.during(() => frontier.offer(found));
  }

  const drawing = new Stopwatch();
  const settling = new Stopwatch();
  let leased = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const now = draw * DRAW_EVERY_MS;
    const { leases } = await drawing.during(() => frontier.draw({ limit: DRAW_LIMIT, now }));
    for (const lease of leases) {
      leased += 1;
      const page = (leased * 7) % pages;
      const result = { kind: "done", state: "fetched", reason: "page" } as const;
      const settlement = { result, pace: lease.pace, now, links: linksOf(links, page) };
      await settling.during(() => frontier.settle(lease, settlement));
    }
  }
  return [
    fresh.row(`${name}: new links offered`, pages * LINKS_PER_PAGE),
    drawing.row(`${name}: links drawn`, leased),
    settling.row(`${name}: known links offered in settlements`, leased * LINKS_PER_PAGE),
  ];
}

/** Links of a page, four of five on the page's own host; the same URLs for the same page. */
function linksOf(links: number, page: number): OfferedLink[] {
  const hosts = Math.ceil(links / LINKS_PER_HOST);
  return Array.from({ length: LINKS_PER_PAGE }, (_, index) => {
    const host = index % 5 > 0 ? page % hosts : (page * 31 + index * 17) % hosts;
    const text = `https://www.site-${host}.example/articles/section-${index % 7}/page-${page}-${index}.html`;
    const url = canonicalUrl(text);
    if (!url.ok) throw new RangeError(`no URL: ${text}`);
    return {
      url: url.url,
      host: hostOf(url.url),
      priority: hashToUnit(page, text),
      group: "",
      depth: 1,
      redirects: 0,
      parent: undefined,
      snippet: undefined,
      why: "anchor",
      model: "sha256:of-the-model",
      quotas: [],
      refusedBy: undefined,
    };
  });
}

/** Adds up the time of the calls that are measured. */
class Stopwatch {
  #elapsedMs = 0;
  #cpuMs = 0;

  async during<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const cpu = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(cpu);
    this.#elapsedMs += performance.now() - start;
    this.#cpuMs += (user + system) / 1_000;
    return result;
  }

  /** Both, since a machine that is busy otherwise only shows in the first. */
  row(what: string, count: number): string[] {
    const rate = (ms: number): string => Math.round(count / (ms / 1_000)).toLocaleString("en");
    return [what, count.toLocaleString("en"), rate(this.#elapsedMs), rate(this.#cpuMs)];
  }
}
