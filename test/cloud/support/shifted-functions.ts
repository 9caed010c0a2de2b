import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Deployment } from "./a-deployment.ts";
import { changeVariables } from "./function-settings.ts";

/** Puts the clock of functions into the hands of a test, which shifts it by so many ms. */
export async function shiftClock(
  test: TestContext,
  deployment: Deployment,
  functions: readonly string[],
  more: (
    variables: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>> = () => ({}),
): Promise<(ms: number) => void> {
  const clockFile = join(mkdtempSync(join(tmpdir(), "dowser-clock-")), "shift");
  let shiftMs = 0;
  const shift = (ms: number) => {
    shiftMs += ms;
    writeFileSync(clockFile, String(shiftMs));
  };
  shift(0);
  const preload = join(import.meta.dirname, "shift-clock.ts");
  const restore = await changeVariables(deployment, functions, (variables) => ({
    ...variables,
    ...more(variables),
    NODE_OPTIONS: `--import=${preload}`,
    TEST_CLOCK_FILE: clockFile,
  }));
  test.after(restore);
  return shift;
}
