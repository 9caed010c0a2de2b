/** A university on one host, whose departments are folders; pages of the topic are also in those of others. */
import { anchor } from "../../../demo/html.ts";
import { capitalised } from "../../../demo/prose.ts";
import { items, parts, slug, wholePage } from "./markup.ts";
import type { MadePage, Place, WebKind } from "./webs.ts";
import { createWriter, type Writer } from "./writer.ts";

const SITE = "University of Westmere";
const DEPARTMENTS = ["nursing", "law", "history", "physics", "economics", "biology", "music"];

/** People and modules of a department, pieces of news, and rows of the lists of news and people. */
const [STAFF, MODULES, NEWS, NEWS_ROWS, PEOPLE_ROWS] = [40, 30, 260, 20, 28];

export const UNIVERSITY: WebKind = {
  name: "university on one host",
  topics: ["climate change", "machine learning", "nursing", "law"],
  types: { people: /\/people\/[^?]/, modules: /\/study\/module\?/ },
  pages: university,
};

/** A person or a module. */
interface Member extends Place {
  readonly department: string;
}

/** What pages of the university are made from. */
interface University {
  readonly writer: Writer;
  readonly topic: string;
  readonly people: readonly Member[];
  readonly news: readonly Place[];
  readonly modules: readonly Member[];
}

function university(topic: string, seed: number): readonly MadePage[] {
  const writer = createWriter("en", seed, "uni1");
  const people = drawPeople(writer, topic);
  const news = drawNews(writer, topic);
  const all: University = { writer, topic, people, news, modules: drawModules(writer, topic) };
  return [
    ...DEPARTMENTS.flatMap((department) => departmentPages(all, department)),
    ...contentPages(all),
    ...listPages("/news/", "News", { rows: news, size: NEWS_ROWS, next: "Older" }),
    ...sectionPages(writer),
    ...listPages("/people/", "People", { rows: people, size: PEOPLE_ROWS, next: "Next" }),
    ...["about/", "privacy", "accessibility", "contact"].map((name) =>
      page(`/${name}`, name, writer.text("housing", 5, 0.05)),
    ),
    page("/", "Home", `<p>${writer.text("sport", 2, 0.1)}</p>${linksTo(news.slice(0, 4))}`),
  ];
}

function drawPeople(writer: Writer, topic: string): readonly Member[] {
  const { chance } = writer;
  return DEPARTMENTS.flatMap((department) =>
    Array.from({ length: STAFF }, (): Member => {
      const title = writer.name();
      const subject = chance.happens(topic === department ? 1 : 0.12) ? topic : department;
      const path = `/people/${slug(title)}-${chance.int(1_000, 99_999)}`;
      return { path, title, subject, department };
    }),
  );
}

function drawNews(writer: Writer, topic: string): readonly Place[] {
  const { chance } = writer;
  return Array.from({ length: NEWS }, (_, at): Place => {
    const isOnTopic = chance.happens(0.1);
    const subject = isOnTopic ? topic : chance.pick([...DEPARTMENTS, "sport", "housing"]);
    const title = writer.title(subject, 0.5);
    return { path: `/news/${2_010 + (at % 14)}/${slug(title)}-${at}`, title, subject };
  });
}

/** Returns the modules, whose titles have their code. */
function drawModules(writer: Writer, topic: string): readonly Member[] {
  const { chance } = writer;
  return DEPARTMENTS.flatMap((department) =>
    Array.from({ length: MODULES }, (_, at): Member => {
      const subject = chance.happens(topic === department ? 1 : 0.08) ? topic : department;
      const code = `${department.slice(0, 3).toUpperCase()}${1_000 + at * 7}`;
      const path = `/study/module?code=${code}`;
      return { path, title: `${code} ${writer.title(subject, 0.4)}`, subject, department };
    }),
  );
}

function departmentPages(all: University, department: string): readonly MadePage[] {
  const { writer, topic } = all;
  const folder = folderOf(department);
  const name = capitalised(department);
  const local = [
    ["/", name],
    ["/staff", "Our staff"],
    ["/courses", "Modules"],
    ["/research", "Research groups"],
    ["/events", "Seminars"],
  ] as const;
  const side = items(
    local.map(([path, text]) => anchor(`${folder}${path}`, text)),
    'class="local"',
  );
  const people = all.people.filter((person) => person.department === department);
  const rows = people.map((person) => {
    const [given = ""] = person.title.split(" ");
    const address = `${given.toLowerCase()}@westmere.example`;
    return `<tr><td>${linkTo(person)}</td><td>${address}</td></tr>`;
  });
  const modules = all.modules.filter((module) => module.department === department);
  const home = `${side}<p>${writer.text(department, 5)}</p>`;
  return [
    page(`${folder}/`, `Department of ${name}`, home, department === topic),
    page(`${folder}/staff`, `${name}: our staff`, `${side}<table>${rows.join("")}</table>`),
    page(`${folder}/courses`, `${name}: modules`, `${side}${linksTo(modules)}`),
    ...researchPages(all, { department, side, people }),
    page(
      `${folder}/events`,
      `${name}: seminars`,
      `${side}${items(Array.from({ length: 15 }, () => writer.title(department, 0.5)))}`,
    ),
  ];
}

