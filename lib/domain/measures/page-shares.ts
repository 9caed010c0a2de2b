/** Pages fetched of a host or a type, and the target pages among them. */
interface NamedPages {
  readonly name: string;
  readonly pages: number;
  readonly targets: number;
}

/** The names with the most pages, and all others together. */
export interface PageShares {
  /** Most pages first, among equal ones most targets, then by name in code unit order. */
  readonly largest: readonly NamedPages[];
  /** Number of other names, and their pages; zeros when there are no others. */
  readonly others: Omit<NamedPages, "name"> & { readonly names: number };
}

/** Counts pages by name. */
export class PageCounts {
  readonly #counts = new Map<string, { pages: number; targets: number }>();

  /** Number of names. */
  get size(): number {
    return this.#counts.size;
  }

  /** Counts a page. */
  add(name: string, isTarget: boolean): void {
    const counts = this.#counts.get(name) ?? { pages: 0, targets: 0 };
    this.#counts.set(name, counts);
    counts.pages += 1;
    if (isTarget) counts.targets += 1;
  }

  /** Returns the `most` names with the most pages. */
  shares(most: number): PageShares {
    const named = Array.from(this.#counts, ([name, counts]) => ({ name, ...counts }));
    named.sort((a, b) => b.pages - a.pages || b.targets - a.targets || (a.name < b.name ? -1 : 1));
    const others = { names: 0, pages: 0, targets: 0 };
    for (const { pages, targets } of named.slice(most)) {
      others.names += 1;
      others.pages += pages;
      others.targets += targets;
    }
    return { largest: named.slice(0, most), others };
  }
}
