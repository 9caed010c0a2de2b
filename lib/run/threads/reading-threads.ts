import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { systemClock } from "../../adapters/system-clock.ts";
import { judgeAgain, type PageReader, type PageTask, readPage } from "../../crawl/read-page.ts";
import type { Web } from "../../ports/web.ts";
import type { Done, ReadingSource, Work } from "./messages.ts";
import { ReadingThread, ThreadDeath } from "./reading-thread.ts";

/** Pages that wait in a thread at most: it is never idle, and little is lost if it dies. */
const MOST_WAITING = 3;

/**
 * Share of time that the fetching thread must be busy before others are begun. A crawl that waits
 * for its hosts needs none, and each takes some 60 MB.
 */
const BUSY_FROM = 0.5;

/**
 * Processor time, in ms, that the fetching thread must have used before others are begun. A thread
 * loads and compiles the program once more, which takes 2 to 5 s. So that adds about a tenth at most
 * to what the crawl has used, and a crawl that ends before pays nothing.
 */
const WORTH_FROM_MS = 40_000;

/** Pages between two looks at how busy this thread is. */
const LOOK_EVERY = 32;

const web: Pick<Web, "identify"> = { identify: (url) => url };
const PORTS = { web, clock: systemClock };

/**
 * Most bytes of a page that the fetching thread reads itself: some 50 ms. What strangers send may take longer than their
 * bytes make likely, and meanwhile nothing is fetched; few pages are larger.
 */
const MOST_BYTES_HERE = 1_000_000;

/** Most processor time of a thread for one page, in ms; a page of 5 MB takes some 0.3 s. */
const MOST_PAGE_MS = 30_000;

/** How many threads read pages, and when they begin. */
interface ThreadSettings {
  /** Most threads; with 0 every page is read where it was fetched. */
  readonly most: number;
  /** They begin with the first page, whether they are worth their start or not; else with the first large one. */
  readonly atOnce?: boolean;
  /** Most processor time of a thread for one page, in ms. */
  readonly pageMs?: number;
}

/** Threads that read the pages of one crawl. */
export interface ReadingThreads extends PageReader {
  /** Ends the threads; what they have not done yet is lost. */
  close(): Promise<void>;
}

/**
 * Opens threads that read and judge the pages of a crawl of the live web. They begin when the thread
 * that fetches is busy and has worked for long enough that they are worth their start. It takes a
 * page itself when all of them have enough to do, but never a large one: for that a thread begins. The
 * result is the same wherever a page is read.
 *
 * A page with which a thread dies, out of memory or out of time for instance, is read once more in a
 * thread of its own. If that dies, too, the page is a `page-error`.
 */
export function openReadingThreads(
  source: ReadingSource,
  settings: ThreadSettings,
): ReadingThreads {
  const threads = new Threads(source, settings);
  return {
    async read(task) {
      const { plan: _plan, model: _model, ...work } = task;
      const done = await threads.do({ kind: "read", ...work }, task);
      if (done === "here") return readPage(PORTS, task);
      if (done instanceof ThreadDeath) return { kind: "page-error", detail: done.message };
      if (done.kind === "read") return done.reading;
      throw new TypeError("a page was judged that was to be read");
    },
    async judge(task) {
      const { plan: _plan, model: _model, ...work } = task;
      const done = await threads.do({ kind: "judge", ...work }, task);
      if (done === "here") return judgeAgain(PORTS, task);
      if (done instanceof ThreadDeath) return undefined;
      if (done.kind === "judge") return done.judged;
      throw new TypeError("a page was read that was to be judged");
    },
    close: () => threads.close(),
  };
}

class Threads {
  readonly #source: ReadingSource;
  readonly #most: number;
  readonly #pageMs: number;
  /** Whether every page is read by the fetching thread, as who began the crawl wants it. */
  readonly #isNone: boolean;
  #threads: readonly ReadingThread[] = [];
  #pages = 0;
  #isBusy: boolean;
  #since = performance.eventLoopUtilization();
  readonly #opened = process.threadCpuUsage();

  constructor(
    source: ReadingSource,
    { most, atOnce = false, pageMs = MOST_PAGE_MS }: ThreadSettings,
  ) {
    this.#source = source;
    this.#most = most;
    this.#pageMs = pageMs;
    this.#isNone = most === 0 && atOnce;
    this.#isBusy = atOnce;
  }

  /**
   * Does work in a thread. Returns `here` when it is to be done in this one, and the death of the
   * thread that had this page alone.
   */
  async do(work: Work, by: Pick<PageTask, "plan" | "model">): Promise<Done | "here" | ThreadDeath> {
    const thread = await this.#choose(work.page.body.byteLength > MOST_BYTES_HERE);
    if (thread === undefined) return "here";
    try {
      return await thread.do(work, by);
    } catch (error) {
      if (!(error instanceof ThreadDeath)) throw error;
      return this.#doAlone(work, by);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #choose(isLarge: boolean): Promise<ReadingThread | undefined> {
    const isBusy = this.#lookBusy();
    if (this.#isNone) return undefined;
    if (isLarge) return this.#free(Math.max(1, this.#most)) ?? this.#least();
    if (this.#most === 0 || !isBusy) return undefined;
    const free = this.#free(this.#most);
    if (free !== undefined) return free;
    // Answers that have arrived meanwhile are taken first.
    await setImmediate();
    return this.#free(this.#most);
  }

  #least(): ReadingThread | undefined {
    this.#threads = this.#threads.filter((thread) => !thread.isDead);
    return this.#threads.toSorted((a, b) => a.waiting - b.waiting)[0];
  }

  /** Returns the thread with the least work, of at most so many; `undefined` when all have enough. */
  #free(most: number): ReadingThread | undefined {
    const best = this.#least();
    if (best !== undefined && best.waiting === 0) return best;
    if (this.#threads.length < most) {
      const begun = new ReadingThread(this.#source, this.#pageMs);
      this.#threads = [...this.#threads, begun];
      return begun;
    }
    return best !== undefined && best.waiting < MOST_WAITING ? best : undefined;
  }

  async #doAlone(work: Work, by: Pick<PageTask, "plan" | "model">): Promise<Done | ThreadDeath> {
    const thread = new ReadingThread(this.#source, this.#pageMs);
    try {
      return await thread.do(work, by);
    } catch (error) {
      if (error instanceof ThreadDeath) return error;
      throw error;
    } finally {
      await thread.close();
    }
  }

  /** Returns whether this thread is, or has been, busy enough for others, and for long enough. */
  #lookBusy(): boolean {
    this.#pages += 1;
    if (!this.#isBusy && this.#pages % LOOK_EVERY === 0) {
      const { utilization } = performance.eventLoopUtilization(this.#since);
      const { user, system } = process.threadCpuUsage(this.#opened);
      this.#isBusy = utilization >= BUSY_FROM && (user + system) / 1000 >= WORTH_FROM_MS;
      this.#since = performance.eventLoopUtilization();
    }
    return this.#isBusy;
  }
}
