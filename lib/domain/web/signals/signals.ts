/**
 * The statements of a site about what may be done with a page, each as `name: value`, in the order
 * of the alphabet, each once: `robots: noindex`, `content-usage: train-ai=n`,
 * `content-signal: ai-train=no`, `tdm-reservation: 1`, `tdm-policy: https://…`, `license: https://…`.
 */
export type Signals = readonly string[];

/** The statements of a page that makes none. */
export const NO_SIGNALS: Signals = [];

/** Permissions, with the restriction that goes before each. */
const STRICTER: readonly (readonly [permission: RegExp, restriction: string])[] = [
  [/^(content-usage: .*)=y$/, "$1=n"],
  [/^(content-signal: .*)=yes$/, "$1=no"],
  [/^(tdm-reservation): 0$/, "$1: 1"],
];

/**
 * Combines the statements of several sources. Where one allows what another does not, the stricter
 * one counts (draft-ietf-aipref-vocab §5.1); the same is done for the signals that do not say.
 */
export function combineSignals(...sources: readonly Signals[]): Signals {
  const speaking = sources.filter(({ length }) => length > 0);
  if (speaking.length === 0) return NO_SIGNALS;
  const all = new Set(speaking.flat());
  const isOverruled = (signal: string) =>
    STRICTER.some(([of, by]) => of.test(signal) && all.has(signal.replace(of, by)));
  return [...all].filter((signal) => !isOverruled(signal)).sort();
}

// What the record of a page says of its use.

/** The keys of a page's record that say what may be done with it. */
export interface SignalKeys {
  /**
   * What its site says may be done with it: the page's own headers and `meta` elements, robots.txt
   * and the TDM file. Absent when there is nothing.
   */
  readonly signals?: Signals;
}

/** Adds to what a page says of its use what another source says; nothing where neither says anything. */
export function withSignals({ signals: own = NO_SIGNALS }: SignalKeys, other: Signals): SignalKeys {
  const signals = combineSignals(own, other);
  return signals.length === 0 ? {} : { signals };
}
