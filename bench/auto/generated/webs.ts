/**
 * Generated webs, each of which has one thing that leads a crawl astray: what is looked for hangs on
 * short links that say nothing of it, while thousands of longer ones lead to nothing; or it is built
 * nearly like the lists that lead to it; or it lies on a host where no crawl begins.
 */
import { anchor, html, list } from "../../../demo/html.ts";
import { paragraph, personName, title } from "../../../demo/prose.ts";
import { createChance } from "../../../demo/random.ts";
import { NEED_TOPIC, TOPICS } from "../../../demo/words.ts";

/** Origin of the page where a crawl of each of the webs begins. */
export const ORIGIN = "http://portal.example";

/** A page of a generated web; of a file the text is none. */
export interface MadePage {
  /** A path of {@link ORIGIN}, or a URL. */
  readonly path: string;
  readonly body: string;
  readonly isTarget: boolean;
  readonly mediaType?: string;
  /** Whether it is the example that the need gives; no crawl fetches it. */
  readonly isExample?: true;
}

/** A page that others link to, before it is written. */
export interface Place {
  readonly path: string;
  readonly title: string;
  readonly subject: string;
}

/** A web, and what is looked for beside its pages: files, pages like its example, or else those of a topic. */
export interface MadeWeb {
  readonly pages: () => readonly MadePage[];
  readonly files?: readonly string[];
  /** {@link NEED_TOPIC} if left out. */
  readonly topic?: string;
  /** As of its kind. */
  readonly types?: WebKind["types"];
}

/** A kind of web, which a seed makes many of. */
export interface WebKind {
  readonly name: string;
  /** What is looked for, by turns of the seeds from 1. */
  readonly topics: readonly string[];
  /** Types of its pages that one page may be an example of, each by what their URLs match. */
  readonly types: Readonly<Record<string, RegExp>>;
  readonly pages: (topic: string, seed: number) => readonly MadePage[];
}

/** Years of an archive, its events in a year, and pages of news beside it. */
const [YEARS, EVENTS, NEWS] = [15, 40, 1_200];

/** The webs, by name. */
export const WEBS: Readonly<Record<string, MadeWeb>> = {
  "archive by years": { pages: () => archive({ isFileWanted: false }) },
  "one barren kind": { pages: barrenKind },
  "calendar files": { pages: () => archive({ isFileWanted: true }), files: ["ics"] },
  "boards like profiles": { pages: boardsLikeProfiles },
  "example elsewhere": { pages: exampleElsewhere },
};

/**
 * An archive of events whose lists by year are linked by one word, as are the events, beside news of
 * something else. An event has a file for a calendar.
 */
function archive({ isFileWanted }: { readonly isFileWanted: boolean }): readonly MadePage[] {
  const chance = createChance(1, "archive");
  const years = Array.from({ length: YEARS }, (_, at) => 2_001 + at);
  const home = list([
    anchor("/news/", "All that is new here"),
    anchor("/archive/", "Archive"),
    anchor("/about", "About"),
  ]);
  const events = years.flatMap((year) =>
    Array.from({ length: EVENTS }, (_, at): readonly MadePage[] => {
      const isOnTopic = at % 2 === 0;
      const topic = isOnTopic
        ? NEED_TOPIC
        : chance.pick(TOPICS.filter((one) => one !== NEED_TOPIC));
      const path = `/event/${year * 100 + at}`;
      const text = `<h1>${title(chance, topic)}</h1><p>${topic}: ${paragraph(chance, topic, 6)}</p>`;
      const file = { path: `${path}.ics`, body: "", mediaType: "text/calendar" };
      return [
        page(path, "Event", `${text}${anchor(`${path}.ics`, "Save")}`, isOnTopic && !isFileWanted),
        { ...file, isTarget: isFileWanted },
      ];
    }).flat(),
  );
  const lists = years.map((year) => {
    const links = Array.from({ length: EVENTS }, (_, at) =>
      anchor(`/event/${year * 100 + at}`, chance.pick(["Spring", "Summer", "Autumn", "Winter"])),
    );
    return page(`/archive/${year}`, String(year), list(links), false);
  });
  const byYear = list(years.map((year) => anchor(`/archive/${year}`, String(year))));
  return [
    page("/", "Portal", home, false),
    page("/archive/", "Archive", byYear, false),
    ...lists,
    ...events,
    ...barren("/news/", NEWS),
  ];
}

