/** A strategy as these benches run it. */
export interface NamedStrategy {
  readonly label: string;
  /** As on the command line, or {@link ORACLE}. */
  readonly strategy: string;
  /**
   * Whether it composes queries, which the recording's own full-text index answers. That index also
   * holds pages that no link leads to.
   */
  readonly asksQueries?: true;
}

const adaptive = (options: string): NamedStrategy => {
  return { label: `adaptive, ${options}`, strategy: `adaptive:${options}` };
};
const named = (strategy: string): NamedStrategy => ({ label: strategy, strategy });

export const OURS: NamedStrategy = { label: "adaptive", strategy: "adaptive" };
export const PAPER: NamedStrategy = named("published-adaptive");

/** The paper's peer, as its comparison had it: it learns from URLs alone. */
export const PEER: NamedStrategy = {
  label: "link-learner",
  strategy: "link-learner:features=url",
};

/** The peer with everything that its makers' crawler learns from. */
export const WIDE_PEER: NamedStrategy = {
  label: "link-learner, url+anchor+around",
  strategy: "link-learner:features=url+anchor+around",
};

/** A greedy learner of URLs, without the rest of what `adaptive` does. */
export const GREEDY_URLS: NamedStrategy = {
  label: "greedy by URL",
  strategy: "adaptive:features=url,labelPrior=false,delayedReward=false",
};

/** The greedy order that knows the truth, by its name in tables: no strategy of the project. */
export const ORACLE = "(oracle)";

/** A classical order that judges pages by what the labels teach. */
export const judgedAlike = (name: string): NamedStrategy => {
  return { label: name, strategy: `${name}:pageEstimator=learned` };
};

/** The strategies that our default is measured against. */
export const RIVALS: readonly NamedStrategy[] = [
  PEER,
  WIDE_PEER,
  { label: "link-learner, best first", strategy: "link-learner:features=url,selection=best" },
  {
    label: "link-learner, in proportion",
    strategy: "link-learner:features=url,selection=proportional",
  },
  {
    label: "link-learner, from examples",
    strategy: "link-learner:features=url,initial=examples",
  },
  {
    label: "link-learner, every 50 pages",
    strategy: "link-learner:features=url,every=50",
  },
  GREEDY_URLS,
  judgedAlike("best-first"),
  judgedAlike("breadth-first"),
  judgedAlike("random"),
  { label: ORACLE, strategy: ORACLE },
];

/** Our default with one part changed. */
export const ABLATIONS: readonly NamedStrategy[] = [
  adaptive("labelPrior=false"),
  adaptive("delayedReward=false"),
  adaptive("conformal=strata"),
  adaptive("conformal=global"),
  // The published warm-up is longer than most of these crawls.
  named("published-adaptive:warmUp=20"),
  adaptive("growth=0"),
  { label: "adaptive, with queries", strategy: "adaptive", asksQueries: true },
  ...["1", "4", "8", "32"].map((beta) => adaptive(`beta=${beta}`)),
];

/** The strategies that are worth measuring with half of the labels. */
export const WITH_HALF: readonly NamedStrategy[] = [OURS, PAPER, PEER, GREEDY_URLS];
