import { spawnSync } from "node:child_process";

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

let moving: number | undefined;

/**
 * Returns the seed of a sample that moves: the day of the last commit (20261127), 1 outside a clone.
 * So all gates of one commit play the same sample. `SEED` repeats another one.
 */
export function movingSeed(): number {
  moving ??= Number(process.env["SEED"] ?? dayOfCommit());
  return moving;
}

function dayOfCommit(): string {
  const words = ["log", "-1", "--format=%cd", "--date=format:%Y%m%d"];
  const { stdout } = spawnSync("git", words, { cwd: import.meta.dirname, encoding: "utf8" });
  return stdout?.trim() || "1";
}

/**
 * Returns the seeds of so many generated cases, one after another from `movingSeed` on: few in the
 * gate, many in `npm run test:slow`. `SCHEDULES=20000` names another number.
 */
export function movingSeeds(few: number, many: number): readonly number[] {
  const length = Number(process.env["SCHEDULES"] ?? cases(few, many));
  return Array.from({ length }, (_, index) => movingSeed() + index);
}