function researchPages(
  { writer, topic }: University,
  of: {
    readonly department: string;
    readonly side: string;
    readonly people: readonly Member[];
  },
): readonly MadePage[] {
  const { department, side, people } = of;
  const folder = `${folderOf(department)}/research`;
  const groups = Array.from({ length: 6 }, (): Place => {
    const subject = writer.chance.happens(0.15) ? topic : department;
    const title = writer.title(subject, 0.4);
    return { path: `${folder}/${slug(title)}`, title, subject };
  });
  const heading = `${capitalised(department)}: research groups`;
  return [
    page(folder, heading, `${side}${linksTo(groups)}`),
    ...groups.map(({ path, title, subject }) => {
      const members = people.filter((person) => person.subject === subject).slice(0, 8);
      const text = `<p>${writer.text(subject, 7)}</p><h2>Members</h2>${linksTo(members)}`;
      return page(path, title, `${side}${text}`, subject === topic);
    }),
  ];
}

/** Returns the pages of modules, people and news. */
function contentPages({ writer, topic, people, news, modules }: University): readonly MadePage[] {
  const { chance } = writer;
  return [
    ...modules.map(({ path, title, subject, department }) => {
      const text = `<p>${writer.text(subject, 6)}</p>`;
      const own = people.filter((person) => person.department === department);
      const lecturer = anchor(chance.pick(own).path, "lecturer");
      const main = `${text}<p>Taught by ${lecturer}</p>`;
      return page(path, title.replace(" ", ": "), main, subject === topic);
    }),
    ...people.map(({ path, title, subject, department }) => {
      const text = `<p>${writer.text(subject, chance.int(3, 7))}</p>`;
      const up = anchor(`${folderOf(department)}/`, `Department of ${department}`);
      return page(path, title, `${text}${up}`, subject === topic);
    }),
    ...news.map(({ path, title, subject }) => {
      const text = `<p>${writer.text(subject, chance.int(3, 7))}</p>`;
      const more = linksTo(Array.from({ length: 3 }, () => chance.pick(news)));
      return page(path, title, `${text}<div class="more">${more}</div>`, subject === topic);
    }),
  ];
}

function listPages(
  folder: string,
  name: string,
  list: { readonly rows: readonly Place[]; readonly size: number; readonly next: string },
): readonly MadePage[] {
  return parts(list.rows, list.size).map(({ at, rows }) => {
    const path = `${folder}${at > 0 ? `?page=${at + 1}` : ""}`;
    return page(path, name, `${linksTo(rows)}${anchor(`${folder}?page=${at + 2}`, list.next)}`);
  });
}

function sectionPages(writer: Writer): readonly MadePage[] {
  const each = (text: string, path = "") =>
    DEPARTMENTS.map((department) =>
      anchor(`${folderOf(department)}/${path}`, `${text}${department}`),
    );
  const study = [
    anchor("/study/accommodation", "Accommodation"),
    anchor("/study/fees", "Fees"),
    ...each("Modules in ", "courses"),
  ];
  const research = each("Research in ", "research");
  return [
    page("/departments/", "Departments", items(each(""))),
    page("/study/", "Study", `<p>${writer.text("housing", 4)}</p>${items(study)}`),
    page("/study/accommodation", "Accommodation", writer.text("housing", 6)),
    page("/study/fees", "Fees", writer.text("economics", 5)),
    page("/research/", "Research", `<p>${writer.text("physics", 3)}</p>${items(research)}`),
  ];
}

function folderOf(department: string): string {
  return `/departments/${department}`;
}

function linkTo({ path, title }: Place): string {
  return anchor(path, title);
}

function linksTo(places: readonly Place[]): string {
  return items(places.map(linkTo));
}

const MENU = [
  anchor("/study/", "Study"),
  anchor("/research/", "Research"),
  anchor("/departments/", "Departments"),
  anchor("/news/", "News"),
  anchor("/people/", "People"),
  anchor("/about/", "About us"),
];
const HEADER = `<div id="header">${anchor("/", `<img alt="${SITE}">`)}${items(MENU, 'class="global-nav"')}</div>`;
const FOOTER_LINKS = [
  anchor("/privacy", "Privacy"),
  anchor("/accessibility", "Accessibility"),
  anchor("/contact", "Contact"),
];
const FOOTER = `<div id="footer">${SITE}, Westmere Road. ${FOOTER_LINKS.join(" ")}</div>`;

function page(path: string, title: string, main: string, isTarget = false): MadePage {
  const body = `${HEADER}<div id="content"><h1>${title}</h1>${main}</div>${FOOTER}`;
  return { path, body: wholePage("en", `${title} | ${SITE}`, body), isTarget };
}
