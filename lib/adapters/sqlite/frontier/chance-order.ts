import type { DatabaseSync, StatementSync } from "node:sqlite";
import TinyQueue from "tinyqueue";
import { type ChanceCount, chanceRank } from "../../../domain/frontier/chance-rank.ts";
import type { FrontierPolicy } from "../../../domain/frontier/frontier-policy.ts";

/** A link with its rank. */
interface Ranked {
  readonly sequence: number;
  readonly rank: number;
}

/**
 * Links that are passed over in one draw, as their hosts are not ready. Each stays pending, and makes
 * the statement of recall weaker until it is drawn.
 */
const MOST_PASSED = 20;

/** Facts of the database by which its draws by chance go on. */
const [LEVEL, SEED] = ["chance-level", "chance-seed"];

/** States of links that wait or are leased; see `link-row.ts`. */
const OPEN = "SELECT id FROM link WHERE state <= 3";

/** The order in which waiting links are drawn by chance. Memory has a few dozen bytes for each. */
export class ChanceOrder {
  readonly #seed: number;
  readonly #set: StatementSync;
  readonly #queue: TinyQueue<Ranked>;
  /** Links that wait or are leased, with whether they are in the queue. */
  readonly #open = new Map<number, boolean>();
  /** Those of them up to the level. */
  readonly #pending = new Set<number>();
  #level: number;

  constructor(database: DatabaseSync, seed: number) {
    this.#seed = seed;
    this.#set = database.prepare("INSERT OR REPLACE INTO fact VALUES (?, ?)");
    this.#level = readFact(database, LEVEL) ?? 0;
    this.#set.run(SEED, seed);
    this.#set.run(LEVEL, this.#level);
    const ranked: Ranked[] = [];
    for (const { id } of database.prepare(OPEN).iterate()) ranked.push(this.#enter(Number(id)));
    this.#queue = new TinyQueue(ranked, (a, b) => a.rank - b.rank);
  }

  count(): ChanceCount {
    return { level: this.#level, pending: this.#pending.size };
  }

  /** Records that a link waits. */
  add(sequence: number): void {
    if (this.#open.get(sequence) !== true) this.#queue.push(this.#enter(sequence));
  }

  /** Records that a link is processed or cut. */
  remove(sequence: number): void {
    this.#open.delete(sequence);
    this.#pending.delete(sequence);
  }

  /** Draws the first link that is ready; `undefined` when none of the next ones is. */
  draw(isReady: (sequence: number) => boolean): number | undefined {
    const passed: Ranked[] = [];
    let drawn: Ranked | undefined;
    while (drawn === undefined && passed.length < MOST_PASSED) {
      const next = this.#queue.pop();
      if (next === undefined) break;
      if (!this.#open.has(next.sequence)) continue;
      if (isReady(next.sequence)) drawn = next;
      else passed.push(next);
    }
    for (const each of passed) this.#queue.push(each);
    if (drawn === undefined) return undefined;
    this.#open.set(drawn.sequence, false);
    this.#raise(drawn.rank, [...passed, drawn]);
    return drawn.sequence;
  }

  #raise(rank: number, upToRank: readonly Ranked[]): void {
    for (const { sequence } of upToRank) this.#pending.add(sequence);
    if (rank <= this.#level) return;
    this.#level = rank;
    this.#set.run(LEVEL, rank);
  }

  #enter(sequence: number): Ranked {
    const rank = chanceRank(this.#seed, sequence);
    this.#open.set(sequence, true);
    if (rank <= this.#level) this.#pending.add(sequence);
    return { sequence, rank };
  }
}

/**
 * Opens the order of a policy that draws links by chance. Without such a policy links are drawn that
 * were due by chance, and nothing says so: draws by chance start over under the next one.
 */
export function openChanceOrder(
  database: DatabaseSync,
  { drawsByChance, seed }: Pick<FrontierPolicy, "drawsByChance" | "seed">,
): ChanceOrder | undefined {
  if (drawsByChance === true) return new ChanceOrder(database, seed);
  if (readFact(database, LEVEL) !== undefined)
    database.prepare("DELETE FROM fact WHERE name IN (?, ?)").run(LEVEL, SEED);
  return undefined;
}

/** Counts the draws by chance of a database; `undefined` when it makes none. */
export function readChanceCount(database: DatabaseSync): ChanceCount | undefined {
  const [level, seed] = [readFact(database, LEVEL), readFact(database, SEED)];
  if (level === undefined || seed === undefined) return undefined;
  let pending = 0;
  for (const { id } of database.prepare(OPEN).iterate())
    if (chanceRank(seed, Number(id)) <= level) pending += 1;
  return { level, pending };
}

function readFact(database: DatabaseSync, name: string): number | undefined {
  const row = database.prepare("SELECT value FROM fact WHERE name = ?").get(name);
  return row && Number(row["value"]);
}
