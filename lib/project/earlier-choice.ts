/** Strategies as earlier versions wrote them into project files and runs, in today's spelling. */

type Mapping = Readonly<Record<string, unknown>>;

/** Name of the strategy that a published variant of another one is now. */
const PUBLISHED = {
  adaptive: "published-adaptive",
  "link-distance": "published-link-distance",
  source: "published-source",
} as const;

/**
 * Returns a strategy's choice as it is written today. A variant as published was an option of the
 * strategy; settings that this variant alone has were kept with all others.
 */
export function presentChoice(choice: Mapping): Mapping {
  if (choice["name"] === "source") return presentSource(choice);
  if (choice["name"] === "link-distance") return presentLinkDistance(choice);
  return choice["name"] === "adaptive" ? presentAdaptive(choice) : choice;
}

/**
 * Reports whether a strategy's name in a log is that of a project: a published form is logged by
 * the name of its method.
 */
export function isLoggedAs(logged: string, name: string): boolean {
  const method = Object.entries(PUBLISHED).find(([, published]) => published === name)?.[0];
  return logged === (method ?? name);
}

/** Of the two forms of `source`, the published one judges text in no way. */
function presentSource(choice: Mapping): Mapping {
  const { goal = "ucc", variant, text } = choice;
  const isUcc = goal === "ucc";
  if (variant === "paper" || (isUcc && text === false)) {
    const {
      name: _,
      variant: __,
      text: ___,
      ...options
    } = without(choice, { learning: "counted" });
    return { name: PUBLISHED.source, ...options, paths: variant === "paper" ? "tags" : "all" };
  }
  const factors = { info: true, dsim: true, balance: true, alpha: isUcc ? 0.5 : 0.8 };
  const sample = { sampling: "apath", eps: "knee" };
  return without(choice, { variant: "dowser", text: isUcc, ...sample, ...factors });
}

function presentLinkDistance(choice: Mapping): Mapping {
  if (choice["variant"] !== "paper") return without(choice, { variant: "dowser", confidence: 0 });
  const { name: _, variant: __, ...options } = without(choice, { online: false });
  return { name: PUBLISHED["link-distance"], ...options };
}

/** Only ridge regression is left for pages and links; all other learners are of the published form. */
function presentAdaptive(choice: Mapping): Mapping {
  const ridge = "ridge-regression";
  const { variant = "dowser", pageLearner = ridge, linkLearner = ridge } = choice;
  const isOurs = variant === "dowser" && pageLearner === ridge && linkLearner === ridge;
  if (isOurs) return without(choice, { variant, pageLearner, linkLearner });
  return { ...choice, name: PUBLISHED.adaptive, variant };
}

/** Leaves out what has these values, with which it says nothing. */
function without(choice: Mapping, idle: Mapping): Mapping {
  return Object.fromEntries(
    Object.entries(choice).filter(
      ([key, value]) => !Object.hasOwn(idle, key) || idle[key] !== value,
    ),
  );
}
