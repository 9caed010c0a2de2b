import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import type { Web } from "../../lib/ports/web.ts";
import type { GrowingWeb } from "./growing-web.ts";

/** What a crawl cost from one mark to the next; times are processor time, in ms. */
export interface Interval {
  /** Pages fetched when it ended, and in it. */
  readonly to: number;
  readonly pages: number;
  /** Of the whole process, without the generation of pages. */
  readonly ms: number;
  /** Of it, fitting models, and scoring the queued links again. */
  readonly training: number;
  readonly scoring: number;
  /** Queued links scored again. */
  readonly scored: number;
  /** Longest step in which nothing else could run, and the longest while a model was trained. */
  readonly longestMs: number;
  readonly longestInTraining: number;
  /** Resident memory at its end. */
  readonly megabytes: number;
}

/** Measures a crawl of a generated web by intervals of its pages. */
export class Meter {
  readonly web: Web;
  readonly #marks: readonly number[];
  readonly #intervals: Interval[] = [];
  #fetched = 0;
  #startedAt = processorMs();
  #from = 0;
  #generating = 0;
  #training = 0;
  #scoring = 0;
  #scored = 0;
  #longest = 0;
  #longestInTraining = 0;
  #isTraining = false;
  #isOver = false;

  constructor(web: GrowingWeb, marks: readonly number[]) {
    this.#marks = marks;
    this.web = {
      identify: (url) => url,
      fetch: async (url) => {
        // As an answer of a network would: other work may run before it.
        await new Promise(setImmediate);
        const before = threadMs();
        const outcome = web.fetch(url);
        this.#generating += threadMs() - before;
        if (outcome.kind === "page") this.#count();
        return outcome;
      },
    };
    this.#watchSteps();
  }

  /** Returns the strategy with its trainings measured. */
  watchTrainings(strategy: Strategy): Strategy {
    const measure = <Result>(work: () => Result): Result => {
      const before = threadMs();
      const result = work();
      this.#training += threadMs() - before;
      this.#isTraining = true;
      return result;
    };
    return {
      ...strategy,
      train: (...args) => measure(() => strategy.train(...args)),
      compile: (model) => measure(() => strategy.compile(model)),
    };
  }

  /** Returns the frontier with its rescorings measured. */
  watchScoring(frontier: Frontier): Frontier {
    return {
      ...frontier,
      rescore: async (...args) => {
        this.#isTraining = true;
        const before = threadMs();
        const rescored = await frontier.rescore(...args);
        this.#scoring += threadMs() - before;
        this.#scored += rescored.scored;
        return rescored;
      },
    };
  }

  /** Ends the measurement. */
  end(): readonly Interval[] {
    this.#isOver = true;
    return this.#intervals;
  }

  #count(): void {
    this.#fetched += 1;
    if (!this.#marks.includes(this.#fetched)) return;
    const now = processorMs();
    this.#intervals.push({
      to: this.#fetched,
      pages: this.#fetched - this.#from,
      ms: now - this.#startedAt - this.#generating,
      training: this.#training,
      scoring: this.#scoring,
      scored: this.#scored,
      longestMs: this.#longest,
      longestInTraining: this.#longestInTraining,
      megabytes: process.memoryUsage.rss() / 2 ** 20,
    });
    [this.#startedAt, this.#from] = [now, this.#fetched];
    [this.#generating, this.#training, this.#scoring, this.#scored] = [0, 0, 0, 0];
    [this.#longest, this.#longestInTraining] = [0, 0];
  }

  /** Notes the processor time of the thread between two turns of the event loop. */
  #watchSteps(): void {
    let before = threadMs();
    const turn = () => {
      const now = threadMs();
      this.#longest = Math.max(this.#longest, now - before);
      if (this.#isTraining)
        this.#longestInTraining = Math.max(this.#longestInTraining, now - before);
      this.#isTraining = false;
      before = now;
      if (!this.#isOver) setImmediate(turn);
    };
    setImmediate(turn);
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
