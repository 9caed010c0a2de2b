import { type DemoPage, type DemoSite, demoOrigin } from "./demo-web.ts";
import type { Department, Person } from "./department.ts";
import { anchor, filePage, html, list, okPage, truth } from "./html.ts";
import { legacyDepartmentPages } from "./legacy-department.ts";
import { type Content, type LinkPool, relatedAnchors } from "./link-pool.ts";
import {
  capitalised,
  drawTopic,
  paragraph,
  paragraphs,
  personName,
  slug,
  type TopicMix,
  title,
} from "./prose.ts";
import type { Chance } from "./random.ts";

/** Departments before any page is written. */
interface UniversityPlan {
  readonly departments: readonly Department[];
  readonly contents: readonly Content[];
}

const DEPARTMENTS: readonly (readonly [name: string, mix: TopicMix])[] = [
  ["Entomology", { main: ["beekeeping", "beekeeping", "beekeeping", "insects"], faith: 0.95 }],
  ["Horticulture", { main: ["gardening", "gardening", "beekeeping"], faith: 0.95 }],
  ["Food Science", { main: ["cooking"], faith: 0.9 }],
  ["Geography", { main: ["travel"], faith: 0.95 }],
  ["Astronomy", { main: ["astronomy"], faith: 0.98 }],
  ["Music", { main: ["music"], faith: 0.98 }],
  ["Economics", { main: ["finance"], faith: 0.98 }],
  ["History", { main: ["history"], faith: 0.95 }],
];

/** Allows everything, as an old editor saved it: byte order mark, CR LF, a comment. */
const ROBOTS = "\uFEFF# Fenmoor\r\nUser-Agent:*\r\nDisallow: # nothing\r\n";

const LEGACY_DEPARTMENT = "Entomology";
const COURSES = 18;
const PEOPLE = 9;
const COURSES_PER_CATALOGUE_PAGE = 24;

/** Draws departments with courses and people. */
export function planUniversity(chance: Chance): UniversityPlan {
  const departments = DEPARTMENTS.map(([name, mix]) => planDepartment(chance, name, mix));
  return { departments, contents: departments.flatMap((department) => department.courses) };
}

/**
 * Writes a small university: departments, courses, people, a catalogue; one department is still as
 * in 1996.
 */
export function universitySite(plan: UniversityPlan, chance: Chance, pool: LinkPool): DemoSite {
  const pages = new Map<string, DemoPage>([
    ["/", homePage(plan)],
    [
      "/campus.html",
      okPage(frame("Campus", `<p>${paragraph(chance, "travel", 4)}</p>`), truth("about")),
    ],
    ...cataloguePages(plan),
    ...plan.departments.flatMap((department) =>
      department.legacy
        ? legacyDepartmentPages(chance, department)
        : departmentPages(chance, pool, department),
    ),
    ["/robots.txt", filePage(ROBOTS, "text/plain")],
  ]);
  return { name: "university", pages, firstAnswers: new Map(), unlisted: () => undefined };
}

function planDepartment(chance: Chance, name: string, mix: TopicMix): Department {
  const legacy = name === LEGACY_DEPARTMENT;
  const folder = legacy ? `/~${slug(name)}/` : `/${slug(name)}/`;
  const courses = Array.from({ length: COURSES }, (_, index): Content => {
    const topic = drawTopic(chance, mix);
    const code = `${name.slice(0, 4).trim().toUpperCase()} ${101 + index * 11}`;
    const target = `${folder}courses/${slug(code)}.html`;
    return { site: "university", target, title: `${code}: ${courseTitle(chance, topic)}`, topic };
  });
  const people = Array.from({ length: PEOPLE }, (_, index): Person => {
    const person = personName(chance);
    return { name: person, target: `${folder}people/${slug(person)}-${index + 1}.html` };
  });
  return { name, folder, mix, courses, people, legacy };
}

function courseTitle(chance: Chance, topic: Content["topic"]): string {
  const subject = capitalised(topic);
  return chance.happens(0.5)
    ? `${chance.pick(["Introduction to", "Advanced", "Seminar in", "Practical"])} ${subject}`
    : title(chance, topic);
}

