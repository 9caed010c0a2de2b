/** Returns whether two values that were written in the same order of keys are the same as JSON. */
export function sameJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
