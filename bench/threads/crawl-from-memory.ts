/** One crawl of recorded pages from memory, everything on; prints its figures as JSON. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openGate, openRecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import { type FetchOutcome, mediaTypeOf } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { frontierPolicy, openPlan } from "../../lib/project/plan-crawl.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { openRun } from "../../lib/run/folder/open-run.ts";
import { runProject } from "../../lib/run/folder/run-project.ts";
import { openReadingThreads } from "../../lib/run/threads/reading-threads.ts";

/** The figures of one crawl. */
export interface ThreadsRun {
  readonly pages: number;
  readonly seconds: number;
  /** Processor time of the whole process, and of the thread that fetches and decides. */
  readonly cpuSeconds: number;
  readonly mainCpuSeconds: number;
  /** Pages a second, and processor time in ms a page, of the last half of the pages: programs are compiled then. */
  readonly late: { readonly perSecond: number; readonly cpuMs: number };
  readonly peakMegabytes: number;
}

const LIVE = { isLive: true };
const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 10_000 };
const GONE: FetchOutcome = { kind: "gone", status: 404 };

const [threads = "0", budget = "", ...files] = process.argv.slice(2);
const places = new Map<
  Url,
  { readonly from: number; readonly to: number; readonly type: string }
>();
const read: Uint8Array[] = [];
const seeds: Url[] = [];
let end = 0;
for (const file of files) {
  const recording = await openRecordedWeb([file]);
  const urls = [...recording.urls()];
  for (const url of urls) {
    const page = await recording.fetch(url, LIMITS);
    if (page.kind !== "page") continue;
    const charset = page.charset === undefined ? "" : `; charset=${page.charset}`;
    places.set(url, { from: end, to: end + page.body.length, type: `text/html${charset}` });
    read.push(page.body);
    end += page.body.length;
  }
  seeds.push(...urls.toSorted((a, b) => a.length - b.length).slice(0, 1));
  recording.close();
}
/** All bodies are one object, so that they cost the garbage collector nothing. */
const bodies = Buffer.concat(read);
read.length = 0;

/** Returns an answer in memory of its own, as from a socket. */
function answerOf(url: Url): FetchOutcome {
  const place = places.get(url);
  if (place === undefined) return GONE;
  const headers = [["content-type", place.type]] as const;
  const body = new Uint8Array(bodies.subarray(place.from, place.to));
  const answer = { kind: "page", url, status: 200, headers, body, truncated: false } as const;
  return { ...answer, ...mediaTypeOf(headers) };
}

const project = await parseProject(
  JSON.stringify({
    name: "bench",
    need: { topic: "music and travel with friends" },
    seeds: { urls: seeds },
    strategy: "breadth-first",
    scope: { hosts: "seeds" },
    budget: { pages: Number(budget) },
    politeness: { contact: "bench@dowser.example", minDelayMs: 0 },
    extract: { heading: "h1", date: "time[datetime]@datetime" },
  }),
  "bench.yaml",
);
const context = { seed: project.seed, pages: project.budget.pages, asksQueries: false };
const strategy = await createStrategy(project.strategy, context);
const need = { ...NO_NEED, topic: project.need.topic };
const year = new Date().getUTCFullYear();
const plan = {
  ...(await openPlan(project, LIVE, { need, foundSeeds: undefined, year })),
  strategy,
};
const directory = mkdtempSync(join(tmpdir(), "dowser-bench-"));
const run = await openRun(
  directory,
  runProject(project, []),
  frontierPolicy(project, strategy, LIVE),
);
const reader = openReadingThreads(
  { project, seeds, year },
  { most: Number(threads), atOnce: true },
);
/** Where the crawl stands: pages asked for, time in ms, and processor time in µs of the whole process. */
const standing = () => ({ pages: asked, ms: performance.now(), ...process.cpuUsage() });
let asked = 0;
let half: ReturnType<typeof standing> | undefined;
const web = {
  identify: (url: Url) => url,
  // As over a network, an answer comes in a later turn of the event loop.
  fetch: async (url: Url) => {
    asked += 1;
    if (asked >= Number(budget) / 2) half ??= standing();
    return setImmediate(answerOf(url));
  },
};
const startedAt = performance.now();
const [before, mainBefore] = [process.cpuUsage(), process.threadCpuUsage()];
await runCrawl({ ...run.stores, web, gate: openGate, reader }, plan);
const [cpu, main] = [process.cpuUsage(before), process.threadCpuUsage(mainBefore)];
const late = differenceOf(half ?? standing(), standing());
const seconds = (performance.now() - startedAt) / 1000;
const { pages } = await run.stores.records.totals();
await reader.close();
await run.close();
rmSync(directory, { recursive: true });
const result: ThreadsRun = {
  pages,
  seconds,
  cpuSeconds: (cpu.user + cpu.system) / 1e6,
  mainCpuSeconds: (main.user + main.system) / 1e6,
  late,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

function differenceOf(
  from: ReturnType<typeof standing>,
  to: ReturnType<typeof standing>,
): ThreadsRun["late"] {
  const pages = to.pages - from.pages;
  const cpuMs = (to.user + to.system - from.user - from.system) / 1000 / pages;
  return { perSecond: (1000 * pages) / (to.ms - from.ms), cpuMs };
}
