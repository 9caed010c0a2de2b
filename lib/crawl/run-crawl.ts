import { activeSeconds } from "./active-seconds.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl.ts";
import { harvestPages } from "./harvest-pages.ts";
import { type FetchPlan, planFetches, type Stop } from "./plan-fetches.ts";
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
  const model = (await lastModel(ports, plan)) ?? (await trainModel(ports, plan));
  const end = await new Loop(ports, plan, model, secondsBefore - startedAt / 1000).run(signal);
  const kind = end === "paused" ? "paused" : "finished";
  await log.append({ at: clock.now(), kind, detail: { why: end } });
  return end;
}

/** Fetches in flight, and what wakes the loop when one of them ends. */
class Loop {
  readonly #ports: CrawlPorts;
  readonly #plan: CrawlPlan;
  readonly #secondsOffset: number;
  /** When the time budget is spent, ms since the epoch. */
  readonly #endOfTime: number;
  #model: TrainedModel;
  #inFlight = 0;
  #failure: { readonly error: unknown } | undefined;
  /** Something happened since the loop last looked. */
  #isAwake = false;
  #wake: () => void = () => {};

  constructor(ports: CrawlPorts, plan: CrawlPlan, model: TrainedModel, secondsOffset: number) {
    this.#ports = ports;
    this.#plan = plan;
    this.#model = model;
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
      await this.#trainIfStale(false);
      const room = this.#plan.concurrency - this.#inFlight;
      const fetches: FetchPlan = room > 0 ? await this.#draw(room) : { kind: "wait" };
      if (fetches.kind === "stop") return fetches.why;
      if (fetches.kind === "layer-done") await this.#beginLayer();
      else if (fetches.kind === "wait") await this.#rest(undefined);
      else await this.#begin(fetches.draw);
    }
  }

  #draw(room: number): Promise<FetchPlan> {
    const seconds = this.#ports.clock.now() / 1000 + this.#secondsOffset;
    return planFetches(this.#ports, this.#plan, room, { inFlight: this.#inFlight, seconds });
  }

  async #begin({
    leases,
    nextReadyAt,
  }: Extract<FetchPlan, { kind: "fetch" }>["draw"]): Promise<void> {
    for (const lease of leases) {
      this.#inFlight += 1;
      const harvest = { ports: this.#ports, plan: this.#plan, model: this.#model };
      void harvestPages(harvest, [lease]).then(
        () => this.#settled(undefined),
        (error: unknown) => this.#settled({ error }),
      );
    }
    if (leases.length === 0 || this.#inFlight >= this.#plan.concurrency) {
      const until = Math.min(nextReadyAt ?? Number.POSITIVE_INFINITY, this.#endOfTime);
      await this.#rest(until === Number.POSITIVE_INFINITY ? undefined : until);
    }
  }

  #settled(failure: { readonly error: unknown } | undefined): void {
    this.#inFlight -= 1;
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
    await this.#ports.frontier.beginLayer();
  }

  async #trainIfStale(layerDone: boolean): Promise<void> {
    const { pages } = await this.#ports.records.totals();
    if (isStale(this.#plan, this.#model, { pages, layerDone })) {
      this.#model = await trainModel(this.#ports, this.#plan);
    }
  }
}
