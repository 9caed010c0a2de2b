import type { Lease } from "../domain/frontier/link.ts";
import { activeSeconds } from "./active-seconds.ts";
import { concludeLink } from "./conclude-link.ts";
import { CrawlLabels } from "./crawl-labels.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl-plan.ts";
import { GroupScale } from "./group-scale.ts";
import { harvestLink } from "./harvest-link.ts";
import { LinkTally } from "./link-tally.ts";
import { type FetchPlan, planFetches, type Stop } from "./plan-fetches.ts";
import { QueryTurns } from "./query-turns.ts";
import { seedCrawl } from "./seed-crawl.ts";
import { isStale, lastModel, trainModel } from "./train-model.ts";

/** Why a run ended: the crawl is done, or it was asked to pause. */
export type RunEnd = Stop | "paused";

/**
 * The loop on one machine: plan, harvest, train, until the budget is spent, nothing is left, or
 * `signal` aborts; then what is in flight is settled. Running it again on the same stores goes on
 * where the last run ended, however that ended.
 *
 * Hosts are asked concurrently, up to `plan.concurrency` fetches; with 1 the order of all decisions
 * depends on the plan and the web alone.
 */
export async function runCrawl(
  ports: CrawlPorts,
  plan: CrawlPlan,
  signal?: AbortSignal,
): Promise<RunEnd> {
  const { clock, log } = ports;
  const secondsBefore = await activeSeconds(ports);
  const startedAt = clock.now();
  await log.append({ at: startedAt, kind: "started", detail: { strategy: plan.strategy.name } });
  await seedCrawl(ports, plan);
  const labels = await CrawlLabels.of(ports, plan);
  const labelled = await labels.plan();
  const last = (await lastModel(ports, plan)) ?? (await trainModel(ports, labelled, undefined));
  const beginning: Beginning = {
    labels,
    model: (await labels.resume(labelled, last, signal)) ?? last,
    tally: await LinkTally.of(ports.records),
    queries: await QueryTurns.of(ports, plan),
    leftOpen: (await ports.frontier.count()).states.leased,
    secondsOffset: secondsBefore - startedAt / 1000,
  };
  const end = await new Loop(ports, labelled, beginning).run(signal);
  const kind = end === "paused" ? "paused" : "finished";
  await log.append({ at: clock.now(), kind, detail: { why: end } });
  return end;
}

/** How a run finds its crawl. */
interface Beginning {
  readonly labels: CrawlLabels;
  readonly model: TrainedModel;
  readonly tally: LinkTally;
  readonly queries: QueryTurns;
  /** Leases that a run which did not end left open. */
  readonly leftOpen: number;
  /** Seconds of crawling before this run, less the time of its start, in s since the epoch. */
  readonly secondsOffset: number;
}

/** Fetches in flight, and what wakes the loop when one of them ends. */
class Loop {
  readonly #ports: CrawlPorts;
  readonly #labels: CrawlLabels;
  readonly #queries: QueryTurns;
  readonly #secondsOffset: number;
  /** When the time budget is spent, ms since the epoch. */
  readonly #endOfTime: number;
  /** What labels change: the need, and what came of links. */
  #plan: CrawlPlan;
  #tally: LinkTally;
  #scale: GroupScale;
  #model: TrainedModel;
  /**
   * Fetches that the last run had begun and this one has not ended yet. Until then nothing is trained or
   * weighed: their records may be among the evidence, and what they decide was decided before them.
   */
  #leftOpen: number;
  #inFlight = 0;
  #failure: { readonly error: unknown } | undefined;
  /** Something happened since the loop last looked. */
  #isAwake = false;
  #wake: () => void = () => {};

  constructor(
    ports: CrawlPorts,
    plan: CrawlPlan,
    { labels, model, tally, queries, leftOpen, secondsOffset }: Beginning,
  ) {
    this.#ports = ports;
    this.#labels = labels;
    this.#queries = queries;
    this.#plan = plan;
    this.#model = model;
    this.#tally = tally;
    this.#scale = new GroupScale(ports, plan, tally);
    this.#leftOpen = leftOpen;
    this.#secondsOffset = secondsOffset;
    this.#endOfTime = (plan.budget.seconds - secondsOffset) * 1000;
  }

