/** A university of which each department has a host, with home pages, laboratories, courses and papers. */
import { anchor } from "../../../demo/html.ts";
import { items, wholePage } from "./markup.ts";
import { type MadePage, ORIGIN, type Place, type WebKind } from "./webs.ts";
import { createWriter, type Writer } from "./writer.ts";

const SITE = "Norland University";
const DEPARTMENTS = ["law", "history", "physics", "economics", "biology", "music", "nursing"];

/** People, laboratories, courses and papers of a department. */
const [STAFF, LABORATORIES, COURSES, PAPERS] = [25, 5, 20, 40];

/** Pages of life on the campus, and of news. */
const [LIFE, NEWS] = [60, 100];

export const UNIVERSITY_OF_HOSTS: WebKind = {
  name: "university on many hosts",
  topics: ["machine learning", "climate change", "law", "music"],
  types: { courses: /\/courses\/\d+\/$/, publications: /\/pub\/\d+\/\d/ },
  pages: universityOfHosts,
};

/** What pages of a department are made from. */
interface Department {
  readonly writer: Writer;
  readonly topic: string;
  readonly host: string;
  /** Draws the subject of a page; `share` in [0, 1] of those of other departments are of the topic. */
  readonly subjectOf: (share: number) => string;
  /** The menu of the larger pages. */
  readonly menu: string;
}

function universityOfHosts(topic: string, seed: number): readonly MadePage[] {
  const writer = createWriter("en", seed, "uni2");
  return [
    ...DEPARTMENTS.flatMap((name) => departmentPages(writer, topic, name)),
    ...campusPages(writer, topic),
  ];
}

function departmentPages(writer: Writer, topic: string, name: string): readonly MadePage[] {
  const host = hostOf(name);
  const menu = [
    anchor(`${host}/`, "Home"),
    anchor(`${host}/people.html`, "People"),
    anchor(`${host}/labs/`, "Laboratories"),
    anchor(`${host}/courses/`, "Courses"),
    anchor(`${host}/pubs.html`, "Publications"),
  ];
  const isTopic = name === topic;
  const subjectOf = (share: number) =>
    writer.chance.happens(isTopic ? 0.9 : share) ? topic : name;
  const department: Department = { writer, topic, host, subjectOf, menu: items(menu) };
  const staff = drawStaff(department);
  const laboratories = Array.from({ length: LABORATORIES }, (_, at): Place => {
    const subject = subjectOf(0.2);
    return { path: `${host}/labs/l${at + 1}/`, title: writer.title(subject, 0.5), subject };
  });
  const home = `${department.menu}<p>${writer.text(name, 5)}</p>`;
  return [
    page(`${host}/`, `${name} at Norland`, home, isTopic),
    page(`${host}/people.html`, "People", `${department.menu}${linksTo(staff)}`),
    page(`${host}/labs/`, "Laboratories", `${department.menu}${linksTo(laboratories)}`),
    ...laboratoryPages(department, laboratories, staff),
    ...staff.flatMap((person) => personPages(department, person)),
    ...coursePages(department),
    ...paperPages(department, staff),
  ];
}

function drawStaff({ writer, host, subjectOf }: Department): readonly Place[] {
  return Array.from({ length: STAFF }, (): Place => {
    const title = writer.name();
    const [given = ""] = title.split(" ");
    const user = `${given.toLowerCase()}${writer.chance.int(1, 99)}`;
    return { path: `${host}/~${user}/`, title, subject: subjectOf(0.15) };
  });
}

function laboratoryPages(
  { writer, topic }: Department,
  laboratories: readonly Place[],
  staff: readonly Place[],
): readonly MadePage[] {
  return [
    ...laboratories.map(({ path, title, subject }) => {
      const people = staff.filter((person) => person.subject === subject).slice(0, 6);
      const projects = anchor(`${path}projects.html`, "Projects");
      const main = `<p>${writer.text(subject, 8)}</p>${linksTo(people)}${projects}`;
      return page(path, title, main, subject === topic);
    }),
    ...laboratories.map(({ path, subject }) => {
      const main = `<p>${writer.text(subject, 6)}</p>${anchor(path, "Up")}`;
      return page(`${path}projects.html`, "Projects", main, subject === topic);
    }),
  ];
}

