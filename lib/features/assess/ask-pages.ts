/** Asks an assessor about pages: several at a time, each once, within a cap, and every answer is kept. */
import {
  dollarsFor,
  type Spend,
  type SpendCap,
  SpendLedger,
  type TokenCount,
  type TokenPrice,
} from "../../domain/cost/spend.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type DowserError, fail } from "../../errors.ts";
import type {
  AssessedAs,
  Assessment,
  AssessmentEntry,
  AssessmentStore,
} from "../../ports/assessment-store.ts";
import type { Assessor, AssessorOutcome, Question } from "../../ports/assessor.ts";
import type { Clock } from "../../ports/clock.ts";
import { digestOf, mostTokens, PROMPT, questionAbout, type ShownPage } from "./page-prompt.ts";
import { readAnswer } from "./read-answer.ts";

/** How pages are asked about. */
export interface AskSettings {
  /** What is collected, in the user's own words. */
  readonly guide: string;
  /** Name of the model that is asked for. */
  readonly model: string;
  readonly price: TokenPrice;
  readonly cap: SpendCap;
  /** Most requests under way, from 1. */
  readonly parallel: number;
}

/** What asking needs of the outside. */
export interface AskPorts {
  readonly assessor: Pick<Assessor, "ask">;
  readonly store: AssessmentStore;
  readonly clock: Pick<Clock, "now" | "wakeAt">;
  /** Answers of the crawls that this one comes back to. */
  readonly earlier?: readonly AssessmentEntry[];
}

/** A page to ask about. */
export interface PageToAsk {
  readonly url: Url;
  readonly digest: string | undefined;
  /** Reads what is shown of it; `undefined` when it is not stored any more. */
  readonly show: () => Promise<ShownPage | undefined>;
}

/** What became of the pages. */
export interface AskedPages {
  /** Pages by their new answer. */
  readonly answers: Readonly<Record<AssessedAs, number>>;
  /** Pages whose answer was there already, in this crawl or in one that it comes back to. */
  readonly known: number;
  /** Pages without an answer, by the reason. */
  readonly failed: Readonly<Record<string, number>>;
  /** All that the run has spent so far. */
  readonly spent: Spend;
  readonly end: "done" | "cap" | "interrupted";
}

/** Requests for one page: a busy server is asked again. */
const MOST_TRIES = 4;

/** First wait for a server that names none, in ms; it doubles. */
const FIRST_WAIT_MS = 1_000;

/** Longest wait that is kept, in ms: a longer one means a quota. */
const MOST_WAIT_MS = 60_000;

/** Pages in a row that a server gave no answer to, before the others are left: it is down. */
const MOST_FAILURES = 5;

/**
 * Asks about pages in their order and keeps each answer before the next page is begun in its place. A page whose
 * answer is there is not asked about again. Ends when the pages do, when the next request could pass the cap, or
 * when `signal` aborts; what is under way is waited for.
 * @throws DowserError `assessor-refused`, `assessor-unavailable`; answers so far are kept
 */
export async function askAboutPages(
  ports: AskPorts,
  settings: AskSettings,
  pages: AsyncIterable<PageToAsk> | Iterable<PageToAsk>,
  { signal, onPage }: { readonly signal?: AbortSignal; readonly onPage?: () => void } = {},
): Promise<AskedPages> {
  const asking = new Asking(ports, settings, await ports.store.list());
  const queue = inTurn(pages);
  const isOver = () => asking.hasEnded || signal?.aborted === true;
  const work = async () => {
    while (!isOver()) {
      const { value: page, done } = await queue.next();
      if (done === true) return;
      await asking.ask(page, signal);
      onPage?.();
    }
  };
  await Promise.all(Array.from({ length: settings.parallel }, work));
  return asking.result(signal?.aborted === true);
}

/** Several workers take from one list, one page at a time. */
async function* inTurn<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
): AsyncGenerator<Item, undefined> {
  yield* items;
  return undefined;
}

