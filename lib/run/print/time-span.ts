/** Units of a time span, the largest first, in ms. */
const UNITS = [
  [86_400_000, "days"],
  [3_600_000, "hours"],
  [60_000, "minutes"],
] as const;

/** Formats a time span in its largest unit of which it has two. */
export function timeSpan(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= 2 * each) ?? [1_000, "seconds"];
  const count = Math.max(0, Math.floor(ms / size));
  // Of larger units there are at least two.
  return count === 1 ? "1 second" : `${count} ${unit}`;
}
