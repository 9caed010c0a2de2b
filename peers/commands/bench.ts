import { closeSync, openSync, writeFileSync } from "node:fs";
import { parseTargetRule } from "../../lib/domain/measures/truth.ts";
import { hashOf } from "../../lib/project/load-strategy-module.ts";
import { printResult } from "../../lib/run/print/print-line.ts";
import { openRecording } from "../../lib/run/web/open-web.ts";
import packageJson from "../../package.json" with { type: "json" };
import { type BenchCrawl, readResults, resultLines } from "./bench-results.ts";
import { type BenchTask, loadTask } from "./bench-task.ts";
import { splitStrategies } from "./compare/compare.ts";
import { compareProject } from "./compare/compare-project.ts";
import { foundOn } from "./compare/curve-points.ts";
import { boardMarkdown, boardText } from "./leaderboard.ts";
import { parseStrategyOption } from "./parse-strategy-option.ts";
import { readTruth } from "./read-truth.ts";

/** The options of the command line. */
export interface BenchOptions {
  /** `a,b:option=value,./mine.ts` */
  readonly strategies: string;
  readonly by: string;
  readonly results: string | undefined;
  readonly with: readonly string[];
  readonly markdown: string | undefined;
}

/** Runs `dowser bench`: crawls each task by each method and seed, and compares with results of others. */
export async function benchCommand(files: readonly string[], options: BenchOptions): Promise<void> {
  const names = [...new Set(splitStrategies(options.strategies))];
  // Checked before anything is crawled: a wrong option or file is reported at once.
  const modules = new Map<string, string | null>();
  for (const name of names) modules.set(name, await moduleHash(name));
  const others = options.with.flatMap(readResults);
  const tasks: BenchTask[] = [];
  for (const file of new Set(files)) tasks.push(await loadTask(file));
  for (const file of [options.results, options.markdown])
    if (file !== undefined) closeSync(openSync(file, "a"));
  const crawls: BenchCrawl[] = [];
  for (const task of tasks) crawls.push(...(await crawlTask(task, modules, options.by)));
  if (options.results !== undefined) writeFileSync(options.results, resultLines(crawls));
  show([...crawls, ...others], options.markdown);
}

/** Runs `dowser leaderboard`: shows files of results beside each other. */
export async function leaderboardCommand(
  files: readonly string[],
  { markdown }: Pick<BenchOptions, "markdown">,
): Promise<void> {
  show(files.flatMap(readResults), markdown);
}

function show(crawls: readonly BenchCrawl[], markdown: string | undefined): void {
  printResult(boardText(crawls));
  if (markdown !== undefined) writeFileSync(markdown, boardMarkdown(crawls));
}

async function moduleHash(name: string): Promise<string | null> {
  const choice = await parseStrategyOption(name);
  const file = choice["module"];
  return typeof file === "string" ? hashOf(file) : null;
}

async function crawlTask(
  task: BenchTask,
  modules: ReadonlyMap<string, string | null>,
  by: string,
): Promise<BenchCrawl[]> {
  const web = await openRecording(task.web);
  try {
    const repetitions = await compareProject(web, {
      file: task.file,
      project: task.project,
      seeds: task.seeds,
      truth: await readTruth(task.truth, parseTargetRule(task.target), web),
      knownInputs: {},
      names: [...modules.keys()],
      asksOracle: false,
    });
    return repetitions.flatMap(({ strategies, seed, knownTargets }) =>
      Object.entries(strategies).map(([strategy, { fetched, curve }]) => ({
        task: task.name,
        hash: task.hash,
        strategy,
        module: modules.get(strategy) ?? null,
        version: packageJson.version,
        by,
        seed,
        budget: task.budget,
        webPages: web.size,
        known: knownTargets ?? 0,
        fetched,
        found: foundOn(curve),
      })),
    );
  } finally {
    web.close();
  }
}
