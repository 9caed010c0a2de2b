/** What an assessor may cost, and what it has cost. */
import type { AssessmentEntry } from "../../ports/assessment-store.ts";
import type { Question, TokenCount } from "../../ports/assessor.ts";

/** Dollars per million tokens. */
export interface TokenPrice {
  readonly in: number;
  readonly out: number;
}

/** Requests, tokens and dollars. */
export interface Spend {
  readonly requests: number;
  readonly tokens: number;
  readonly dollars: number;
}

/** Most of each; `undefined` where there is no limit. */
export type SpendCap = Readonly<Partial<Record<keyof Spend, number | undefined>>>;

/** Tokens that a server may add to a question, for roles and for the template of its model. */
const ADDED_TOKENS = 200;

/** Bytes of a token of ordinary text, about. */
const BYTES_A_TOKEN = 4;

/** Tokens of an ordinary answer, about. */
const ANSWER_TOKENS = 60;

/** Returns the most tokens that a question can take: no token is shorter than a byte. */
export function mostTokens(question: Question): TokenCount {
  return { in: bytesOf(question) + ADDED_TOKENS, out: question.mostTokens };
}

/** Returns about how many tokens a question takes. */
export function likelyTokens(question: Question): TokenCount {
  return { in: Math.ceil(bytesOf(question) / BYTES_A_TOKEN), out: ANSWER_TOKENS };
}

function bytesOf({ system, user, schema }: Question): number {
  return Buffer.byteLength(system + user + JSON.stringify(schema ?? ""));
}

/** Returns what tokens cost, in dollars. */
export function dollarsFor(tokens: TokenCount, price: TokenPrice): number {
  return (tokens.in * price.in + tokens.out * price.out) / 1e6;
}

/**
 * What may still be spent. A request takes the most that it can cost before it is sent, and gives back what it did
 * not: requests side by side cannot pass the cap together, nor those before and after a kill.
 */
export class SpendLedger {
  readonly #cap: SpendCap;
  readonly #ends = new Map<number, Pick<AssessmentEntry, "tokens" | "dollars">>();

  constructor(cap: SpendCap, entries: readonly AssessmentEntry[]) {
    this.#cap = cap;
    for (const entry of entries) this.#ends.set(entry.id, entry);
  }

  /** Everything that was spent, requests without an answer at their most. */
  get spent(): Spend {
    let [tokens, dollars] = [0, 0];
    // Added up again each time: differences of sums would drift.
    for (const end of this.#ends.values()) {
      tokens += sumOf(end.tokens);
      dollars += end.dollars;
    }
    return { requests: this.#ends.size, tokens, dollars };
  }

  /** Takes the most of a request; returns its number, or `undefined` when that would pass the cap. */
  take(most: { readonly tokens: TokenCount; readonly dollars: number }): number | undefined {
    const { requests, tokens, dollars } = this.#cap;
    const { spent } = this;
    if (spent.requests + 1 > (requests ?? Number.POSITIVE_INFINITY)) return undefined;
    if (spent.tokens + sumOf(most.tokens) > (tokens ?? Number.POSITIVE_INFINITY)) return undefined;
    if (spent.dollars + most.dollars > (dollars ?? Number.POSITIVE_INFINITY)) return undefined;
    const id = this.#ends.size + 1;
    this.#ends.set(id, most);
    return id;
  }

  /** Says what a request did cost. */
  settle(id: number, actual: { readonly tokens: TokenCount; readonly dollars: number }): void {
    this.#ends.set(id, actual);
  }
}

function sumOf(tokens: TokenCount): number {
  return tokens.in + tokens.out;
}

/** Writes an amount of dollars for people: small ones with all that they say. */
export function dollarsInWords(dollars: number): string {
  return dollars === 0 || dollars >= 0.1
    ? `${dollars.toFixed(2)} $`
    : `${dollars.toPrecision(2)} $`;
}
