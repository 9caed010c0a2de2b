import type { PageRecord } from "../../domain/page/page-record.ts";
import { type Purpose, reservedBy } from "../../domain/web/signals/purpose.ts";
import { ExportTally } from "../../evaluation/croissant/export-tally.ts";
import { SignalTally, signalsInWords } from "../../evaluation/signal-tally.ts";
import type { RecordStore } from "../../ports/record-store.ts";

/** Which records of a run an export has. */
export interface Selection {
  /** Target pages only. */
  readonly targets: boolean;
  /**
   * Only pages that their sites reserve against the purpose of the project, instead of all others.
   */
  readonly reserved: boolean;
}

/** The records of an export, and what it leaves out. */
export interface SelectedRecords {
  readonly records: AsyncIterable<PageRecord>;
  /** What was written so far. */
  readonly exported: ExportTally;
  /** Returns the number of pages left out so far. */
  reserved(): number;
  /** Says what was left out, when the records were read; `undefined` for nothing. */
  leftOut(directory: string): string | undefined;
}

/**
 * Selects records of a run. A page that its site reserves against the purpose of the project is
 * left out, and counted; without a purpose none is.
 */
export function selectRecords(
  records: Pick<RecordStore, "list">,
  purpose: Purpose | undefined,
  { targets, reserved }: Selection,
): SelectedRecords {
  const left = new SignalTally(purpose);
  const exported = new ExportTally();
  async function* selected(): AsyncIterable<PageRecord> {
    for await (const record of records.list()) {
      if (targets && record.page?.isTarget !== true) continue;
      const reserving = reservedBy(purpose, record.page?.signals);
      if (!reserved) left.add(reserving);
      if (reserving.length > 0 !== reserved) continue;
      exported.add(record);
      yield record;
    }
  }
  return {
    records: selected(),
    exported,
    reserved: () => left.figures().reserved,
    leftOut(directory) {
      const { signals, reserved: pages } = left.figures();
      if (pages === 0) return undefined;
      const which = pages === 1 ? "1 page is" : `${pages} pages are`;
      return `${which} left out: reserved by the site against \`purpose: ${purpose}\`: ${signalsInWords(signals)}; seen with: dowser export ${directory} --format jsonl --reserved`;
    },
  };
}