/** A large catalogue of something else, and a small part of the site that is wanted. */
function barrenKind(): readonly MadePage[] {
  const chance = createChance(1, "barren kind");
  const guides = Array.from({ length: 180 }, (_, at) =>
    page(
      `/help/g${at + 1}`,
      `Part ${at + 1}`,
      `<p>${NEED_TOPIC}: ${paragraph(chance, NEED_TOPIC, 6)}</p>${anchor("/help/", "Up")}`,
      true,
    ),
  );
  const parts = list(guides.map(({ path }, at) => anchor(path, `Part ${at + 1}`)));
  return [
    page(
      "/",
      "Shop",
      list([anchor("/items/", "All that is for sale here"), anchor("/help/", "Help")]),
      false,
    ),
    page("/help/", "Help", parts, false),
    ...guides,
    ...barren("/items/", 3_000),
  ];
}

/** Members of a forum, its threads, and how many of them a board lists on a page. */
const [MEMBERS, THREADS, ROWS] = [240, 600, 20];

/**
 * A forum whose boards and threads are built nearly like the profiles that are looked for: one frame, and rows of the
 * same markup. Its example is a profile.
 */
function boardsLikeProfiles(): readonly MadePage[] {
  const chance = createChance(1, "boards like profiles");
  const names = Array.from({ length: MEMBERS }, () => personName(chance));
  const member = (at: number) => anchor(`/m/${at + 1}`, names[at] ?? "", 'class="who"');
  const topicOf = (at: number) => TOPICS[at % TOPICS.length] ?? NEED_TOPIC;
  const threads = Array.from({ length: THREADS }, (_, at) => {
    const posts = Array.from({ length: 1 + (at % 5) }, (_unused, post) =>
      row(member((at * 7 + post * 31) % MEMBERS), paragraph(chance, topicOf(at), 3)),
    );
    return framed(`/t/${at + 1}`, title(chance, topicOf(at)), posts, false);
  });
  const boards = Array.from({ length: THREADS / ROWS }, (_, at) => {
    const rows = threads.slice(at * ROWS, (at + 1) * ROWS).map(({ path }, place) => {
      const number = at * ROWS + place;
      return row(
        anchor(path, title(chance, topicOf(number)), 'class="what"'),
        `by ${member((number * 7) % MEMBERS)}`,
      );
    });
    return framed(`/b/${at + 1}`, `Board ${at + 1}`, rows, false);
  });
  const profiles = names.map((name, at): MadePage => {
    const facts = [
      row("Joined", `in ${1_990 + (at % 30)}`),
      row("Posts", String(at * 3)),
      `<dl class="facts"><dt>Home</dt><dd>${name}</dd><dt>Interests</dt><dd>${topicOf(at)}</dd></dl>`,
    ];
    const made = framed(`/m/${at + 1}`, name, facts, true);
    return at === 0 ? { ...made, isTarget: false, isExample: true } : made;
  });
  const home = list(boards.map(({ path }, at) => anchor(path, `Board ${at + 1}`)));
  return [
    framed("/", "Boards", [row("All boards", home)], false),
    ...boards,
    ...threads,
    ...profiles,
  ];
}

/** A row that pages of any type have. */
function row(first: string, second: string): string {
  return `<div class="row"><p class="by">${first}</p><div class="text">${second}</div></div>`;
}

