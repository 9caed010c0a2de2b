/** What a recipe says of the archive that it makes a web of. */

/** A page that a recipe makes of a file of the clone. */
export interface RecordedPage {
  readonly url: string;
  readonly html: string;
  /** What the archive itself says of it, by which a task may choose its targets. */
  readonly truth: Readonly<Record<string, string>>;
}

/** How the clone of an archive becomes a web. */
export interface Recipe {
  /** Where the clone is from, and under which terms. */
  readonly source: string;
  /** Folder of the clone that is read. */
  readonly folder: string;
  /** Where a crawl begins, what it is told, and which pages are its targets. */
  readonly seed: string;
  readonly need: Readonly<Record<string, unknown>>;
  readonly target: string;
  /** Makes the page of a file; `undefined` for a file that is none. `path` is relative, with `/`. */
  readonly pageOf: (path: string, text: string) => RecordedPage | undefined;
  /** Pages that list others, made of all of them. */
  readonly lists: (pages: readonly RecordedPage[]) => readonly RecordedPage[];
}