/** What was made of one page: an answer that can be read, or the reason why it has none. */
type Tried =
  | { readonly kind: "answer"; readonly verdict: AssessedAs }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "cap" }
  | { readonly kind: "interrupted" };

/** A request that was sent, and when. */
interface Sent {
  readonly id: number;
  readonly sentAt: number;
}

class Asking {
  readonly #ports: AskPorts;
  readonly #settings: AskSettings;
  readonly #ledger: SpendLedger;
  readonly #known: Set<string>;
  readonly #earlier: ReadonlyMap<string, Assessment>;
  readonly #answers: Record<AssessedAs, number> = { yes: 0, no: 0, unsure: 0, none: 0 };
  readonly #failed: Record<string, number> = {};
  #knownPages = 0;
  #failuresInRow = 0;
  #end: "cap" | undefined;
  /** Why no further page is asked about. */
  #error: DowserError | undefined;

  constructor(ports: AskPorts, settings: AskSettings, entries: readonly AssessmentEntry[]) {
    this.#ports = ports;
    this.#settings = settings;
    this.#ledger = new SpendLedger(settings.cap, entries);
    this.#known = new Set(answersByKey(entries).keys());
    this.#earlier = answersByKey(ports.earlier ?? []);
  }

  get hasEnded(): boolean {
    return this.#end !== undefined || this.#error !== undefined;
  }

  result(isInterrupted: boolean): AskedPages {
    if (this.#error !== undefined) throw this.#error;
    return {
      answers: this.#answers,
      known: this.#knownPages,
      failed: this.#failed,
      spent: this.#ledger.spent,
      end: this.#end ?? (isInterrupted ? "interrupted" : "done"),
    };
  }

  async ask(page: PageToAsk, signal: AbortSignal | undefined): Promise<void> {
    const shown = await page.show();
    if (shown === undefined) return this.#count("not stored");
    const { guide, model } = this.#settings;
    const { question, key } = questionAbout(shown, guide, model);
    if (this.#known.has(key)) {
      this.#knownPages += 1;
      return;
    }
    // Two pages may show the same: the second is not asked about while the first is.
    this.#known.add(key);
    const before = this.#earlier.get(key);
    if (before !== undefined) return this.#take(before, page);
    const tried = await this.#try({ page, shown, key, question }, signal);
    if (tried.kind !== "answer") this.#known.delete(key);
    if (tried.kind === "answer") {
      this.#answers[tried.verdict] += 1;
      this.#failuresInRow = 0;
    } else if (tried.kind === "failed") {
      this.#count(tried.reason);
      this.#failuresInRow += 1;
      if (this.#failuresInRow >= MOST_FAILURES)
        this.#error ??= fail("assessor-unavailable", {
          pages: MOST_FAILURES,
          detail: tried.reason,
        });
    } else if (tried.kind === "cap") this.#end = "cap";
  }

