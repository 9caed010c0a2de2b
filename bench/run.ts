/**
 * The one entry of all benches: `npm run bench` lists them, `npm run bench -- NAME [ARGUMENTS]` runs one,
 * `npm run bench -- NAME --smoke` plays it in seconds, and `npm run bench -- all [NAMES]` runs all or these and
 * rewrites their tables in docs/results/NAME.md.
 */
import { join } from "node:path";
import { formatTable } from "../lib/domain/text/table.ts";
import { benchNames, loadBench } from "./entry/benches.ts";
import { runAll } from "./entry/run-all.ts";
import { smokeOf } from "./entry/smoke.ts";

const ALL = "all";
const RESULTS = join(import.meta.dirname, "../docs/results");

const names = benchNames();
const [name, ...args] = process.argv.slice(2);
const unknown = (name === ALL ? args : [name ?? ALL]).filter(
  (each) => each !== ALL && !names.includes(each),
);
if (unknown.length > 0) {
  console.error(`no bench ${JSON.stringify(unknown[0])}; there are: ${names.join(", ")}`);
  process.exitCode = 2;
} else if (name === undefined) {
  console.log(await listing());
} else if (name === ALL) {
  const left = await runAll(args.length === 0 ? names : args, RESULTS);
  if (left.length > 0) {
    console.error(`docs/results was left as it was for: ${left.join(", ")}`);
    process.exitCode = 1;
  }
} else {
  const played = args.includes("--smoke") ? smokeOf(name) : args;
  if ("leftOut" in played) console.log(`skipped: ${played.leftOut}`);
  else await (await loadBench(name)).default([...played]);
}

async function listing(): Promise<string> {
  const rows = names.map(async (name) => {
    const { measures, takes } = (await loadBench(name)).about;
    return [name, takes, measures];
  });
  const columns = ["bench", "takes", "measures"].map((title) => ({
    title,
    align: "left" as const,
  }));
  return formatTable(columns, await Promise.all(rows));
}
