/** When the assessor of a crawl is asked, as its planner and its trainer know it. */
import type { CrawlPlan } from "../crawl/crawl-plan.ts";
import { type Bought, NO_USAGE, type Usage, usageSince } from "../domain/cost/cost.ts";
import type { KeptFrom } from "../evaluation/assessed-pages.ts";
import { stepsReached } from "../evaluation/choose-pages.ts";
import type { AssessorChoice } from "../features/assess/manifest.ts";
import type { Clock } from "../ports/clock.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { Project } from "../project/project-schema.ts";
import { parseReport, readRegister } from "./stack-registers.ts";
import type { AssessedState, CrawlOrder, StackStatus } from "./stack-state.ts";

/** The assessor of a planned crawl, and what its pages are read with. */
export interface PlannedAssessor {
  readonly choice: AssessorChoice;
  /** What is collected, in the user's own words. */
  readonly guide: string;
  readonly keptFrom: KeptFrom;
  readonly project: Project;
}

/** Processes in a row that asked and stored no answer, after which there is no other: each was killed, or had no time. */
const MOST_IDLE = 5;

/** Shortest time between two calls of the trainer for the same step, in ms. */
const ASK_AGAIN_MS = 60_000;

/** Returns what is known of a crawl's assessor: nothing yet where the register is of another crawl. */
export function knownAssessed(
  held: AssessedState | null | undefined,
  crawl: string,
): AssessedState {
  if (held?.crawl === crawl) return held;
  return {
    crawl,
    until: 0,
    objects: 0,
    answered: 0,
    requests: 0,
    tokens: 0,
    dollars: 0,
    usage: NO_USAGE,
    steps: 0,
    counted: false,
    idle: 0,
    fault: null,
  };
}

/** A crawl as it stands. */
export interface StandingCrawl {
  readonly order: CrawlOrder;
  readonly status: Pick<StackStatus, "state" | "report">;
  readonly assessed: AssessedState;
}

/**
 * Returns what an assessor is to be asked for now, if no process asks it: `learn` at each step of a crawl at work, `count`
 * when it has ended by itself. One that failed is not asked to learn from before the next order; when the crawl
 * has ended, it is tried once more.
 */
export function askingDue(
  { for: uses }: Pick<AssessorChoice, "for">,
  { order, status, assessed }: StandingCrawl,
  now: number,
): "learn" | "count" | undefined {
  if (order.requested !== "run" || assessed.until > now || assessed.idle >= MOST_IDLE)
    return undefined;
  if (status.state === "finished")
    return uses.includes("count") && !assessed.counted ? "count" : undefined;
  const { fault, steps } = assessed;
  const hasFailed = fault !== null && fault.at >= (order.at ?? 0);
  if (status.state !== "running" || hasFailed || !uses.includes("learn")) return undefined;
  return stepsReached(parseReport(status.report).fetched) > steps ? "learn" : undefined;
}

/** Returns what a crawl has paid to others than AWS. */
export function boughtBy({
  searchDollars,
  assessed,
}: Pick<StackStatus, "searchDollars" | "assessed">): Bought {
  return { searchDollars, assessorDollars: assessed?.dollars ?? 0 };
}

/** Returns what an assessor may cost in all: by its own cap, and by what the budget leaves beside the other costs. */
export function mostAssessorDollars(
  { dollars = Number.POSITIVE_INFINITY }: Pick<AssessorChoice, "dollars">,
  { budget }: Pick<CrawlPlan, "budget">,
  status: Pick<StackStatus, "dollars" | "assessed">,
): number {
  const others = status.dollars - (status.assessed?.dollars ?? 0);
  return Math.min(dollars, budget.dollars - others);
}

/** What a planner uses of its stack for an assessor's sake. */
interface AskingPorts {
  readonly keyValueStore: Pick<KeyValueStore, "read">;
  readonly clock: Pick<Clock, "now">;
  readonly askTrainer: () => Promise<void>;
}

/** The assessor of a planner's crawl: the trainer asks it, and the planner says when, and counts what it costs. */
export class AssessorBeside {
  readonly #ports: AskingPorts;
  readonly #choice: AssessorChoice;
  readonly #spend: (usage: Usage) => void;
  #state: AssessedState;
  /** What the trainer was last called for. */
  #asked = { what: "", at: Number.NEGATIVE_INFINITY };

  /** `state` is what the planner's status had of it; `spend` counts the resources that asking used. */
  constructor(
    ports: AskingPorts,
    { choice }: Pick<PlannedAssessor, "choice">,
    state: AssessedState,
    spend: (usage: Usage) => void,
  ) {
    this.#ports = ports;
    this.#choice = choice;
    this.#state = state;
    this.#spend = spend;
  }

  get state(): AssessedState {
    return this.#state;
  }

  /** Reads what it was asked meanwhile. */
  async look(): Promise<void> {
    const { value } = await readRegister(this.#ports.keyValueStore, "assessed");
    if (value?.crawl !== this.#state.crawl) return;
    this.#spend(usageSince(value.usage, this.#state.usage));
    this.#state = value;
  }

  /** Has the trainer ask it where that is due. Returns whether there is something to ask, or somebody asks. */
  async ask(order: CrawlOrder, status: StackStatus): Promise<boolean> {
    const now = this.#ports.clock.now();
    const standing = { order, status, assessed: this.#state };
    const due = askingDue(this.#choice, standing, now);
    if (due === undefined) return this.#state.until > now;
    const what = `${due} ${stepsReached(parseReport(status.report).fetched)}`;
    if (what !== this.#asked.what || now >= this.#asked.at + ASK_AGAIN_MS) {
      this.#asked = { what, at: now };
      await this.#ports.askTrainer();
    }
    return true;
  }
}
