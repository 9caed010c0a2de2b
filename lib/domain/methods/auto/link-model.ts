/** The model of links of `auto`: features, learners, and the guard that chooses between them. */
import { mean } from "../../stats/intervals/paired-bootstrap.ts";
import { compileLinearModel, type LinearModel } from "../../stats/learner/learner.ts";
import { RIDGE, ridgeRegression } from "../../stats/learner/ridge-regression.ts";
import type { SparseRows } from "../../stats/vector/sparse-rows.ts";
import { remember } from "../../text/safe-text.ts";
import { hostOf } from "../../web/url/canonical-url.ts";
import type { Url } from "../../web/url/url.ts";
import {
  type AddFeature,
  type EachLinkFeature,
  eachLinkFeature,
  linkFeatureValue,
  maskOf,
} from "../adaptive/link-features.ts";
import type { NumberedLinks } from "../adaptive/numbered-links.ts";
import { ALL_ALIKE, linearWeights } from "../portable-model.ts";
import type { LinkFacts, LinkSign, PortableLinks, PortableOr } from "../strategy.ts";

/** A link to learn from: its packed features, what it was worth, and how much it counts. */
export interface LearnedLink {
  readonly packed: Uint8Array;
  /** In [0,1]. */
  readonly reward: number;
  readonly weight: number;
}

/** The models that may lead: the first unless another one is better. */
export const LEARNERS = ["all", "words", "places"] as const;

/** The name of a model of links. */
type LearnerName = (typeof LEARNERS)[number];

/** Squared errors of the models on one link that none of them had seen, in the order of their names. */
type Trial = readonly number[];

/** What links are predicted by: linear models of the same features, one of which leads. */
export type LinkModel = {
  readonly features: readonly string[];
  readonly fits: Readonly<Record<LearnerName, LinearModel>>;
  readonly trials: readonly Trial[];
  readonly leader: LearnerName;
};

/** What a model of links is trained on. */
interface LinkTraining {
  readonly links: readonly LearnedLink[];
  /** Those of `links` that were followed since the last training. */
  readonly latest: readonly LearnedLink[];
  readonly numbered: NumberedLinks;
  readonly previous: LinkModel | null;
  /** Whether another model may lead than that of all features. */
  readonly isGuarded: boolean;
}

/** Trains the models of links; `null` without a link. */
export function trainLinks(training: LinkTraining): LinkModel | null {
  const { links, numbered, isGuarded } = training;
  if (links.length === 0) return null;
  const packed = links.map((link) => link.packed);
  const { features, x } = numbered.matrix(packed);
  const y = Float64Array.from(links, ({ reward }) => reward);
  const weights = Float64Array.from(links, ({ weight }) => weight);
  const learner = ridgeRegression(RIDGE);
  const all = learner.fit({ x, y, weights });
  const trials = isGuarded ? tried(training) : [];
  const kinds = new Uint8Array(features.length);
  features.forEach((feature, at) => (kinds[at] = Number(isKind(feature))));
  const fit = (counted: number): LinearModel =>
    learner.fit({ x: restricted(x, kinds, counted), y, weights });
  const fits = isGuarded
    ? { all, words: fit(0), places: fit(1) }
    : { all, words: NOTHING, places: NOTHING };
  return { features, fits, trials, leader: leaderOf(trials) };
}

const NOTHING: LinearModel = { intercept: 0, columns: [], values: [] };

/** Returns the rows with the value 0 in the columns that are not of a kind, which is 1 or 0. */
function restricted(x: SparseRows, kinds: Uint8Array, counted: number): SparseRows {
  if (kinds.every((kind) => kind === counted)) return x;
  const values = new Float64Array(x.values.length);
  for (let at = 0; at < values.length; at += 1)
    if (kinds[x.columns[at] ?? 0] === counted) values[at] = x.values[at] ?? 0;
  return { ...x, values };
}

/** Returns the latest trials: what each earlier model had said of links before they were followed. */
function tried({ latest, numbered, previous }: LinkTraining): Trial[] {
  if (previous === null) return [];
  const rows = numbered.rows(previous.features);
  const models = LEARNERS.map((name) => compileLinearModel(previous.fits[name]));
  const trials = latest.map(({ packed, reward }): Trial => {
    const row = rows.ofPacked(packed, 0);
    return models.map((predict) => (reward - Math.min(1, Math.max(0, predict(row)))) ** 2);
  });
  return [...previous.trials, ...trials].slice(-MOST_TRIALS);
}

/** Latest trials that count: sites differ, and what held in the first of them need not hold now. */
const MOST_TRIALS = 200;

/** Predictions below it differ little: nobody wants these links, whatever their order. */
const SMALL = 0.05;

/**
 * Maps predictions to (0,∞) in the same order: (x + √(x² + 4·ε²)) ÷ 2, about x for x well above ε. A
 * prediction of 0 must not outweigh what a specialist says, as it would on a logarithmic scale.
 */
function positive(prediction: number): number {
  return (prediction + Math.sqrt(prediction ** 2 + 4 * SMALL ** 2)) / 2;
}

/** A compiled model of links. */
interface CompiledLinks {
  /** Returns what links like this one were worth, in (0, ∞), about in (0,1]. */
  readonly ofLink: (link: LinkFacts) => number;
  /** The same from packed features that begin at `start`. */
  readonly ofPacked: (packed: Uint8Array, start: number) => number;
  /** The same in [0,1]. */
  readonly predict: (link: LinkFacts) => number;
  /** Returns what each feature of a link adds to the prediction, strongest first. */
  readonly explain: (link: LinkFacts) => readonly LinkSign[];
}

