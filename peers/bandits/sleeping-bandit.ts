import { z } from "zod";
import type { Json } from "../../lib/domain/json.ts";
import {
  judgedBy,
  pageEstimatorOption,
} from "../../lib/domain/methods/adaptive/chosen-estimation.ts";
import type { PageEstimation } from "../../lib/domain/methods/page-estimation.ts";
import type {
  CompiledStrategy,
  Evidence,
  ScoredLink,
  Strategy,
} from "../../lib/domain/methods/strategy.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { Weights } from "../../lib/domain/stats/learner/cross-validation.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { remember } from "../../lib/domain/text/safe-text.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import {
  type ArmCounts,
  compileCounts,
  countArms,
  drawnSince,
  FIRST,
  hasGrown,
  priorityWithin,
  upperConfidence,
  weightOf,
} from "./arms.ts";
import { type TagPathAction, TagPathActions } from "./tag-path-actions.ts";
import { compileUrlClassifier, trainUrlClassifier } from "./url-classifier.ts";

const options = z.strictObject({
  exploration: z
    .number()
    .min(0)
    .default(2 * Math.SQRT2)
    .describe("Weight of chance that rarely tried groups of links have; in targets a page."),
  pageEstimator: pageEstimatorOption,
});

type SleepingModel = {
  readonly pages: Json;
  readonly actions: readonly TagPathAction[];
  /** Pages whose links were joined to the actions. */
  readonly joined: number;
  /** Links drawn, to pages or in vain. */
  readonly drawn: number;
  /** By group, see {@link isTargetGroup}. */
  readonly counts: ArmCounts;
  /** Whether targets are files, which link to nothing: a file is no draw of its action. */
  readonly findsFiles: boolean;
  /** The URL classifier; `null` until it can be trained. */
  readonly urls: Weights | null;
};

/**
 * Most actions of a crawl, and new ones that one page adds until the next training. So at most 1,000
 * groups of links wait for a draw, and some more between two trainings.
 */
const MOST_ACTIONS = 1_000;
const MOST_NEW = 20;

/** Tag paths whose action is cached, some 5 MB. */
const MOST_PATHS = 10_000;

/**
 * Compiles the crawler of Gauquier, Manolescu & Senellart 2026 (SB-CLASSIFIER). Links are grouped by
 * the tag paths of their anchors. A bandit draws from the group with the greatest upper confidence
 * bound of its reward, among those with queued links; within a group by chance. The reward of a page
 * is the number of targets among the links first found on it, as far as a classifier of URLs called
 * them so. Those links are fetched at once.
 *
 * In the original the first ten URLs are classified by HEAD requests; here the classifier begins
 * with the first pages. Tag paths have the classes of their elements, not the ids. A page that was
 * fetched as a target is no draw of its group, and the targets it links to are nobody's reward:
 * there, targets are files.
 */
export function sleepingStrategy(
  { exploration }: z.output<typeof options>,
  { seed, estimation }: { readonly seed: number; readonly estimation: PageEstimation },
): Strategy<SleepingModel> {
  return {
    name: "sleeping-bandit",
    selection: { kind: "best" },
    merge: "first",
    ...(estimation.learnsFromSeen && { learnsFromSeen: estimation.learnsFromSeen }),
    train: (evidence, need, previous) => {
      const { visits, misses } = evidence;
      const actions = new TagPathActions(MOST_ACTIONS, previous?.actions);
      for (const [path, links] of pathsOf(evidence, previous?.joined ?? 0))
        actions.join(path, links);
      const named = remember((group: string) => resolve(group, actions), MOST_PATHS);
      return {
        pages: estimation.train(need, previous?.pages),
        actions: actions.toJSON(),
        joined: visits.length,
        drawn: visits.length + misses.length,
        counts: countArms(evidence, ({ group }) => named(group)),
        findsFiles: need.files !== undefined,
        urls: trainUrlClassifier(visits),
      };
    },
    compile: (model) => {
      const judge = estimation.compile(model.pages);
      return {
        assessPage: (page) => ({
          ...judge(page),
          structure: { paths: pathCounts(page), links: {} },
        }),
        labelNotes: estimation.notes?.(model.pages) ?? [],
        ...compileLinks(model, { seed, exploration }),
      };
    },
    isStale: hasGrown,
  };
}

