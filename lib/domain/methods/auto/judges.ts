/** The judges that `auto` may believe, and how each did on the pages seen. */
import type { Json } from "../../json.ts";
import { learnedPages } from "../adaptive/page-estimator/learned-estimation.ts";
import { commd } from "../comments/commd.ts";
import type { GroupCount, GroupTally } from "../group-tally.ts";
import { linkDistance } from "../link-distance/link-distance.ts";
import { lokman } from "../lokman/lokman.ts";
import { judgingBy, type PageEstimation } from "../page-estimation.ts";
import { source } from "../source/source.ts";
import type {
  CompiledStrategy,
  Evidence,
  Need,
  PageAssessment,
  Progress,
  Strategy,
} from "../strategy.ts";
import type { StrategyContext } from "../strategy-module.ts";
import { ownGroup } from "./new-kinds.ts";

/** The ways to judge pages, by the evidence that each of them uses. */
const JUDGES = ["labels", "concepts", "paths", "comments", "content", "example", "files"] as const;

/** The name of a judge. */
export type JudgeName = (typeof JUDGES)[number];

/** Judges that learn from what the crawl fetches, and not from the need alone. */
const LEARN_FROM_PAGES: ReadonlySet<JudgeName> = new Set([
  "paths",
  "comments",
  "content",
  "example",
]);

/** Returns whether the judges of a need learn from what the crawl fetches. */
export function learnsFromPages(need: Need): boolean {
  return judgesFor(need).some((name) => LEARN_FROM_PAGES.has(name));
}

/** A specialist, as far as it judges pages and says what it knows of links. */
type Judge = Pick<Strategy, "train" | "compile" | "isStale" | "learnsFromSeen">;

/** The specialists by the evidence that they judge by. */
export type Judges = Readonly<Record<JudgeName, Judge>>;

/** The trained model of one judge. */
export type JudgeModel = {
  readonly name: JudgeName;
  readonly model: Json;
  /** Pages and misses when it was trained. */
  readonly pages: number;
  readonly misses: number;
};

/** Creates the specialists. They judge pages, and say what they know of links. */
export async function createJudges({ seed, pages }: StrategyContext): Promise<Judges> {
  const context = { seed, pages };
  const content = source.options.parse({});
  const example = source.options.parse({ goal: "target" });
  return {
    labels: compiledOnce(byLabels(learnedPages(seed, true))),
    concepts: compiledOnce(await lokman.create(lokman.options.parse({}), context)),
    paths: compiledOnce(await linkDistance.create(linkDistance.options.parse({}), context)),
    comments: compiledOnce(growing(await commd.create(commd.options.parse({}), context))),
    content: compiledOnce(await source.create(content, context)),
    example: compiledOnce(await source.create(example, context)),
    files: NO_PAGE,
  };
}

/** Growth of the pages between two trainings of a judge without a rule of its own, and its minimum. */
const GROWTH = 0.1;
const LEAST_GROWTH = 5;

/** Lets a judge that learns between layers learn as the crawl grows: here there are no layers. */
function growing(judge: Judge): Judge {
  return {
    ...judge,
    isStale: ({ pages, pagesAtTraining }) =>
      pages - pagesAtTraining >= Math.max(LEAST_GROWTH, GROWTH * pagesAtTraining),
  };
}

/** Compiles a model once: one that was not trained again comes as another copy of the same. */
function compiledOnce({ train, isStale, learnsFromSeen, compile }: Judge): Judge {
  let last: { readonly json: string; readonly compiled: CompiledStrategy } | undefined;
  return {
    train,
    isStale,
    ...(learnsFromSeen && { learnsFromSeen }),
    compile: (model) => {
      const json = JSON.stringify(model);
      if (last?.json !== json) last = { json, compiled: compile(model) };
      return last.compiled;
    },
  };
}

