import { pagesWithEarlier } from "../crawl/begin-recrawl.ts";
import type { CrawlPlan, DecidingPorts } from "../crawl/crawl-plan.ts";
import type { ProposedModel } from "../crawl/engine.ts";
import { LinkTally } from "../crawl/link-tally.ts";
import { isSameNeed, type NeedState } from "../crawl/need-state.ts";
import { updatedPlan } from "../crawl/need-updates.ts";
import { fitModel, isStale, storedModel } from "../crawl/train-model.ts";
import type { Usage } from "../domain/cost/usage.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { JournalPosition } from "../ports/journal.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { ModelStore } from "../ports/model-store.ts";
import type { TrainedProposal } from "../ports/stack-state.ts";
import { EndedPages } from "./ended-pages.ts";
import { joinShards, type ReadShard } from "./join-shards.ts";
import type { ExportPorts } from "./make-export.ts";
import { readPlanners, readRegister, writeRegister } from "./stack-registers.ts";

/** A model, with the resources that its training used. */
interface TrainedBeside extends ProposedModel {
  readonly usage: Usage;
}

/**
 * Returns the model that was trained in parallel to a crawl, if it knows more than the one that
 * decides. A shard that follows takes one of another need, too.
 */
export async function proposedModel(
  ports: {
    readonly keyValueStore: Pick<KeyValueStore, "read">;
    readonly models: Pick<ModelStore, "get">;
  },
  { strategy }: Pick<CrawlPlan, "strategy">,
  known: Pick<TrainedProposal, "crawl" | "pages" | "labels" | "seen">,
  isFollowing = false,
): Promise<TrainedBeside | undefined> {
  const { value } = await readRegister(ports.keyValueStore, "trained");
  if (value === undefined || value.crawl !== known.crawl) return undefined;
  const isOfNeed = isSameNeed(value, known);
  if (!isOfNeed && !isFollowing) return undefined;
  if (isOfNeed && value.pages <= known.pages) return undefined;
  const { pages, labels, seen, usage } = value;
  const model = await storedModel(ports.models, strategy, { model: value.model, pages });
  return model && { model, need: { labels, seen }, usage };
}

/** Everything outside that the trainer of a stack uses. */
export interface TrainerPorts {
  readonly keyValueStore: KeyValueStore;
  readonly models: ModelStore;
  readonly clock: Clock;
  readonly readPlan: (key: string) => Promise<{ readonly plan: CrawlPlan }>;
  /** Opens a shard of the crawl for reading, as its journal has it; shards are numbered from 0. */
  readonly readShard: (journal: JournalPosition, shard: number) => Promise<ReadShard>;
  /** Opens a shard of a crawl that has ended, on the disk. */
  readonly openRecords: ExportPorts["openRecords"];
  readonly blobs: Pick<BlobStore, "get">;
  readonly labels: DecidingPorts["labels"];
  /** Returns the resources that this process used since the last call. */
  readonly usage: () => Usage;
}

/** The result of a call of the trainer. */
type Training = "trained" | "nothing-to-train" | "overtaken";

/**
 * Trains on everything in the journals of all shards, and proposes the model to their planners if the
 * strategy wants a new one, or if shards that follow have none of the present need. Doing it twice,
 * or while another process does, has the same result.
 */
export async function trainBeside(ports: TrainerPorts): Promise<Training> {
  const [order, trained] = await Promise.all([
    readRegister(ports.keyValueStore, "order"),
    readRegister(ports.keyValueStore, "trained"),
  ]);
  const [leader, ...followers] = await readPlanners(ports.keyValueStore, order.value?.shards ?? 1);
  const { status = null, crawl, journal = [] } = leader ?? {};
  if (order.value?.crawl !== crawl || status === null || crawl === undefined) {
    return "nothing-to-train";
  }
  const { plan: asked } = await ports.readPlan(order.value?.plan ?? "");
  const own = await ports.readShard(journal, 0);
  const others: ReadShard[] = [];
  for (const [index, follower] of followers.entries()) {
    if (follower?.crawl !== crawl) continue;
    others.push(await ports.readShard(follower.journal, index + 1));
  }
  const shard = joinShards([own, ...others]);
  const previous = await storedModel(ports.models, asked.strategy, {
    model: status.model,
    pages: status.trainedPages,
  });
  const { pages: fetched, records: drawn } = await shard.records.totals();
  const types = (await LinkTally.of(shard.records)).types(status.model);
  if (previous === undefined) return "nothing-to-train";
  const isOwed = followers.length > 0 && !isKnown(trained.value, crawl, status);
  if (!isOwed && !isStale(asked, previous, { pages: fetched, drawn, layerDone: false, types }))
    return "nothing-to-train";
  const stores = { ...ports, ...shard };
  // It reads pages, each at a price: only when there is something to train.
  // The leading shard has sampled its own pages.
  const before = new EndedPages(ports, [leader, ...followers]);
  const pages = pagesWithEarlier(shard.pages, { pages: before });
  const need = updatedPlan({ ...stores, pages, records: own.records }, asked, status);
  const plan = await need.finally(() => before.close());
  const { hash } = await fitModel(stores, plan, previous);
  const { labels, seen } = status;
  const proposal = { crawl, model: hash, pages: fetched, labels, seen, usage: ports.usage() };
  const isFirst = await writeRegister(ports.keyValueStore, "trained", proposal, trained.version);
  return isFirst ? "trained" : "overtaken";
}

/** Returns whether a model of a need was proposed, or the need is as it was asked for. */
function isKnown(trained: TrainedProposal | undefined, crawl: string, need: NeedState): boolean {
  const known = trained?.crawl === crawl ? trained : { labels: 0, seen: 0 };
  return isSameNeed(known, need);
}
