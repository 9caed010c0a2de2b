import { z } from "zod";
import type { Selection } from "../../frontier/frontier-policy.ts";
import type { FrontierLink, Snippet } from "../../frontier/link.ts";
import { DEFAULT_KEYWORDS } from "../../page/comments/keyword-matcher.ts";
import {
  type Example,
  fitLogisticRegression,
  probability,
  type Weights,
} from "../../stats/learner/cross-validation.ts";
import { wordsOf } from "../../text/words.ts";
import { hostOf } from "../../web/url/canonical-url.ts";
import type { Url } from "../../web/url/url.ts";
import { pathForm, urlShape } from "../../web/url/url-skeleton.ts";
import type { ScoredLink, Strategy, Visit } from "../strategy.ts";
import { type StrategyContext, strategyModule } from "../strategy-module.ts";
import { type TopicProfile, topicProfile } from "../topic-profile.ts";
import {
  checkIndicatorNeed,
  compilePageIndicator,
  type IndicatorSettings,
} from "./page-indicator.ts";

/** Words of a link's text that count, from its beginning: a longer text is probably a title. */
const MOST_WORDS = 12;

/** The feature of links on a relevant page: the hard focus of Neunerdt et al. 2013. */
export const ON_WANTED_PAGE = "on a relevant page";

/**
 * Returns the features of a link before its page is fetched. They are the form of its path, which
 * sites share; the shape of its URL on its own site; and the link's text. Each kind has its own
 * first word, so that no text from the web can take the name of another kind.
 */
export function linkFeatures(url: Url, snippet: Snippet | undefined): readonly string[] {
  const host = hostOf(url);
  const { anchor = "", inherited = 0 } = snippet ?? {};
  const words = wordsOf(anchor);
  const features = [
    "any",
    `form ${pathForm(url)}`,
    `shape ${host}${urlShape(url)}`,
    `length ${Math.min(words.length, MOST_WORDS)}`,
    ...words.slice(0, MOST_WORDS).map((word) => `word ${word.replaceAll(/\d+/g, "0")}`),
  ];
  if (inherited > 0) features.push(ON_WANTED_PAGE);
  return [...new Set(features)];
}

/** Most layers: each ends with a training on all pages fetched so far. */
const MAX_DEPTH = 1_000;

/** Options of every strategy that crawls in layers (Neunerdt et al. 2013). */
export const layeredOptions = {
  topN: z
    .int()
    .min(1)
    .optional()
    .describe("Links of a layer; by the pages fetched and those that remain if not given."),
  depth: z
    .int()
    .min(1)
    .max(MAX_DEPTH)
    .optional()
    .describe("Most layers after the seeds; no end while the budget lasts if not given."),
  indicator: z
    .enum(["comments", "topic", "both"])
    .default("comments")
    .describe(
      "Which pages are relevant: those with comments, those like the need, or both in one.",
    ),
  detector: z
    .enum(["keywords", "structure", "both"])
    .default("both")
    .describe("What comments are known by: class names, the structure of the page, or both."),
  keywords: z
    .array(z.string().trim().min(1))
    .min(1)
    .default([...DEFAULT_KEYWORDS])
    .describe("Parts of class names that mean comments; with = before it, a whole name."),
  ids: z
    .boolean()
    // The paper's detector looks at class names alone.
    .default(false)
    .describe("Whether keywords are looked for in ids, too."),
};

/** Settings of the strategies that crawl in layers. */
export interface LayeredSettings extends IndicatorSettings {
  /** Number of links of a layer; `undefined` to size layers by the crawl. */
  readonly topN?: number | undefined;
  /** Most layers after the seeds; no end if not given. */
  readonly depth?: number | undefined;
}

const options = z.strictObject({
  variant: z
    .enum(["dowser", "paper"])
    .default("dowser")
    .describe("Links like those that led to relevant pages first; or all links of relevant pages."),
  ...layeredOptions,
});

type CommdSettings = z.output<typeof options>;

/** `commd`: in layers, links that probably lead to pages with comments. */
export const commd = strategyModule({
  name: "commd",
  description: "In layers, links that should lead to pages with comments.",
  options,
  create: focused,
});

