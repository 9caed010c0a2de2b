/** What an assessor may cost, and what it has cost. */

/** Tokens of a question and of its answer, as the assessor counts them. */
export interface TokenCount {
  readonly in: number;
  readonly out: number;
}

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

/** Returns what tokens cost, in dollars. */
export function dollarsFor(tokens: TokenCount, price: TokenPrice): number {
  return (tokens.in * price.in + tokens.out * price.out) / 1e6;
}

const NO_TOKENS: TokenCount = { in: 0, out: 0 };

/** What a request costs, or may cost. */
interface Cost {
  readonly tokens: TokenCount;
  readonly dollars: number;
}

/** A line on a request: what it may cost at most before it is sent, what it did cost after it. */
interface SpendEntry extends Cost {
  readonly id: number;
  readonly kind: string;
  readonly isTaken?: true;
}

/**
 * What may still be spent. A request takes the most that it can cost before it is sent, and gives back what it did
 * not: requests side by side cannot pass the cap together, nor those before and after a kill.
 */
export class SpendLedger {
  readonly #cap: SpendCap;
  readonly #ends = new Map<number, Cost>();
  /** Numbers of answers that an earlier crawl has asked for. */
  readonly #taken = new Set<number>();
  /** The largest request among the entries, at its most. */
  #largest: Cost | undefined;

  constructor(cap: SpendCap, entries: readonly SpendEntry[]) {
    this.#cap = cap;
    for (const entry of entries) {
      this.#ends.set(entry.id, entry);
      const isLarger = sumOf(entry.tokens) > sumOf(this.#largest?.tokens ?? NO_TOKENS);
      if (entry.kind === "asked" && isLarger) this.#largest = entry;
      if (entry.isTaken === true) this.#taken.add(entry.id);
    }
  }

  /** Everything that was spent, requests without an answer at their most. */
  get spent(): Spend {
    let [tokens, dollars] = [0, 0];
    // Added up again each time: differences of sums would drift.
    for (const end of this.#ends.values()) {
      tokens += sumOf(end.tokens);
      dollars += end.dollars;
    }
    return { requests: this.#ends.size - this.#taken.size, tokens, dollars };
  }

  /** Takes the most of a request; returns its number, or `undefined` when that would pass the cap. */
  take(most: Cost): number | undefined {
    if (!this.#fits(most)) return undefined;
    const id = this.#ends.size + 1;
    this.#ends.set(id, most);
    return id;
  }

  /** Returns whether a request like the largest so far could pass the cap. */
  isFull(): boolean {
    return this.#largest !== undefined && !this.#fits(this.#largest);
  }

  /** Returns the number of an answer that is taken from an earlier crawl, for nothing. */
  takeOver(): number {
    const id = this.#ends.size + 1;
    this.#ends.set(id, { tokens: NO_TOKENS, dollars: 0 });
    this.#taken.add(id);
    return id;
  }

  /** Says what a request did cost. */
  settle(id: number, actual: Cost): void {
    this.#ends.set(id, actual);
  }

  #fits(most: Cost): boolean {
    const { requests, tokens, dollars } = this.#cap;
    const { spent } = this;
    return (
      spent.requests + 1 <= (requests ?? Number.POSITIVE_INFINITY) &&
      spent.tokens + sumOf(most.tokens) <= (tokens ?? Number.POSITIVE_INFINITY) &&
      spent.dollars + most.dollars <= (dollars ?? Number.POSITIVE_INFINITY)
    );
  }
}

function sumOf(tokens: TokenCount): number {
  return tokens.in + tokens.out;
}

/** Said where pages were left since the next request could have passed the cap. */
export const CAPPED = "its cap is reached: the next request could pass it";

/** Writes an amount of dollars for people: small ones with all that they say. */
export function dollarsInWords(dollars: number): string {
  return dollars === 0 || dollars >= 0.1
    ? `${dollars.toFixed(2)} $`
    : `${dollars.toPrecision(2)} $`;
}
