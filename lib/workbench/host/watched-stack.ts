import type { z } from "zod";
import { DowserError, fail } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PulledAnswers } from "../../run/stack/pull-pages.ts";
import { callStack, type StackAccess } from "../../run/stack/stack-client.ts";
import { orderStack } from "../../run/stack/stack-orders.ts";
import { getHealth } from "../../run/stack/stack-status.ts";
import {
  crawlSchema,
  errorSchema,
  type givenLabelsSchema,
  labelledSchema,
} from "../../stack/api/schemas.ts";
import type { Fault, Labelled, Order } from "../schemas.ts";

/** Time that an answer of the stack is used for, in ms: each costs two calls of a function. */
const ASK_EVERY_MS = 5_000;

/**
 * Least time between two copies, in ms, and how many times as long as a copy took the pause after it
 * is: a copy reads the whole journal.
 */
const COPY_EVERY_MS = 15_000;
const PAUSE_SHARE = 10;

/** Time that the pace is measured over, in ms. */
const PACE_MS = 60_000;

/** What is used of a stack. */
export interface StackTools {
  readonly access: StackAccess;
  /** Its bucket, for pages that were not copied. */
  readonly blobs: Pick<BlobStore, "get">;
  /** Copies the crawl so far into a run of the folder. */
  readonly copy: (answers: PulledAnswers) => Promise<void>;
  readonly clock: Pick<Clock, "now">;
}

/** The crawl of a stack now, with what is wrong with the stack. */
export type LiveCrawl = z.output<typeof crawlSchema> & { readonly problem: Fault | null };

type GivenLabels = z.output<typeof givenLabelsSchema>["labels"];

/** The crawl of a stack, which is asked about again and again, and copied now and then. */
export class WatchedStack {
  readonly blobs: StackTools["blobs"];
  readonly #tools: StackTools;
  #live: { readonly at: number; readonly answer: Promise<LiveCrawl | undefined> } | undefined;
  /** Pages fetched at some moments, the oldest first. */
  #fetched: { readonly at: number; readonly pages: number }[] = [];
  #copying: Promise<void> | undefined;
  /** State of the crawl at the last copy, and when the next one is due. */
  #copied: string | undefined;
  #dueAt = 0;
  #fault: Fault | null = null;

  constructor(tools: StackTools) {
    this.#tools = tools;
    this.blobs = tools.blobs;
  }

  /**
   * Returns the crawl as it was some seconds ago at most; `undefined` when none was started.
   * @throws DowserError of {@link callStack}
   */
  live(): Promise<LiveCrawl | undefined> {
    const now = this.#tools.clock.now();
    if (this.#live === undefined || now - this.#live.at >= ASK_EVERY_MS) {
      const answer = this.#ask();
      this.#live = { at: now, answer };
      answer.catch(() => {
        this.#live = undefined;
      });
    }
    return this.#live.answer;
  }

  /** Sends an order; the next look asks the stack again. */
  async order(verb: "pause" | "resume" | "stop"): Promise<Order> {
    const order = await orderStack(this.#tools.access, verb);
    this.forget();
    return order;
  }

  /** Forgets what the stack said last: an order has changed it. */
  forget(): void {
    this.#live = undefined;
  }

  /**
   * Labels pages of the crawl in the stack, and returns the labels as it keeps them.
   * @throws DowserError `page-not-listed`, and those of {@link callStack}
   */
  async label(labels: GivenLabels): Promise<Labelled["labels"]> {
    const body = new TextEncoder().encode(JSON.stringify({ labels }));
    const call = { method: "POST", path: "/labels", body, schema: labelledSchema } as const;
    try {
      const answer = await callStack(this.#tools.access, call);
      return answer.labels;
    } catch (error) {
      // The last pages of a crawl at work are in its journal, and listed some moments later.
      if (codeOf(error) !== "page-not-stored") throw error;
      throw fail("page-not-listed", { value: labels.map(({ url }) => url) });
    }
  }

  /** Returns the pages fetched a second in the last minute; `null` before there are two answers. */
  pace(): number | null {
    const [first, last] = [this.#fetched[0], this.#fetched.at(-1)];
    if (first === undefined || last === undefined || last.at === first.at) return null;
    return ((last.pages - first.pages) * 1_000) / (last.at - first.at);
  }

  /** Why the last copy failed; `null` when it did not. */
  get fault(): Fault | null {
    return this.#fault;
  }

  /** Copies in the background what is new, unless that was done a moment ago. */
  copyWhenDue(live: LiveCrawl, answers: PulledAnswers): void {
    const state = `${live.crawl} ${live.state} ${live.report?.fetched}`;
    const isDue = state !== this.#copied && this.#tools.clock.now() >= this.#dueAt;
    if (live.report === null || !isDue || this.#copying !== undefined) return;
    void this.#copyOf(state, answers);
  }

  async #copyOf(state: string, answers: PulledAnswers): Promise<void> {
    try {
      await this.copy(answers);
      this.#copied = state;
    } catch {
      // The fault is told with the crawl, and the next copy is due later.
    }
  }

  /** Copies the crawl so far with these answers, after the copy that is being made. */
  copy(answers: PulledAnswers): Promise<void> {
    const { copy, clock } = this.#tools;
    const begin = async () => {
      const begun = clock.now();
      try {
        await copy(answers);
        this.#fault = null;
      } catch (error) {
        this.#fault = faultOf(error);
        throw error;
      } finally {
        const ended = clock.now();
        this.#dueAt = ended + Math.max(COPY_EVERY_MS, PAUSE_SHARE * (ended - begun));
      }
    };
    const copying = (this.#copying ?? Promise.resolve()).then(begin, begin);
    this.#copying = copying;
    const end = () => {
      if (this.#copying === copying) this.#copying = undefined;
    };
    copying.then(end, end);
    return copying;
  }

  /** Waits for the copy that is being made; `undefined` when none is made. */
  get copying(): Promise<void> | undefined {
    return this.#copying;
  }

  async #ask(): Promise<LiveCrawl | undefined> {
    const { access } = this.#tools;
    try {
      const [crawl, health] = await Promise.all([
        callStack(access, { method: "GET", path: "/crawl", schema: crawlSchema }),
        getHealth(access),
      ]);
      this.#note(crawl);
      return { ...crawl, problem: health?.problems[0] ?? null };
    } catch (error) {
      if (codeOf(error) === "no-crawl") return undefined;
      throw error;
    }
  }

  #note({ state, report }: z.output<typeof crawlSchema>): void {
    const at = this.#tools.clock.now();
    const known = state === "running" && report !== null;
    const recent = this.#fetched.filter((each) => at - each.at <= PACE_MS);
    this.#fetched = known ? [...recent, { at, pages: report.fetched }] : [];
  }
}

/** Returns the code that the stack itself gave for a refusal. */
function codeOf(error: unknown): string | undefined {
  return error instanceof DowserError ? errorSchema.safeParse(error.value).data?.code : undefined;
}

function faultOf(error: unknown): Fault {
  if (error instanceof DowserError) {
    const { code, message, hint } = error;
    return { code, message, hint };
  }
  return {
    code: "copy-failed",
    message: `the crawl of the stack was not copied: ${String(error)}`,
    hint: "run dowser pull, which says more; the page goes on with the last copy",
  };
}
