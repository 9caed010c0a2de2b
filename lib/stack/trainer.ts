import type { CrawlPlan, DecidingPorts, TrainedModel } from "../crawl/crawl-plan.ts";
import { LinkTally } from "../crawl/link-tally.ts";
import { isSameNeed } from "../crawl/need-state.ts";
import { updatedPlan } from "../crawl/need-updates.ts";
import { fitModel, isStale, storedModel } from "../crawl/train-model.ts";
import type { Usage } from "../domain/cost/cost.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { JournalPosition } from "../ports/journal.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { ModelStore } from "../ports/model-store.ts";
import { pagesOfTraining } from "./ended-pages.ts";
import type { ExportPorts } from "./make-export.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";
import type { TrainedProposal } from "./stack-state.ts";

/** A model, with the resources that its training used. */
interface TrainedInBackground {
  readonly model: TrainedModel;
  readonly usage: Usage;
}

/**
 * Returns the model that was trained in parallel to a crawl, if it is of the same need and knows more
 * than the one that decides.
 */
export async function proposedModel(
  ports: {
    readonly keyValueStore: Pick<KeyValueStore, "read">;
    readonly models: Pick<ModelStore, "get">;
  },
  { strategy }: Pick<CrawlPlan, "strategy">,
  known: Pick<TrainedProposal, "crawl" | "pages" | "labels" | "seen">,
): Promise<TrainedInBackground | undefined> {
  const { value } = await readRegister(ports.keyValueStore, "trained");
  if (value === undefined || value.crawl !== known.crawl) return undefined;
  if (!isSameNeed(value, known) || value.pages <= known.pages) return undefined;
  const { pages, usage } = value;
  const model = await storedModel(ports.models, strategy, { model: value.model, pages });
  return model && { model, usage };
}

/** Everything outside that the trainer of a stack uses. */
export interface TrainerPorts {
  readonly keyValueStore: KeyValueStore;
  readonly models: ModelStore;
  readonly clock: Clock;
  readonly readPlan: (key: string) => Promise<{ readonly plan: CrawlPlan }>;
  /** Opens the crawl for reading, as its journal has it. */
  readonly readStores: (
    journal: JournalPosition,
  ) => Promise<Pick<DecidingPorts, "records" | "pages">>;
  /** Opens a crawl that has ended, on the disk. */
  readonly openRecords: ExportPorts["openRecords"];
  readonly blobs: Pick<BlobStore, "get">;
  readonly labels: DecidingPorts["labels"];
  /** Returns the resources that this process used since the last call. */
  readonly usage: () => Usage;
}

/** The result of a call of the trainer. */
type Training = "trained" | "nothing-to-train" | "overtaken";

/**
 * Trains on everything in the journal, and proposes the model to the planner if the strategy wants a
 * new one. Doing it twice, or while another process does, has the same result.
 */
export async function trainBeside(ports: TrainerPorts): Promise<Training> {
  const [order, trained, { value: planner }] = await Promise.all([
    readRegister(ports.keyValueStore, "order"),
    readRegister(ports.keyValueStore, "trained"),
    readRegister(ports.keyValueStore, "planner"),
  ]);
  if (planner === undefined || planner.status === null) return "nothing-to-train";
  const { status, crawl, journal } = planner;
  if (order.value?.crawl !== crawl) return "nothing-to-train";
  const { plan: asked } = await ports.readPlan(order.value.plan);
  const read = await ports.readStores(journal);
  const previous = await storedModel(ports.models, asked.strategy, {
    model: status.model,
    pages: status.trainedPages,
  });
  const { pages: fetched, records: drawn } = await read.records.totals();
  const types = (await LinkTally.of(read.records)).types(status.model);
  if (previous === undefined) return "nothing-to-train";
  if (!isStale(asked, previous, { pages: fetched, drawn, layerDone: false, types }))
    return "nothing-to-train";
  const stores = { ...ports, ...read };
  // It reads pages, each at a price: only when there is something to train.
  const { pages, close } = pagesOfTraining(ports, planner, read.pages);
  const need = updatedPlan({ ...stores, pages }, asked, status);
  const plan = await need.finally(close);
  const { hash } = await fitModel(stores, plan, previous);
  const { labels, seen } = status;
  const proposal = { crawl, model: hash, pages: fetched, labels, seen, usage: ports.usage() };
  const isFirst = await writeRegister(ports.keyValueStore, "trained", proposal, trained.version);
  return isFirst ? "trained" : "overtaken";
}
