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