/** The judge of labels and words knows nothing of links but what all links teach. */
function byLabels(estimation: PageEstimation): Judge {
  const { learnsFromSeen } = estimation;
  return {
    train: (_evidence, need, previous) => estimation.train(need, previous),
    compile: (model) => ({
      ...judgingBy(estimation, model),
      scoreLinks: () => [],
      labelNotes: estimation.notes?.(model) ?? [],
    }),
    // It is quick as long as the need is the same, and trains at once when it is another.
    isStale: () => true,
    ...(learnsFromSeen && { learnsFromSeen }),
  };
}

/** Where files are looked for, the crawl knows them itself, and a page is worth what it leads to. */
const NO_PAGE: Judge = {
  train: () => null,
  compile: () => ({
    assessPage: () => ({ utility: 0, isTarget: false, type: undefined, why: "a page" }),
    scoreLinks: () => [],
  }),
  isStale: () => false,
};

/** Least number of labelled pages of each class that tell more than concepts do. */
const LEAST_LABELS = 3;

/**
 * Chooses what pages are judged by: what the pages are like, if the need says it, and what they are
 * about, by the most direct evidence of it. If it says both, pages must be both.
 */
export function judgesFor(need: Need): readonly JudgeName[] {
  if (need.files !== undefined) return ["files"];
  const kind = kindJudge(need);
  const subject = subjectJudge(need);
  if (kind === undefined) return [subject ?? "labels"];
  return subject === undefined ? [kind] : [kind, subject];
}

function kindJudge({ detect, examplePage }: Need): JudgeName | undefined {
  if (detect === "comments") return "comments";
  if (detect === "user-content") return "content";
  return examplePage === undefined ? undefined : "example";
}

function subjectJudge(need: Need): JudgeName | undefined {
  const { good, bad, paths, pathModel, concepts, topic } = need;
  if (Math.min(good.length, bad.length) >= LEAST_LABELS) return "labels";
  if (paths !== undefined || pathModel !== undefined) return "paths";
  if (concepts !== undefined && concepts.terms.length > 0) return "concepts";
  return topic !== undefined || good.length > 0 ? "labels" : undefined;
}

/**
 * Returns whether a need says where relevant pages may lie. By words or types of files alone, more kinds are looked at;
 * beside examples or a specialist these looks cost more than they find.
 */
export function saysWhere(need: Need): boolean {
  const [judge, ...others] = judgesFor(need);
  const isSilent = judge === "files" || (judge === "labels" && need.good.length === 0);
  return others.length > 0 || !isSilent;
}

/** Trains the judges of a need; one that is not stale stays as it is. */
export function trainJudges(
  judges: Judges,
  need: Need,
  { evidence, pages }: { readonly evidence: Evidence; readonly pages: number },
  previous: readonly JudgeModel[],
): JudgeModel[] {
  return judgesFor(need).map((name): JudgeModel => {
    const strategy = judges[name];
    const known = previous.find((model) => model.name === name);
    if (known !== undefined && !isStale(strategy, known, evidence)) return known;
    const misses = evidence.misses.length;
    return { name, pages, misses, model: strategy.train(evidence, need, known?.model) };
  });
}

function isStale(strategy: Judge, known: JudgeModel, { visits, misses }: Evidence): boolean {
  const types = new Map<string, number>();
  for (const { type = "" } of visits.slice(known.pages))
    types.set(type, (types.get(type) ?? 0) + 1);
  const progress: Progress = {
    pages: visits.length,
    pagesAtTraining: known.pages,
    drawn: visits.length + misses.length,
    layerDone: false,
    types,
  };
  return strategy.isStale(progress, known.model);
}

/** The first judge, compiled, with what all of them say of a page. */
interface CompiledJudges {
  readonly name: JudgeName;
  readonly first: CompiledStrategy;
  /** What a link to a fetched page was worth, as far as the judges see it otherwise now. */
  readonly judgeAgain: CompiledStrategy["judgeAgain"];
  readonly assessPage: CompiledStrategy["assessPage"];
  /** The same by the texts of a page and for other programs, if there is one judge and it can do so. */
  readonly byTexts: Partial<Pick<CompiledStrategy, "assessTexts" | "portablePages">>;
}

