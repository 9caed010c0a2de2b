import type { CrawlPlan, TrainedModel } from "../crawl/crawl-plan.ts";
import type { Trainer } from "../crawl/engine.ts";
import type { NeedState } from "../crawl/need-state.ts";
import type { Usage } from "../domain/cost/cost.ts";
import type { EarlierCrawls } from "./earlier-crawls.ts";
import type { PlannedCrawl, PlannerPorts } from "./stack-ports.ts";
import type { AssessedState } from "./stack-state.ts";
import { proposedModel } from "./trainer.ts";

/** Time after which a training that brought no model is asked for again, in ms. */
const ASK_AGAIN_MS = 300_000;

/** A crawl as it was asked for. */
export interface AskedCrawl {
  /** Name of the crawl in the order. */
  readonly name: string;
  readonly planned: PlannedCrawl;
  /** What its assessor has been asked, as the status last had it. */
  readonly assessed: AssessedState;
  /** Counts the resources that trainings and an assessor used. */
  readonly spend: (usage: Usage) => void;
  /** The crawls that it comes back to; absent when it does not. */
  readonly earlier?: EarlierCrawls | undefined;
}

/** Takes models from the stack's trainer, and remembers when to ask for one. */
export class TrainerBeside implements Trainer {
  readonly #ports: PlannerPorts;
  readonly #asked: AskedCrawl;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isDue = false;

  constructor(ports: PlannerPorts, asked: AskedCrawl) {
    this.#ports = ports;
    this.#asked = asked;
  }

  async proposed(
    plan: CrawlPlan,
    { pages }: TrainedModel,
    state: NeedState,
  ): Promise<TrainedModel | undefined> {
    const known = { crawl: this.#asked.name, pages, ...state };
    const proposed = await proposedModel(this.#ports, plan, known);
    if (proposed === undefined) return undefined;
    this.#asked.spend(proposed.usage);
    this.#askedAt = Number.NEGATIVE_INFINITY;
    return proposed.model;
  }

  ask(): void {
    const now = this.#ports.clock.now();
    if (now < this.#askedAt + ASK_AGAIN_MS) return;
    this.#askedAt = now;
    this.#isDue = true;
  }

  /** Returns whether a training was asked for since the last call. */
  takeRequest(): boolean {
    const isDue = this.#isDue;
    this.#isDue = false;
    return isDue;
  }
}
