import type { PageRecord } from "../domain/page/page-record.ts";
import type { RecordTotals } from "../ports/record-store.ts";

/** Running totals of records. */
export class RecordTally {
  #records = 0;
  #pages = 0;
  #targets = 0;
  #bodyBytes = 0;
  readonly #reasons = new Map<string, number>();

  /** Adds a record, or with `-1` subtracts one that is replaced. */
  add({ state, reason, page }: Omit<PageRecord, "sequence">, times: 1 | -1): void {
    this.#count(`${state}:${reason}`, times);
    if (page === undefined) return;
    this.#pages += times;
    this.#targets += page.isTarget ? times : 0;
    this.#bodyBytes += times * page.bodyBytes;
  }

  /** Adds totals counted elsewhere. */
  addTotals(totals: RecordTotals): void {
    for (const [reason, records] of totals.reasons) this.#count(reason, records);
    this.#pages += totals.pages;
    this.#targets += totals.targets;
    this.#bodyBytes += totals.bodyBytes;
  }

  totals(): RecordTotals {
    return {
      records: this.#records,
      pages: this.#pages,
      targets: this.#targets,
      bodyBytes: this.#bodyBytes,
      reasons: new Map(this.#reasons),
    };
  }

  #count(reason: string, records: number): void {
    this.#records += records;
    const sum = (this.#reasons.get(reason) ?? 0) + records;
    if (sum === 0) this.#reasons.delete(reason);
    else this.#reasons.set(reason, sum);
  }
}
