import { type Site, UNIVERSITIES } from "../known-web/site.ts";

/** Pages that the user is thought to have judged: so many, or below 1 that share of all there are. */
export interface LabelCounts {
  readonly good: number;
  readonly bad: number;
}

/** What a crawl of one site is to find. JSON, since workers are sent it. */
export interface Task {
  readonly site: Site;
  /** The class of the wanted pages. */
  readonly need: string;
  readonly labels: LabelCounts;
  /** Where the judged pages are from; their own sites, of which none is crawled, or the site that is. */
  readonly labelledSites: readonly Site[];
  /** Pages that may be fetched; `null` for as many as the site has. */
  readonly pages: number | null;
}

/** For tables. */
export function taskName({ site, need }: Task): string {
  return `${site.title} ${need.slice(need.lastIndexOf(".") + 1)}`;
}

/** Single pages of many more universities. */
const MANY_OTHERS: Site = { corpus: "webkb", name: "misc", title: "others" };

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

const ENCYCLOPEDIA: Site = {
  corpus: "wikispeedia",
  name: "wikispeedia",
  title: "encyclopedia",
};

/** From 704 articles to 84. */
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
