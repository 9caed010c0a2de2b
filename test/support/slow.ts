/** Whether tests take the time that `npm run test:slow` gives them. */
export const IS_SLOW = Boolean(process.env["SLOW"]);

/** Returns the number of cases: few in the gate, many in `npm run test:slow`. */
export function cases(few: number, many: number): number {
  return IS_SLOW ? many : few;
}

/**
 * Returns the seed of generated cases: a fixed one in the gate; in `npm run test:slow` the one that
 * it chose and printed (`SEED`).
 */
export function seedOf(fixed: number): number {
  return Number(process.env["SEED"] ?? fixed);
}
