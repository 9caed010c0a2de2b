import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEED_TOPIC } from "../../demo/words.ts";
import { restoreDatabase } from "../../lib/adapters/sqlite/journal.ts";
import { databaseBytes } from "../../lib/adapters/sqlite/journal-snapshot.ts";
import type { Usage } from "../../lib/domain/cost/cost.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { JournalPosition } from "../../lib/ports/journal.ts";
import type { ListingForm } from "../../lib/ports/page-listing.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { listingForm, type StackLimits, stackLimits } from "../../lib/project/stack-limits.ts";
import type { PlanBundle } from "../../lib/stack/bundle.ts";
import { parseReport } from "../../lib/stack/stack-registers.ts";
import { GeneratedWeb } from "./generated-web.ts";
import type { Reading } from "./reading.ts";
import type { StoredObjects } from "./stored-objects.ts";
import { type Trouble, VirtualStack } from "./virtual-stack.ts";

/** The settings of a crawl. */
export interface AskedCrawl {
  readonly hosts: number;
  readonly pagesPerHost: number;
  readonly seeds: number;
  /** The budget. */
  readonly pages: number;
  readonly strategy: string;
  /** The section of the project file. */
  readonly stack: object;
  readonly trouble?: Trouble;
}

/** The result of a crawl. */
export interface CountedCrawl {
  readonly strategy: string;
  readonly limits: StackLimits;
  /** Form of the list of its pages. */
  readonly records: ListingForm;
  /** At a tenth of the pages, and at half of them. */
  readonly tenth: Reading;
  readonly half: Reading;
  readonly end: Reading;
  /** The cost that the stack itself reports, in dollars. */
  readonly reported: number;
  readonly fetched: number;
  /** CPU of the functions on a whole processor, in ms. */
  readonly cpuMs: { readonly plan: number; readonly harvest: number; readonly train: number };
  readonly journal: {
    readonly segments: number;
    readonly bytes: number;
    /** CPU of restoring the whole database from it, in ms, and the bytes of that. */
    readonly restoreMs: number;
    readonly databaseBytes: number;
  };
  /** Usage of DynamoDB by partition, over the whole crawl. */
  readonly partitions: ReadonlyMap<string, Usage>;
  /** Objects of results and pages, and their bytes. */
  readonly batches: number;
  readonly resultBytes: number;
  readonly pageBytes: number;
}

const SEED = 1;

/** Crawls until the budget is spent. */
export async function crawlOf(asked: AskedCrawl): Promise<CountedCrawl> {
  const folder = mkdtempSync(join(tmpdir(), "bench-stack-"));
  try {
    return await crawledIn(folder, asked);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function crawledIn(folder: string, asked: AskedCrawl): Promise<CountedCrawl> {
  const web = new GeneratedWeb(asked, SEED);
  const { trouble } = asked;
  const bundle = await bundleOf({ ...asked, seeds: web.seeds(asked.seeds) });
  let tenth: Reading | undefined;
  let half: Reading | undefined;
  const onPage = (pages: number) => {
    if (tenth === undefined && pages >= asked.pages / 10) tenth = stack.reading();
    if (half === undefined && pages >= asked.pages / 2) half = stack.reading();
  };
  const stack = new VirtualStack(bundle, web, { folder, onPage, ...(trouble && { trouble }) });
  await stack.crawl();
  const end = stack.reading();
  const { status = null, journal: position = [] } = (await stack.state()) ?? {};
  if (tenth === undefined || half === undefined || status === null) {
    throw new Error(`the crawl ended with ${end.pages} pages`);
  }
  const { objects, partitions } = stack.aws;
  const journal = objects.under("journal/");
  const results = objects.under("batches/");
  return {
    strategy: asked.strategy,
    limits: stackLimits(bundle.project),
    records: listingForm(bundle.project),
    tenth,
    half,
    end,
    reported: status.dollars,
    fetched: parseReport(status.report).fetched,
    cpuMs: {
      plan: stack.cpuMs("plan"),
      harvest: stack.cpuMs("harvest"),
      train: stack.cpuMs("train"),
    },
    journal: {
      segments: journal.objects,
      bytes: journal.bytes,
      ...(await restored(objects, position)),
    },
    partitions,
    batches: results.objects,
    resultBytes: results.bytes,
    pageBytes: objects.under("pages/").bytes,
  };
}

/** Returns what starts a crawl of a virtual web. */
export async function bundleOf({
  seeds,
  strategy,
  stack,
  pages,
}: Pick<AskedCrawl, "strategy" | "stack" | "pages"> & {
  readonly seeds: readonly string[];
}): Promise<PlanBundle> {
  const project = await parseProject(
    JSON.stringify({
      name: "bench",
      need: { topic: `${NEED_TOPIC} hive honey bee queen colony swarm` },
      seeds: { urls: seeds },
      strategy,
      stack,
      scope: { hosts: "seeds" },
      budget: { pages },
      politeness: { contact: "bench@dowser.example" },
    }),
    "bench.yaml",
  );
  return {
    project,
    need: { ...NO_NEED, topic: project.need.topic },
    foundSeeds: undefined,
    sitemapSeeds: [],
    sessions: [],
    year: 2026,
  };
}

async function restored(objects: StoredObjects, position: JournalPosition) {
  const before = process.threadCpuUsage();
  const blobs = { get: async (key: string) => objects.get(key) };
  const database = await restoreDatabase(":memory:", blobs, position);
  const { user, system } = process.threadCpuUsage(before);
  const bytes = databaseBytes(database);
  database.close();
  return { restoreMs: (user + system) / 1_000, databaseBytes: bytes };
}
