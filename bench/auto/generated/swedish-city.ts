/** The site of a Swedish city: sections of three levels, an archive of news and a calendar. */
import { anchor } from "../../../demo/html.ts";
import { capitalised } from "../../../demo/prose.ts";
import { items, slug, wholePage } from "./markup.ts";
import type { MadePage, WebKind } from "./webs.ts";
import { createWriter, subjectsOf, type Writer } from "./writer.ts";

const SITE = "Nyköpings kommun";
const SUBJECTS = subjectsOf("sv");

/** Pieces of news, those on a page of their list, and events. */
const [NEWS, ROWS, EVENTS] = [300, 20, 120];

/** What events are about. */
const OF_EVENTS = ["kultur", "idrott"];

/** Sections of the site, with the subjects of their units. */
const SECTIONS: readonly (readonly [string, readonly string[]])[] = [
  ["Bygga, bo & miljö", ["bygglov", "avfall", "vatten"]],
  ["Utbildning & barnomsorg", ["förskola", "kultur"]],
  ["Omsorg & stöd", ["äldreomsorg", "politik"]],
  ["Trafik & resor", ["trafik"]],
  ["Uppleva & göra", ["kultur", "idrott"]],
  ["Näringsliv & arbete", ["företag"]],
  ["Kommun & politik", ["politik", "företag"]],
];

export const SWEDISH_CITY: WebKind = {
  name: "Swedish city",
  topics: ["bygglov", "avfall", "äldreomsorg", "förskola"],
  types: { news: /\/nyhetsarkiv\/./, events: /\/kalender\/\d/ },
  pages: swedishCity,
};

/** A page that others link to. */
interface Place {
  readonly path: string;
  readonly title: string;
}

interface SubjectPlace extends Place {
  readonly subject: string;
}

/** What pages of the site are made from. */
interface City {
  readonly writer: Writer;
  readonly topic: string;
  /** Pages of the units so far. */
  readonly leaves: SubjectPlace[];
}

const START: Place = { path: "/", title: "Start" };

function swedishCity(topic: string, seed: number): readonly MadePage[] {
  const city: City = { writer: createWriter("sv", seed, "svcity"), topic, leaves: [] };
  const sections = SECTIONS.flatMap(([title, subjects]) => sectionPages(city, title, subjects));
  const [news, newsPages] = drawNews(city);
  const [events, eventPages] = drawEvents(city.writer);
  const text = () => city.writer.text("politik", 4, 0);
  const home = [
    items(
      SECTIONS.map(([title]) => anchor(`/${slug(title)}.html`, title)),
      'class="puffs"',
    ),
    `<h2>Nyheter</h2>${items(news.slice(0, 5).map(linkTo))}`,
    `<h2>Kalender</h2>${items(events.slice(0, 5).map(linkTo))}`,
  ];
  return [
    ...sections,
    ...newsPages,
    ...eventPages,
    page({ path: "/kontakt.html", title: "Kontakta oss" }, { main: text() }),
    page({ path: "/om-webbplatsen.html", title: "Om webbplatsen" }, { main: text() }),
    page(START, { main: home.join("") }),
  ];
}

function sectionPages(city: City, title: string, subjects: readonly string[]): readonly MadePage[] {
  const { writer } = city;
  const folder = `/${slug(title)}`;
  const section = { path: `${folder}.html`, title };
  const units = subjects.flatMap((subject) =>
    Array.from({ length: writer.chance.int(2, 4) }, (_, at): SubjectPlace => {
      const name = at === 0 ? capitalised(subject) : writer.title(subject, 0.2);
      return { path: `${folder}/${slug(name)}.html`, title: name, subject };
    }),
  );
  const introduction = `<p>${writer.text("trafik", 3, 0)}</p>`;
  const teasers = units.map(
    (unit) => `${linkTo(unit)} <p>${writer.sentence(unit.subject, 0.2)}</p>`,
  );
  return [
    page(section, {
      above: [START],
      side: items(units.map(linkTo), 'class="submenu"'),
      main: `${introduction}${items(teasers, 'class="puffar"')}`,
    }),
    ...units.flatMap((unit) => unitPages(city, section, unit)),
  ];
}

function unitPages(city: City, section: Place, unit: SubjectPlace): readonly MadePage[] {
  const { writer, topic } = city;
  const leaves = drawBelow(writer, unit, { from: 5, to: 12, says: 0.35 });
  const links = leaves.map(linkTo);
  const side = items(links, 'class="submenu"');
  const main = `<p class="ingress">${writer.text(unit.subject, 3)}</p>${items(links)}`;
  const isTarget = unit.subject === topic;
  return [
    page(unit, { above: [START, section], side, main, isTarget }),
    ...firstOfEachTitle(leaves).flatMap((leaf) =>
      leafPages(city, leaf, { above: [START, section, unit], side }),
    ),
  ];
}