/** `sleeping-bandit`: links by the bandit of their tag path. */
export default strategyModule({
  name: "sleeping-bandit",
  description: "Groups of links with similar tag paths, as arms of a bandit (Gauquier 2026).",
  options,
  create: (settings, { seed }) =>
    judgedBy<Strategy>(settings.pageEstimator, seed, (estimation) =>
      sleepingStrategy(settings, { seed, estimation }),
    ),
});

/** Groups of links that the classifier called targets begin so; the rest names the rewarded action. */
const TARGETS = "target ";

function isTargetGroup(group: string): boolean {
  return group.startsWith(TARGETS);
}

/** Returns the group of the links called targets on a page that was drawn from `group`. */
function targetsOf(group: string): string {
  return group === "" || isTargetGroup(group) ? TARGETS : `${TARGETS}${group}`;
}

/** Returns a group under the present name of its action; the seeds' group stays. */
function resolve(group: string, actions: TagPathActions): string {
  if (group === "" || group === TARGETS) return group;
  if (!isTargetGroup(group)) return actions.nameOf(group) ?? group;
  const path = group.slice(TARGETS.length);
  return targetsOf(actions.nameOf(path) ?? path);
}

/** Counts the links of a page by their tag path. */
function pathCounts({ anchors }: PageView): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { classPath } of anchors) counts.set(classPath, (counts.get(classPath) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Counts the links of the pages from `first` on by their tag path, in order of first occurrence. */
function pathsOf({ visits }: Evidence, first: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { structure } of visits.slice(first))
    for (const [path, links] of Object.entries(structure?.paths ?? {}))
      counts.set(path, (counts.get(path) ?? 0) + links);
  return counts;
}

function compileLinks(
  model: SleepingModel,
  { seed, exploration }: { readonly seed: number; readonly exploration: number },
): Pick<CompiledStrategy, "scoreLinks" | "rescoreLink" | "groups"> {
  const actions = new TagPathActions(MOST_ACTIONS, model.actions);
  const nameOf = remember((path: string) => actions.nameOf(path) ?? "", MOST_PATHS);
  const isCalled = compileUrlClassifier(model.urls);
  const resultsOf = compileCounts(model.counts);
  const score = (url: Url, group: string) => ({
    priority: priorityWithin(hashToUnit(seed, url)),
    group,
    why: isTargetGroup(group) ? "called relevant by its URL" : `of the links at ${group}`,
  });
  return {
    scoreLinks: ({ anchors }, _assessment, context) => {
      const found = new TagPathActions(MOST_NEW);
      const links = new Map<Url, ScoredLink>();
      for (const { url, classPath } of anchors) {
        if (links.has(url)) continue;
        const group = isCalled(url)
          ? targetsOf(context.group)
          : nameOf(classPath) || found.join(classPath);
        links.set(url, { url, snippet: undefined, ...score(url, group) });
      }
      return [...links.values()];
    },
    rescoreLink: ({ url, group }) => {
      const isNewlyCalled = !isTargetGroup(group) && isCalled(url);
      return score(url, isNewlyCalled ? TARGETS : resolve(group, actions));
    },
    groups: {
      weigh: (tally, groups) => {
        const t = model.drawn + drawnSince(tally);
        const weights = new Map<string, number>();
        for (const group of groups) {
          const { pages, targets } = resultsOf(group, tally);
          const draws = model.findsFiles ? pages - targets : pages;
          const { targets: reward } = resultsOf(targetsOf(group), tally);
          const value = upperConfidence({ draws, reward }, t, exploration);
          weights.set(group, group === "" || isTargetGroup(group) ? FIRST : weightOf(value));
        }
        return weights;
      },
    },
  };
}
