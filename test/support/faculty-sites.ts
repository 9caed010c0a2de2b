import { viewPage } from "../../lib/crawl/judge-page.ts";
import type { MarkedPath, MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { aPlan } from "./a-crawl.ts";
import { aUrl } from "./a-url.ts";
import { fixedClock } from "./fixed-clock.ts";
import { aFetchedPage } from "./scripted-web.ts";

/** A faculty's site, as HTML by URL. Its courses are three links from the start page, behind all else. */
export type FacultySite = Readonly<Record<string, string>>;

/** Pages of each kind, of which courses are one. */
export const EACH = 8;

interface Kind {
  readonly path: string;
  readonly text: string;
}

const KINDS = {
  staff: { path: "/people/member", text: "office phone email publications born hobbies" },
  project: { path: "/research/project", text: "funding members papers grant results partners" },
  news: { path: "/news/item", text: "award visit seminar picnic photos announced" },
  course: { path: "/classes/cs", text: "syllabus homework lecture exam grading textbook" },
} as const satisfies Readonly<Record<string, Kind>>;

/** Words that each site says everywhere, and no other does. */
const OWN = ["chemistry", "physics", "history", "botany"];

/** The site of a faculty of its own words; the first page's URL is its start. */
export function facultySite(number: number): FacultySite {
  const own = OWN[number] ?? "";
  const html = (title: string, text: string, ...links: readonly (readonly [string, string])[]) =>
    `<title>${title}, ${own}</title><h1>${title}</h1><p>${text} ${own}</p>${links
      .map(([path, anchor]) => `<ul><li><a href="${path}">${anchor}</a></li></ul>`)
      .join("")}`;
  const items = ({ path }: Kind, name: string) =>
    Array.from({ length: EACH }, (_, n) => [`${path}${n}.html`, `${name} ${n}`] as const);
  const sections = [
    ["/people/", "people"],
    ["/research/", "research"],
    ["/news/", "news"],
    ["/teaching/", "teaching and education"],
  ] as const;
  const pages: Record<string, string> = {
    "/": html("welcome", "department of the university", ...sections),
    "/people/": html("people", "all members", ...items(KINDS.staff, "member")),
    "/research/": html("research", "all projects", ...items(KINDS.project, "project")),
    "/news/": html("news", "what happened", ...items(KINDS.news, "news")),
    "/teaching/": html("teaching", "education here", ["/classes/", "list of courses"]),
    "/classes/": html(
      "courses",
      "taught this year",
      ["/classes/rooms.html", "rooms"],
      ...items(KINDS.course, "course"),
    ),
    "/classes/rooms.html": html("rooms", "buildings floors projectors keys"),
  };
  for (const [name, kind] of Object.entries(KINDS))
    for (const [path] of items(kind, name)) pages[path] = html(name, kind.text, ["/", "home"]);
  return Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [facultyUrl(number, path), page]),
  );
}

/** The URL of a path on the site of a faculty. */
export function facultyUrl(number: number, path: string): string {
  return `http://faculty${number}.example${path}`;
}

/** Whether a page is about a course. */
export function isCourse(url: string): boolean {
  return new URL(url).pathname.startsWith(KINDS.course.path);
}

/** Paths to the first courses of these faculties, with the pages on them and those that these link to. */
export function facultyPaths(numbers: readonly number[], courses = 5): MarkedPaths {
  const paths = numbers.flatMap((number) =>
    Array.from({ length: courses }, (_, n): MarkedPath => {
      const way = ["/", "/teaching/", "/classes/", `${KINDS.course.path}${n}.html`];
      return way.map((path) => aUrl(facultyUrl(number, path)));
    }),
  );
  const views = new Map(
    numbers.flatMap((number) => facultyViews(number)).map((view) => [view.url, view]),
  );
  const onPaths = [...new Set(paths.flat())].flatMap((url) => views.get(url) ?? []);
  const beside = onPaths.flatMap(({ anchors }) =>
    anchors.flatMap(({ url }) => views.get(url) ?? []),
  );
  return { paths, pages: [...new Set([...onPaths, ...beside])] };
}

/** The pages of a faculty's site as a strategy sees them. */
export function facultyViews(number: number): PageView[] {
  return Object.entries(facultySite(number)).map(([url, html]) => {
    const page = aFetchedPage(aUrl(url), html);
    return viewPage(page, {}, aPlan().limits, fixedClock()).view;
  });
}
