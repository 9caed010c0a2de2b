import TinyQueue from "tinyqueue";
import { chanceRank } from "../../lib/domain/frontier/chance-rank.ts";
import type { FrontierCount } from "../../lib/ports/frontier.ts";
import type { OrderedWeb } from "./ordered-web.ts";

/** A page that waits, with its rank among draws by chance. */
interface Ranked {
  readonly page: number;
  readonly rank: number;
}

/** The links that wait in a replay, as the frontier keeps them. */
export class WaitingPages {
  readonly #web: OrderedWeb;
  readonly #seed: number;
  readonly #known = new Map<number, number>();
  readonly #waiting = new Set<number>();
  readonly #byOrder = new TinyQueue<number>([], (a, b) => a - b);
  readonly #byRank = new TinyQueue<Ranked>([], (a, b) => a.rank - b.rank);
  #level = 0;
  #pending = 0;
  /** Relevant pages that wait. */
  relevant = 0;

  constructor(web: OrderedWeb, seed: number) {
    this.#web = web;
    this.#seed = seed;
    for (let page = 0; page < Math.max(1, web.seeds); page += 1) this.#admit(page);
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** What a frontier counts of them. */
  count(): Pick<FrontierCount, "states" | "chance"> {
    const rest = { leased: 0, fetched: 0, refused: 0, failed: 0, cut: 0 };
    return {
      states: { waiting: this.#waiting.size, ...rest },
      chance: { level: this.#level, pending: this.#pending },
    };
  }

  /** Fetches the next page in order, or by chance, and discovers its links; `rank` of one by chance. */
  fetch(
    isByChance: boolean,
  ): { readonly page: number; readonly rank: number | undefined } | undefined {
    const page = isByChance ? this.#nextByChance() : this.#nextInOrder();
    if (page === undefined) return undefined;
    const rank = this.#known.get(page) ?? 1;
    if (isByChance) this.#level = Math.max(this.#level, rank);
    const isBelow = rank <= this.#level;
    // The one that raised the level was not pending before.
    this.#waiting.delete(page);
    this.relevant -= Number(this.#web.isRelevant[page] === true);
    this.#pending = 0;
    for (const target of this.#web.links[page] ?? []) this.#admit(target);
    this.#pending = this.#countPending();
    return { page, rank: isBelow ? rank : undefined };
  }

  /** Only the first ones by rank can be up to the level, and few are. */
  #countPending(): number {
    const below: Ranked[] = [];
    for (;;) {
      const next = this.#byRank.peek();
      if (next === undefined || next.rank > this.#level) break;
      this.#byRank.pop();
      if (this.#waiting.has(next.page)) below.push(next);
    }
    for (const each of below) this.#byRank.push(each);
    return below.length;
  }

  #nextInOrder(): number | undefined {
    for (;;) {
      const page = this.#byOrder.pop();
      if (page === undefined || this.#waiting.has(page)) return page;
    }
  }

  #nextByChance(): number | undefined {
    for (;;) {
      const next = this.#byRank.pop();
      if (next === undefined || this.#waiting.has(next.page)) return next?.page;
    }
  }

  #admit(page: number): void {
    if (this.#known.has(page)) return;
    const rank = chanceRank(this.#seed, this.#known.size + 1);
    this.#known.set(page, rank);
    this.#waiting.add(page);
    this.#byOrder.push(page);
    this.#byRank.push({ page, rank });
    this.relevant += Number(this.#web.isRelevant[page] === true);
  }
}
