import { DEFAULT_KEYWORDS } from "../domain/comments/default-keywords.ts";
import { REACH } from "../domain/ontology/concept-set.ts";
import { DEFAULT_RELATION_WEIGHTS } from "../domain/ontology/relation-weights.ts";
import type { AdaptiveSettings } from "../domain/strategy/adaptive/adaptive-settings.ts";
import type { LinkDistanceSettings } from "../domain/strategy/link-distance/link-distance-settings.ts";
import type { LokmanSettings } from "../domain/strategy/lokman/lokman-settings.ts";

/** Cho, Garcia-Molina & Page 1998 rank anew as pages come in; at each page it would cost the square. */
const PAGES_A_RANKING = 25;

/** Of thousands of weighted words it ranks pages of unseen sites best, and is trained the fastest. */
const PAGE_LEARNER = "ridge-regression";

/** Every default of a strategy's options, each with the reason for its value. */
export const STRATEGY_DEFAULTS = {
  "fish-search": {
    /** De Bra & Post 1994: a school dies three links after its last food. */
    depth: 3,
    /** De Bra & Post 1994 as implemented since: ten children each. */
    width: 10,
  },
  /** The values of Hersovici et al. 1998. */
  "shark-search": { decay: 0.5, inheritance: 0.8, anchor: 0.8 },
  pagerank: { every: PAGES_A_RANKING },
  hits: { every: PAGES_A_RANKING },
  lokman: { variant: "dowser" },
  commd: { variant: "dowser" },
  /** `commd`, `opic` and `opic-commd` alike. */
  layered: {
    /** The values of Neunerdt et al. 2013. */
    topN: 10_000,
    depth: 10,
    indicator: "comments",
    detector: "both",
    keywords: [...DEFAULT_KEYWORDS],
    /** The paper's detector looks at class names alone. */
    ids: false,
  },
  /** The sweep of Xu, Gao & Callan 2018, § 5.2. */
  irobot: { minDepth: 3, minR: 0.3, minEpsilon: 0.5 },
  source: {
    goal: "ucc",
    variant: "dowser",
    /** 200 pages drawn so teach as much as 1,000 breadth first (Xu, Gao & Callan 2018, § 5.5). */
    sampling: "apath",
    /** The published histogram, taken literally, leaves four pages in ten out of every type. */
    eps: "knee",
    info: true,
    dsim: true,
    balance: true,
    /** What is fetched is what there is: a sample that does not count is for comparisons. */
    learning: "counted",
    /** A site keeps a few pages in a hundred that are like no others; a third is another site. */
    driftShare: 0.3,
  },
  adaptive: { variant: "dowser" },
  /** As Barbosa & Freire's crawler has it. */
  "link-learner": {
    features: "url+anchor+around",
    classes: 2,
    every: 500,
    selection: "hosts",
    initial: "parent",
    pageLearner: PAGE_LEARNER,
  },
  naive: { pageLearner: PAGE_LEARNER },
  "link-distance": { variant: "dowser" },
  "context-graph": {
    /** The context graphs of Diligenti et al. 2000 are about as deep. */
    layers: 4,
    /** Surely of a layer is a page that is likelier of it than of all others together. */
    threshold: 0.5,
  },
} as const;

/** Settings of a variant of `adaptive`. */
type AdaptiveVariant = Omit<AdaptiveSettings, "name" | "variant">;

/** What the options of `adaptive` are where they are left out, by variant. */
export const ADAPTIVE_VARIANTS: Readonly<Record<AdaptiveSettings["variant"], AdaptiveVariant>> = {
  /** Xu, Yoon & Tourassi 2014. */
  paper: {
    /** What they found best. */
    pageLearner: "additive-regression",
    linkLearner: "auto",
    features: "snippet",
    beta: 1,
    conformal: "global",
    labelPrior: false,
    delayedReward: false,
    warmUp: 1_000,
    growth: 0.1,
    objective: "utility",
  },
  /** As measured on webs of universities and an encyclopedia; `docs/results.md` takes each part away. */
  dowser: {
    pageLearner: PAGE_LEARNER,
    linkLearner: "ridge-regression",
    features: "all",
    beta: "greedy",
    conformal: "none",
    labelPrior: true,
    delayedReward: true,
    warmUp: 0,
    growth: 0.1,
    objective: "utility",
  },
};

/** Settings of a variant of `link-distance`. */
type LinkDistanceVariant = Omit<LinkDistanceSettings, "name" | "variant" | "model">;

/** What the options of `link-distance` are where they are left out, by variant. */
export const LINK_DISTANCE_VARIANTS: Readonly<
  Record<LinkDistanceSettings["variant"], LinkDistanceVariant>
> = {
  /** Effland's crawler, which learns before it crawls and never doubts what it learned. */
  paper: {
    gatherFrom: 0.85,
    depthPenalty: 0,
    branchDiscount: 0,
    siblingShortfall: 0,
    confidence: 0,
    selfTraining: true,
    online: false,
  },
  /** As measured on sites of universities, each crawled with what the others teach. */
  dowser: {
    /** Scores are probabilities: a page that is likelier a target than not is gathered. */
    gatherFrom: 0.5,
    /** Most branches that lead nowhere lead down; a target's list is worth walking 27 links to even so. */
    depthPenalty: 0.03,
    /** What is learned while crawling lowers such branches already; both came to fewer targets beside it. */
    branchDiscount: 0,
    siblingShortfall: 0,
    confidence: 0,
    selfTraining: true,
    online: true,
  },
};

/** The values of Xu, Gao & Callan 2018, §§ 5.3 and 5.4, by goal. */
export const SOURCE_ALPHA = { ucc: 0.5, target: 0.8 } as const;

const { exact, synonym, partial, narrower, context } = DEFAULT_RELATION_WEIGHTS;

/** Settings of a variant of `lokman`. */
type LokmanVariant = Omit<LokmanSettings, "name">;

/** The thesis as it stands (Kayışoğlu 2005). */
const PAPER: LokmanVariant = {
  merge: "greater",
  weights: { exact, synonym, partial, narrower: 0, context },
  normalise: "none",
  elements: { text: 1, title: 0, headings: 0, emphasis: 0 },
  channels: { anchor: 1, url: 1, around: 0 },
  grading: "relations",
  decay: 0.8,
  reach: REACH,
  pageInheritance: 0.1,
  linkInheritance: 0.1,
  offTopic: "drop",
  capacity: 10_000,
};

/** What the options of `lokman` are where they are left out, by variant. */
export const LOKMAN_VARIANTS: Readonly<Record<"paper" | "dowser", LokmanVariant>> = {
  paper: PAPER,
  /** Pages judged as in the thesis, links also by remoter concepts; `docs/results.md` takes each part away. */
  dowser: {
    ...PAPER,
    weights: { ...PAPER.weights, narrower },
    /** A page that names the topic a hundred times is not a hundred times as good a place. */
    normalise: "log",
    /** Words around belong to the link, and to its neighbours, too. */
    channels: { anchor: 1, url: 1, around: 0.2 },
    grading: "distance",
    offTopic: "follow",
  },
};
