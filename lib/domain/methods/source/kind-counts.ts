/** Kinds of links of a site, and the pages that links of each kind led to. */

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

/** How the expected worth of an unseen form of URL is estimated. */
interface PriorChoice {
  /** Whether half by the forms tried, each counted once, instead of by all pages alone. */
  readonly formsCountOnce: boolean;
}

/** Indices of a kind and of its wider kinds in the counts, the narrowest first. */
export type KindChain = readonly number[];

/** Weight of a wider kind in the expected worth of a narrower one, in pages. */
const PRIOR_PAGES = 2;

/** The same for a form of URL and its likes: pages of one form are mostly all worth the same. */
const PRIOR_OF_FORM = 0.5;

/** Expected worth of a link of which nothing is known. */
const PRIOR_WORTH = 0.5;

/**
 * Counts pages by kind of link and by all wider kinds. The mean of a kind is smoothed towards that
 * of the wider one: (2 · wider + Σ worth) ÷ (2 + pages).
 *
 * When each form of URL counts once, a form is smoothed half towards all links and half towards the
 * forms tried at its class path; these are smoothed towards all forms tried. So a form that brought
 * much says less about others, and each that failed counts against them.
 */
export class KindCounts {
  readonly formsCountOnce: boolean;
  readonly #names: NameTable;
  readonly #pages: number[];
  readonly #worth: number[];
  /** By kind, then by type. */
  readonly #types: (number | undefined)[][];
  /** By class path, and for all of them: sum of the means of the forms tried, and their number. */
  readonly #formMeans: number[];
  readonly #formsTried: number[];

  /** Starts empty, or with the counts that `base` has at this time. */
  constructor({ formsCountOnce }: PriorChoice, base?: KindCounts) {
    this.formsCountOnce = formsCountOnce;
    this.#names = base === undefined ? new NameTable() : base.#names;
    this.#pages = base === undefined ? [] : [...base.#pages];
    this.#worth = base === undefined ? [] : [...base.#worth];
    this.#types = base === undefined ? [] : [...base.#types];
    this.#formMeans = base === undefined ? [] : [...base.#formMeans];
    this.#formsTried = base === undefined ? [] : [...base.#formsTried];
  }

