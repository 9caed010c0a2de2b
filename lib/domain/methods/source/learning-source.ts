/** `source` as it learns while it crawls, and again when the site has drifted. */
import { type PageStructure, pageStructure } from "../../page/page-structure.ts";
import type { PageView } from "../../page/page-view.ts";
import { textHashes } from "../../page/text-hashes.ts";
import { NOISE } from "../../stats/cluster/clustering.ts";
import { remember } from "../../text/safe-text.ts";
import type { Url } from "../../web/url/url.ts";
import { urlSkeleton } from "../../web/url/url-skeleton.ts";
import { OUTLIER, type Sitemap, typeName } from "../sitemap.ts";
import type { CompiledStrategy, Progress, ScoredLink, Strategy } from "../strategy.ts";
import { compileNames } from "./content-judge.ts";
import { linkKind, pathOf } from "./kind-counts.ts";
import { type Learned, learnSoFar, mixedWorth } from "./learn-so-far.ts";
import { compileSite } from "./site-model.ts";
import {
  type CrawlGoal,
  checkSourceNeed,
  type SourceAim,
  type SourceSettings,
  sourceAim,
} from "./source-aim.ts";
import { compileJudge, type PageJudge } from "./target-judge.ts";
import { weighKinds } from "./weigh-kinds.ts";

/**
 * Least number of pages between trainings. A training follows whenever the pages grow by a quarter,
 * up to the last.
 */
const LEAST_BETWEEN = 10;
const GROWTH = 1.25;
/**
 * Pages from which only the counts are updated. Until then lists that come into use late must be
 * learned, too: a training is the only time at which the yield of a page is seen.
 */
const LAST_TRAINING = 5_120;

/**
 * Pages sampled at first unless the options say otherwise. Later learning happens in the focused
 * crawl. To judge content takes more pages than to find pages similar to an example.
 */
const SAMPLED: Readonly<Record<CrawlGoal, number>> = { target: 20, ucc: 40 };

type LearningModel = {
  readonly aim: SourceAim;
  /** Pages when it was trained. */
  readonly pages: number;
  /** Number of pages up to which the site is sampled. */
  readonly until: number;
  /** Whether the site was learned before and is sampled again. */
  readonly isAgain: boolean;
  /** Number of pages at the next training; `null` when only drift leads to another. */
  readonly next: number | null;
  /** `null` before the first training. */
  readonly learned: Learned | null;
};

/**
 * Creates SOUrCe that learns while it crawls. It samples only as long as it must, by visiting
 * places on pages in turn. It learns again as pages arrive: page types, the words of the site's
 * URLs, how to judge a page. In between it counts the worth of links by their kind: type of the
 * page, place on it, form of the URL. It draws links by their expected worth and that of the links
 * behind them. Nothing is random.
 */
export function learningSource(settings: SourceSettings): Strategy<LearningModel> {
  const sampleSize = settings.sampleSize ?? SAMPLED[settings.goal];
  return {
    name: "source",
    selection: { kind: "best" },
    merge: "greater",
    learnsKinds: true,
    ...checkSourceNeed(settings),
    train: (evidence, need, previous) => {
      const aim = sourceAim(settings, need);
      const pages = evidence.visits.length;
      const isAgain = previous?.next === null;
      const until = isAgain ? pages + sampleSize : (previous?.until ?? sampleSize);
      const learned = pages === 0 ? null : learnSoFar(evidence, aim);
      return { aim, pages, until, isAgain, next: nextTraining(pages, until), learned };
    },
    compile: (model) => compile(model, settings),
    isStale: (progress, { next, learned }) =>
      next !== null
        ? progress.pages >= next
        : learned !== null && isDrifted(progress, learned.site.sitemap, settings.driftShare),
  };
}

/**
 * Returns the page count of the next training. A sample taken again after the last training is
 * learned from, too.
 */
function nextTraining(pages: number, until: number): number | null {
  const next = Math.max(pages + LEAST_BETWEEN, Math.floor(GROWTH * pages));
  if (next <= LAST_TRAINING) return next;
  return until > pages ? until : null;
}

function compile(model: LearningModel, settings: SourceSettings): CompiledStrategy {
  const { learned, aim } = model;
  const compiled = compileLearned(learned);
  const { skeletonOf, clusters, learnedFrom, judge, lettersOf } = compiled;
  const kindOn = (cluster: number, url: Url, path: string) => {
    const group = linkKind(cluster, skeletonOf(url), path);
    return { priority: 1, group, why: `on ${typeName(cluster)} at ${path}` };
  };
  return {
    phase: phaseOf(model),
    ...(isUnsure(model) && {
      cannotTell: "no page has been found yet with the structure of the example",
    }),
    pageTypes:
      learned === null
        ? { kind: "learning", from: LEAST_BETWEEN }
        : { kind: "known", sitemap: learned.site.sitemap },
    assessPage: assess(model, compiled, settings),
    judgeAgain: ({ structure, snippet }) => {
      if (structure === undefined || learned === null) return undefined;
      const { worth } = judge(structure, lettersOf(snippet?.anchor ?? ""));
      const ofType = learned.typeWorth[typeName(compiled.clusterOf(structure))] ?? 0;
      return mixedWorth(learned.judge, worth, ofType);
    },
    scoreLinks: ({ anchors }, { type = OUTLIER }) => {
      const cluster = clusters.get(type) ?? NOISE;
      const links = new Map<string, ScoredLink>();
      for (const { url, classPath, text } of anchors) {
        const kind = kindOn(cluster, url, classPath);
        const snippet = looksAtText(settings) ? { ...NO_TEXT, anchor: text } : undefined;
        links.set(`${kind.group} ${url}`, { url, snippet, ...kind });
      }
      return [...links.values()];
    },
    rescoreLink: ({ url, group, parent }) => kindOn(learnedFrom(parent), url, pathOf(group)),
    groups: {
      weigh: weighKinds({
        ...model,
        goal: settings.goal,
        spares: settings.learning === "apart",
        worthOf: ({ targets, utility, types }) => {
          if (learned === null || aim.example !== null) return targets;
          let ofTypes = 0;
          for (const [type, pages] of types) ofTypes += pages * (learned.typeWorth[type] ?? 0);
          return mixedWorth(learned.judge, utility, ofTypes);
        },
      }),
    },
  };
}

