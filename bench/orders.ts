/**
 * The crawl orders on recorded real sites, by `dowser compare` as a user runs it: each forum, and each
 * university web. The need is six pages a user might show, three targets and three others, drawn by
 * seed; all other truth is the evaluator's. Each comparison runs twice and must come out the same.
 */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTargetLine, parseTargetRule, type TruthLine } from "../lib/domain/measures/truth.ts";
import { hashToUnit } from "../lib/domain/stats/random/random.ts";
import { figures } from "../lib/domain/text/table.ts";
import type { Comparison } from "../lib/evaluation/compare-strategies.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "blind orders and best-first on recorded forums and universities, each run twice",
  takes: "some 4 minutes",
};

const CORPORA = join(import.meta.dirname, "../../shared/corpora");
const PROGRAM = join(import.meta.dirname, "../lib/cli/dowser.ts");
const STRATEGIES = ["breadth-first", "depth-first", "random", "best-first"];

/** Of a recording's pages, what each order may fetch if the command line does not say. */
const SHARE = 0.1;
const EXAMPLES = 3;

interface Recording {
  readonly name: string;
  readonly warc: string;
  readonly truth: string;
  readonly target: string;
  readonly seed: string;
}

/** `npm run bench -- orders [RECORDINGS] [SHARE]`: all of them, or the last so many. */
export default async function orders([most, share = String(SHARE)]: string[]): Promise<void> {
  const all = [...forums(), ...universities()];
  const recordings = most === undefined ? all : all.slice(-Number(most));
  if (recordings.length === 0) {
    console.log(`skipped: no recorded sites at ${CORPORA}`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "dowser-orders-"));
  const rows = recordings.map((recording) => compare(recording, folder, Number(share)));
  rmSync(folder, { recursive: true });
  printTable(
    `harvest rate within ${share} of each web`,
    [
      { title: "recording", align: "left" },
      { title: "targets", align: "left" },
      ...["known", "budget", ...STRATEGIES, "run twice"].map(figures),
    ],
    rows,
  );
}

function compare(recording: Recording, folder: string, share: number): string[] {
  const lines = readFileSync(recording.truth, "utf8").trim().split("\n").map(parseLine);
  const rule = parseTargetRule(recording.target);
  const drawn = lines.toSorted((a, b) => hashToUnit(1, a.url) - hashToUnit(1, b.url));
  const examples = (selected: boolean) =>
    drawn
      .filter((line) => isTargetLine(line, rule) === selected)
      .slice(0, EXAMPLES)
      .map(({ url }) => url);
  const project = join(folder, "project.yaml");
  const need = { good: examples(true), bad: examples(false) };
  writeFileSync(
    project,
    JSON.stringify({ name: "orders", need, seeds: { urls: [recording.seed] } }),
  );
  const budget = Math.round(share * lines.length);
  const run = (): string => {
    const json = join(folder, "out.json");
    const options = [
      "--strategies",
      STRATEGIES.join(","),
      "--budget",
      String(budget),
      "--json",
      json,
    ];
    const truth = ["--truth", recording.truth, "--target", recording.target];
    execFileSync(
      process.execPath,
      [PROGRAM, "compare", project, "--web", recording.warc, ...truth, ...options],
      { stdio: "ignore" },
    );
    return readFileSync(json, "utf8").replaceAll(/"seconds":[\d.e-]+/g, '"seconds":0');
  };
  const first = run();
  const { strategies, knownTargets }: Comparison = JSON.parse(first);
  return [
    recording.name,
    recording.target,
    String(knownTargets),
    String(budget),
    ...STRATEGIES.map((name) => (strategies[name]?.harvestRate ?? Number.NaN).toFixed(3)),
    run() === first ? "identical" : "DIFFERS",
  ];
}

function forums(): Recording[] {
  return globSync(join(CORPORA, "forums/*.types.json"))
    .toSorted()
    .flatMap((file, index) => {
      const { seed }: { seed: string } = JSON.parse(readFileSync(file, "utf8"));
      const base = file.slice(0, -".types.json".length);
      const shared = { warc: `${base}.warc.gz`, truth: `${base}.types.jsonl`, seed };
      return ["kind=thread", "kind=profile"].flatMap((target) =>
        readFileSync(shared.truth, "utf8").includes(`"kind": "${target.slice(5)}"`)
          ? [{ name: `forum ${index + 1}`, target, ...shared }]
          : [],
      );
    });
}

/** Recordings of universities whose root stands in the folder's table. */
function universities(): Recording[] {
  const table = join(CORPORA, "webkb/README.md");
  if (!existsSync(table)) return [];
  const rows = readFileSync(table, "utf8").matchAll(/^\| (\w+)\.warc\.gz .*\| (http\S+) \|$/gm);
  return Array.from(rows, ([, name = "", seed = ""], index) => ({
    name: `university ${index + 1}`,
    warc: join(CORPORA, `webkb/${name}.warc.gz`),
    truth: join(CORPORA, `webkb/${name}.labels.jsonl`),
    target: "label=course",
    seed,
  }));
}

function parseLine(line: string): TruthLine {
  const parsed: TruthLine = JSON.parse(line);
  return parsed;
}
