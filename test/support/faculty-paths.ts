import type { MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { anAnchor, aPage } from "./a-page.ts";
import { aUrl } from "./a-url.ts";

/** Texts on the pages of each kind, on every site; all other text is on one page only. */
const TEXTS = {
  home: "welcome department faculty research",
  list: "courses taught semester schedule",
  course: "syllabus homework lecture exam",
  staff: "professor office phone publications",
} as const;

const NUMBERS = Array.from({ length: 12 }, (_, number) => number);

/** A faculty's site: home, its list of twelve courses, and twelve people, who are not targets. */
export interface Faculty {
  readonly home: Url;
  readonly list: Url;
  readonly courses: readonly Url[];
  readonly staff: readonly Url[];
  readonly pages: readonly PageView[];
}

/** A site of this subject, at a host of its own. */
export function aFaculty(subject: string): Faculty {
  const at = (path: string) => aUrl(`http://${subject}.example/${path}`);
  const courses = NUMBERS.map((number) => at(`courses/cs${number}.html`));
  const staff = NUMBERS.map((number) => at(`people/p${number}.html`));
  const home = at("");
  const list = at("courses/index.html");
  const menu = [anAnchor(home, { text: "home" }), anAnchor(list, { text: "course list" })];
  const says = (
    url: Url,
    kind: keyof typeof TEXTS,
    anchors: PageView["anchors"],
    own = "",
  ): PageView => {
    const text = `${TEXTS[kind]} ${subject} ${own}`;
    return aPage({ url, title: `${kind} ${own}`, text, anchors: [...menu, ...anchors] });
  };
  const link = (url: Url, text: string) => anAnchor(url, { text });
  return {
    ...{ home, list, courses, staff },
    pages: [
      says(
        home,
        "home",
        staff.map((url, number) => link(url, `professor p${number}`)),
      ),
      says(
        list,
        "list",
        courses.map((url, number) => link(url, `course cs${number}`)),
      ),
      ...courses.map((url, number) => says(url, "course", [], `cs${number}`)),
      ...staff.map((url, number) => says(url, "staff", [], `p${number}`)),
    ],
  };
}

/** Some sites, and paths from the home page of each over its list to its first so many courses. */
export function facultyPaths(subjects: readonly string[], courses = 3): MarkedPaths {
  const faculties = subjects.map(aFaculty);
  return {
    paths: faculties.flatMap((site) =>
      site.courses.slice(0, courses).map((course) => [site.home, site.list, course]),
    ),
    pages: faculties.flatMap(({ pages }) => pages),
  };
}
