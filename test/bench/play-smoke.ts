// Before any module that compresses: where the bench `stack` comes after others, its virtual time would not wait
// for their threads, and leases would end that nobody had let go.
import "../../bench/stack/serial-zlib.ts";
import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { loadBench } from "../../bench/entry/benches.ts";
import { smokeOf } from "../../bench/entry/smoke.ts";

/** Why a bench printed no table: its recordings, or its browser, are not on this machine. */
const SKIPPED = /^.*(?:skipped|is left out).*$/m;

/** A row of a table in Markdown, below the line that divides it from the heads. */
const ROW = /^\| [-: |]+\|\n\| /m;

/** Plays the smoke run of a bench in this process: it prints a row of a table at least. */
export function itPlays(name: string): void {
  const smoke = smokeOf(name);
  const skip = "leftOut" in smoke ? smoke.leftOut : false;
  it(`The bench ${name} works in its smoke run`, { skip }, async (test) => {
    if ("leftOut" in smoke) return;
    const { about, default: bench } = await loadBench(name);
    const printed = await printedBy(test, () => bench([...smoke]));
    const why = SKIPPED.exec(printed)?.[0];
    if (why !== undefined && !ROW.test(printed)) return test.skip(why);
    assert.match(printed, ROW);
    assert.notEqual(about.measures, "");
  });
}

/** What a bench prints, which must not say by the exit code that it failed. */
async function printedBy(test: TestContext, play: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  for (const method of ["log", "error"] as const)
    test.mock.method(console, method, (...texts: unknown[]) => lines.push(texts.join(" ")));
  const before = process.exitCode;
  try {
    await play();
    assert.equal(process.exitCode, before, lines.join("\n"));
  } finally {
    process.exitCode = before;
  }
  return lines.join("\n");
}