/** Returns whether pages are compared with an example that none is like: the best of them are no targets. */
function isUnsure({ aim, learned }: LearningModel): boolean {
  if (aim.example === null || aim.threshold !== null) return false;
  return learned === null || (learned.judge.by === "example" && !learned.judge.target.isSure);
}

/** The words around a link are not used. */
const NO_TEXT = { before: "", after: "", title: "" };

function phaseOf({ pages, until, isAgain }: LearningModel): string {
  if (pages >= until) return "crawling";
  return isAgain ? "sampling again" : "sampling";
}

function assess(
  { aim, next, learned }: LearningModel,
  { clusterOf, judge, lettersOf }: CompiledLearned,
  settings: SourceSettings,
): CompiledStrategy["assessPage"] {
  const [least, says] =
    aim.example === null ? [aim.threshold ?? learned?.worthy ?? 1, "worth"] : [1, "similarity"];
  return (page, { snippet }) => {
    const structure = structureOf(page, settings);
    const cluster = clusterOf(structure);
    const { worth, utility } = judge(structure, lettersOf(snippet?.anchor ?? ""));
    return {
      utility,
      isTarget: worth >= least,
      type: typeName(cluster),
      why: `${typeName(cluster)}, ${says} ${utility.toFixed(3)}`,
      ...(next !== null || cluster === NOISE ? { structure } : {}),
    };
  };
}

function structureOf(page: PageView, settings: SourceSettings): PageStructure {
  const structure = pageStructure(page, "classPath");
  return looksAtText(settings) ? { ...structure, prints: textHashes(page) } : structure;
}

/** Returns whether text is a sign: fresh text is of user-created content, not of a given page. */
function looksAtText({ goal }: SourceSettings): boolean {
  return goal === "ucc";
}

/** The learned knowledge, compiled to functions. */
interface CompiledLearned {
  readonly clusterOf: (page: PageStructure) => number;
  readonly judge: PageJudge;
  readonly skeletonOf: (url: Url) => string;
  /** By name of the type. */
  readonly clusters: ReadonlyMap<string, number>;
  /** Counts the letters of a link's text if it names the page that it leads to. */
  readonly lettersOf: (text: string) => number;
  /** Returns the cluster of a training page. */
  readonly learnedFrom: (page: Url | undefined) => number;
}

/** URLs whose skeleton is cached, some 10 MB: the pages of a site repeat most of their links. */
const MOST_SKELETONS = 50_000;

/** Before any training all pages are outliers and worth 0. */
const NOTHING_LEARNED: CompiledLearned = {
  clusterOf: () => NOISE,
  judge: () => ({ worth: 0, utility: 0 }),
  skeletonOf: () => "",
  clusters: new Map(),
  lettersOf: () => 0,
  learnedFrom: () => NOISE,
};

function compileLearned(learned: Learned | null): CompiledLearned {
  if (learned === null) return NOTHING_LEARNED;
  const { site, judge, words } = learned;
  return {
    clusterOf: compileSite(site).clusterOf,
    judge: compileJudge(judge),
    skeletonOf: remember(urlSkeleton(words), MOST_SKELETONS),
    clusters: new Map(site.sitemap.types.map(({ name }, cluster) => [name, cluster])),
    lettersOf: judge.by === "text" ? compileNames(judge.content) : () => 0,
    learnedFrom: (page) => (page === undefined ? NOISE : (site.places[page] ?? NOISE)),
  };
}

/** Least number of pages after a training from which drift can be judged. */
const LEAST_PAGES = 50;

/**
 * Reports whether the site has changed since it was learned. It has when the share of outliers
 * since then exceeds that of the training pages by more than `driftShare`.
 */
export function isDrifted(
  { types, pages, pagesAtTraining }: Pick<Progress, "types" | "pages" | "pagesAtTraining">,
  sitemap: Pick<Sitemap, "types" | "outliers">,
  driftShare: number,
): boolean {
  const since = pages - pagesAtTraining;
  if (since < LEAST_PAGES) return false;
  const learned = sitemap.types.reduce((sum, type) => sum + type.pages, sitemap.outliers);
  const expected = learned === 0 ? 0 : sitemap.outliers / learned;
  return (types.get(OUTLIER) ?? 0) / since - expected > driftShare;
}
