import type { OfferedLink } from "../domain/frontier/link.ts";
import { type SectionName, sectionsAfter, sectionsAt } from "../domain/shards/sections.ts";
import { fail } from "../errors.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { JournalPosition, JournalSnapshot } from "../ports/journal.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { LabelStore } from "../ports/label-store.ts";
import type {
  CrawlOrder,
  EndedCrawl,
  PlannerState,
  ShardRecrawl,
  StackStatus,
} from "../ports/stack-state.ts";
import type { Project } from "../project/project-schema.ts";
import { theCrawl } from "./api/crawl-orders.ts";
import { type PlanBundle, storedBundle } from "./bundle.ts";
import { readEnded } from "./ended-crawls.ts";
import { sectionKey, storedSection } from "./link-sections.ts";
import { mergeStatus } from "./merge-status.ts";
import { readPlanners } from "./stack-registers.ts";

/** The stores in which a stack keeps its crawl. */
export interface StackStores {
  readonly keyValueStore: Pick<KeyValueStore, "read">;
  readonly blobs: Pick<BlobStore, "get">;
  readonly labels: Pick<LabelStore, "list">;
}

/** A shard of a crawl as its planner last wrote it. */
export interface ShardSnapshot {
  readonly journal: JournalPosition;
  /** Where a restore may begin: it is removed once the planner has taken another one. */
  readonly journalSnapshot: JournalSnapshot | null;
  /** Sections that other shards wrote for it and that it has not taken. */
  readonly onTheirWay: readonly SectionName[];
}

/** The crawl of a stack as its planners last wrote it: later progress does not change it. */
export interface StackSnapshot {
  readonly crawl: string;
  readonly bundle: PlanBundle;
  /** By their numbers; each has begun. */
  readonly shards: readonly [ShardSnapshot, ...ShardSnapshot[]];
  readonly status: StackStatus;
  /** Set in a recrawl, with the most pages of its order if that names some. */
  readonly recrawl?: Pick<ShardRecrawl, "pages"> | undefined;
}

/** A crawl with those that it comes back to, which have ended, the first one first. */
export interface StackCrawls extends StackSnapshot {
  readonly earlier: readonly StackSnapshot[];
}

/**
 * Lists the links on their way between the shards of a snapshot, some at a time.
 * @throws DowserError `section-gone`, `message-malformed`
 */
export async function* linksOnTheirWay(
  blobs: Pick<BlobStore, "get">,
  { crawl, shards }: Pick<StackSnapshot, "crawl" | "shards">,
): AsyncGenerator<readonly OfferedLink[]> {
  for (const [index, { onTheirWay }] of shards.entries()) {
    for (const name of onTheirWay) yield* storedSection(blobs, index, sectionKey(crawl, name));
  }
}

/** Returns the directory of the run that a pull of a project's crawl makes where none is named. */
export function pulledDirectory({ name }: Pick<Project, "name">): string {
  return `runs/${name}`;
}

/** Times that planners are read: each time one of them is behind what another took from it. */
const MOST_READS = 10;

/**
 * Reads the state that the crawl of a stack has reached.
 * @throws DowserError `no-crawl`, `crawl-not-begun`, `stack-state-damaged`, `plan-missing`,
 * `plan-damaged`
 */
export async function readSnapshot({ keyValueStore, blobs }: StackStores): Promise<StackCrawls> {
  const { order, status } = await theCrawl({ keyValueStore });
  const planners = await readTogether(keyValueStore, order);
  if (status === null) throw fail("crawl-not-begun", { crawl: order.crawl });
  const bundle = await storedBundle(blobs, order.plan);
  const asEnded = planners.map((each) => ({ ...each, snapshot: each.snapshots.current }));
  const ended = await Promise.all(planners.map(({ recrawl }) => readEnded(blobs, recrawl)));
  const earlier = (ended[0] ?? []).map((_, index) =>
    snapshotOf(
      bundle,
      ended.flatMap((ofShard) => ofShard[index] ?? []),
    ),
  );
  return { ...snapshotOf(bundle, asEnded), earlier };
}

/** Returns a crawl as its shards have it, by their numbers. */
function snapshotOf(bundle: PlanBundle, ofShards: readonly EndedCrawl[]): StackSnapshot {
  const [first, ...others] = ofShards.map(({ journal, snapshot }, index): ShardSnapshot => {
    return { journal, journalSnapshot: snapshot, onTheirWay: untaken(ofShards, index) };
  });
  const crawl = ofShards[0]?.crawl ?? "";
  const status = mergeStatus(ofShards.map((shard) => shard.status));
  if (first === undefined || status === null) throw fail("crawl-not-begun", { crawl });
  const recrawl = ofShards[0]?.recrawl ?? undefined;
  return { crawl, bundle, shards: [first, ...others], status, recrawl };
}

/**
 * Reads the planners so that each has written all sections that another has taken: a shard that is
 * behind is read again.
 */
async function readTogether(
  keyValueStore: StackStores["keyValueStore"],
  { crawl, shards = 1 }: CrawlOrder,
): Promise<readonly PlannerState[]> {
  let known: readonly PlannerState[] = [];
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const read = await readPlanners(keyValueStore, shards);
    // A planner with another crawl, or none yet, does not know this one.
    const begun = read.filter((planner) => planner?.crawl === crawl && planner.status !== null);
    known = begun.flatMap((planner) => planner ?? []);
    if (known.length < shards) throw fail("crawl-not-begun", { crawl });
    if (known.every((_, index) => isUpToDate(known, index))) break;
  }
  return known;
}

function isUpToDate(planners: readonly PlannerState[], index: number): boolean {
  const sent = sectionsAt(planners[index]?.shard?.sent ?? []);
  return planners.every(({ shard }) => (shard?.taken[index] ?? 0) <= sent);
}

function untaken(planners: readonly Pick<EndedCrawl, "shard">[], index: number): SectionName[] {
  const taken = planners[index]?.shard?.taken ?? [];
  return planners.flatMap(({ shard }, from) =>
    from === index ? [] : sectionsAfter(shard?.sent ?? [], taken[from] ?? 0, Infinity),
  );
}
