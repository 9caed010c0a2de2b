import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cost, costOf } from "../../lib/domain/cost/cost.ts";
import { FUNCTION_MB } from "../../lib/project/stack-limits.ts";
import { parseReport } from "../../lib/stack/stack-registers.ts";
import type { PlannerState } from "../../lib/stack/stack-state.ts";
import { bytesUnder } from "../restore/bytes-under.ts";
import type { MeasuredRestore } from "../restore/measure-restore.ts";
import { restoredApart } from "../restore/restored-apart.ts";
import { bundleOf } from "./counted-crawl.ts";
import { OpenWeb } from "./open-web.ts";
import { allOf, differenceOf, type Reading } from "./reading.ts";
import { VirtualStack } from "./virtual-stack.ts";

/** The settings of a crawl that grows. */
interface AskedGrowth {
  readonly hosts: number;
  /** Numbers of pages at which it is measured, in ascending order. */
  readonly marks: readonly number[];
  readonly strategy: string;
  /** The section of the project file. */
  readonly stack: object;
}

/** What a crawl is like at a number of pages; rates are of the pages since the mark before. */
export interface GrowthPoint {
  readonly pages: number;
  /** Links that its planner knows, fetched or not. */
  readonly links: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  readonly cost: Cost;
  /** With the list of pages in the other form. */
  readonly otherCost: Cost;
  /** Cost of the planners alone. */
  readonly planCost: number;
  /** Pages since the mark before. */
  readonly costPages: number;
  /** CPU of the planners a page, on a whole processor, in ms. */
  readonly planMs: number;
  readonly harvestMs: number;
  /** Time billed for a run of a planner, on average, in seconds. */
  readonly planRunSeconds: number;
  /** Temporary files of all planners, in bytes. */
  readonly diskBytes: number;
  readonly objects: number;
  readonly items: number;
  readonly longestItem: { readonly partition: string; readonly bytes: number };
  /** Bytes of the index of pages, and of the last model. */
  readonly indexBytes: number;
  readonly modelBytes: number;
  readonly planner: MeasuredRestore;
  readonly trainer: MeasuredRestore;
}

const SEED = 1;

/**
 * So many pages are harvested, which teaches the need what it wants to know. The batches of the
 * others are played: reading a page costs the same in every crawl, and takes longest here.
 */
const HARVESTED = 4_000;

/** Crawls a web without end, and measures the stack at each mark. */
export async function* growthOf({
  hosts,
  marks,
  strategy,
  stack,
}: AskedGrowth): AsyncGenerator<GrowthPoint> {
  const root = mkdtempSync(join(tmpdir(), "bench-growth-"));
  const folders = { objects: join(root, "objects"), files: join(root, "files") };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  // Planners open their databases there.
  process.env["TMPDIR"] = folders.files;
  try {
    const web = new OpenWeb(hosts, SEED);
    const pages = marks.at(-1) ?? 0;
    const bundle = await bundleOf({ seeds: web.seeds(), strategy, stack, pages });
    // What is played has no text, from which other strategies learn.
    const from = strategy === "best-first" ? HARVESTED : Infinity;
    const virtual = new VirtualStack(bundle, web, {
      folder: folders.objects,
      played: { web, from },
    });
    let before: Measured = { reading: virtual.reading(), cpuMs: { plan: 0, harvest: 0 } };
    for (const mark of marks) {
      await virtual.crawl(mark);
      const cpuMs = { plan: virtual.cpuMs("plan"), harvest: virtual.cpuMs("harvest") };
      const now = { reading: virtual.reading(), cpuMs };
      const state = await virtual.state();
      const kept = { ...keptBy(virtual), ...(await restoresOf(folders.objects, state)) };
      const diskBytes = bytesUnder(folders.files);
      yield { ...ratesOf(now, before), ...kept, links: linksOf(state), diskBytes };
      before = now;
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}

interface Measured {
  readonly reading: Reading;
  readonly cpuMs: { readonly plan: number; readonly harvest: number };
}

function ratesOf(now: Measured, before: Measured) {
  const since = differenceOf(now.reading, before.reading);
  const { pages, parts } = since;
  const planSeconds = parts.plan.lambdaGbSeconds / (FUNCTION_MB.planner / 1_024);
  return {
    pages: now.reading.pages,
    seconds: now.reading.atMs / 1_000,
    pagesPerSecond: pages / (since.ms / 1_000),
    cost: costOf(allOf(since)),
    otherCost: costOf(allOf(since, true)),
    planCost: costOf(parts.plan).total,
    costPages: pages,
    planMs: (now.cpuMs.plan - before.cpuMs.plan) / pages,
    harvestMs: (now.cpuMs.harvest - before.cpuMs.harvest) / pages,
    planRunSeconds: planSeconds / parts.plan.lambdaRuns,
  };
}

function keptBy({ aws }: VirtualStack) {
  const items = [...aws.items()];
  const [partition = "", { longest = 0 } = {}] =
    items.toSorted(([, a], [, b]) => b.longest - a.longest)[0] ?? [];
  const index = items.find(([name]) => name === "RECORD-INDEX")?.[1];
  const models = [...aws.objects.sizes].filter(([key]) => key.startsWith("models/"));
  return {
    objects: aws.objects.sizes.size,
    items: items.reduce((sum, [, { count }]) => sum + count, 0),
    longestItem: { partition, bytes: longest },
    indexBytes: index?.bytes ?? 0,
    modelBytes: models.at(-1)?.[1] ?? 0,
  };
}

async function restoresOf(folder: string, state: PlannerState | undefined) {
  if (state === undefined) throw new Error("no planner has told its state");
  const { journal: position, snapshots } = state;
  const snapshot = snapshots.current;
  return {
    planner: await restoredApart({ folder, who: "planner", position, snapshot }),
    trainer: await restoredApart({ folder, who: "trainer", position, snapshot: null }),
  };
}

function linksOf(state: PlannerState | undefined): number {
  if (!state?.status) return 0;
  const { states } = parseReport(state.status.report);
  return Object.values(states).reduce((sum, count) => sum + count, 0);
}
