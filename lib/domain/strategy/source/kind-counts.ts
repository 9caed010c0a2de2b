import { widerKinds } from "./link-kind.ts";

/** The pages that links of one kind led to. */
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

/** Indices of a kind and of its wider kinds in the counts, the narrowest first. */
export type KindChain = readonly number[];

/** Weight of a wider kind in the expected worth of a narrower one, in pages. */
const PRIOR_PAGES = 2;

/** Expected worth of a link of which nothing is known. */
const PRIOR_WORTH = 0.5;

/**
 * Counts pages by kind of link and by all wider kinds. The mean of a kind is smoothed towards that
 * of the wider one: (2 · wider + Σ worth) ÷ (2 + pages). So a link of an unseen kind is worth as
 * much as the most similar links seen.
 */
export class KindCounts {
  readonly #names: NameTable;
  readonly #pages: number[];
  readonly #worth: number[];
  /** By kind, then by type. */
  readonly #types: (number | undefined)[][];

  /** Starts empty, or with the counts that `base` has at this time. */
  constructor(base?: KindCounts) {
    this.#names = base === undefined ? new NameTable() : base.#names;
    this.#pages = base === undefined ? [] : [...base.#pages];
    this.#worth = base === undefined ? [] : [...base.#worth];
    this.#types = base === undefined ? [] : [...base.#types];
  }

  /** Restores the counts that a model keeps. */
  static of(learned: Iterable<KindCount>): KindCounts {
    const counts = new KindCounts();
    for (const [kind, pages, worth, types] of learned)
      counts.addAt(counts.placeOf(kind), { pages, worth, types });
    return counts;
  }

  /** Returns the indices at which a kind is counted. */
  chainOf(kind: string): KindChain {
    return this.#names.chainOf(kind);
  }

  /** Returns the index at which a kind, or one of its wider kinds, is counted. */
  placeOf(kind: string): number {
    return this.#names.placeOf(kind);
  }

  /** Returns the number of a type in {@link typesAt}. */
  typeNumber(type: string): number {
    return this.#names.typeNumber(type);
  }

  /** Counts landings of a kind, there and in all wider kinds. */
  add(kind: string, landings: Landings): void {
    for (const place of this.chainOf(kind)) this.addAt(place, landings);
  }

  /** Counts landings at one index of a chain only. */
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

  /** Returns the expected worth of a page that a link of this kind leads to, in [0,1]. */
  mean(chain: KindChain): number {
    let mean = PRIOR_WORTH;
    for (let at = chain.length - 1; at >= 0; at -= 1) {
      const place = chain[at] ?? 0;
      const worth = this.#worth[place] ?? 0;
      mean = (PRIOR_PAGES * mean + worth) / (PRIOR_PAGES + (this.#pages[place] ?? 0));
    }
    return mean;
  }

  /**
   * Returns the narrowest index of a chain with any result of links, the index of all links
   * excluded.
   */
  narrowest(chain: KindChain): number | undefined {
    return chain.slice(0, -1).find((place) => (this.#pages[place] ?? 0) > 0);
  }

  /** Returns the index of the kind of all links to URLs of the same skeleton. */
  skeletonIn([, , skeleton = 0]: KindChain): number {
    return skeleton;
  }

  /** Reports whether a link at this place of a page has led to a page, in any cluster. */
  isTried([own = 0, place = 0]: KindChain): boolean {
    return (this.#pages[own] ?? 0) > 0 || (this.#pages[place] ?? 0) > 0;
  }

  /** Returns pages by the number of their type; types without a page are holes. */
  typesAt(place: number): readonly (number | undefined)[] {
    return this.#types[place] ?? [];
  }

  /** Returns the counts in the form that a model keeps. */
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

/** Numbers names: a name has the same number in all counts that share the table. */
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
