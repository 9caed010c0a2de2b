import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Gathers the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Most seeds accepted: each takes a crawl by every strategy. */
const MOST_SEEDS = 1_000;

/**
 * Reads `1..10`, `1,2,5` or both, as in `1..3,7`: whole numbers from 0, each once, in their order.
 */
export function parseSeedList(text: string): number[] {
  const seeds = new Set<number>();
  for (const part of text.split(",")) {
    const [, from = "", to = from] = /^(\d+)(?:\.\.(\d+))?$/.exec(part.trim()) ?? [];
    const [first, last] = [Number(from), Number(to)];
    const isRange = from !== "" && Number.isSafeInteger(last) && first <= last;
    if (!isRange) throw new InvalidArgumentError("expected seeds like 1..10 or 1,2,5.");
    if (seeds.size + last - first >= MOST_SEEDS)
      throw new InvalidArgumentError(`expected at most ${MOST_SEEDS} seeds.`);
    for (let seed = first; seed <= last; seed += 1) seeds.add(seed);
  }
  return [...seeds];
}

/** Reads an option that is a whole number from `least` on. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least && /^\d+$/.test(text)) return value;
    throw new InvalidArgumentError(`expected a whole number from ${least}.`);
  };
}

/** Reads an option that is a number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("expected a number above 0.");
}
