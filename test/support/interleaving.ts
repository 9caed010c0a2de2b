import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import type { Chance } from "../../demo/random.ts";
import type { Clock } from "../../lib/ports/clock.ts";

/** A story that takes longer has no end, in ms. */
const MOST_MS = 3 * 86_400_000;

interface Timer {
  readonly at: number;
  readonly resume: () => void;
}

/**
 * Runs several processes in one. Each waits for its turn before every effect, and chance decides
 * whose turn it is. Time passes only when all of them wait for it. The same seed gives the same
 * story.
 */
export class Interleaving {
  readonly clock: Clock;
  readonly #chance: Chance;
  readonly #start: number;
  #now: number;
  #ready: (() => void)[] = [];
  #timers: Timer[] = [];
  #working = 0;

  constructor(chance: Chance, start = 1_000_000) {
    this.#chance = chance;
    this.#now = start;
    this.#start = start;
    this.clock = {
      now: () => this.#now,
      waitUntil: (at) => new Promise((resume) => this.#wait({ at, resume })),
      wakeAt: (at, wake) => {
        const timer = { at, resume: wake };
        this.#wait(timer);
        return () => {
          this.#timers = this.#timers.filter((each) => each !== timer);
          this.#ready = this.#ready.filter((each) => each !== wake);
        };
      },
    };
  }

  /** Waits until chance chooses this process. */
  turn(): Promise<void> {
    return new Promise((resume) => {
      this.#ready.push(resume);
    });
  }

  /** Waits for work of other threads: no process has a turn until it is done. */
  async work<Result>(work: Promise<Result>): Promise<Result> {
    this.#working += 1;
    try {
      return await work;
    } finally {
      this.#working -= 1;
    }
  }

  /** Lets all processes act until `isOver`. */
  async run(isOver: () => boolean): Promise<void> {
    for (;;) {
      await turnOfTheLoop();
      if (this.#working > 0) continue;
      if (isOver()) return;
      if (this.#ready.length > 0) this.#resumeOne();
      else this.#passTime();
    }
  }

  #wait(timer: Timer): void {
    if (timer.at <= this.#now) this.#ready.push(timer.resume);
    else this.#timers.push(timer);
  }

  #resumeOne(): void {
    const index = this.#chance.int(0, this.#ready.length - 1);
    const [resume] = this.#ready.splice(index, 1);
    resume?.();
  }

  #passTime(): void {
    if (this.#timers.length === 0) throw new Error("everybody waits, and nobody for time");
    this.#now = Math.min(...this.#timers.map(({ at }) => at));
    if (this.#now > this.#start + MOST_MS) throw new Error("the story has no end");
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    this.#ready.push(...due.map(({ resume }) => resume));
  }
}
