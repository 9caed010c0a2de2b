import {
  ENCYCLOPEDIA,
  GOVERNMENT,
  MODERN_UNIVERSITY,
  type Site,
  UNIVERSITIES,
} from "../known-web/site.ts";
import { CLASSES, type LabelCounts, othersOf, type Task } from "./task.ts";

/** What the user gives: a topic alone, or labels. */
export type Given = LabelCounts | "topic";

/** Label sizes by their names in tables and on the command line. */
export const GIVEN: ReadonlyMap<string, Given> = new Map<string, Given>([
  ["40/200", { good: 40, bad: 200, wrong: 0 }],
  ["5/20", { good: 5, bad: 20, wrong: 0 }],
  ["5/20-wrong", { good: 5, bad: 20, wrong: 1 }],
  ["topic", "topic"],
]);

/** A web with needs that somebody has there, each by the name of its class. */
export interface Reach {
  readonly site: Site;
  readonly starts: Task["starts"];
  readonly pages: number;
  /** Each need's topic, as written from the name of the class alone. */
  readonly topics: Readonly<Record<string, string>>;
}

/** A moment of a crawl. */
export interface Checkpoint {
  /** Share of the budget that is spent. */
  readonly share: number;
  /** Clause that says when. */
  readonly when: string;
}

/** Pages fetched of a web that is not crawled whole. */
const BUDGET = 300;

export const PAGES_FETCHED: readonly Checkpoint[] = [
  { share: 1 / 3, when: "in 100 pages" },
  { share: 1, when: "in 300 pages" },
];

/** Share of a university's web that is fetched from its root. */
const ROOT_SHARE = 0.2;

export const SHARES_FETCHED: readonly Checkpoint[] = [
  { share: 1 / 2, when: "at 10 % of the web" },
  { share: 1, when: "at 20 % of the web" },
];

export const UCI: Reach = {
  site: MODERN_UNIVERSITY,
  starts: [
    "https://www.ics.uci.edu/",
    "https://www.informatics.uci.edu/",
    "https://www.cs.uci.edu/",
    "https://www.stat.uci.edu/",
  ],
  pages: BUDGET,
  topics: {
    person: "faculty staff students people profile",
    course: "course syllabus homework",
    news: "news events announcements",
    research: "research group project publications",
  },
};

export const USAGOV: Reach = {
  site: GOVERNMENT,
  starts: "root",
  pages: BUDGET,
  topics: {
    agency: "government agency contact",
    taxes: "taxes",
    voting: "voting and elections",
    health: "health insurance medicine",
    travel: "travel passport visa",
  },
};

export const ARTICLES: Reach = {
  site: ENCYCLOPEDIA,
  starts: "root",
  pages: BUDGET,
  topics: {
    "subject.Science.Biology.Health_and_medicine": "health and medicine",
    "subject.Countries": "countries",
    "subject.Design_and_Technology.Railway_transport": "railway transport",
  },
};

/** Returns the tasks of a web for what the user gives; examples are of the same web. */
export function reachTasks(
  { site, starts, pages, topics }: Reach,
  given: Given,
  draw: number,
): Task[] {
  return Object.entries(topics).map(([need, topic]): Task => {
    const common = {
      site,
      need,
      pages,
      starts,
      draw,
      links: "all",
      labelledSites: [site],
    } as const;
    if (given === "topic") return { ...common, topic, labels: { good: 0, bad: 0, wrong: 0 } };
    return { ...common, labels: given };
  });
}

/** Returns the tasks from the root page alone, after examples of other universities. */
export function rootTasks(labels: LabelCounts, draw: number): Task[] {
  return UNIVERSITIES.flatMap((site) =>
    CLASSES.map((need): Task => {
      const common = {
        labels,
        draw,
        starts: "root",
        links: "recorded",
        pages: ROOT_SHARE,
      } as const;
      return { site, need, labelledSites: othersOf(site), ...common };
    }),
  );
}
