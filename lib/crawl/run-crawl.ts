import type { Lease } from "../domain/frontier/link.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Draw } from "../ports/frontier.ts";
import { type StopReason, secondsOfRuns } from "./budget.ts";
import { Crawl } from "./crawl.ts";
import type { CrawlPlan, CrawlPorts } from "./crawl-plan.ts";
import type { Decision } from "./engine.ts";
import { type Harvest, harvestLink } from "./harvest-link.ts";
import type { Pause, PauseReason } from "./rules.ts";
import { offerSeeds } from "./seed-crawl.ts";

/** The reason why a run ended: the crawl is done, was asked to pause, or a rule paused it. */
export type RunEnd = StopReason | PauseReason;

/** Everything outside that a crawl on one machine uses. */
type RunPorts = CrawlPorts & Pick<Harvest["ports"], "reader">;

/**
 * Crawls on one machine until the crawl ends, or `signal` aborts; then fetches in flight are
 * completed. Called again on the same stores it goes on where the last run ended, however that
 * ended.
 *
 * Hosts are asked concurrently, up to `plan.concurrency` fetches. With 1 the order of all decisions
 * depends on the plan and the web alone.
 * @throws the error of a search engine that does not answer when no link is left, and DowserError
 * `pages-failing`
 */
export async function runCrawl(
  ports: RunPorts,
  plan: CrawlPlan,
  signal?: AbortSignal,
): Promise<RunEnd> {
  const { clock, log } = ports;
  const secondsBefore = await secondsOfRuns(ports);
  const startedAt = clock.now();
  await log.append({ at: startedAt, kind: "started", detail: { strategy: plan.strategy.name } });
  const engine = { leasesOutliveProcess: false, reader: ports.reader };
  const crawl = await Crawl.open(ports, plan, engine, signal);
  const loop = new Loop(ports, crawl, secondsBefore - startedAt / 1000);
  const end = await loop.run(signal);
  const { paused } = loop;
  const kind = end === "paused" || paused !== undefined ? "paused" : "finished";
  await log.append({ at: clock.now(), kind, detail: { why: end, ...paused?.detail } });
  return end;
}

/** The fetches in flight, and the wake-up of the loop when one of them ends. */
class Loop {
  readonly #ports: RunPorts;
  readonly #crawl: Crawl;
  /** Seconds of crawling before this run, less the time of its start, in s since the epoch. */
  readonly #secondsOffset: number;
  /** When the time budget is spent, ms since the epoch. */
  readonly #endOfTime: number;
  #inFlight = 0;
  #isSeeding = false;
  #paused: Pause | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** True when something happened since the loop last looked. */
  #isAwake = false;
  #wake: () => void = () => {};

  constructor(ports: RunPorts, crawl: Crawl, secondsOffset: number) {
    this.#ports = ports;
    this.#crawl = crawl;
    this.#secondsOffset = secondsOffset;
    this.#endOfTime = (crawl.plan.budget.seconds - secondsOffset) * 1000;
  }

  /** The verdict of the rule that paused the crawl. */
  get paused(): Pause | undefined {
    return this.#paused;
  }

  async run(signal: AbortSignal | undefined): Promise<RunEnd> {
    const seeding = new AbortController();
    const wakeUp = () => {
      seeding.abort();
      this.#wakeUp();
    };
    signal?.addEventListener("abort", wakeUp);
    try {
      this.#seed(seeding.signal);
      const end = await this.#decideUntilDone(signal);
      seeding.abort();
      while (this.#inFlight > 0 || this.#isSeeding) await this.#wait(Infinity);
      if (this.#failure !== undefined) throw this.#failure.error;
      return end;
    } finally {
      seeding.abort();
      signal?.removeEventListener("abort", wakeUp);
    }
  }

  /** Lets seeds come while links are fetched. */
  #seed(signal: AbortSignal): void {
    const { plan } = this.#crawl;
    if (plan.lateSeeds === undefined) return;
    this.#isSeeding = true;
    const offer = async (seeds: readonly Url[]) => {
      await offerSeeds(this.#ports, plan, seeds);
      this.#wakeUp();
    };
    const ended = (failure: { readonly error: unknown } | undefined) => {
      this.#isSeeding = false;
      this.#failure ??= failure;
      this.#wakeUp();
    };
    void plan.lateSeeds(offer, signal).then(
      () => ended(undefined),
      (error: unknown) => ended({ error }),
    );
  }

  async #decideUntilDone(signal: AbortSignal | undefined): Promise<RunEnd> {
    for (;;) {
      if (signal?.aborted === true || this.#failure !== undefined) return "paused";
      const decision = await this.#decide(signal);
      if (decision.kind === "stop") return decision.why;
      if (decision.kind === "pause") {
        this.#paused = decision;
        return decision.why;
      }
      if (decision.kind === "no-answer" || decision.kind === "pages-failing") throw decision.error;
      // Where nothing is in flight, seeds are waited for, and not longer than the crawl may take.
      if (decision.kind === "wait")
        await this.#wait(this.#inFlight > 0 ? Infinity : this.#endOfTime);
      if (decision.kind === "fetch") await this.#begin(decision.draw);
    }
  }

  #decide(signal: AbortSignal | undefined): Promise<Decision> {
    const inFlight = this.#inFlight;
    const seconds = () => this.#ports.clock.now() / 1000 + this.#secondsOffset;
    const limit = this.#crawl.plan.concurrency - inFlight;
    const isSeeding = this.#isSeeding;
    const state = { inFlight, isSeeding, seconds, dollars: () => 0, signal };
    return this.#crawl.next(state, { limit });
  }

  async #begin({ leases, nextReadyAt }: Draw): Promise<void> {
    for (const lease of leases) {
      this.#inFlight += 1;
      void this.#harvest(lease).then(
        () => this.#ended(undefined),
        (error: unknown) => this.#ended({ error }),
      );
    }
    if (leases.length === 0 || this.#inFlight >= this.#crawl.plan.concurrency) {
      const until = Math.min(nextReadyAt ?? Number.POSITIVE_INFINITY, this.#endOfTime);
      await this.#wait(until);
    }
  }

  async #harvest(lease: Lease): Promise<void> {
    const { plan, model } = this.#crawl;
    const keepView = (view: PageView) => this.#crawl.keepView(view);
    const harvest = { ports: this.#ports, plan, model, keepView };
    await this.#crawl.complete(await harvestLink(harvest, lease));
  }

  #ended(failure: { readonly error: unknown } | undefined): void {
    this.#inFlight -= 1;
    this.#failure ??= failure;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /**
   * Waits until a fetch ends, the crawl is asked to pause, or `until` (ms since the epoch) is
   * reached.
   */
  async #wait(until: number): Promise<void> {
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        const cancel =
          until === Infinity ? () => {} : this.#ports.clock.wakeAt(until, () => resolve());
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#isAwake = false;
    this.#wake = () => {};
  }
}
