import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Deployment } from "./a-deployment.ts";
import { changeVariables } from "./function-settings.ts";

/** The clock of functions in the hands of a test. */
export interface ShiftedClock {
  /** Shifts it by so many ms, for all that the functions do next. */
  readonly shift: (ms: number) => void;
  /** What it tells, in ms since the epoch. */
  readonly now: () => number;
}

/** Puts the clock of functions into the hands of a test. */
export async function shiftClock(
  test: TestContext,
  deployment: Deployment,
  functions: readonly string[],
  more: (
    variables: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>> = () => ({}),
): Promise<ShiftedClock> {
  const clockFile = join(mkdtempSync(join(tmpdir(), "dowser-clock-")), "shift");
  let shiftMs = 0;
  // In place: a file that is emptied first would be read as no shift at all.
  const write = (flag: "w" | "r+") => writeFileSync(clockFile, Float64Array.of(shiftMs), { flag });
  write("w");
  const preload = join(import.meta.dirname, "shift-clock.ts");
  const restore = await changeVariables(deployment, functions, (variables) => ({
    ...variables,
    ...more(variables),
    NODE_OPTIONS: `--import=${preload}`,
    TEST_CLOCK_FILE: clockFile,
  }));
  test.after(restore);
  return {
    shift: (ms) => {
      shiftMs += ms;
      write("r+");
    },
    now: () => Date.now() + shiftMs,
  };
}