function leafPages(
  { writer, topic, leaves }: City,
  leaf: SubjectPlace,
  { above, side }: { readonly above: readonly Place[]; readonly side: string },
): readonly MadePage[] {
  const { chance } = writer;
  const { subject } = leaf;
  const isTarget = subject === topic;
  const below = chance.happens(0.3) ? drawBelow(writer, leaf, { from: 2, to: 4, says: 0.3 }) : [];
  const related = leaves.length === 0 ? undefined : chance.pick(leaves);
  const main = [
    `<p>${writer.text(subject, chance.int(3, 8))}</p>`,
    related === undefined ? "" : `<h2>Relaterat</h2>${linkTo(related)}`,
    `<p>${anchor(`https://minasidor.example/e/${chance.int(1, 999)}`, "E-tjänst")}</p>`,
  ].join("");
  const list = items(below.map(linkTo));
  const own = page(leaf, { above, side: `${side}${list}`, main, isTarget });
  leaves.push(leaf);
  const details = firstOfEachTitle(below).map((place) => {
    const text = `<p>${writer.text(subject, chance.int(3, 6))}</p>`;
    return page(place, { above: [...above, leaf], side: list, main: text, isTarget });
  });
  return [own, ...details];
}

/** Draws the places one level below another. */
function drawBelow(
  writer: Writer,
  { path, subject }: SubjectPlace,
  { from, to, says }: { readonly from: number; readonly to: number; readonly says: number },
): readonly SubjectPlace[] {
  return Array.from({ length: writer.chance.int(from, to) }, () => {
    const title = writer.title(subject, says);
    return { path: `${path.replace(/\.html$/, "")}/${slug(title)}.html`, title, subject };
  });
}

function firstOfEachTitle(places: readonly SubjectPlace[]): readonly SubjectPlace[] {
  return places.filter(({ title }, at) => places.findIndex((one) => one.title === title) === at);
}

/** Returns all news, and their pages with those of their list. */
function drawNews({ writer, topic, leaves }: City): readonly [readonly Place[], MadePage[]] {
  const { chance } = writer;
  const list: Place = { path: "/nyheter.html", title: "Nyheter" };
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const news = Array.from({ length: NEWS }, (_, at): SubjectPlace => {
    const subject = chance.pick(SUBJECTS);
    const title = writer.title(subject, 0.4);
    const day = `2024-${twoDigits((at % 12) + 1)}-${twoDigits((at % 28) + 1)}`;
    return { path: `/nyheter/nyhetsarkiv/${day}-${slug(title)}.html`, title, subject };
  });
  const pages = news.map((piece) => {
    const see = leaves.filter(({ subject }) => subject === piece.subject);
    const text = `<p>${writer.text(piece.subject, chance.int(3, 6))}</p>`;
    const isMore = chance.happens(0.4) && see.length > 0;
    const more = isMore ? anchor(chance.pick(see).path, "Läs mer") : "";
    const isTarget = piece.subject === topic;
    return page(piece, { above: [START, list], main: `${text}${more}`, isTarget });
  });
  const lists = Array.from({ length: NEWS / ROWS }, (_, at) => {
    const rows = items(news.slice(at * ROWS, (at + 1) * ROWS).map(linkTo));
    const next = anchor(`${list.path}?page=${at + 2}`, "Nästa");
    const path = `${list.path}${at > 0 ? `?page=${at + 1}` : ""}`;
    const main = `${rows}<div class="pager">${next}</div>`;
    return page({ ...list, path }, { above: [START], main });
  });
  return [news, [...pages, ...lists]];
}

/** Returns all events, and their pages with that of the calendar. */
function drawEvents(writer: Writer): readonly [readonly Place[], MadePage[]] {
  const { chance } = writer;
  const calendar: Place = { path: "/kalender.html", title: "Kalender" };
  const events = Array.from({ length: EVENTS }, (_, at): Place => {
    return { path: `/kalender/${at + 1}.html`, title: writer.title(chance.pick(OF_EVENTS), 0.5) };
  });
  const pages = events.map((event) => {
    const main = writer.text(chance.pick(OF_EVENTS), 4);
    return page(event, { above: [START, calendar], main });
  });
  return [events, [page(calendar, { above: [START], main: items(events.map(linkTo)) }), ...pages]];
}

function linkTo({ path, title }: Place): string {
  return anchor(path, title);
}

const MENU = items(SECTIONS.map(([title]) => anchor(`/${slug(title)}.html`, title)));
const HEADER = `<header><div class="logo">${anchor("/", SITE)}</div><nav class="main-nav">${MENU}</nav></header>`;
const FOOTER_LINKS = [
  anchor("/kontakt.html", "Kontakta oss"),
  anchor("/om-webbplatsen.html", "Om webbplatsen"),
  anchor("/nyheter.html", "Alla nyheter"),
  anchor("/kalender.html", "Kalender"),
];
const FOOTER = `<footer><p>${SITE}, Stadshuset. ${FOOTER_LINKS.join(" ")}</p></footer>`;

/** What a page has besides its heading. */
interface Content {
  /** Pages of the levels above it. */
  readonly above?: readonly Place[];
  readonly side?: string;
  readonly main: string;
  readonly isTarget?: boolean;
}

function page(
  { path, title }: Place,
  { above = [], side = "", main, isTarget = false }: Content,
): MadePage {
  const way = `<ol class="breadcrumb">${above.map((one) => `<li>${linkTo(one)}</li>`).join("")}</ol>`;
  const row = `<div class="row"><aside class="lp-left">${side}</aside><main><h1>${title}</h1>${main}</main></div>`;
  const body = `${HEADER}${way}${row}${FOOTER}`;
  return { path, body: wholePage("sv", `${title} - ${SITE}`, body), isTarget };
}