  async run(signal: AbortSignal | undefined): Promise<RunEnd> {
    const wakeUp = () => this.#wakeUp();
    signal?.addEventListener("abort", wakeUp);
    try {
      const end = await this.#drawUntilDone(signal);
      while (this.#inFlight > 0) await this.#rest(undefined);
      if (this.#failure !== undefined) throw this.#failure.error;
      return end;
    } finally {
      signal?.removeEventListener("abort", wakeUp);
    }
  }

  async #drawUntilDone(signal: AbortSignal | undefined): Promise<RunEnd> {
    for (;;) {
      if (signal?.aborted === true || this.#failure !== undefined) return "paused";
      if (this.#leftOpen === 0) {
        if (await this.#takeUpLabels(false, signal)) continue;
        await this.#trainIfStale(false);
        await this.#queries.askIfDue(this.#model, this.#scale);
      }
      const room = this.#plan.concurrency - this.#inFlight;
      const fetches: FetchPlan = room > 0 ? await this.#draw(room) : { kind: "wait" };
      if (fetches.kind === "stop") {
        if (await this.#takeUpLabels(true, signal)) continue;
        const isEmpty = fetches.why === "frontier-empty";
        if (isEmpty && (await this.#queries.askForMore(this.#model, this.#scale))) continue;
        return fetches.why;
      }
      if (fetches.kind === "layer-done") await this.#beginLayer();
      else if (fetches.kind === "wait") await this.#rest(undefined);
      else await this.#begin(fetches.draw);
    }
  }

  /**
   * Takes up labels given since, when all that is in flight has ended; true where there were any. At the
   * end of a crawl none is left lying.
   */
  async #takeUpLabels(atEnd: boolean, signal: AbortSignal | undefined): Promise<boolean> {
    if (!(await this.#labels.areNew(atEnd))) return false;
    if (this.#inFlight > 0) {
      await this.#rest(undefined);
      return true;
    }
    const labelled = await this.#labels.apply(this.#model, signal);
    if (labelled !== undefined) {
      this.#plan = labelled.plan;
      this.#model = labelled.model;
      this.#tally = await LinkTally.of(this.#ports.records);
      this.#scale = new GroupScale(this.#ports, this.#plan, this.#tally);
    }
    return true;
  }

  async #draw(room: number): Promise<FetchPlan> {
    if (this.#leftOpen === 0) await this.#scale.weighWaiting(this.#model);
    const seconds = this.#ports.clock.now() / 1000 + this.#secondsOffset;
    const state = { inFlight: this.#inFlight, seconds };
    const fetches = await planFetches(this.#ports, this.#plan, { limit: room }, state);
    if (this.#leftOpen > 0 && fetches.kind === "fetch") {
      await this.#scale.takeUp(fetches.draw.leases);
    }
    return fetches;
  }

  async #begin({
    leases,
    nextReadyAt,
  }: Extract<FetchPlan, { kind: "fetch" }>["draw"]): Promise<void> {
    for (const lease of leases) {
      this.#inFlight += 1;
      void this.#harvest(lease).then(
        () => this.#settled(undefined),
        (error: unknown) => this.#settled({ error }),
      );
    }
    if (leases.length === 0 || this.#inFlight >= this.#plan.concurrency) {
      const until = Math.min(nextReadyAt ?? Number.POSITIVE_INFINITY, this.#endOfTime);
      await this.#rest(until === Number.POSITIVE_INFINITY ? undefined : until);
    }
  }

  async #harvest(lease: Lease): Promise<void> {
    const [ports, plan, model] = [this.#ports, this.#plan, this.#model];
    const [tally, scale] = [this.#tally, this.#scale];
    const harvested = await harvestLink({ ports, plan, model }, lease);
    await concludeLink({ ports, model, tally, scale }, harvested);
  }

  #settled(failure: { readonly error: unknown } | undefined): void {
    this.#inFlight -= 1;
    this.#leftOpen = Math.max(0, this.#leftOpen - 1);
    this.#failure ??= failure;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /** Until a fetch ends, the crawl is asked to pause, or `until` (ms since the epoch) has come. */
  async #rest(until: number | undefined): Promise<void> {
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        const cancel =
          until === undefined ? () => {} : this.#ports.clock.wakeAt(until, () => resolve());
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#isAwake = false;
    this.#wake = () => {};
  }

  /** A crash before the layer has begun finds the last one done again, and trains on the same evidence. */
  async #beginLayer(): Promise<void> {
    await this.#trainIfStale(true);
    await this.#scale.weighWaiting(this.#model);
    await this.#ports.frontier.beginLayer();
  }

  async #trainIfStale(layerDone: boolean): Promise<void> {
    const { pages } = await this.#ports.records.totals();
    const types = this.#tally.types(this.#model.hash);
    if (isStale(this.#plan, this.#model, { pages, layerDone, types })) {
      this.#model = await trainModel(this.#ports, this.#plan, this.#model);
    }
  }
}
