import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import TinyQueue from "tinyqueue";
import type { Clock } from "../../lib/ports/clock.ts";
import { WHOLE_PROCESSOR_MB } from "../../lib/project/stack-limits.ts";

/** One wait, until a time or until it is woken. */
export interface Wait {
  readonly over: Promise<void>;
  wake(): void;
}

interface Timer {
  at: number;
  readonly order: number;
  readonly machine: Machine;
  readonly resume: () => void;
  isOver: boolean;
}

/**
 * Runs several processes in one, in a time that passes only when all of them wait. Computing
 * between two waits is measured. It takes its machine longer the smaller the machine's share of a
 * processor.
 */
export class VirtualTime {
  #now: number;
  #ordered = 0;
  readonly #timers = new TinyQueue<Timer>([], (a, b) => a.at - b.at || a.order - b.order);
  #excludedMs = 0;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  wait(machine: Machine, at: number): Wait {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ordered += 1;
    const timer = { at, order: this.#ordered, machine, resume: resolve, isOver: false };
    this.#timers.push(timer);
    return {
      over: promise,
      wake: () => {
        if (timer.isOver) return;
        timer.isOver = true;
        this.#timers.push({ ...timer, at: this.#now, isOver: false });
      },
    };
  }

  /** Does work that no machine pays for. */
  unpaid<Result>(work: () => Result): Result {
    const before = cpuMs();
    const result = work();
    this.#excludedMs += cpuMs() - before;
    return result;
  }

  /** Lets all processes act until `isOver`. */
  async run(isOver: () => boolean): Promise<void> {
    await settled();
    while (!isOver()) {
      const timer = this.#timers.pop();
      if (timer === undefined) throw new Error("everybody waits, and nobody for time");
      if (timer.isOver) continue;
      const { machine } = timer;
      if (machine.freeAt > timer.at) {
        // A busy processor does it later.
        timer.at = machine.freeAt;
        this.#timers.push(timer);
        continue;
      }
      timer.isOver = true;
      this.#now = Math.max(this.#now, timer.at);
      await this.#resume(timer);
    }
  }

  async #resume({ machine, resume }: Timer): Promise<void> {
    this.#excludedMs = 0;
    const before = cpuMs();
    resume();
    await settled();
    machine.work(Math.max(0, cpuMs() - before - this.#excludedMs), this.#now);
  }
}

/** A promise that is never kept. */
export const NEVER = new Promise<void>(() => {});

/** A machine that runs processes with a share of a processor. */
export class Machine {
  readonly clock: Clock;
  readonly memoryMb: number;
  /** Its processor is busy until then. */
  freeAt = 0;
  /** CPU time on a whole processor, in ms. */
  cpuMs = 0;
  /** Whether its process has died: then nothing that it waits for ever comes. */
  isDead = false;
  readonly #share: number;

  constructor(time: VirtualTime, memoryMb: number) {
    this.memoryMb = memoryMb;
    this.#share = Math.min(1, memoryMb / WHOLE_PROCESSOR_MB);
    this.clock = {
      now: () => time.now(),
      waitUntil: (at) =>
        this.isDead
          ? NEVER
          : time.wait(this, Math.max(at, time.now())).over.then(() => this.#alive()),
      wakeAt: () => {
        throw new Error("nothing in a stack waits so");
      },
    };
  }

  #alive(): Promise<void> | undefined {
    return this.isDead ? NEVER : undefined;
  }

  /** Makes the processor busy with work that takes a whole processor `ms`. */
  work(ms: number, now: number): void {
    this.cpuMs += ms;
    this.freeAt = Math.max(this.freeAt, now) + ms / this.#share;
  }
}

/** Resolves when nothing is left to do but to wait. */
async function settled(): Promise<void> {
  do await turnOfTheLoop();
  while (process.getActiveResourcesInfo().some(isUnderWay));
}

function isUnderWay(resource: string): boolean {
  return resource === "Immediate" || resource.startsWith("FSReq");
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
