import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import type { PrintedTable } from "./print-table.ts";
import { resultsBlock, withBlock } from "./results-file.ts";

const ENTRY = join(import.meta.dirname, "../run.ts");

/**
 * Runs benches one after another, each in a process of its own. Puts the tables of each between the markers
 * of its page, `NAME.md` in that folder, as soon as it is done. A bench whose page has no markers does not
 * run; one that was skipped or failed leaves its page as it was. `more` are further words for each. Returns the names of both.
 */
export async function runAll(
  names: readonly string[],
  folder: string,
  more: readonly string[] = [],
): Promise<string[]> {
  const left: string[] = [];
  for (const name of names) {
    process.stderr.write(`bench ${name}\n`);
    if (!(await rewritePage(name, join(folder, `${name}.md`), more))) left.push(name);
  }
  return left;
}

/** Whether the page has new tables now. */
async function rewritePage(name: string, page: string, more: readonly string[]): Promise<boolean> {
  const hasPlace =
    existsSync(page) && withBlock(readFileSync(page, "utf8"), name, "") !== undefined;
  const tables = hasPlace ? await tablesOf(name, more) : undefined;
  if (tables === undefined || tables.length === 0) return false;
  const block = resultsBlock(name, tables, { machine: machine(), at: new Date() });
  // Read again: a bench takes minutes, in which the prose beside its tables may have changed.
  const text = withBlock(readFileSync(page, "utf8"), name, block);
  if (text !== undefined) writeFileSync(page, text);
  return text !== undefined;
}

/** The tables that a bench printed; `undefined` where it failed. */
async function tablesOf(name: string, more: readonly string[]): Promise<string[] | undefined> {
  const tables: string[] = [];
  // Not with the options of this process: those of a test runner would make a test of the bench.
  const bench = fork(ENTRY, [name, ...more], { execArgv: [] });
  bench.on("message", ({ benchTable }: PrintedTable) => tables.push(benchTable));
  const [code]: unknown[] = await once(bench, "close");
  return code === 0 ? tables : undefined;
}

function machine(): string {
  const model = cpus()[0]?.model.trim() ?? "processor unknown";
  const cores = availableParallelism();
  return `${model}, ${cores} ${cores === 1 ? "core" : "cores"}, Node ${process.versions.node}`;
}
