import { widerKinds } from "./link-kind.ts";

/** What pages came of links of one kind. */
export interface Landings {
  readonly pages: number;
  /** Sum of the pages' worth, each in [0,1]. */
  readonly worth: number;
  /** Pages by type. */
  readonly types: Iterable<readonly [type: string, pages: number]>;
}

/** Counts as a model keeps them: `[kind, pages, worth, pages by type]`. */
export type KindCount = readonly [
  kind: string,
  pages: number,
  worth: number,
  types: readonly (readonly [type: string, pages: number])[],
];

/** Places of a kind and of the wider ones in the counts, the narrowest first. */
export type KindChain = readonly number[];

/** How much a wider kind counts, in pages, in what is expected of a narrower one. */
const PRIOR_PAGES = 2;

/** What is expected of a link of which nothing is known. */
const PRIOR_WORTH = 0.5;

/**
 * Counts by kind of link and by all wider kinds. The mean of a kind is drawn towards that of the wider
 * one: (2 · wider + Σ worth) ÷ (2 + pages), so that a link never seen before is worth what those are that
 * are most like it.
 */
export class KindCounts {
  readonly #names: NameTable;
  readonly #pages: number[];
  readonly #worth: number[];
  /** By kind, then by type. */
  readonly #types: (number | undefined)[][];

  /** Nothing counted yet, or what `base` has counted until now. */
  constructor(base?: KindCounts) {
    this.#names = base === undefined ? new NameTable() : base.#names;
    this.#pages = base === undefined ? [] : [...base.#pages];
    this.#worth = base === undefined ? [] : [...base.#worth];
    this.#types = base === undefined ? [] : [...base.#types];
  }

  /** The counts that a model keeps. */
  static of(learned: Iterable<KindCount>): KindCounts {
    const counts = new KindCounts();
    for (const [kind, pages, worth, types] of learned)
      counts.addAt(counts.placeOf(kind), { pages, worth, types });
    return counts;
  }

  /** Where a kind is counted. */
  chainOf(kind: string): KindChain {
    return this.#names.chainOf(kind);
  }

  /** Where one of a kind's wider kinds is counted, or the kind itself. */
  placeOf(kind: string): number {
    return this.#names.placeOf(kind);
  }

  /** Number of a type in {@link typesAt}. */
  typeNumber(type: string): number {
    return this.#names.typeNumber(type);
  }

  /** Counts landings of a kind, there and in all wider kinds. */
  add(kind: string, landings: Landings): void {
    for (const place of this.chainOf(kind)) this.addAt(place, landings);
  }

  /** Counts landings at one place of a chain alone. */
  addAt(place: number, { pages, worth, types }: Landings): void {
    this.#pages[place] = (this.#pages[place] ?? 0) + pages;
    this.#worth[place] = (this.#worth[place] ?? 0) + worth;
    const byType = [...(this.#types[place] ?? [])];
    for (const [type, count] of types) {
      const number = this.typeNumber(type);
      byType[number] = (byType[number] ?? 0) + count;
    }
    this.#types[place] = byType;
  }

  /** Expected worth of a page that a link of this kind leads to, in [0,1]. */
  mean(chain: KindChain): number {
    let mean = PRIOR_WORTH;
    for (let at = chain.length - 1; at >= 0; at -= 1) {
      const place = chain[at] ?? 0;
      const worth = this.#worth[place] ?? 0;
      mean = (PRIOR_PAGES * mean + worth) / (PRIOR_PAGES + (this.#pages[place] ?? 0));
    }
    return mean;
  }

  /** The narrowest place of a chain at which anything came of links, all links left out. */
  narrowest(chain: KindChain): number | undefined {
    return chain.slice(0, -1).find((place) => (this.#pages[place] ?? 0) > 0);
  }

  /** Has a page come of a link at this place of a page, of whatever cluster? */
  isTried([own = 0, place = 0]: KindChain): boolean {
    return (this.#pages[own] ?? 0) > 0 || (this.#pages[place] ?? 0) > 0;
  }

  /** Pages by number of their type; with holes where there are none. */
  typesAt(place: number): readonly (number | undefined)[] {
    return this.#types[place] ?? [];
  }

  /** As a model keeps them. */
  toJSON(): KindCount[] {
    const names = this.#names.types();
    return this.#names.kinds().map((kind, place) => {
      const types = this.typesAt(place).flatMap((pages = 0, type): [string, number][] =>
        pages === 0 ? [] : [[names[type] ?? "", pages]],
      );
      return [kind, this.#pages[place] ?? 0, this.#worth[place] ?? 0, types];
    });
  }
}

/** Numbers for names: the same name has the same number in all counts that share it. */
class NameTable {
  readonly #places = new Map<string, number>();
  readonly #chains = new Map<string, KindChain>();
  readonly #types = new Map<string, number>();

  placeOf(kind: string): number {
    return numberOf(this.#places, kind);
  }

  chainOf(kind: string): KindChain {
    const known = this.#chains.get(kind);
    if (known !== undefined) return known;
    const chain = widerKinds(kind).map((each) => this.placeOf(each));
    this.#chains.set(kind, chain);
    return chain;
  }

  typeNumber(type: string): number {
    return numberOf(this.#types, type);
  }

  types(): string[] {
    return [...this.#types.keys()];
  }

  kinds(): string[] {
    return [...this.#places.keys()];
  }
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}
