import { z } from "zod";
import type { FrontierLink, Snippet } from "../../frontier/link.ts";
import {
  type Example,
  fitLogisticRegression,
  probability,
  type Weights,
} from "../../learner/logistic-regression.ts";
import { wordsOf } from "../../text/words.ts";
import { hostOf } from "../../url/canonical-url.ts";
import type { Url } from "../../url/url.ts";
import { pathForm, urlShape } from "../../url/url-skeleton.ts";
import type { ScoredLink, Strategy, Visit } from "../strategy.ts";
import { strategyModule } from "../strategy-module.ts";
import { type TopicProfile, topicProfile } from "../topic-profile.ts";
import { layeredOptions, layeredSelection } from "./layered-options.ts";
import { checkIndicatorNeed, compilePageIndicator } from "./page-indicator.ts";

/** Words of a link's text that count, from its beginning: a longer text is a title. */
const MOST_WORDS = 12;

/** The feature of links that stand on a wanted page: the hard focus of Neunerdt et al. 2013. */
export const ON_WANTED_PAGE = "on a wanted page";

/**
 * What is known of a link before its page is fetched: the form of its path, which sites have in common;
 * the shape of its URL on its own site; and what the link says. Each kind has its own first word, so
 * that no text from the web can take the name of another kind.
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

const options = z.strictObject({
  variant: z
    .enum(["dowser", "paper"])
    .default("dowser")
    .describe("Links like those that led to target pages first; or all links of target pages."),
  ...layeredOptions,
});

type CommdSettings = z.output<typeof options>;

/** `commd`: in layers, links that should lead to pages with comments. */
export const commd = strategyModule({
  name: "commd",
  description: "In layers, links that should lead to pages with comments.",
  options,
  create: focused,
});

/** How links are predicted, and how pages are judged. */
type CommdModel = {
  readonly profile: TopicProfile;
  readonly weights: Weights;
};

/** How much more a link of a wanted page is worth before anything was learned: the published rule. */
const PRIOR: Weights = { [ON_WANTED_PAGE]: 1 };

type Prediction = Pick<ScoredLink, "priority" | "why">;
type Predict = (url: Url, snippet: Snippet | undefined) => Prediction;

/** What tells the variants apart. */
interface Variant {
  readonly learn: (visits: readonly Visit[]) => Weights;
  readonly compile: (weights: Weights) => Predict;
  readonly isTrained: boolean;
}

const VARIANTS: Readonly<Record<CommdSettings["variant"], Variant>> = {
  paper: { learn: () => ({}), compile: () => hardFocus, isTrained: false },
  dowser: {
    learn: (visits) => fitLogisticRegression(visits.flatMap(exampleOf), PRIOR),
    compile: (weights) => (url, snippet) => {
      const priority = probability(weights, linkFeatures(url, snippet));
      return { priority, why: `probability ${priority.toFixed(3)}` };
    },
    isTrained: true,
  },
};

/**
 * COMMD, the hard focus of Neunerdt et al. 2013: layer by layer, links of wanted pages before all
 * others, at random among equals. Variant `dowser` begins so and learns after each layer, from the links
 * that were followed, which links lead to wanted pages.
 */
function focused(settings: CommdSettings): Strategy<CommdModel> {
  const { learn, compile, isTrained } = VARIANTS[settings.variant];
  return {
    name: "commd",
    selection: layeredSelection(settings, "random"),
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
    isStale: ({ layerDone }) => isTrained && layerDone,
  };
}

/** Words around a link and its page's title tell of the page it stands on, not of where it leads. */
const NO_TEXT = { anchor: "", before: "", after: "", title: "" };

/** s(j) = 1 where a wanted page links to j, else 0. */
function hardFocus(_url: Url, snippet: Snippet | undefined): Prediction {
  const isFocused = (snippet?.inherited ?? 0) > 0;
  return isFocused
    ? { priority: 1, why: "a wanted page links here" }
    : { priority: 0, why: "no wanted page links here" };
}

/** A page and the link that led to it; none of a seed, which no link led to. */
function exampleOf({ url, snippet, isTarget }: Visit): Example[] {
  if (snippet === undefined) return [];
  return [{ id: url, features: linkFeatures(url, snippet), isGood: isTarget }];
}
