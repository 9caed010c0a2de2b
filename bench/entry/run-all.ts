import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import type { PrintedTable } from "./print-table.ts";
import { resultsBlock, withBlock } from "./results-file.ts";

const ENTRY = join(import.meta.dirname, "../run.ts");

/**
 * Runs benches one after another, each in a process of its own, and puts the tables of each between its
 * markers in a results file as soon as it is done. One that was skipped, failed or has no markers leaves
 * the file as it was. Returns the names of those.
 */
export async function runAll(names: readonly string[], results: string): Promise<string[]> {
  const left: string[] = [];
  for (const name of names) {
    process.stderr.write(`bench ${name}\n`);
    const tables = await tablesOf(name);
    const block = resultsBlock(name, tables ?? [], { machine: machine(), at: new Date() });
    const text = withBlock(readFileSync(results, "utf8"), name, block);
    if (tables === undefined || tables.length === 0 || text === undefined) left.push(name);
    else writeFileSync(results, text);
  }
  return left;
}

/** What a bench printed as tables; `undefined` where it failed. */
async function tablesOf(name: string): Promise<string[] | undefined> {
  const tables: string[] = [];
  const bench = fork(ENTRY, [name]);
  bench.on("message", ({ benchTable }: PrintedTable) => tables.push(benchTable));
  const [code]: unknown[] = await once(bench, "close");
  return code === 0 ? tables : undefined;
}

function machine(): string {
  const model = cpus()[0]?.model.trim() ?? "processor unknown";
  const cores = availableParallelism();
  return `${model}, ${cores} ${cores === 1 ? "core" : "cores"}, Node ${process.versions.node}`;
}
