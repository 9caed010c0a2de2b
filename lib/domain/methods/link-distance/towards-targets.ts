/** Links that lead towards targets, which click paths must show. */
import { fail } from "../../../errors.ts";
import type { Json } from "../../json.ts";
import type { MarkedPaths, Need, Strategy } from "../strategy.ts";
import { type PathTrainer, requirePathModel } from "./path-model.ts";

/** How a crawl towards targets works, whatever it learns from paths. */
interface Towards {
  /** Name of the form of its trained data, in model files. */
  readonly variant: string;
  /** Whether a prediction is of the page itself, or of the pages behind it, too. */
  readonly linksPredict: NonNullable<Strategy["linksPredict"]>;
  /** Whether it trains while the crawl grows. */
  readonly trainsAgain: boolean;
}

/** Name in logs and errors, whatever it learns from paths. */
const NAME = "link-distance";

/** Growth of the crawl between two trainings: a tenth of the pages, with a minimum. */
const GROWTH = 0.1;
const LEAST_GROWTH = 5;

/**
 * Creates a strategy that reaches targets on sites without training paths. Click paths to targets
 * of other sites show what lies on the way. The links with the highest predictions come first. The
 * trainer decides what is learned from paths, and how.
 */
export function towardsTargets(
  trainer: PathTrainer,
  { variant, linksPredict, trainsAgain }: Towards,
): Strategy {
  const lessons = new WeakMap<MarkedPaths, Json>();
  const taughtBy = (marked: MarkedPaths): Json => {
    const known = lessons.get(marked) ?? trainer.learn(marked);
    lessons.set(marked, known);
    return known;
  };
  const lessonFor = (need: Need): Json =>
    need.pathModel === undefined
      ? taughtBy(requirePaths(NAME, need))
      : requirePathModel(need.pathModel, variant);
  return {
    name: NAME,
    selection: { kind: "best" },
    merge: "greater",
    linksPredict,
    checkNeed: (need) => {
      if (need.pathModel === undefined) requirePaths(NAME, need);
      else requirePathModel(need.pathModel, variant);
      return undefined;
    },
    train: (evidence, need) => trainer.train(lessonFor(need), evidence, need),
    compile: (model) => trainer.compile(model),
    isStale: ({ pages, pagesAtTraining }) =>
      trainsAgain && pages - pagesAtTraining >= Math.max(LEAST_GROWTH, GROWTH * pagesAtTraining),
  };
}

/**
 * Returns the marked paths of the need, at least one.
 * @throws DowserError `no-click-path`
 */
export function requirePaths(strategy: string, { paths }: Need): MarkedPaths {
  if (paths !== undefined && paths.paths.length > 0) return paths;
  throw fail("no-click-path", { strategy, value: paths?.paths });
}