const NOTHING_KNOWN: CompiledLinks = {
  ofLink: () => 1,
  ofPacked: () => 1,
  predict: () => 1,
  explain: () => [],
};

/** Compiles the model that leads; without one all links are worth the same. */
export function compileLinks(model: LinkModel | null, numbered: NumberedLinks): CompiledLinks {
  if (model === null) return NOTHING_KNOWN;
  const { features, fits, leader } = model;
  const rows = numbered.rows(features);
  const predict = compileLinearModel(fits[leader]);
  return {
    ofLink: (link) => positive(predict(rows.ofLink(link))),
    ofPacked: (packed, start) => positive(predict(rows.ofPacked(packed, start))),
    predict: (link) => Math.min(1, Math.max(0, predict(rows.ofLink(link)))),
    explain: (link) => {
      const { columns, values } = rows.ofLink(link);
      const signs = Array.from(columns, (column, at): LinkSign => {
        const one = { columns: columns.subarray(at, at + 1), values: values.subarray(at, at + 1) };
        return { feature: features[column] ?? "", weight: predict(one) - fits[leader].intercept };
      });
      return signs.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
    },
  };
}

/** Trials without which no model is known to be better than another. */
const LEAST_TRIALS = 30;

/** Standard errors that make a difference sure, though it is looked at after each training. */
const Z = 3;

/**
 * Returns the model that leads: that of all features, unless another one had significantly smaller
 * errors on the links followed lately; then the one with the smallest.
 */
export function leaderOf(trials: readonly Trial[]): LearnerName {
  if (trials.length < LEAST_TRIALS) return LEARNERS[0];
  let [leader, least]: [LearnerName, number] = [LEARNERS[0], 0];
  for (const [at, name] of LEARNERS.entries()) {
    const gains = trials.map((errors) => (errors[at] ?? 0) - (errors[0] ?? 0));
    const gain = mean(gains);
    const spread = Math.sqrt(mean(gains.map((each) => (each - gain) ** 2)) / gains.length);
    if (gain + Z * spread < 0 && gain < least) [leader, least] = [name, gain];
  }
  return leader;
}

/** Names the features of a link that `adaptive` learns from: its words, and some of its place. */
const eachWord = eachLinkFeature("all");

/** Joined words and numbers of a mask: the number of words in a title is chance. */
const JOINED = /[w0](?:[^/?=&.]+[w0])+/g;

/** Number of URLs whose forms are remembered: most links of a site are on many of its pages. */
const FORMS_REMEMBERED = 10_000;

/** Returns the form of a URL: `/w/0` for `/thread/17`, `/w-w` for a title. */
export const formOf = remember((url: Url): string => {
  const { pathname, search } = new URL(url);
  return maskOf(pathname + search).replaceAll(JOINED, "w-w");
}, FORMS_REMEMBERED);

/** The first words of the features that tell kinds. */
const KINDS: ReadonlySet<string> = new Set(["host", "shape", "place", "kind", "from", "step"]);

/** Reports whether a feature tells the kind of a link, and not its words. */
export function isKind(feature: string): boolean {
  return KINDS.has(feature.slice(0, feature.indexOf(" ")));
}

/**
 * Names the kinds of a link: its host, its place on the page, the form of its URL and of that of its
 * page, and these two by two. So the results of a kind teach its wider kinds, too.
 */
function eachKind({ url, parent, snippet }: Parameters<EachLinkFeature>[0], add: AddFeature): void {
  const form = formOf(url);
  const host = hostOf(url);
  add("host", host);
  add("shape", form);
  add("shape", `${host} ${form}`);
  // An example is not a link on any page.
  if (parent === undefined) return;
  const from = formOf(parent);
  const place = snippet?.place ?? "";
  if (place !== "") add("place", place);
  add("kind", `${form} ${place}`);
  add("from", `${from} ${place}`);
  add("step", `${from} ${form}`);
}

/** Returns the function that names the features of a link by the experts that count. */
export function featuresBy(experts: {
  readonly words: boolean;
  readonly places: boolean;
}): EachLinkFeature {
  return (link, add, addText) => {
    if (experts.words) eachWord(link, add, addText);
    if (experts.places) eachKind(link, add);
  };
}

/**
 * Returns the model that leads for other programs, which names features by the same experts; none where links are also
 * weighed by what is known of something `beside` it.
 */
export function portableLinkModel(
  model: LinkModel | null,
  experts: Parameters<typeof featuresBy>[0],
  beside: string | undefined,
): PortableOr<PortableLinks> {
  if (beside !== undefined)
    return { reason: `links are also weighed by what is known of ${beside}` };
  if (model === null) return ALL_ALIKE;
  const { features, fits, leader } = model;
  const linear = linearWeights(features, compileLinearModel(fits[leader]), linkFeatureValue);
  const eachFeature = featuresBy(experts);
  return {
    model: { kind: "linear", ...linear, positive: { by: "hyperbolic", least: SMALL }, power: 1 },
    featuresOf: (link) => {
      const named = new Set<string>();
      eachFeature(link, (kind, name) => named.add(`${kind} ${name}`));
      return [...named];
    },
  };
}
