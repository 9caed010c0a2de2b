/**
 * One crawl of recorded sites, everything stored, then the look at all its pages, in a process of its own. Prints what
 * it cost as a line of JSON, beside an empty pass of htmlparser2 over the same bodies.
 */
import { createHash } from "node:crypto";
import { globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { keepHeapLean } from "../../lib/adapters/lean-heap.ts";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import { openGate, openRecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { openLook } from "../../lib/crawl/look.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { decodeBody } from "../../lib/domain/page/decode-body.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { frontierPolicy, openPlan } from "../../lib/project/plan-crawl.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { openRun } from "../../lib/run/folder/open-run.ts";
import { runProject } from "../../lib/run/folder/run-project.ts";
import { readInputs } from "../../lib/run/input/crawl-inputs.ts";
import { recorded } from "../../lib/run/web/open-web.ts";

/** What a crawl is asked to do. */
export interface Asked {
  readonly strategy: string;
  readonly pages: number;
  readonly files: readonly string[];
  /** The section `need` of its project. */
  readonly need: object;
  /** How often its bodies are passed over; 0 where only what the crawl itself allocates counts. */
  readonly passes: number;
}

/** What it cost. Times are processor time of the process, with V8's own threads, in ms. */
export interface Cost {
  readonly pages: number;
  readonly bodyBytes: number;
  readonly crawlMs: number;
  readonly lookMs: number;
  /** Time of the empty pass over the decoded bodies, the median of some. */
  readonly emptyMs: number;
  /** Largest resident set, before the empty pass. */
  readonly peakMB: number;
  /** Bytes of the database and its journal. */
  readonly databaseBytes: number;
  /** Digest of every record, training and verdict of the look; times are left out. */
  readonly decisions: string;
}

/** Keys of records that differ from run to run: times and places of storage. */
const UNDECIDED = new Set(["fetchedAt", "fetchMs", "segment", "offset", "length"]);

const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 10_000 };

const directory = mkdtempSync(join(tmpdir(), "dowser-bench-"));
try {
  console.log(JSON.stringify(await measured(JSON.parse(process.argv[2] ?? "{}"))));
} finally {
  rmSync(directory, { recursive: true });
}

async function measured({ files, need, pages, passes, strategy: name }: Asked): Promise<Cost> {
  keepHeapLean();
  const seeds: Url[] = [];
  for (const file of files) seeds.push(await shortestUrl(file));
  const web = await openRecordedWeb(files);
  const opened = recorded(web);
  const asked = { name: "bench", need, seeds: { urls: seeds }, strategy: name, budget: { pages } };
  const project = await parseProject(JSON.stringify(asked), "bench.yaml");
  const context = { seed: project.seed, pages, asksQueries: false };
  const strategy = await createStrategy(project.strategy, context);
  const inputs = await readInputs(project, opened, [strategy]);
  const plan = { ...(await openPlan(project, opened, inputs)), strategy };
  const policy = frontierPolicy(project, strategy, opened);
  const run = await openRun(directory, runProject(project, []), policy);
  const ports: CrawlPorts = { ...run.stores, web, gate: openGate };
  const atStart = processorMs();
  await runCrawl(ports, plan);
  const crawled = processorMs();
  const digest = createHash("sha256");
  const verdicts = await lookAt(ports, plan);
  const looked = processorMs();
  const peakMB = process.resourceUsage().maxRSS / 1024;
  const bodies = await fetchedBodies(ports, digest);
  for (const verdict of verdicts) digest.update(verdict);
  const { pages: fetched } = await run.stores.records.totals();
  await run.close();
  const bodyBytes = bodies.reduce((sum, { length }) => sum + length, 0);
  return {
    pages: fetched,
    bodyBytes,
    crawlMs: crawled - atStart,
    lookMs: looked - crawled,
    emptyMs: emptyPasses(bodies, passes),
    peakMB,
    databaseBytes: sizeOf("*.sqlite*"),
    decisions: digest.digest("hex"),
  };

  async function fetchedBodies(
    { records, log }: CrawlPorts,
    decided: ReturnType<typeof createHash>,
  ): Promise<string[]> {
    const found: string[] = [];
    for await (const record of records.list()) {
      decided.update(JSON.stringify(record, undecided));
      if (record.page === undefined || passes === 0) continue;
      const page = await web.fetch(record.url, LIMITS);
      if (page.kind === "page") found.push(decodeBody(page.body, page.charset).text);
    }
    for (const { kind, detail } of await log.list())
      decided.update(JSON.stringify({ kind, detail }));
    return found;
  }
}

async function shortestUrl(file: string): Promise<Url> {
  const web = await openRecordedWeb([file]);
  const [first, ...others] = web.urls();
  web.close();
  if (first === undefined) throw new RangeError(`nothing is recorded in ${file}`);
  return others.reduce((least, url) => (url.length < least.length ? url : least), first);
}

/** Looks at all pages as the end of a crawl does, and returns the verdicts in text. */
async function lookAt(ports: CrawlPorts, plan: CrawlPlan): Promise<string[]> {
  const look = await openLook({ ...ports, clock: systemClock }, plan);
  const verdicts: string[] = [];
  for await (const verdict of look.verdicts(0)) verdicts.push(JSON.stringify(verdict));
  return verdicts;
}

function emptyPasses(bodies: readonly string[], passes: number): number {
  const times = Array.from({ length: passes }, () => {
    const startedAt = processorMs();
    let count = 0;
    const counting = () => void count++;
    const handler = { onopentag: counting, ontext: counting, onclosetag: counting };
    for (const body of bodies) new Parser(handler).end(body);
    return processorMs() - startedAt;
  });
  return times.toSorted((a, b) => a - b)[passes >> 1] ?? Number.NaN;
}

function sizeOf(pattern: string): number {
  const files = globSync(pattern, { cwd: directory });
  return files.reduce((sum, file) => sum + statSync(join(directory, file)).size, 0);
}

/** Processor time of this process so far, of user and system. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

function undecided(key: string, value: unknown): unknown {
  return UNDECIDED.has(key) ? undefined : value;
}
