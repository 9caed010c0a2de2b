import { PURPOSES, type Purpose, reservedBy, type Signals } from "../domain/web/signals/signals.ts";

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

/** Counts the signals of pages for any purpose that a project may state, now or later. */
export class SignalTallies {
  readonly #all = tallies();
  readonly #targets = tallies();

  /** Counts a page. */
  add(signals: Signals | undefined, isTarget: boolean): void {
    if (signals === undefined) return;
    for (const tally of this.#all.values()) tally.add(signals);
    if (isTarget) for (const tally of this.#targets.values()) tally.add(signals);
  }

  /** Returns the figures for a purpose, with the number of target pages that it leaves out. */
  figures(purpose: Purpose | undefined): SignalFigures & { readonly reservedTargets: number } {
    const [all, targets] = [this.#all, this.#targets].map((of) => of.get(purpose)?.figures());
    return {
      signals: all?.signals ?? {},
      purpose,
      reserved: all?.reserved ?? 0,
      reservedTargets: targets?.reserved ?? 0,
    };
  }
}

function tallies(): ReadonlyMap<Purpose | undefined, SignalTally> {
  return new Map([undefined, ...PURPOSES].map((purpose) => [purpose, new SignalTally(purpose)]));
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
