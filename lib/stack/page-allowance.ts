import * as z from "zod/mini";
import type { ShardPlace } from "../domain/shards/shard-place.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import { parsed } from "./parsed.ts";
import { registerDamaged } from "./stack-registers.ts";

/** Times that a change is tried: each failure means that another shard has made one. */
const MOST_TRIES = 8;

const NAME = "budget";

const schema = z.object({
  crawl: z.string(),
  /** Most pages that each shard may fetch, and the epoch of the planner that said so. */
  shards: z.array(z.object({ epoch: z.number(), pages: z.number() })),
});

/** The planner that keeps an allowance. */
interface Keeper {
  readonly crawl: string;
  readonly place: ShardPlace;
  readonly epoch: number;
  /** Pages of the whole crawl's budget; `Infinity` for no bound. */
  readonly budget: number;
}

/**
 * The pages that a shard may fetch of the budget that all shards share. They are reserved before links
 * are drawn, and what is not needed goes back after the commit: all allowances together never exceed
 * the budget, whichever process dies. A planner that was overtaken changes nothing.
 */
export class PageAllowance {
  readonly #registers: Pick<KeyValueStore, "read" | "write">;
  readonly #keeper: Keeper;
  #pages = 0;
  #isOwn = false;

  constructor(registers: Pick<KeyValueStore, "read" | "write">, keeper: Keeper) {
    this.#registers = registers;
    this.#keeper = keeper;
  }

  /** Most pages that the shard may fetch now. */
  get pages(): number {
    return this.#keeper.budget === Infinity ? Infinity : this.#pages;
  }

  /** Reserves so many pages in all, or as many as the budget still has. */
  async reserve(pages: number): Promise<void> {
    if (this.#isOwn && pages <= this.#pages) return;
    await this.#change((own, room) => Math.max(own, Math.min(pages, own + room)));
  }

  /** Keeps so many pages, and leaves the rest to the other shards. */
  async release(pages: number): Promise<void> {
    if (this.#isOwn && pages < this.#pages) await this.#change((own) => Math.min(own, pages));
  }

  async #change(wanted: (own: number, room: number) => number): Promise<void> {
    const { crawl, place, epoch, budget } = this.#keeper;
    if (budget === Infinity) return;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { version, shards } = await this.#read();
      const own = shards[place.index] ?? NOTHING;
      // Another planner has the shard: the next write of this one's state fails.
      if (own.epoch > epoch) return;
      const room = Math.max(0, budget - shards.reduce((sum, each) => sum + each.pages, 0));
      const pages = wanted(own.pages, room);
      const changed = shards.with(place.index, { epoch, pages });
      if (await this.#registers.write(NAME, { crawl, shards: changed }, version)) {
        this.#pages = pages;
        this.#isOwn = true;
        return;
      }
    }
  }

  async #read() {
    const { crawl, place } = this.#keeper;
    const held = await this.#registers.read(NAME);
    const value = held && parsed(schema, held.value, registerDamaged(NAME, held.value));
    const known = value?.crawl === crawl ? value.shards : [];
    const shards = Array.from({ length: place.count }, (_, index) => known[index] ?? NOTHING);
    return { version: held?.version ?? 0, shards };
  }
}

const NOTHING = { epoch: 0, pages: 0 };