  /** Restores the counts that a model keeps. */
  static of(learned: Iterable<KindCount>, choice: PriorChoice): KindCounts {
    const counts = new KindCounts(choice);
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

  /** Returns the name of the kind that is counted at an index. */
  nameAt(place: number): string {
    return this.#names.nameAt(place);
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
    const likes = this.#names.likesOf(place);
    if (likes !== undefined) this.#countForm(likes, place, -1);
    this.#pages[place] = (this.#pages[place] ?? 0) + pages;
    this.#worth[place] = (this.#worth[place] ?? 0) + worth;
    if (likes !== undefined) this.#countForm(likes, place, 1);
    const byType = [...(this.#types[place] ?? [])];
    for (const [type, count] of types) {
      const number = this.typeNumber(type);
      byType[number] = (byType[number] ?? 0) + count;
    }
    this.#types[place] = byType;
  }

  /** Returns the expected worth of a page that a link of this kind leads to, in [0,1]. */
  mean([own = 0, place = 0, form = 0, all = 0]: KindChain): number {
    const ofAll = this.#smoothed(all, PRIOR_WORTH);
    if (!this.formsCountOnce) {
      return this.#smoothed(own, this.#smoothed(place, this.#smoothed(form, ofAll)));
    }
    const anywhere = this.#meanOfForms(ALL_FORMS, PRIOR_WORTH);
    const alike = this.#meanOfForms(this.#names.likesOf(place) ?? ALL_FORMS, anywhere);
    return this.#smoothed(
      own,
      this.#smoothed(place, this.#smoothed(form, (alike + ofAll) / 2, PRIOR_OF_FORM)),
    );
  }

  /** Reports whether a link to a URL of this form has led to a page. */
  isFormTried([, , form = 0]: KindChain): boolean {
    return (this.#pages[form] ?? 0) > 0;
  }

  #smoothed(place: number, wider: number, prior = PRIOR_PAGES): number {
    const worth = this.#worth[place] ?? 0;
    return (prior * wider + worth) / (prior + (this.#pages[place] ?? 0));
  }

  #meanOfForms(likes: number, wider: number): number {
    const sum = this.#formMeans[likes] ?? 0;
    return (PRIOR_PAGES * wider + sum) / (PRIOR_PAGES + (this.#formsTried[likes] ?? 0));
  }

  /** Adds the mean of a form to those of its likes, or takes it away. */
  #countForm(likes: number, place: number, times: 1 | -1): void {
    const pages = this.#pages[place] ?? 0;
    if (pages === 0) return;
    const mean = (this.#worth[place] ?? 0) / pages;
    this.#formMeans[likes] = (this.#formMeans[likes] ?? 0) + times * mean;
    this.#formsTried[likes] = (this.#formsTried[likes] ?? 0) + times;
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

  /** Returns the pages counted at an index. */
  pagesAt(place: number): number {
    return this.#pages[place] ?? 0;
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
  readonly #kinds: string[] = [];
  readonly #paths = new Map<string, number>([["", ALL_FORMS]]);
  /** By place: number of the class path of a place, {@link ALL_FORMS} for a form. */
  readonly #likes: (number | undefined)[] = [];

  placeOf(kind: string): number {
    const known = this.#places.get(kind);
    if (known !== undefined) return known;
    const place = numberOf(this.#places, kind);
    this.#kinds[place] = kind;
    const path = likesOf(kind);
    if (path !== undefined) this.#likes[place] = numberOf(this.#paths, path);
    return place;
  }

  /** Returns the number under which the forms like that at a place are counted. */
  likesOf(place: number): number | undefined {
    return this.#likes[place];
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

  kinds(): readonly string[] {
    return this.#kinds;
  }

  nameAt(place: number): string {
    return this.#kinds[place] ?? "";
  }
}

/** Number under which all forms are counted. */
const ALL_FORMS = 0;

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

// Kinds of links: pages of one cluster link from one place of their template to URLs of one form.
// The name of a kind is its group in the frontier.

/**
 * Returns a kind's name, made of its cluster, URL skeleton and class path. None of them contains a
 * space.
 */
export function linkKind(cluster: number, skeleton: string, path: string): string {
  return `${cluster} ${skeleton} ${path}`;
}

/** Name of all links. */
const EVERYTHING = "";

/**
 * Returns the wider kinds that contain a kind, from itself to all links: without the cluster, by
 * the skeleton alone, and everything.
 */
export function widerKinds(
  kind: string,
): readonly [own: string, place: string, skeleton: string, all: string] {
  const place = placeOf(kind);
  const skeleton = place.slice(0, Math.max(0, place.indexOf(" ")));
  return [kind, `at ${place}`, skeletonKind(skeleton), EVERYTHING];
}

/** Returns the kind of all links to URLs of a skeleton. */
export function skeletonKind(skeleton: string): string {
  return `as ${skeleton}`;
}

/** Returns the skeleton and class path of a kind, the part that is the same in all clusters. */
export function placeOf(kind: string): string {
  return kind.slice(kind.indexOf(" ") + 1);
}

/** Returns the class path of a kind. */
export function pathOf(kind: string): string {
  const place = placeOf(kind);
  return place.slice(place.indexOf(" ") + 1);
}

/**
 * Returns the class path whose forms are like that of a wider kind: its own for a skeleton at a
 * class path, `""` for a skeleton anywhere; `undefined` for other kinds.
 */
export function likesOf(kind: string): string | undefined {
  if (kind.startsWith("as ")) return "";
  return kind.startsWith("at ") ? pathOf(kind) : undefined;
}

/** Part that a pager puts into a URL: one number, after a word that the site's URLs share. */
const PAGE_PART = /^[^0*]*0[^0*]*$/;

/**
 * Reports whether the skeleton of one form is that of another with a number put in. So is that of a
 * list's second page.
 */
export function isPageOf(form: string, list: string): boolean {
  const more = form.length - list.length;
  if (more <= 0) return false;
  let start = 0;
  while (start < list.length && form[start] === list[start]) start += 1;
  if (form.slice(start + more) !== list.slice(start)) return false;
  return PAGE_PART.test(form.slice(start, start + more));
}
