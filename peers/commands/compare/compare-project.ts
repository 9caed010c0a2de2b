import { systemClock } from "../../../lib/adapters/system-clock.ts";
import type { RecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { PathModel } from "../../../lib/domain/methods/link-distance/path-model.ts";
import type { Need, Strategy } from "../../../lib/domain/methods/strategy.ts";
import {
  type Competitor,
  compareStrategies,
  type Truth,
} from "../../../lib/evaluation/compare-strategies.ts";
import { readPathModel } from "../../../lib/project/model-file.ts";
import { openPlan } from "../../../lib/project/plan-crawl.ts";
import type { Project } from "../../../lib/project/project-schema.ts";
import { createStrategy } from "../../../lib/project/strategy-choice.ts";
import { hasPaths } from "../../../lib/run/crawl/gather-paths.ts";
import { type KnownInputs, readInputs } from "../../../lib/run/input/crawl-inputs.ts";
import { printNotice } from "../../../lib/run/print/print-line.ts";
import { openSearch } from "../../../lib/run/web/open-search.ts";
import { recorded } from "../../../lib/run/web/open-web.ts";
import { parseStrategyOption } from "../parse-strategy-option.ts";
import { gatherRecordedPaths } from "./gather-recorded-paths.ts";
import { type OracleCrawls, oracleCrawls } from "./oracle-crawls.ts";
import { recordedPorts } from "./recorded-ports.ts";
import type { Repetition } from "./summarise-comparisons.ts";

/** The comparison for one project. */
interface ProjectComparison {
  /** Project file, as the user named it. */
  readonly file: string;
  readonly project: Project;
  readonly truth: Truth | undefined;
  /** The initial inputs of an earlier crawl, to begin the same way. */
  readonly knownInputs: Pick<KnownInputs, "need" | "foundSeeds">;
  /** Each seed gives one repetition. */
  readonly seeds: readonly number[];
  /** Names of strategies with their options, each once. */
  readonly names: readonly string[];
  /** Whether to compute the results that an oracle could reach. */
  readonly asksOracle: boolean;
  /** Whether to measure what each crawl calls relevant in the end. */
  readonly asksCalled?: boolean;
}

/**
 * Compares strategies for one project, once per seed. Examples are read, seeds searched for and
 * click paths followed only once: they are the same in all repetitions.
 */
export async function compareProject(
  web: RecordedWeb,
  setup: ProjectComparison,
): Promise<Repetition[]> {
  const { file, project, truth, seeds, asksOracle, asksCalled = false, knownInputs } = setup;
  const opened = recorded(web);
  await using search = openSearch(project, opened);
  const engine = search?.provider;
  const competitors = await competitorsOf(setup, project.seed);
  const strategies = competitors.map(({ strategy }) => strategy);
  const paths = hasPaths(project) ? await gatherRecordedPaths(project, web) : undefined;
  const inputs = await readInputs(project, opened, strategies, { ...knownInputs, engine, paths });
  const plan = await openPlan(project, opened, inputs);
  let knowing: OracleCrawls | undefined;
  if (asksOracle && truth !== undefined)
    knowing = await oracleCrawls({ web, clock: systemClock }, plan, truth);
  const repetitions: Repetition[] = [];
  for (const seed of seeds) {
    const seeded = { ...project, seed };
    const comparison = await compareStrategies(
      {
        plan,
        seed,
        truth,
        asksCalled,
        openPorts: async ({ strategy }) => ({
          ports: recordedPorts(web, seeded, strategy, engine),
          close: async () => {},
        }),
        onResult: (name, { seconds }) => {
          const which = seeds.length > 1 ? `${name}, seed ${seed}` : name;
          printNotice(`${which}: done in ${seconds.toFixed(1)} s`);
        },
      },
      await competitorsOf(setup, seed),
    );
    const more = { project: file, webPages: web.size, ...(knowing && { knowing }) };
    repetitions.push({ ...comparison, ...more });
  }
  return repetitions;
}

/** Returns the strategies with the random seed of one repetition. */
async function competitorsOf(
  { names, project }: ProjectComparison,
  seed: number,
): Promise<Competitor[]> {
  const { budget, search } = project;
  const context = { seed, pages: budget.pages, asksQueries: search?.compose !== undefined };
  const competitors: Competitor[] = [];
  for (const name of names) {
    const choice = await parseStrategyOption(name);
    const strategy = await createStrategy(choice, context);
    competitors.push({ name, strategy: withPathModel(strategy, await readPathModel(choice)) });
  }
  return competitors;
}

/**
 * Returns the strategy with a trained model of its own, instead of the click paths of the need, for
 * crawls that share a need.
 */
export function withPathModel(strategy: Strategy, pathModel: PathModel | undefined): Strategy {
  if (pathModel === undefined) return strategy;
  const trained = (need: Need): Need => ({ ...need, paths: undefined, pathModel: pathModel });
  return {
    ...strategy,
    checkNeed: (need) => strategy.checkNeed?.(trained(need)),
    train: (evidence, need, previous) => strategy.train(evidence, trained(need), previous),
  };
}