/** Compiles the judges: utilities are multiplied, and a target is one for all. */
export function compileJudges(judges: Judges, models: readonly JudgeModel[]): CompiledJudges {
  const [first, ...others] = models.map(({ name, model }) => judges[name].compile(model));
  if (first === undefined) throw new RangeError("a need has at least one judge");
  return {
    name: models[0]?.name ?? "labels",
    first,
    judgeAgain: others.length === 0 ? first.judgeAgain?.bind(first) : undefined,
    byTexts: others.length === 0 ? judgingByTexts(first) : {},
    assessPage: (page, context) =>
      others.reduce(
        (all, judge) => both(all, judge.assessPage(page, context)),
        first.assessPage(page, context),
      ),
  };
}

function judgingByTexts(judge: CompiledStrategy): CompiledJudges["byTexts"] {
  const [assessTexts, portablePages] = [judge.assessTexts, judge.portablePages];
  return {
    ...(assessTexts && { assessTexts: assessTexts.bind(judge) }),
    ...(portablePages && { portablePages: portablePages.bind(judge) }),
  };
}

function both(one: PageAssessment, other: PageAssessment): PageAssessment {
  return {
    ...one,
    utility: one.utility * other.utility,
    isTarget: one.isTarget && other.isTarget,
    least: undefined,
    why: `${one.why}; ${other.why}`,
  };
}

/** Results of the links of a group: misses, pages, targets, the sum of utilities, pages by type. */
type Results = readonly [number, number, number, number, Readonly<Record<string, number>>];

/** Results of links by their own group. */
export type GroupResults = Readonly<Record<string, Results>>;

const NONE: Results = [0, 0, 0, 0, {}];

/** Counts the results of links by group; `evidence` has each link in its own group. */
export function resultsOf({ visits, misses }: Evidence): GroupResults {
  const results = new Map<string, Results>();
  for (const { group, isTarget, utility, type = "" } of visits) {
    const [missed, pages, targets, sum, types] = results.get(group) ?? NONE;
    const before = Object.hasOwn(types, type) ? (types[type] ?? 0) : 0;
    const more = { ...types, [type]: before + 1 };
    results.set(group, [missed, pages + 1, targets + Number(isTarget), sum + utility, more]);
  }
  for (const { group } of misses) {
    const [missed, ...rest] = results.get(group) ?? NONE;
    results.set(group, [missed + 1, ...rest]);
  }
  return Object.fromEntries(results);
}

/**
 * Returns the tally that a judge expects: of all links since the judge itself was trained, and each in
 * its own group. `before` has the results between that training and the last one of `auto`.
 */
export function tallyForJudge(tally: GroupTally, before: GroupResults): GroupTally {
  const groups = new Map<string, GroupCount>();
  const types = new Map(tally.types);
  let { pages } = tally;
  const add = (group: string, count: GroupCount) => {
    const known = groups.get(group);
    groups.set(group, known === undefined ? count : sumOf(known, count));
  };
  for (const [group, count] of tally.groups) add(ownGroup(group), count);
  for (const [group, [misses, got, targets, utility, ofTypes]] of Object.entries(before)) {
    const entries = Object.entries(ofTypes);
    add(group, { waiting: 0, misses, pages: got, targets, utility, types: new Map(entries) });
    pages += got;
    for (const [type, number] of entries) types.set(type, (types.get(type) ?? 0) + number);
  }
  return { ...tally, pages, types, groups };
}

function sumOf(one: GroupCount, other: GroupCount): GroupCount {
  const types = new Map(one.types);
  for (const [type, pages] of other.types) types.set(type, (types.get(type) ?? 0) + pages);
  return {
    waiting: one.waiting + other.waiting,
    misses: one.misses + other.misses,
    pages: one.pages + other.pages,
    targets: one.targets + other.targets,
    utility: one.utility + other.utility,
    types,
  };
}
