import { closeSync, openSync, writeFileSync } from "node:fs";
import { loadProject } from "../config/load-project.ts";
import { parseStrategyOption } from "../config/parse-strategy-option.ts";
import type { Project } from "../config/project-schema.ts";
import {
  type Comparison,
  type Competitor,
  compareStrategies,
  type StrategyResult,
} from "../crawl/compare-strategies.ts";
import { parseTargetRule } from "../domain/metrics/truth.ts";
import { createStrategy } from "../domain/strategy/create-strategy.ts";
import { DowserError } from "../errors.ts";
import { planCrawl } from "../plan/plan-crawl.ts";
import { beginNow } from "./begin-crawl.ts";
import { gatherRecordedPaths, hasPaths } from "./gather-paths.ts";
import { type OpenedSearch, openSearch } from "./open-search.ts";
import { openRecording, recorded, tellAliases } from "./open-web.ts";
import { readTruth } from "./read-truth.ts";
import { recordedPorts } from "./recorded-ports.ts";
import { readLesson, withLesson } from "./strategy-lesson.ts";
import { figures, formatTable } from "./table.ts";

/** What the user says on the command line. */
export interface CompareOptions {
  readonly web: readonly string[];
  /** `a,b:option=value,c` */
  readonly strategies: string;
  readonly budget: number;
  readonly seed: number | undefined;
  readonly truth: readonly string[];
  readonly target: string | undefined;
  /** File for the result. */
  readonly json: string | undefined;
}

/** `dowser compare`: the same recorded web and budget for every strategy. */
export async function compareCommand(file: string, options: CompareOptions): Promise<void> {
  const written = loadProject(file);
  const project: Project = {
    ...written,
    seed: options.seed ?? written.seed,
    // Pages only: time and bytes would end the competitors' crawls at different points.
    budget: {
      pages: options.budget,
      bytesPerPage: written.budget.bytesPerPage,
      secondsPerPage: written.budget.secondsPerPage,
      trainingPages: written.budget.trainingPages,
    },
  };
  const competitors = competitorsOf(options.strategies, project);
  const rule = targetRuleOf(options);
  if (options.json !== undefined) closeSync(openSync(options.json, "a"));
  const web = await openRecording(options.web);
  const opened = recorded(web);
  let search: OpenedSearch | undefined;
  try {
    const truth = rule === undefined ? undefined : await readTruth(options.truth, rule, web);
    search = openSearch(project, opened);
    const engine = search?.provider;
    const strategies = competitors.map(({ strategy }) => strategy);
    const paths = hasPaths(project) ? await gatherRecordedPaths(project, web) : undefined;
    const beginning = await beginNow(project, opened, strategies, { engine, paths });
    const plan = planCrawl(project, opened, beginning);
    const comparison = await compareStrategies(
      {
        plan,
        seed: project.seed,
        truth,
        openPorts: async ({ strategy }) => ({
          ports: recordedPorts(web, project, strategy, engine),
          close: async () => {},
        }),
        onResult: (name, { seconds }) =>
          process.stderr.write(`${name}: done in ${seconds.toFixed(1)} s\n`),
      },
      competitors,
    );
    process.stdout.write(`${formatComparison(comparison)}\n`);
    tellAliases(web.aliases());
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(comparison)}\n`);
  } finally {
    await search?.close();
    web.close();
  }
}

/** The table of a comparison for a terminal. */
export function formatComparison({ strategies, budget, knownTargets }: Comparison): string {
  const table = formatTable(
    [
      { title: "strategy", align: "left" },
      ...["fetched", "targets", "harvest rate", "target recall", "not recorded", "seconds"].map(
        figures,
      ),
    ],
    Object.entries(strategies).map(([name, result]) => [name, ...cellsOf(result)]),
  );
  const judge =
    knownTargets === null
      ? "targets by the crawl's own judgement"
      : `known targets: ${knownTargets}`;
  return `${table}\nbudget ${budget} pages; ${judge}`;
}

function cellsOf(result: StrategyResult): string[] {
  return [
    String(result.fetched),
    String(result.targets),
    result.harvestRate.toFixed(4),
    result.targetRecall === null ? "–" : result.targetRecall.toFixed(4),
    String(result.notRecorded),
    result.seconds.toFixed(1),
  ];
}

/** Splits `a,b:x=1,y=2,c`: a part that is only an option goes on with the strategy before it. */
export function splitStrategies(list: string): string[] {
  const names: string[] = [];
  for (const part of list.split(",")) {
    const isOption = part.includes("=") && !part.slice(0, part.indexOf("=")).includes(":");
    if (isOption && names.length > 0) names.push(`${names.pop()},${part}`);
    else names.push(part.trim());
  }
  return names;
}

function competitorsOf(list: string, { seed, budget, search }: Project): Competitor[] {
  const names = splitStrategies(list);
  const asksQueries = search?.compose !== undefined;
  const context = { seed, pages: budget.pages, asksQueries };
  return [...new Set(names)].map((name) => {
    const choice = parseStrategyOption(name);
    return { name, strategy: withLesson(createStrategy(choice, context), readLesson(choice)) };
  });
}

function targetRuleOf({ truth, target }: CompareOptions) {
  if (truth.length === 0 && target === undefined) return undefined;
  if (truth.length > 0 && target !== undefined) return parseTargetRule(target);
  throw new DowserError("--truth and --target go together", {
    code: "truth-without-target",
    reaction: "fix-config",
    value: { truth, target },
    mend: "give both --truth FILE.jsonl and --target FIELD=VALUE, or neither",
  });
}