function personPages({ writer, topic }: Department, person: Place): readonly MadePage[] {
  const { chance } = writer;
  const { path, title, subject } = person;
  const isTarget = subject === topic;
  const notes = Array.from({ length: chance.int(0, 3) }, (_, at) => `${path}p${at}.html`);
  const text = `<p>${writer.text(subject, chance.int(3, 8))}</p>`;
  const links = notes.map((note, at) =>
    anchor(note, `${chance.pick(["paper", "talk", "slides", "notes"])} ${at + 1}`),
  );
  return [
    page(path, title, `${text}${items(links)}`, isTarget),
    ...notes.map((note) =>
      page(note, `${title}: notes`, `<p>${writer.text(subject, 6)}</p>`, isTarget),
    ),
  ];
}

function coursePages({ writer, topic, host, subjectOf, menu }: Department): readonly MadePage[] {
  const courses = Array.from({ length: COURSES }, (_, at): Place => {
    const subject = subjectOf(0.08);
    return { path: `${host}/courses/${100 + at}/`, title: writer.title(subject, 0.4), subject };
  });
  return [
    page(`${host}/courses/`, "Courses", `${menu}${linksTo(courses)}`),
    ...courses.flatMap(({ path, title, subject }) => {
      const [syllabus, homework] = [`${path}syllabus.html`, `${path}homework.html`];
      const links = `${anchor(syllabus, "Syllabus")} ${anchor(homework, "Homework")}`;
      const isTarget = subject === topic;
      return [
        page(path, title, `<p>${writer.text(subject, 5)}</p>${links}`, isTarget),
        page(syllabus, "Syllabus", writer.text(subject, 5), isTarget),
        page(homework, "Homework", writer.text(subject, 3, 0.1)),
      ];
    }),
  ];
}

function paperPages(
  { writer, topic, host, menu }: Department,
  staff: readonly Place[],
): readonly MadePage[] {
  const papers = Array.from({ length: PAPERS }, (_, at): Place => {
    const { subject } = writer.chance.pick(staff);
    const path = `${host}/pub/${1_990 + (at % 30)}/${at}.html`;
    return { path, title: writer.title(subject, 0.5), subject };
  });
  return [
    page(`${host}/pubs.html`, "Publications", `${menu}${linksTo(papers)}`),
    ...papers.map(({ path, title, subject }) =>
      page(path, title, writer.text(subject, 5), subject === topic),
    ),
  ];
}

/** Returns the pages of the host where a crawl begins. */
function campusPages(writer: Writer, topic: string): readonly MadePage[] {
  const menu = [
    anchor("/departments.html", "Departments"),
    anchor("/life.html", "Campus life"),
    anchor("/news.html", "News"),
  ];
  const home = `<p>${writer.text("housing", 4, 0.1)}</p>${items(menu)}`;
  const departments = items(DEPARTMENTS.map((name) => anchor(`${hostOf(name)}/`, name)));
  const life = Array.from({ length: LIFE }, (_, at): Place => {
    return { path: `/life/${at}.html`, title: writer.title("sport", 0.5), subject: "sport" };
  });
  const lifePages = life.map(({ path, title }) => page(path, title, writer.text("sport", 5)));
  const news = Array.from({ length: NEWS }, (_, at): Place => {
    const subject = writer.chance.pick([...DEPARTMENTS, topic]);
    return { path: `/news/${at}.html`, title: writer.title(subject, 0.5), subject };
  });
  return [
    page("/", SITE, home),
    page("/departments.html", "Departments", departments),
    page("/life.html", "Campus life", linksTo(life)),
    ...lifePages,
    page("/news.html", "News", linksTo(news)),
    ...news.map(({ path, title, subject }) =>
      page(path, title, writer.text(subject, 4), subject === topic),
    ),
  ];
}

function hostOf(department: string): string {
  return `http://${department.slice(0, 4)}.norland.example`;
}

function linksTo(places: readonly Place[]): string {
  return items(places.map(({ path, title }) => anchor(path, title)));
}

function page(path: string, title: string, main: string, isTarget = false): MadePage {
  const address = `<hr><address>${anchor(`${ORIGIN}/`, SITE)}</address>`;
  return { path, body: wholePage("en", title, `<h1>${title}</h1>${main}${address}`), isTarget };
}
