import type { Chance } from "../../demo/random.ts";
import type { Queue } from "../../lib/ports/queue.ts";
import type { Interleaving } from "./interleaving.ts";

/** A process died. */
export class Died extends Error {}

/** Processes of a stack. */
export type Process = "planner" | "harvester" | "trainer";

/** The faults of a simulated stack. */
export interface Faults {
  /** The processes that may die. */
  readonly whose: readonly Process[];
  /** Probability that a process dies at an effect: before it, or after it. */
  readonly death: number;
  /** Deaths in all; then there are no more faults. */
  readonly deaths: number;
  /** Probability that a removed message is delivered again all the same. */
  readonly redelivery: number;
  /** Probability that a process pauses before an effect, by up to ten minutes. */
  readonly stall: number;
  /** Probability that a message comes late, by up to ten minutes. */
  readonly lateness: number;
}

/** Nothing goes wrong. */
export const CALM: Faults = {
  whose: [],
  ...{ death: 0, deaths: 0, redelivery: 0, stall: 0, lateness: 0 },
};

/** All processes die now and then, and messages come late and twice. */
export const CRUEL: Faults = {
  whose: ["planner", "harvester", "trainer"],
  ...{ death: 0.03, deaths: 8, redelivery: 0.2, stall: 0.005, lateness: 0.1 },
};

const MOST_LATE_MS = 600_000;

/** The processes of a simulated stack, which pause and die at their effects. */
export class MortalProcesses {
  deaths = 0;
  /** Whether the notices of results are lost on their way. */
  losesNotices = false;
  readonly #time: Interleaving;
  readonly #chance: Chance;
  readonly #faults: Faults;
  readonly #start: (work: () => Promise<void>) => void;
  readonly #dead = new WeakSet<object>();

  constructor(
    time: Interleaving,
    chance: Chance,
    faults: Faults,
    start: (work: () => Promise<void>) => void,
  ) {
    this.#time = time;
    this.#chance = chance;
    this.#faults = faults;
    this.#start = start;
  }

  isDead(life: object): boolean {
    return this.#dead.has(life);
  }

  /** Wraps a queue so that its receivers get some messages late. */
  late(who: Process, queue: Queue, life: object = {}): Queue {
    const mortal = this.mortal(who, queue, life);
    const send = async (bodies: readonly string[]): Promise<void> => {
      if (who === "harvester" && this.losesNotices) return;
      const isLate = this.#chance.happens(this.#faults.lateness);
      await mortal.send(isLate ? [] : bodies);
      if (isLate) this.#start(() => this.#sendLater(queue, bodies));
    };
    return { receive: mortal.receive, remove: mortal.remove, send };
  }

  async #sendLater(queue: Queue, bodies: readonly string[]): Promise<void> {
    const { now, waitUntil } = this.#time.clock;
    await waitUntil(now() + this.#chance.int(1, MOST_LATE_MS));
    await queue.send(bodies);
  }

  /**
   * Wraps a port so that its process may die before or after each effect, and others act in
   * between.
   */
  mortal<Port extends object>(who: Process, port: Port, life: object = {}): Port {
    return new Proxy(port, {
      get: (target, name, receiver) => {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          await this.mayDie(who, life);
          await this.#mayStall();
          const result: unknown = await Reflect.apply(member, target, args);
          await this.mayDie(who, life);
          return result;
        };
      },
    });
  }

  async #mayStall(): Promise<void> {
    const { now, waitUntil } = this.#time.clock;
    if (this.#chance.happens(this.#faults.stall)) {
      await waitUntil(now() + this.#chance.int(1, MOST_LATE_MS));
    }
  }

  /** Gives others their turn; then the process may be dead. */
  async mayDie(who: Process, life: object = {}): Promise<void> {
    await this.#time.turn();
    if (this.#dead.has(life)) throw new Died();
    const { whose, death, deaths } = this.#faults;
    if (!whose.includes(who) || this.deaths >= deaths || !this.#chance.happens(death)) return;
    this.die(life);
  }

  /** Ends a process: nothing that it does later has any effect. */
  die(life: object): never {
    this.deaths += 1;
    this.#dead.add(life);
    throw new Died();
  }
}
