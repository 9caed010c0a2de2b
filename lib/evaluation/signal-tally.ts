import { type Purpose, reservedBy } from "../domain/signals/purpose.ts";
import type { Signals } from "../domain/signals/signals.ts";

/** What the sites of some pages say may be done with them. */
export interface SignalFigures {
  /** Number of pages with each signal, the most frequent first; all policies are `tdm-policy`. */
  readonly signals: Readonly<Record<string, number>>;
  /** The purpose that the project states. */
  readonly purpose: Purpose | undefined;
  /** Number of pages that exports leave out, as their sites reserve them against that purpose. */
  readonly reserved: number;
}

/** Counts the signals of pages. */
export class SignalTally {
  readonly #purpose: Purpose | undefined;
  readonly #pages = new Map<string, number>();
  #reserved = 0;

  /** `purpose` is that of the project, which need not state one. */
  constructor(purpose: Purpose | undefined) {
    this.#purpose = purpose;
  }

  /** Counts a page; returns the signals that reserve it. */
  add(signals: Signals = []): Signals {
    for (const signal of signals) {
      const name = signal.startsWith("tdm-policy:") ? "tdm-policy" : signal;
      this.#pages.set(name, (this.#pages.get(name) ?? 0) + 1);
    }
    const reserving = reservedBy(this.#purpose, signals);
    if (reserving.length > 0) this.#reserved += 1;
    return reserving;
  }

  figures(): SignalFigures {
    const sorted = [...this.#pages].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return {
      signals: Object.fromEntries(sorted),
      purpose: this.#purpose,
      reserved: this.#reserved,
    };
  }
}

/** Most signals that are written in words: licences and policies may be many. */
const MOST_NAMED = 12;

/** Writes numbers of pages by signal in words: `robots: noindex (4), tdm-reservation: 1 (3)`. */
export function signalsInWords(signals: SignalFigures["signals"]): string {
  const all = Object.entries(signals);
  const named = all.slice(0, MOST_NAMED).map(([signal, pages]) => `${signal} (${pages})`);
  const others = all.length - named.length;
  return [...named, ...(others > 0 ? [`${others} more`] : [])].join(", ");
}
