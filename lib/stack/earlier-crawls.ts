/**
 * What a stack does for a crawl that comes back to others: their records and pages, what a batch is told of its
 * links, and what the order, the state and the messages say of it. The rest of the stack asks this.
 */
import { createHash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import { readPageAt } from "../adapters/warc/stored-page.ts";
import { packUnchanged, payloadDigest } from "../adapters/warc/write-warc.ts";
import type { CrawlPlan, CrawlPorts } from "../crawl/crawl-plan.ts";
import { forgottenUrls } from "../crawl/crawl-rules.ts";
import { joinedPages } from "../crawl/run-rules.ts";
import type { RecordRef } from "../domain/page/page-record.ts";
import type { Url } from "../domain/web/url/url.ts";
import { DowserError, fail } from "../errors.ts";
import { feedKeys } from "../features/feeds/record-keys.ts";
import {
  asRecrawl,
  beginRecrawl,
  planOfRecrawl,
  recrawlPolicy,
  unvisitedSeeds,
} from "../features/recrawl/begin-recrawl.ts";
import type { EarlierVisits, KnownVisit, KnownVisits } from "../features/recrawl/earlier-visits.ts";
import { knownVisits } from "../features/recrawl/revisit-link.ts";
import { comparingVisits, revisiting } from "../features/recrawl/rule.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { Project } from "../project/project-schema.ts";
import {
  type HarvestBatch,
  malformed,
  maybe,
  packPieces,
  readJson,
  snippetSchema,
  unpackPieces,
  urlSchema,
} from "./batch-message.ts";
import { refSchema, verdictSchema } from "./batch-result.ts";
import { parsed } from "./parsed.ts";
import type { EndedStores, PlannedCrawl, PlannerPorts, PlannerStores } from "./stack-ports.ts";
import { parseEnded, registerDamaged } from "./stack-registers.ts";
import {
  type CrawlOrder,
  type EndedCrawl,
  NO_SNAPSHOTS,
  type PlannerState,
  snapshotsOfNewCrawl,
} from "./stack-state.ts";

/** What the state of a crawl says of those that it comes back to. */
export type ComingBack = Pick<PlannerState, "recrawl">;

// What a planner does.

/** The crawls that a crawl comes back to, open for reading, and what a planner does for their sake. */
export interface EarlierCrawls {
  /** Returns a planned crawl as it comes back to them: from their pages, and from the seeds that none has fetched. */
  plan(asked: PlannedCrawl): Promise<PlannedCrawl>;
  /** Returns stores that read the pages that are not visited yet from theirs. */
  stores(own: PlannerStores): PlannerStores;
  /** Lets a crawl that has not begun go on with what the last of them had learned. */
  begin(ports: Pick<CrawlPorts, "models" | "log" | "clock">): Promise<void>;
  /** Stores what the links of a batch were before, ahead of the batch. */
  tell(batch: HarvestBatch): Promise<void>;
  close(): void;
}

/**
 * Opens the crawls that the crawl of this state comes back to; `undefined` where it does not. `Last-Modified` of the
 * first visits is left out: it would cost a request of S3 a page, each time a planner begins.
 */
export async function openEarlierCrawls(
  ports: Pick<PlannerPorts, "blobs" | "models" | "openEnded">,
  { recrawl }: ComingBack,
): Promise<EarlierCrawls | undefined> {
  if (recrawl === null) return undefined;
  const { crawls, close } = await openEach(await endedBefore(ports.blobs, { recrawl }), ports);
  const [last] = crawls;
  if (last === undefined) throw new RangeError(`${recrawl.earlier} lists no crawl`);
  const known = knownVisits(crawls.map(({ records, frontier }) => ({ records, frontier })));
  const before = { log: last.log, models: ports.models };
  return {
    async plan(asked) {
      const logs = await Promise.all(crawls.map(({ log }) => log.list()));
      // What they have forgotten is not visited again.
      const forgotten = forgottenUrls(logs.flat());
      const plan = { ...asked.plan, forgotten };
      return plannedRecrawl({ ...asked, plan }, recrawl.pages, known);
    },
    stores: (own) => ({
      ...own,
      pages: joinedPages(
        own.pages,
        crawls.map(({ pages }) => pages),
      ),
      close() {
        own.close();
        close();
      },
    }),
    begin: (own) => beginRecrawl(own, before),
    tell: (batch) => storeVisits(ports.blobs, known, batch),
    close,
  };
}

/** Opens crawls that have ended for reading, the last one first. */
async function openEach(
  ended: readonly Pick<EndedCrawl, "journal" | "snapshot">[],
  { openEnded }: Pick<PlannerPorts, "openEnded">,
): Promise<{ readonly crawls: readonly EndedStores[]; readonly close: () => void }> {
  const crawls: EndedStores[] = [];
  const close = () => {
    for (const each of crawls) each.close();
  };
  try {
    for (const { journal, snapshot } of ended) crawls.unshift(await openEnded(journal, snapshot));
  } catch (error) {
    close();
    throw error;
  }
  return { crawls, close };
}

async function plannedRecrawl(
  { plan, policy, listed = [], assessor }: PlannedCrawl,
  pages: number | undefined,
  earlier: KnownVisits,
): Promise<PlannedCrawl> {
  const ofSitemaps = new Set(listed);
  const own = plan.seeds.filter((seed) => !ofSitemaps.has(seed));
  const others = plan.seeds.filter((seed) => ofSitemaps.has(seed));
  const seeds = await unvisitedSeeds(earlier, own, others);
  const recrawl = planOfRecrawl({ ...plan, seeds }, pages);
  const revisits = revisiting(recrawl, earlier, undefined);
  return { plan: revisits, policy: recrawlPolicy(policy), assessor };
}

/**
 * Returns when a recrawl may begin, in ms since the epoch: the crawl before may have asked its hosts just
 * before it ended, and the recrawl does not know when.
 */
export async function mayBeginAt(
  ports: Pick<PlannerPorts, "readPlan">,
  { plan, recrawlOf }: CrawlOrder,
  state: PlannerState | undefined,
): Promise<number> {
  if (recrawlOf === undefined || state?.crawl !== recrawlOf) return Number.NEGATIVE_INFINITY;
  const planned = await ports.readPlan(plan);
  const { maxCrawlDelayMs } = planned.plan.politeness;
  return (state.lastTickAt ?? 0) + Math.max(maxCrawlDelayMs, planned.policy.minDelayMs);
}

/** Returns whether a planner restores a crawl to take the stack: its own, or the one that it comes back to. */
export function restoresCrawl(
  { crawl, recrawlOf }: CrawlOrder,
  state: PlannerState | undefined,
): boolean {
  return recrawlOf !== undefined || state?.crawl === crawl;
}

/**
 * Returns the snapshots of the crawl that is ordered, and what it comes back to. Those of the crawl before
 * are kept where it comes back to that one; else its snapshots are stale.
 */
export async function begunWith(
  { blobs, report }: Pick<PlannerPorts, "blobs" | "report">,
  { crawl, recrawlOf, pages }: CrawlOrder,
  state: PlannerState | undefined,
): Promise<Pick<PlannerState, "snapshots" | "recrawl">> {
  if (state?.crawl === crawl) return { snapshots: state.snapshots, recrawl: state.recrawl };
  if (recrawlOf !== undefined && state?.crawl !== recrawlOf) {
    const flaw = { path: "crawl", message: `is not ${recrawlOf}, which is to be visited again` };
    throw registerDamaged("planner", state?.crawl ?? null)(flaw);
  }
  if (state === undefined) return { snapshots: NO_SNAPSHOTS, recrawl: null };
  const { snapshots, recrawl } = state;
  if (recrawlOf !== undefined) {
    const bounded = pages === undefined ? {} : { pages };
    const earlier = await keepEnded(blobs, state);
    return {
      snapshots: { current: null, stale: snapshots.stale, faults: {} },
      recrawl: { earlier, ...bounded },
    };
  }
  const before = await endedBefore(blobs, { recrawl }).catch((error: unknown) => {
    if (!(error instanceof DowserError)) throw error;
    // Their snapshots stay in the bucket: the new crawl needs nothing of them.
    report(error);
    return [];
  });
  const others = before.flatMap(({ snapshot }) => snapshot ?? []);
  return { snapshots: snapshotsOfNewCrawl(snapshots, others), recrawl: null };
}

/**
 * Returns a project as the run has it that a pull makes of a crawl, which comes back to these in the directory `of`: with
 * the number of URLs that they had fetched.
 */
export async function projectComingBack<Asked extends Project>(
  project: Asked,
  of: string,
  ended: readonly Pick<EndedCrawl, "journal" | "snapshot">[],
  ports: Pick<PlannerPorts, "openEnded">,
) {
  const { crawls, close } = await openEach(ended, ports);
  try {
    return asRecrawl(project, { of, known: (await knownVisits(crawls).histories()).length });
  } finally {
    close();
  }
}

// The crawls before.

/**
 * Keeps the crawl of a planner, which has ended, behind those that it came back to itself: what a
 * recrawl needs of them. They are in an object of their own, as they are read when a planner begins
 * and not with each round; it is written before the state that names it. Returns its key.
 */
export async function keepEnded(
  blobs: Pick<BlobStore, "get" | "putNew">,
  { crawl, journal, snapshots, status, recrawl }: PlannerState,
): Promise<string> {
  const last = asEnded({ crawl, status, recrawl }, journal, snapshots.current);
  return storeEnded(blobs, [...(await endedBefore(blobs, { recrawl })), last]);
}

/** Returns a crawl as those that come back to it read it, with its journal and the snapshot of that. */
export function asEnded(
  { crawl, status, recrawl }: Pick<EndedCrawl, "crawl" | "status" | "recrawl">,
  journal: EndedCrawl["journal"],
  snapshot: EndedCrawl["snapshot"],
): EndedCrawl {
  return { crawl, journal, snapshot, status, recrawl };
}

/** Stores the crawls that a crawl comes back to as they are now; returns what its state says of them. */
export async function storedEarlier(
  blobs: Pick<BlobStore, "putNew">,
  { recrawl }: ComingBack,
  ended: readonly EndedCrawl[],
): Promise<ComingBack> {
  return { recrawl: recrawl && { ...recrawl, earlier: await storeEnded(blobs, ended) } };
}

/** Returns the policy of a crawl by that of the first one and those before it. */
export function policyAfter(
  earlier: readonly unknown[],
  policy: PlannedCrawl["policy"],
): PlannedCrawl["policy"] {
  return earlier.length === 0 ? policy : recrawlPolicy(policy);
}

/** Stores crawls that have ended; returns the key of their object. */
async function storeEnded(
  blobs: Pick<BlobStore, "putNew">,
  ended: readonly EndedCrawl[],
): Promise<string> {
  const text = JSON.stringify(ended);
  const key = `journal/ended-${createHash("sha256").update(text).digest("hex")}.json`;
  await blobs.putNew(key, Buffer.from(text));
  return key;
}

/**
 * Reads the crawls that the crawl of this state comes back to, the first one first; none where it does not.
 * @throws DowserError `stack-state-damaged`, `ended-crawls-gone`
 */
export async function endedBefore(
  blobs: Pick<BlobStore, "get">,
  { recrawl }: ComingBack,
): Promise<readonly EndedCrawl[]> {
  if (recrawl === null) return [];
  const { earlier: key } = recrawl;
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw fail("ended-crawls-gone", { key });
  const text = Buffer.from(bytes).toString();
  return parseEnded(
    readJson(() => text, `the crawls ${key}`, text),
    key,
  );
}

/** Returns the most pages of a crawl's order, where they are not those of its plan. */
export function pagesOrdered({ recrawl }: ComingBack): number | undefined {
  return recrawl?.pages;
}

// What a batch is told.

/** What the message of a batch says of the crawls that its own comes back to. */
export function toldInBatch({ recrawlOf }: CrawlOrder): Pick<HarvestBatch, "recrawls"> {
  return recrawlOf === undefined ? {} : { recrawls: true };
}

/** Returns a plan as the harvester of a batch follows it: with what its links were before, where it was told. */
export async function planOfBatch(
  blobs: Pick<BlobStore, "get">,
  plan: CrawlPlan,
  batch: HarvestBatch,
  pages: Pick<PageStore, "put">,
): Promise<CrawlPlan> {
  if (batch.recrawls === undefined) return plan;
  return comparingVisits(plan, { earlier: await readVisits(blobs, batch), pages });
}

const visitSchema: z.ZodMiniType<KnownVisit> = z.object({
  record: z.object({
    url: urlSchema,
    reason: z.string(),
    location: maybe(urlSchema),
    depth: z.number(),
    snippet: maybe(snippetSchema),
    page: maybe(verdictSchema),
    print: z.exactOptional(z.number()),
    ...feedKeys,
    response: z.optional(refSchema),
  }),
  storedAt: z.number(),
});

/** Returns the key of what a batch's links were before, which expires with the results of batches. */
function visitsKey({ crawl, id }: Pick<HarvestBatch, "crawl" | "id">): string {
  return `batches/${crawl}/before-${id}.zst`;
}

/**
 * Stores what the links of a batch were at their last visits. It is an object and no part of the message,
 * since the records of some strategies are longer than a message may be.
 */
async function storeVisits(
  blobs: Pick<BlobStore, "putNew">,
  earlier: Pick<KnownVisits, "visit">,
  batch: HarvestBatch,
): Promise<void> {
  const visits: [url: Url, bytes: Buffer][] = [];
  for (const { link } of batch.leases) {
    const visit = await earlier.visit(link.url);
    if (visit !== undefined) visits.push([link.url, Buffer.from(JSON.stringify(visit))]);
  }
  await blobs.putNew(visitsKey(batch), zstdCompressSync(packPieces(visits)));
}

/**
 * Reads what the links of a batch were at their last visits. Each is parsed when it is asked for, and its
 * page is read then: all of them may not fit into memory.
 * @throws DowserError `visits-gone`, `message-malformed`
 */
async function readVisits(
  blobs: Pick<BlobStore, "get">,
  batch: Pick<HarvestBatch, "crawl" | "id">,
): Promise<EarlierVisits> {
  const key = visitsKey(batch);
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw fail("visits-gone", { key });
  const visits = new Map(unpackPieces(zstdDecompressSync(bytes), urlSchema, `the visits ${key}`));
  return {
    async last(url) {
      const text = visits.get(url)?.toString();
      if (text === undefined) return undefined;
      const what = `a visit of ${key}`;
      const value = readJson(() => text, what, text);
      const visit = parsed(visitSchema, value, malformed(what, text));
      const ref = visit.record.page?.ref;
      const read = (segment: string, range: Omit<RecordRef, "segment">) =>
        blobs.get(segment, range);
      return { ...visit, page: ref && (await readPageAt(url, ref, read)) };
    },
    digestOf: payloadDigest,
    async pack({ record, page, storedAt }, answer) {
      const ref = record.page?.ref;
      if (page === undefined || ref === undefined)
        throw new RangeError(`${record.url} has no page`);
      const { segment, offset, length, digest, body = { segment, offset, length } } = ref;
      return { ...(await packUnchanged({ page, digest, storedAt }, answer)), body };
    },
  };
}
