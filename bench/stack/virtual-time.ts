import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import TinyQueue from "tinyqueue";
import type { Clock } from "../../lib/ports/clock.ts";

/** Memory that brings one whole processor, in MB (AWS Lambda). */
const WHOLE_CPU_MB = 1_769;

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
 * Processes in one, in a time that passes only when all of them wait. What a process computes between two
 * waits is measured, and takes its machine as long as the machine's share of a processor makes it.
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

  /** Does what no machine is to pay for. */
  unpaid<Result>(work: () => Result): Result {
    const before = cpuMs();
    const result = work();
    this.#excludedMs += cpuMs() - before;
    return result;
  }

  /** Lets everybody act until `isOver`. */
  async run(isOver: () => boolean): Promise<void> {
    await settled();
    while (!isOver()) {
      const timer = this.#timers.pop();
      if (timer === undefined) throw new Error("everybody waits, and nobody for time");
      if (timer.isOver) continue;
      const { machine } = timer;
      if (machine.freeAt > timer.at) {
        // A processor that is busy comes to it later.
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

/** What runs processes: with a share of a processor. */
export class Machine {
  readonly clock: Clock;
  readonly memoryMb: number;
  /** Until then its processor is busy. */
  freeAt = 0;
  /** On a whole processor. */
  cpuMs = 0;
  readonly #share: number;

  constructor(time: VirtualTime, memoryMb: number) {
    this.memoryMb = memoryMb;
    this.#share = Math.min(1, memoryMb / WHOLE_CPU_MB);
    this.clock = {
      now: () => time.now(),
      waitUntil: (at) => time.wait(this, Math.max(at, time.now())).over,
      wakeAt: () => {
        throw new Error("nothing in a stack waits so");
      },
    };
  }

  /** Is busy with what takes a whole processor so long. */
  work(ms: number, now: number): void {
    this.cpuMs += ms;
    this.freeAt = Math.max(this.freeAt, now) + ms / this.#share;
  }
}

/** Nothing is left to do but to wait. */
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
