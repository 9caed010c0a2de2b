import { ENCYCLOPEDIA, MANY_OTHERS, type Site, UNIVERSITIES } from "../known-web/site.ts";

/**
 * Number of pages that the user is assumed to have judged; below 1, the share of all such pages.
 */
export interface LabelCounts {
  readonly good: number;
  readonly bad: number;
  /** So many of the good ones are pages of other classes. */
  readonly wrong: number;
}

/** The goal of a crawl of one site. It is JSON, since it is sent to workers. */
export interface Task {
  readonly site: Site;
  /** The class of the relevant pages. */
  readonly need: string;
  /** The need in words; `undefined` when the labels say it. */
  readonly topic?: string;
  readonly labels: LabelCounts;
  /** Seed for drawing examples. */
  readonly draw: number;
  /** Sites of the judged pages: either sites that are not crawled, or the crawled site itself. */
  readonly labelledSites: readonly Site[];
  /** Pages that may be fetched; up to 1, the share of those that the site has. */
  readonly pages: number;
  /** What crawls begin with: the root, also three relevant pages, or these URLs. */
  readonly starts: "root" | "root-and-targets" | readonly string[];
  /**
   * Which links may be drawn: those to recorded pages, or all but to examples. Only then does a
   * crawl meet what a live one would pay for.
   */
  readonly links: "recorded" | "all";
}

/**
 * What the corpora have in common: the same examples for all crawls, or each would train its own
 * page estimator.
 */
const KNOWN_STARTS = { draw: 1, starts: "root-and-targets", links: "recorded" } as const;

/** Returns the name of a task in tables. */
export function taskName({ site, need }: Task): string {
  return `${site.title} ${need.slice(need.lastIndexOf(".") + 1)}`;
}

export const CLASSES = ["course", "faculty", "student", "project"];

/** Returns the universities that a user of one of them has seen: all others. */
export function othersOf(site: Site): Site[] {
  return [...UNIVERSITIES.filter((other) => other !== site), MANY_OTHERS];
}

/** Pages of these classes at each of three universities, after examples from all others. */
export function universityTasks(labels: LabelCounts): Task[] {
  return UNIVERSITIES.flatMap((site) => {
    const others = othersOf(site);
    return CLASSES.map((need): Task => {
      return { site, need, labels, labelledSites: others, pages: 1, ...KNOWN_STARTS };
    });
  });
}

/** Categories with between 84 and 704 articles. */
const CATEGORIES = [
  "subject.Science.Biology",
  "subject.Countries",
  "subject.Science.Biology.Birds",
  "subject.Science.Biology.Health_and_medicine",
  "subject.People.Historical_figures",
  "subject.Design_and_Technology.Railway_transport",
];

/** Pages that may be fetched of the encyclopedia: a third of it. */
const ARTICLES = 1_500;

/** Articles of these categories, after examples from the same encyclopedia, which count as known. */
export function encyclopediaTasks(labels: LabelCounts): Task[] {
  const labelledSites = [ENCYCLOPEDIA];
  return CATEGORIES.map((need): Task => {
    return { site: ENCYCLOPEDIA, need, labels, labelledSites, pages: ARTICLES, ...KNOWN_STARTS };
  });
}
