import { isRecorded } from "../known-web/labelled-web.ts";
import {
  ENCYCLOPEDIA,
  GOVERNMENT,
  MANY_OTHERS,
  MODERN_UNIVERSITY,
  type Site,
  UNIVERSITIES,
} from "../known-web/site.ts";

/** A class of pages, with the topic of someone who has no example. */
export interface JudgedNeed {
  readonly name: string;
  /** Written from the name or description of the class, before any page was judged by it. */
  readonly topic: string;
}

/** Pages that are judged, and where the labels come from. */
interface TestedSite {
  readonly tested: Site;
  /** Other sites; none when labels and judged pages are of the same recording. */
  readonly labelled: readonly Site[];
}

/** A recorded web, or several alike, on which the judge is measured. */
export interface JudgedWeb {
  /** As on the command line. */
  readonly name: string;
  /** For tables. */
  readonly title: string;
  readonly sites: readonly TestedSite[];
  /** What labels and judged pages do not share. */
  readonly apart: "sites" | "hosts" | "pages";
  readonly needs: readonly JudgedNeed[];
}

/** All webs, the one that takes longest first. */
export const JUDGED_WEBS: readonly JudgedWeb[] = [
  {
    name: "wikispeedia",
    title: "encyclopedia",
    sites: [{ tested: ENCYCLOPEDIA, labelled: [] }],
    apart: "pages",
    needs: [
      { name: "subject.Science.Biology", topic: "biology" },
      { name: "subject.Countries", topic: "countries" },
      { name: "subject.Science.Biology.Birds", topic: "birds" },
      { name: "subject.Science.Biology.Health_and_medicine", topic: "health and medicine" },
      { name: "subject.People.Historical_figures", topic: "historical figures" },
      { name: "subject.Design_and_Technology.Railway_transport", topic: "railway transport" },
    ],
  },
  {
    name: "uci",
    title: "modern university",
    sites: [{ tested: MODERN_UNIVERSITY, labelled: [] }],
    apart: "hosts",
    needs: [
      { name: "person", topic: "personal home page profile" },
      { name: "course", topic: "course syllabus homework" },
      { name: "news", topic: "news article" },
      { name: "research", topic: "research group project publications" },
    ],
  },
  {
    name: "usagov",
    title: "government site",
    sites: [{ tested: GOVERNMENT, labelled: [] }],
    apart: "pages",
    needs: [
      { name: "agency", topic: "government agency contact" },
      { name: "topic", topic: "questions and answers on a topic" },
      { name: "list", topic: "list of pages" },
      { name: "taxes", topic: "taxes" },
      { name: "voting", topic: "voting" },
      { name: "health", topic: "health" },
      { name: "travel", topic: "travel" },
      { name: "housing", topic: "housing" },
    ],
  },
  {
    name: "webkb",
    title: "three universities",
    sites: UNIVERSITIES.map((tested) => {
      const labelled = [...UNIVERSITIES.filter((other) => other !== tested), MANY_OTHERS];
      return { tested, labelled };
    }),
    apart: "sites",
    needs: [
      { name: "course", topic: "course syllabus homework" },
      { name: "student", topic: "student home page" },
      { name: "project", topic: "research project" },
      { name: "faculty", topic: "professor home page" },
    ],
  },
];

/** Returns the web of that name. */
export function judgedWeb(name: string): JudgedWeb {
  const web = JUDGED_WEBS.find((each) => each.name === name);
  if (web === undefined) throw new Error(`no web ${JSON.stringify(name)}`);
  return web;
}

/** Whether all sites of a web are recorded on this machine. */
export function areSitesRecorded({ sites }: JudgedWeb): boolean {
  return sites.every(({ tested, labelled }) => [tested, ...labelled].every(isRecorded));
}
