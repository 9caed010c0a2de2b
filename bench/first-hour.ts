/**
 * Plays the first hour of a new user with the program itself, on the recorded demo web and on loopback, and
 * prints each step with its seconds, its exit code and its last lines. `PYTHON` names a Python with pandas
 * and pyarrow; without it the table is not opened. It measures the machine's part: what a person reads and
 * decides takes longer.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

const ROOT = join(import.meta.dirname, "..");
const PROGRAM = join(ROOT, "lib/cli/dowser.ts");

/** Labels of the diary: as many as the guides recommend for a study. */
const [GOOD, BAD] = [40, 200];

/** Pages of the first corpus, if the command line does not say how many. */
const PAGES = "400";

/** Lines of output printed for a step. */
const LAST_LINES = 6;

const WEB = ["--web", "web.warc.gz"];
const FORUM = "http://forum.demo.example/";
const TRUTH = ["--truth", "truth.jsonl", "--target", "target=true", "--json"];

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "seconds from nothing to a corpus, to 240 labels and to a table in Python",
  takes: "two minutes",
};

/** Parts of the hour in their order; each needs those before it. */
const PARTS: ReadonlyMap<string, (pages: string) => void> = new Map([
  ["corpus", firstCorpus],
  ["labels", manyLabels],
  ["table", tableInPython],
  ["complaints", oldComplaints],
]);

const folder = join(tmpdir(), `dowser-first-hour-${process.pid}`);
const begun = performance.now();
const milestones: [what: string, seconds: string][] = [];

/**
 * `npm run bench -- first-hour [corpus | labels | table | complaints] [PAGES]`: plays all steps, or those up to this
 * part. `PAGES` are those of the first corpus.
 */
export default async function bench([last, pages = PAGES]: string[]): Promise<void> {
  mkdirSync(folder);
  try {
    for (const [part, play] of PARTS) {
      play(pages);
      if (part === last) break;
    }
    const titles = [{ title: "until", align: "left" } as const, figures("seconds")];
    printTable("a first hour: seconds of the machine since the first command", titles, milestones);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function firstCorpus(pages: string): void {
  step("demo", "--record", ".");
  const topic = ["--topic", "beekeeping honey hive", "--contact", "you@example.org"];
  const seeds = ["--seed-url", FORUM, "--seed-url", "http://news.demo.example/"];
  step("init", ...topic, ...seeds, "--yes", "--out", "bees.yaml");
  step("crawl", "bees.yaml", ...WEB, "--out", "bees", "--pages", pages);
  step("export", "bees", "--format", "csv", "--relevant", "--out", "bees.csv");
  milestone("the first corpus, as a table");
  truthOf("bees");
}

function manyLabels(): void {
  // A person presses a key a page; which is pressed does not change how long the program takes.
  run(["label", "bees", "--n", String(GOOD + BAD), "--by", "Ann"], "n".repeat(GOOD + BAD));
  step("label", "remove", "bees", "--by", "Ann");
  const stored = dowser(["export", "bees", "--format", "jsonl"]).stdout.trimEnd().split("\n");
  const fetched = new Set(stored.map((line): string => JSON.parse(line).url));
  const truth = readFileSync(join(folder, "truth.jsonl"), "utf8").trimEnd().split("\n");
  const known = truth.map((line) => JSON.parse(line)).filter(({ url }) => fetched.has(url));
  const rows = [
    ...known.filter(({ target }) => target === true).slice(0, GOOD),
    ...known.filter(({ target }) => target !== true).slice(0, BAD),
  ].map(({ url, target }) => `${url},${target === true ? "good" : "bad"}`);
  writeFileSync(join(folder, "labels.csv"), ["url,label", ...rows].join("\n"));
  step("label", "import", "bees", "labels.csv");
  milestone(`${rows.length} labels, by keys and then from a file`);
  step("crawl", "bees.yaml", ...WEB, "--out", "bees", "--pages", "800");
  truthOf("bees");
}

function tableInPython(): void {
  step("export", "bees", "--format", "parquet", "--out", "bees.parquet");
  const python = process.env["PYTHON"];
  if (python === undefined) return console.log("not opened in Python: PYTHON names none\n");
  const script = join(ROOT, "examples/read_export.py");
  print("python read_export.py bees.parquet", () =>
    spawnSync(python, [script, "bees.parquet"], { cwd: folder, encoding: "utf8" }),
  );
  milestone("a table in Python");
}

/** The complaints of the first diary that a command shows. */
function oldComplaints(): void {
  const dead = ["--seed-url", "http://127.0.0.1:59999/", "--contact", "you@example.org"];
  step("init", "--topic", "bees", ...dead, "--yes", "--check", "--out", "dead.yaml");
  const file = join(folder, "dead.yaml");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace("politeness:", "politeness:\n  allowLoopback: true"),
  );
  step("crawl", "dead.yaml", "--out", "dead");
  run(["init", "--out", "piped.yaml"], `glaciers\n\n\n${FORUM}\n`);
  step("init", "--topic", "glaciology", "--seed-url", FORUM, "--yes", "--out", "empty.yaml");
  step("crawl", "empty.yaml", ...WEB, "--out", "empty", "--pages", "50");
  step("label", "add", "bees", FORUM, "relevant");
  step("status");
  step("status", "bees");
  step("report", "bees", ...TRUTH.slice(0, -1));
  step("export", "bees", "--format", "jsonl", "--out", "-");
  step("export", "bees", "--explain");
  step("export", "bees", "--format", "wacz", "--out", "bees.wacz");
  writeFileSync(
    file,
    "name: x\nseeds: { urls: [http://forum.demo.example/] }\nscope: { languages: [english] }\n",
  );
  step("crawl", "dead.yaml", ...WEB);
  writeFileSync(
    file,
    "name: x\nseeds: { urls: [http://forum.demo.example/] }\nstrategy: adaptive:beta=hot\n",
  );
  step("crawl", "dead.yaml", ...WEB);
}

/** Prints how many of the pages are relevant by the truth of the demo web. */
function truthOf(directory: string): void {
  const { fetched, targets, byTruth } = JSON.parse(dowser(["report", directory, ...TRUTH]).stdout);
  console.log(`by the truth: ${JSON.stringify({ fetched, targets, byTruth }).slice(0, 400)}\n`);
}

function milestone(what: string): void {
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`== ${what}: after ${seconds} s\n`);
  milestones.push([what, seconds]);
}

function step(...args: readonly string[]): void {
  run(args, "");
}

function run(args: readonly string[], input: string): void {
  print(`dowser ${args.join(" ")}`, () => dowser(args, input));
}

function dowser(args: readonly string[], input = "") {
  const options = { cwd: folder, encoding: "utf8", input, maxBuffer: 2 ** 28 } as const;
  return spawnSync(process.execPath, [PROGRAM, ...args], options);
}

function print(title: string, work: () => ReturnType<typeof dowser>): void {
  const at = performance.now();
  const { status, stdout, stderr } = work();
  const seconds = ((performance.now() - at) / 1000).toFixed(1);
  const lines = `${stderr}${stdout}`.trimEnd().split("\n").slice(-LAST_LINES);
  console.log(`$ ${title}\n${lines.map((line) => `  ${line.slice(0, 160)}`).join("\n")}`);
  console.log(`  -- exit ${status}, ${seconds} s\n`);
}
