import {
  type Interval,
  pairedBootstrap,
  ratioOfMeans,
} from "../../../lib/domain/stats/intervals/paired-bootstrap.ts";

/** Returns a share to three places; a dash for what is not known. */
export function share(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : "–";
}

/** Returns a ratio to two places; a dash for what is not known. */
export function ratio(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : "–";
}

/** Returns ms to one place; a dash for what is not known. */
export function millis(value: number): string {
  return Number.isFinite(value) ? value.toFixed(1) : "–";
}

/** Returns the ratio of the means of pairs with its 95 % interval over resampled pairs. */
export function ratioOf(pairs: readonly (readonly [number, number])[]): Interval {
  if (pairs.length === 0) return { estimate: Number.NaN, low: Number.NaN, high: Number.NaN };
  return pairedBootstrap(pairs, ratioOfMeans, 1);
}

/** Returns a ratio with its interval as a cell. */
export function interval({ estimate, low, high }: Interval): string {
  return Number.isFinite(estimate) ? `${ratio(estimate)} [${ratio(low)}, ${ratio(high)}]` : "–";
}

/** Returns the greatest of those values that are numbers; not a number if there is none. */
export function greatest(values: readonly number[]): number {
  const numbers = values.filter((value) => Number.isFinite(value));
  return numbers.length === 0 ? Number.NaN : Math.max(...numbers);
}
