import type { Selection } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Json } from "../../lib/domain/json.ts";
import type { GroupTally } from "../../lib/domain/methods/group-tally.ts";
import { judgingBy, type PageEstimation } from "../../lib/domain/methods/page-estimation.ts";
import type {
  CompiledStrategy,
  LinkFacts,
  Need,
  PageAssessment,
  ScoredLink,
  Strategy,
} from "../../lib/domain/methods/strategy.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { pagesBy } from "../adaptive/page-trainer.ts";
import { classedLinks } from "./link-classes.ts";
import {
  compileLinkClassifier,
  type LinkClassifierModel,
  type LinkExample,
  trainLinkClassifier,
} from "./link-classifier.ts";
import { linkWords } from "./link-words.ts";
import { type LinkLearnerSettings, linkLearnerOptions } from "./options.ts";

/** How pages are judged, and the trained classifier of links; `null` until there is one. */
type LinkLearnerModel = { readonly pages: Json; readonly links: LinkClassifierModel | null };

/** The inputs from the crawl to the strategy. */
export interface LinkLearnerContext {
  readonly seed: number;
  readonly estimation: PageEstimation;
}

/**
 * Compiles the adaptive link learner of Barbosa & Freire 2007, as implemented in their crawler. A
 * classifier over words of links is trained at intervals of pages, on the links that were followed
 * and their results. Hosts take turns, and each gives its best link.
 *
 * Before there is training data, a link has the score of its page, and links of targets are in
 * random order. Alternatively, the URLs of the example pages are the training data.
 */
export function linkLearnerStrategy(
  settings: LinkLearnerSettings,
  { seed, estimation }: LinkLearnerContext,
): Strategy<LinkLearnerModel> {
  const { features, classes, every, selection, initial } = settings;
  return {
    name: "link-learner",
    selection: SELECTIONS[selection],
    merge: "greater",
    // Only their links show how far a page is from a target.
    ...(estimation.learnsFromSeen && { learnsFromSeen: estimation.learnsFromSeen }),
    ...(classes === 3 ? { keepsOutlinks: true } : {}),
    train: ({ visits }, need, previous) => {
      const followed = classedLinks(visits, settings, seed).map(({ visit, class: number }) => ({
        words: linkWords(visit, features),
        class: number,
      }));
      const given = initial === "examples" ? urlsOf(need) : [];
      const links =
        trainLinkClassifier(followed, { classes, seed }) ??
        previous?.links ??
        trainLinkClassifier(given, { classes: 2, seed });
      return { pages: estimation.train(need, previous?.pages), links: links ?? null };
    },
    compile: ({ pages, links }) => ({
      ...judgingBy(estimation, pages),
      labelNotes: estimation.notes?.(pages) ?? [],
      ...compileLinks(settings, links, seed),
    }),
    isStale: ({ pages, pagesAtTraining }) => pages - pagesAtTraining >= every,
  };
}

/** `link-learner`: links by a classifier of their words. */
export default strategyModule({
  name: "link-learner",
  description: "Links by a classifier of their words (Barbosa & Freire 2007).",
  options: linkLearnerOptions,
  create: (settings, { seed }) =>
    linkLearnerStrategy(settings, { seed, estimation: pagesBy(settings.pageLearner, seed) }),
});

const SELECTIONS: Readonly<Record<LinkLearnerSettings["selection"], Selection>> = {
  hosts: { kind: "best" },
  best: { kind: "best" },
  proportional: { kind: "proportional" },
};

/** Returns the URLs of the example pages as links to targets and to others. */
function urlsOf({ good, bad }: Need): LinkExample[] {
  const example = (url: Url, number: number): LinkExample => {
    return {
      words: linkWords({ url, parent: undefined, snippet: undefined }, "url"),
      class: number,
    };
  };
  return [...good.map(({ url }) => example(url, 0)), ...bad.map(({ url }) => example(url, 1))];
}

/** Compiles the model's scores of links. */
function compileLinks(
  { features, selection }: LinkLearnerSettings,
  links: LinkClassifierModel | null,
  seed: number,
): Omit<CompiledStrategy, "assessPage"> {
  const takesTurns = selection === "hosts";
  const classify = links === null ? undefined : compileLinkClassifier(links);
  const score = (link: LinkFacts) => {
    const worth =
      classify === undefined
        ? (link.snippet?.inherited ?? 0)
        : worthOf(classify.probabilities(linkWords(link, features)));
    return {
      priority: takesTurns ? turnedPriority(worth) : worth,
      group: takesTurns ? hostOf(link.url) : "",
      why: `${classify === undefined ? "by its page" : "link classifier"} ${worth.toFixed(3)}`,
    };
  };
  return {
    scoreLinks: ({ url: parent, anchors, title }, assessment) =>
      anchors.map(({ url, text, before, after }): ScoredLink => {
        const inherited = inheritedWorth(assessment, url, seed);
        const snippet = { anchor: text, before, after, title, inherited };
        return { url, snippet, ...score({ url, parent, snippet }) };
      }),
    rescoreLink: score,
    explainLink: (link) => classify?.signs(linkWords(link, features)) ?? [],
    ...(takesTurns ? { groups: { weigh: weighHosts } } : {}),
  };
}

/**
 * Scores links of targets in [½,1) at random, and links of other pages in [0,½] by the score of
 * their page.
 */
function inheritedWorth({ utility, isTarget }: PageAssessment, url: Url, seed: number): number {
  return (isTarget ? 1 + hashToUnit(seed, url) : utility) / 2;
}

/**
 * Returns the probability of the first of two classes. With more classes it ranks nearer classes
 * before farther ones, in [0,1].
 */
function worthOf(probabilities: readonly number[]): number {
  const [first = 0] = probabilities;
  if (probabilities.length === 2) return first;
  const most = Math.max(...probabilities);
  const likeliest = probabilities.indexOf(most);
  return (probabilities.length - 1 - likeliest + most) / probabilities.length;
}

/**
 * Priorities of links are between this and twice as much. So a weight of half always comes after a
 * weight of one, whatever the scores of the links.
 */
const LEAST_PRIORITY = 1;

/**
 * Number of turns that are distinguished: 2 to the power of −1,000 is a number above 0, and twice
 * as much is greater.
 */
const MOST_TURNS = 1_000;

/** The group of the seeds. */
const SEEDS = "";

/** Returns a link's score in [0,1] as a priority in which the host's turn still decides first. */
export function turnedPriority(worth: number): number {
  return LEAST_PRIORITY * (1 + Math.min(worth, 1 - Number.EPSILON));
}

/**
 * Returns weights of hosts so that the hosts with the fewest draws since the model came into use
 * come first. The weight halves for each link drawn more than from the host with the fewest. A host
 * discovered late catches up with the others.
 */
export function weighHosts(
  tally: GroupTally,
  groups: Iterable<string>,
): ReadonlyMap<string, number> {
  const drawn = (group: string): number => {
    const count = tally.groups.get(group);
    return count === undefined ? 0 : count.pages + count.misses;
  };
  let least = Number.POSITIVE_INFINITY;
  for (const [group, { waiting }] of tally.groups)
    if (waiting > 0 && group !== SEEDS) least = Math.min(least, drawn(group));
  const weightOf = (group: string): number => {
    if (group === SEEDS) return 1;
    const turns = Math.max(0, drawn(group) - (least === Number.POSITIVE_INFINITY ? 0 : least));
    return 2 ** -Math.min(turns, MOST_TURNS);
  };
  return new Map(Array.from(groups, (group) => [group, weightOf(group)]));
}
