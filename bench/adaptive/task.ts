import { ENCYCLOPEDIA, MANY_OTHERS, type Site, UNIVERSITIES } from "../known-web/site.ts";

/**
 * Number of pages that the user is assumed to have judged; below 1, the share of all such pages.
 */
export interface LabelCounts {
  readonly good: number;
  readonly bad: number;
}

/** The goal of a crawl of one site. It is JSON, since it is sent to workers. */
export interface Task {
  readonly site: Site;
  /** The class of the relevant pages. */
  readonly need: string;
  readonly labels: LabelCounts;
  /** Sites of the judged pages: either sites that are not crawled, or the crawled site itself. */
  readonly labelledSites: readonly Site[];
  /** Pages that may be fetched; `null` for as many as the site has. */
  readonly pages: number | null;
}

/** Returns the name of a task in tables. */
export function taskName({ site, need }: Task): string {
  return `${site.title} ${need.slice(need.lastIndexOf(".") + 1)}`;
}

const CLASSES = ["course", "faculty", "student", "project"];

/** Pages of these classes at each of three universities, after examples from all others. */
export function universityTasks(labels: LabelCounts): Task[] {
  return UNIVERSITIES.flatMap((site) => {
    const others = [...UNIVERSITIES.filter((other) => other !== site), MANY_OTHERS];
    return CLASSES.map((need): Task => {
      return { site, need, labels, labelledSites: others, pages: null };
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
    return { site: ENCYCLOPEDIA, need, labels, labelledSites, pages: ARTICLES };
  });
}
