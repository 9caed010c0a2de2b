import { getCompileCacheDir } from "node:module";
import { dirname, extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { PageTask } from "../../crawl/read-page.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { DowserError } from "../../errors.ts";
import type { Done, FromThread, ReadingSource, SentError, ToThread, Work } from "./messages.ts";

/**
 * Memory of a thread, in MB: the view of the largest page takes about 100. What needs more ends the
 * thread and not the crawl.
 */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Models that a thread has at most: that of the crawl, and those of fetches begun before it. */
const MOST_MODELS = 3;

/** Time between two looks at the processor time of a thread that works, in ms. */
const LOOK_MS = 1_000;

/** A thread ended before its work was done. */
export class ThreadDeath extends Error {
  override readonly name = "ThreadDeath";
}

type Waiting = PromiseWithResolvers<Done>;

/** A model that the thread knows by a number. */
interface Installed {
  readonly slot: number;
  readonly hash: string;
  readonly labels: ReadonlyMap<Url, number> | undefined;
}

/** A thread that reads pages, as the crawl sees it. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #installed: Installed[] = [];
  readonly #mostMs: number;
  #messages = 0;
  #messagesTaken = 0;
  #isReady = false;
  #isDead = false;
  #looking: NodeJS.Timeout | undefined;
  /** Processor time, in ms, when the thread last began a page that is not done; `undefined` until it is looked at. */
  #spentBefore: number | undefined;

  /** `mostMs` is the most processor time of one page, in ms; a page that takes more ends the thread. */
  constructor(source: ReadingSource, mostMs: number) {
    this.#mostMs = mostMs;
    // Compiled, this module and that of the thread have another extension.
    const file = new URL(`read-in-thread${extname(import.meta.url)}`, import.meta.url);
    // A thread takes the place of compiled modules from its environment alone, and makes a folder for its version of Node there.
    const cache = getCompileCacheDir();
    const env = { ...process.env, ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) };
    this.#worker = new Worker(file, { workerData: source, resourceLimits: LIMITS, env });
    this.#worker.on("message", (message: FromThread) => this.#take(message));
    this.#worker.on("error", (error) => this.#die(error));
    this.#worker.on("exit", (code) => this.#die(new Error(`it ended with code ${code}`)));
    // A thread without work keeps no process alive.
    this.#worker.unref();
  }

  /** Number of pages that it was given and has not done yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /**
   * Does work by a model and the labels that go before it.
   * @throws ThreadDeath when the thread ends before the work is done
   */
  do(work: Work, { model, plan }: Pick<PageTask, "model" | "plan">): Promise<Done> {
    const slot = this.#slotOf(model, plan.labels);
    const id = this.#next();
    // The body is copied: it is needed here again if the thread dies.
    const body = new Uint8Array(work.page.body);
    const copy = { ...work, page: { ...work.page, body } };
    const waiting = Promise.withResolvers<Done>();
    this.#waiting.set(id, waiting);
    this.#worker.ref();
    this.#looking ??= setInterval(() => void this.#look().catch(() => undefined), LOOK_MS).unref();
    this.#tell({ kind: "work", id, slot, work: copy }, [body.buffer]);
    return waiting.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Returns the number of a model, which it installs when the thread does not have it. */
  #slotOf(
    { hash, model, pages }: PageTask["model"],
    labels: PageTask["plan"]["labels"],
  ): Installed["slot"] {
    const known = this.#installed.find((each) => each.hash === hash && each.labels === labels);
    if (known !== undefined) return known.slot;
    const slot = this.#next();
    this.#installed.push({ slot, hash, labels });
    this.#tell({ kind: "install", slot, hash, model, pages, labels });
    if (this.#installed.length > MOST_MODELS) {
      const [oldest] = this.#installed.splice(0, 1);
      if (oldest !== undefined) this.#tell({ kind: "remove", slot: oldest.slot });
    }
    return slot;
  }

  #take(message: FromThread): void {
    if (message.kind === "ready") {
      this.#isReady = true;
      return;
    }
    this.#messagesTaken += 1;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    this.#spentBefore = undefined;
    if (this.#waiting.size === 0) this.#rest();
    if (message.kind === "done") waiting?.resolve(message.done);
    else waiting?.reject(revived(message.error));
  }

  /** Ends what waits: the pages may be at fault, unless the thread could not even begin. */
  #die(cause: Error): void {
    this.#isDead = true;
    const message = `the thread that had the page ended: ${cause.message}`;
    const error = this.#isReady ? new ThreadDeath(message, { cause }) : cause;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#rest();
  }

  #rest(): void {
    this.#worker.unref();
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#spentBefore = undefined;
  }

  /** Ends the thread when the page that it reads takes too long. A thread that has ended meanwhile says so itself. */
  async #look(): Promise<void> {
    if (!this.#isReady) return;
    const done = this.#messagesTaken;
    const spent = await processorMsOf(this.#worker);
    // A page was done meanwhile.
    if (done !== this.#messagesTaken || this.#waiting.size === 0) return;
    this.#spentBefore ??= spent;
    if (spent - this.#spentBefore <= this.#mostMs) return;
    this.#die(new Error(`takes more than ${this.#mostMs / 1_000} s of processor time`));
    await this.close();
  }

  #tell(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #next(): number {
    this.#messages += 1;
    return this.#messages;
  }
}

/**
 * Returns the processor time of a thread so far, in ms, also while it does nothing else. Before Node 24.6 it is the time
 * for which the thread was not idle.
 */
async function processorMsOf(worker: Worker): Promise<number> {
  const measured: Partial<Pick<Worker, "cpuUsage">> = worker;
  if (measured.cpuUsage === undefined) return worker.performance.eventLoopUtilization().active;
  const { user, system } = await measured.cpuUsage();
  return (user + system) / 1_000;
}

function revived({ message, code, reaction, hint, stack }: SentError): DowserError {
  const error = new DowserError(message, { code, reaction, hint });
  if (stack !== undefined) error.stack = stack;
  return error;
}