  /** Keeps the answer to a question that an earlier crawl has asked. */
  async #take(before: Assessment, { url, digest }: PageToAsk): Promise<void> {
    const id = this.#ledger.takeOver();
    const nothing = { tokens: { in: 0, out: 0 }, dollars: 0, ms: 0 };
    await this.#ports.store.append({ ...before, id, url, digest, ...nothing, isTaken: true });
    this.#knownPages += 1;
  }

  #count(reason: string): void {
    this.#failed[reason] = (this.#failed[reason] ?? 0) + 1;
  }

  /** Asks until there is an answer: again after a wait, and once without the schema, which some servers refuse. */
  async #try(asked: AskedAbout, signal: AbortSignal | undefined): Promise<Tried> {
    const { schema: _schema, ...plain } = asked.question;
    let { question } = asked;
    let reason = "no answer";
    for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
      if (this.#error !== undefined || signal?.aborted === true) return { kind: "interrupted" };
      const sent = await this.#send(question, asked.page.url);
      if (sent === undefined) return { kind: "cap" };
      const outcome = await this.#ports.assessor.ask(question);
      const isLast = question.schema === undefined || attempt === MOST_TRIES;
      if (outcome.kind === "answered") return this.#keep(asked, { sent, outcome, question });
      await this.#fail(outcome, { sent, question, url: asked.page.url });
      reason = outcome.detail;
      if (outcome.kind === "refused") {
        this.#error ??= fail("assessor-refused", { detail: outcome.detail });
        return { kind: "interrupted" };
      }
      if (outcome.kind === "unreadable") {
        if (isLast) break;
        question = plain;
      } else if (!(await this.#wait(outcome.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), signal)))
        break;
    }
    return { kind: "failed", reason };
  }

  /** Takes the most of a request from what is left, and writes that down: a kill may come before its answer. */
  async #send(question: Question, url: Url): Promise<Sent | undefined> {
    const most = this.#priced(mostTokens(question));
    const id = this.#ledger.take(most);
    if (id === undefined) return undefined;
    const sentAt = this.#ports.clock.now();
    await this.#ports.store.append({ kind: "asked", id, at: sentAt, url, ...most });
    return { id, sentAt };
  }

  async #keep(
    { page, shown, key }: AskedAbout,
    {
      sent,
      outcome,
      question,
    }: {
      readonly sent: Sent;
      readonly outcome: Extract<AssessorOutcome, { kind: "answered" }>;
      readonly question: Question;
    },
  ): Promise<Tried> {
    const { clock, store } = this.#ports;
    const at = clock.now();
    const actual = this.#priced(outcome.tokens ?? mostTokens(question));
    const read = readAnswer(outcome.text, shown);
    const answer: Assessment = {
      kind: "answer",
      id: sent.id,
      at,
      url: page.url,
      key,
      digest: page.digest,
      ...read,
      asked: this.#settings.model,
      model: outcome.model,
      prompt: PROMPT,
      guide: digestOf([this.#settings.guide]),
      ...actual,
      ms: at - sent.sentAt,
      answer: outcome.text,
    };
    await store.append(answer);
    this.#ledger.settle(sent.id, actual);
    return { kind: "answer", verdict: read.verdict };
  }

  async #fail(
    outcome: Exclude<AssessorOutcome, { kind: "answered" }>,
    {
      sent,
      question,
      url,
    }: { readonly sent: Sent; readonly question: Question; readonly url: Url },
  ): Promise<void> {
    const mayCost = outcome.kind !== "refused" && outcome.mayCost;
    const actual = this.#priced(mayCost ? mostTokens(question) : { in: 0, out: 0 });
    const at = this.#ports.clock.now();
    const { id } = sent;
    await this.#ports.store.append({
      kind: "failed",
      id,
      at,
      url,
      ...actual,
      reason: outcome.detail,
    });
    this.#ledger.settle(id, actual);
  }

  #priced(tokens: TokenCount): { readonly tokens: TokenCount; readonly dollars: number } {
    return { tokens, dollars: dollarsFor(tokens, this.#settings.price) };
  }

  /** Waits; returns false at once where the wait is too long, or when `signal` aborts. */
  async #wait(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (ms > MOST_WAIT_MS) return false;
    const { clock } = this.#ports;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = clock.wakeAt(clock.now() + ms, () => resolve(true));
    const stop = () => resolve(false);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await promise;
    } finally {
      cancel();
      signal?.removeEventListener("abort", stop);
    }
  }
}

function answersByKey(entries: readonly AssessmentEntry[]): ReadonlyMap<string, Assessment> {
  const answers = entries.filter((entry) => entry.kind === "answer");
  return new Map(answers.map((answer) => [answer.key, answer]));
}

/** A page with its question. */
interface AskedAbout {
  readonly page: PageToAsk;
  readonly shown: ShownPage;
  readonly key: string;
  readonly question: Question;
}