function frame(heading: string, body: string): string {
  return html(
    `${heading} - Fenmoor University`,
    `<div id="banner">${anchor("/", "Fenmoor University")} ${anchor("/catalogue.html", "Course catalogue")} ${anchor("/campus.html", "Campus")}</div>
<div id="content"><h1>${heading}</h1>
${body}
</div>
<div id="footer">${anchor(`${demoOrigin("news")}/`, "In the news")}</div>`,
  );
}

function homePage(plan: UniversityPlan): DemoPage {
  const departments = plan.departments.map(({ name, folder }) => anchor(folder, name));
  return okPage(
    frame("Fenmoor University", list(departments, 'class="departments"')),
    truth("home"),
  );
}

function cataloguePages(plan: UniversityPlan): readonly [string, DemoPage][] {
  const courses = plan.contents.toSorted((a, b) => (a.title < b.title ? -1 : 1));
  const count = Math.ceil(courses.length / COURSES_PER_CATALOGUE_PAGE);
  const target = (page: number): string =>
    page === 0 ? "/catalogue.html" : `/catalogue-${page + 1}.html`;
  return Array.from({ length: count }, (_, page) => {
    const start = page * COURSES_PER_CATALOGUE_PAGE;
    const rows = courses
      .slice(start, start + COURSES_PER_CATALOGUE_PAGE)
      .map((course) => anchor(course.target, course.title));
    const next = page + 1 < count ? anchor(target(page + 1), "Next page", 'rel="next"') : "";
    const body = `${list(rows, 'class="catalogue"')}<p>${next}</p>`;
    return [target(page), okPage(frame("Course catalogue", body), truth("course-list"))];
  });
}

function departmentPages(
  chance: Chance,
  pool: LinkPool,
  department: Department,
): readonly [string, DemoPage][] {
  const { folder, name } = department;
  const topic = department.mix.main[0];
  const courses = department.courses.map((course) =>
    anchor(course.target, course.title, 'class="course"'),
  );
  const people = department.people.map((person) =>
    anchor(person.target, person.name, 'class="person"'),
  );
  const home = `<p>${paragraph(chance, department.mix.main[0] ?? "history", 3)}</p>
${list([anchor(`${folder}courses/`, "Courses"), anchor(`${folder}people/`, "People")])}`;
  return [
    [folder, okPage(frame(`Department of ${name}`, home), truth("department", topic))],
    [
      `${folder}courses/`,
      okPage(frame(`Courses in ${name}`, list(courses)), truth("course-list", topic)),
    ],
    [`${folder}people/`, okPage(frame(`People in ${name}`, list(people)), truth("about", topic))],
    ...department.courses.map((course): [string, DemoPage] => [
      course.target,
      coursePage(chance, pool, department, course),
    ]),
    ...department.people.map((person): [string, DemoPage] => [
      person.target,
      personPage(chance, department, person),
    ]),
  ];
}

function coursePage(
  chance: Chance,
  pool: LinkPool,
  department: Department,
  course: Content,
): DemoPage {
  const teacher = chance.pick(department.people);
  const body = `<dl><dt>Teacher</dt><dd>${anchor(teacher.target, teacher.name)}</dd>
<dt>Credits</dt><dd>${chance.int(2, 6)}</dd><dt>Term</dt><dd>${chance.pick(["Spring", "Autumn"])}</dd></dl>
<h2>Description</h2>
${paragraphs(chance, course.topic, 2)}
<h2>Reading</h2>
${list(relatedAnchors(chance, pool, course, 3))}
<p>${anchor(`${department.folder}courses/`, `All courses in ${department.name}`)}</p>`;
  return okPage(frame(course.title, body), truth("course", course.topic));
}

function personPage(chance: Chance, department: Department, person: Person): DemoPage {
  const course = chance.pick(department.courses);
  const body = `<p>${person.name} works at the ${anchor(department.folder, `Department of ${department.name}`)}.</p>
<p>Office ${chance.int(1, 4)}.${chance.int(10, 40)}. Teaches ${anchor(course.target, course.title)}.</p>`;
  return okPage(frame(person.name, body), truth("person", course.topic));
}
