import type { PageRecord } from "../../domain/page/page-record.ts";
import { type SignalFigures, SignalTally } from "../signal-tally.ts";

/** What is in an exported file, counted while it is written. */
export interface ExportFigures {
  readonly pages: number;
  /** As predicted by the crawl. */
  readonly targets: number;
  readonly hosts: number;
  readonly bodyBytes: number;
  /** First and last start of a fetch, ms since the epoch; `undefined` without a page. */
  readonly span: readonly [first: number, last: number] | undefined;
  /** Hashes of the models that judged the pages. */
  readonly models: readonly string[];
  /** What the sites of these pages say of their use. */
  readonly signals: SignalFigures["signals"];
}

/** Counts the pages of an export. */
export class ExportTally {
  readonly #signals = new SignalTally(undefined);
  readonly #hosts = new Set<string>();
  readonly #models = new Set<string>();
  #pages = 0;
  #targets = 0;
  #bodyBytes = 0;
  #span: readonly [number, number] | undefined;

  /** Counts a record; one without a page is not counted. */
  add({ host, fetchedAt, page }: PageRecord): void {
    if (page === undefined) return;
    this.#signals.add(page.signals);
    this.#hosts.add(host);
    this.#models.add(page.model);
    this.#pages += 1;
    this.#targets += page.isTarget ? 1 : 0;
    this.#bodyBytes += page.bodyBytes;
    const [first, last] = this.#span ?? [fetchedAt, fetchedAt];
    this.#span = [Math.min(first, fetchedAt), Math.max(last, fetchedAt)];
  }

  figures(): ExportFigures {
    return {
      pages: this.#pages,
      targets: this.#targets,
      hosts: this.#hosts.size,
      bodyBytes: this.#bodyBytes,
      span: this.#span,
      models: [...this.#models].sort(),
      signals: this.#signals.figures().signals,
    };
  }
}