/** A page in the frame of the forum, which is larger than what is told in it. */
function framed(
  path: string,
  heading: string,
  rows: readonly string[],
  isTarget: boolean,
): MadePage {
  const menus = ["top", "side", "foot"].map(
    (name) =>
      `<div class="${name}"><h3>${name}</h3><form action="/search"><input name="q"><button>Go</button></form>${list(
        [anchor("/", "Boards"), anchor("/b/1", "Latest"), anchor("/help", "Help")],
        `class="menu-${name}"`,
      )}<table class="bar"><tr><td><b>Time</b> <i>now</i></td></tr></table></div>`,
  );
  return page(path, heading, `${menus.join("")}<h1>${heading}</h1>${rows.join("")}`, isTarget);
}

/** Hosts that a portal links to by one word each, pages of each, and articles of the one that is looked for. */
const [HOSTS, PAGES_OF_HOST, ARTICLES] = [30, 60, 160];

/** A portal of links to other hosts. The example is an article of one of them, which no seed names. */
function exampleElsewhere(): readonly MadePage[] {
  const chance = createChance(1, "example elsewhere");
  const others = Array.from({ length: HOSTS }, (_, at) => `http://site-${at + 1}.example`);
  const magazine = "http://magazine.example";
  const articles = Array.from({ length: ARTICLES }, (_, at): MadePage => {
    const path = `${magazine}/a/${at + 1}`;
    const text = `<div class="lead"><p>${paragraph(chance, chance.pick(TOPICS), 2)}</p></div><section><h2>More</h2><blockquote>${paragraph(chance, chance.pick(TOPICS), 4)}</blockquote></section>`;
    const made = page(path, title(chance, chance.pick(TOPICS)), text, true);
    return at === 0 ? { ...made, isTarget: false, isExample: true } : made;
  });
  const issues = Array.from({ length: ARTICLES / ROWS }, (_, at) => {
    const rows = articles.slice(at * ROWS, (at + 1) * ROWS);
    const links = list(rows.map(({ path }) => anchor(path, "Read")));
    return page(`${magazine}/issue/${at + 1}`, `Issue ${at + 1}`, links, false);
  });
  const cover = list(issues.map(({ path }, at) => anchor(path, `Issue ${at + 1}`)));
  const homes = [...others.slice(0, HOSTS / 2), magazine, ...others.slice(HOSTS / 2)];
  const links = homes.map((origin) => anchor(`${origin}/`, title(chance, chance.pick(TOPICS))));
  return [
    page(
      "/",
      "Portal",
      list([anchor("/links", "Links"), anchor("/news/", "All that is new")]),
      false,
    ),
    page("/links", "Links", list(links), false),
    page(`${magazine}/`, "Magazine", cover, false),
    ...issues,
    ...articles,
    ...others.flatMap((origin) => [
      page(`${origin}/`, "Welcome", list([anchor(`${origin}/p/`, "All our pages")]), false),
      ...barren(`${origin}/p/`, PAGES_OF_HOST),
    ]),
    ...barren("/news/", PAGES_OF_HOST),
  ];
}

/** Pages of something else, by long links in lists of fifty. */
function barren(folder: string, count: number): readonly MadePage[] {
  const chance = createChance(1, `barren ${folder}`);
  const others = TOPICS.filter((topic) => topic !== NEED_TOPIC);
  const items = Array.from({ length: count }, (_, at) => {
    const path = `${folder}${at + 1}`;
    const body = `<p>${paragraph(chance, chance.pick(others), 6)}</p>`;
    return page(path, title(chance, chance.pick(others)), body, false);
  });
  const size = 50;
  const lists = Array.from({ length: Math.ceil(count / size) }, (_, at) => {
    const rows = items.slice(at * size, (at + 1) * size);
    const links = rows.map((item) => anchor(item.path, title(chance, chance.pick(others))));
    const next = anchor(`${folder}?page=${at + 2}`, "The next of all these pages");
    const path = at === 0 ? folder : `${folder}?page=${at + 1}`;
    return page(path, "All of them", `${list(links)}${next}`, false);
  });
  return [...lists, ...items];
}

function page(path: string, heading: string, body: string, isTarget: boolean): MadePage {
  return { path, body: html(heading, body), isTarget };
}