/** The model that predicts links, and the one that judges pages. */
type CommdModel = {
  readonly profile: TopicProfile;
  readonly weights: Weights;
};

/** Weight of a link on a relevant page before any training: the published rule. */
const PRIOR: Weights = { [ON_WANTED_PAGE]: 1 };

type Prediction = Pick<ScoredLink, "priority" | "why">;
type Predict = (url: Url, snippet: Snippet | undefined) => Prediction;

/** The difference between the variants. */
interface Variant {
  readonly learn: (visits: readonly Visit[]) => Weights;
  readonly compile: (weights: Weights) => Predict;
  readonly isTrained: boolean;
  /** The layers where the options leave them open. */
  readonly layers: Pick<LayeredSettings, "topN" | "depth">;
}

const VARIANTS: Readonly<Record<CommdSettings["variant"], Variant>> = {
  paper: {
    learn: () => ({}),
    compile: () => hardFocus,
    isTrained: false,
    layers: { topN: 10_000, depth: 10 },
  },
  dowser: {
    learn: (visits) => fitLogisticRegression(visits.flatMap(exampleOf), PRIOR),
    compile: (weights) => (url, snippet) => {
      const priority = probability(weights, linkFeatures(url, snippet));
      return { priority, why: `probability ${priority.toFixed(3)}` };
    },
    isTrained: true,
    layers: {},
  },
};

/**
 * Creates COMMD, the hard focus of Neunerdt et al. 2013. Layer by layer, links of relevant pages
 * come before all others, in random order among equals. Variant `dowser` starts like this. After
 * each layer it learns from the followed links which links lead to relevant pages.
 */
function focused(settings: CommdSettings, context: StrategyContext): Strategy<CommdModel> {
  const { learn, compile, isTrained, layers } = VARIANTS[settings.variant];
  const { topN = layers.topN, depth = layers.depth } = settings;
  return {
    name: "commd",
    selection: layeredSelection({ ...settings, topN, depth }, "random", context),
    merge: "greater",
    checkNeed: (need) => checkIndicatorNeed(settings, need),
    train: ({ visits }, need) => ({ profile: topicProfile(need), weights: learn(visits) }),
    compile: ({ profile, weights }) => {
      const predict = compile(weights);
      return {
        assessPage: compilePageIndicator(settings, profile),
        scoreLinks: ({ anchors }, { isTarget }) =>
          anchors.map(({ url, text }): ScoredLink => {
            const snippet = { ...NO_TEXT, anchor: text, inherited: isTarget ? 1 : 0 };
            return { url, group: "", snippet, ...predict(url, snippet) };
          }),
        rescoreLink: ({ url, snippet }: FrontierLink) => ({ group: "", ...predict(url, snippet) }),
      };
    },
    // A layer of links that led to no page has nothing to learn from.
    isStale: ({ layerDone, pages, pagesAtTraining }) =>
      isTrained && layerDone && pages > pagesAtTraining,
  };
}

/**
 * The words around a link and its page's title describe the page of the link, not its destination.
 */
const NO_TEXT = { anchor: "", before: "", after: "", title: "" };

/** Returns s(j) = 1 when a relevant page links to j, else 0. */
function hardFocus(_url: Url, snippet: Snippet | undefined): Prediction {
  const isFocused = (snippet?.inherited ?? 0) > 0;
  return isFocused
    ? { priority: 1, why: "a relevant page links here" }
    : { priority: 0, why: "no relevant page links here" };
}

/**
 * Returns a page with the link that led to it as an example; nothing for a seed, which has no such
 * link.
 */
function exampleOf({ url, snippet, isTarget }: Visit): Example[] {
  if (snippet === undefined) return [];
  return [{ id: url, features: linkFeatures(url, snippet), isGood: isTarget }];
}

/** Returns the selection that these settings ask for, in a crawl with this budget of pages. */
export function layeredSelection(
  { topN, depth = Number.POSITIVE_INFINITY }: LayeredSettings,
  ties: Extract<Selection, { kind: "layered" }>["ties"],
  { pages }: Pick<StrategyContext, "pages">,
): Selection {
  return { kind: "layered", topN: topN ?? { pages }, depth, ties };
}
