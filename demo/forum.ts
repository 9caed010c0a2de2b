import type { DemoPage, DemoSite } from "./demo-web.ts";
import { anchor, filePage, forbiddenPage, html, list, okPage, truth } from "./html.ts";
import { type Content, type LinkPool, relatedAnchors } from "./link-pool.ts";
import { drawTopic, paragraph, paragraphs, personName, type TopicMix, title } from "./prose.ts";
import { type Chance, labelledSeed } from "./random.ts";
import type { Topic } from "./words.ts";

interface Board {
  readonly id: number;
  readonly name: string;
  readonly mix: TopicMix;
  readonly threads: readonly Thread[];
}

interface Thread extends Content {
  readonly pages: number;
}

/** Boards, threads and members, before any page is written. */
interface ForumPlan {
  readonly boards: readonly Board[];
  readonly members: readonly string[];
  readonly contents: readonly Content[];
}

const BOARDS: readonly (readonly [name: string, main: Topic, faith: number])[] = [
  ["The Bee Yard", "beekeeping", 0.95],
  ["Hives and Equipment", "beekeeping", 0.9],
  ["Insects and Spiders", "insects", 0.8],
  ["Kitchen Garden", "gardening", 0.8],
  ["At the Stove", "cooking", 0.85],
  ["On the Road", "travel", 0.9],
  ["Two Wheels", "cycling", 0.9],
  ["Night Sky", "astronomy", 0.9],
  ["Practice Room", "music", 0.9],
  ["Honey and Wax", "beekeeping", 0.9],
  ["The Workshop", "woodworking", 0.85],
  ["Old Stones", "history", 0.9],
];

const THREADS_PER_BOARD = 26;
const THREADS_PER_BOARD_PAGE = 13;
const POSTS_PER_THREAD_PAGE = 6;
const MEMBERS = 48;
const MEMBERS_PER_PAGE = 24;
const STAFF_PAGES = 8;

/**
 * Share of links to members and forms that carry a session id, as old boards add them for visitors
 * without cookies.
 */
const SESSION_LINKS = 0.3;

/** Draws boards, threads and members. */
export function planForum(chance: Chance): ForumPlan {
  let next = 100;
  const boards = BOARDS.map(([name, main, faith], index) => {
    const id = index + 2;
    const mix = { main: [main], faith };
    const threads = Array.from({ length: THREADS_PER_BOARD }, () =>
      planThread(chance, id, next++, mix),
    );
    return { id, name, mix, threads };
  });
  const members = Array.from({ length: MEMBERS }, () => personName(chance));
  return { boards, members, contents: boards.flatMap((board) => board.threads) };
}

/**
 * Writes a bulletin board: boards, threads over several pages, members, forms, links with session
 * ids.
 */
export function forumSite(plan: ForumPlan, chance: Chance, pool: LinkPool): DemoSite {
  const pages = new Map<string, DemoPage>([
    ["/", indexPage(plan)],
    ["/faq.php", aboutPage(chance, plan, "Frequently asked questions")],
    ["/login.php", formPage(plan, "Log in")],
    ["/posting.php", formPage(plan, "Post a reply")],
    ...plan.boards.flatMap((board) => boardPages(plan, board)),
    ...plan.boards.flatMap((board) =>
      board.threads.flatMap((thread) => threadPages(chance, pool, plan, board, thread)),
    ),
    ...memberPages(chance, plan),
    ...staffPages(chance, plan),
    ["/robots.txt", filePage("User-agent: *\nDisallow: /private/\n", "text/plain")],
  ]);
  return {
    name: "forum",
    pages,
    firstAnswers: new Map(),
    unlisted: (target) => pages.get(withoutSession(target)),
  };
}

function planThread(chance: Chance, board: number, id: number, mix: TopicMix): Thread {
  const topic = drawTopic(chance, mix);
  const pages = chance.happens(0.65) ? 1 : chance.int(2, 3);
  const target = `/viewtopic.php?f=${board}&t=${id}`;
  return { site: "forum", target, title: title(chance, topic), topic, pages };
}

function frame(plan: ForumPlan, heading: string, body: string, trail = ""): string {
  const jump = plan.boards.map((board) => anchor(boardTarget(board, 0), board.name));
  return html(
    `${heading} - Commons Board`,
    `<div id="page-header">${anchor("/", "Board index", 'class="logo"')} ${anchor("/faq.php", "FAQ")}
${anchor("/memberlist.php", "Members")} ${anchor("/login.php", "Log in")}</div>
<p class="trail">${trail}</p>
<h2>${heading}</h2>
${body}
<div id="page-footer">Jump to: ${jump.join(" | ")}
<p>All times are local. ${anchor("/private/1", "Staff")}</p></div>`,
  );
}

function indexPage(plan: ForumPlan): DemoPage {
  const rows = plan.boards.map((board) => {
    const last = board.threads.at(-1);
    const latest = last === undefined ? "" : anchor(last.target, last.title, 'class="lastpost"');
    return `<tr><td>${anchor(boardTarget(board, 0), board.name, 'class="forumtitle"')}</td><td>${latest}</td></tr>`;
  });
  return okPage(frame(plan, "Board index", `<table>${rows.join("\n")}</table>`), truth("home"));
}

function boardTarget(board: Board, start: number): string {
  return `/viewforum.php?f=${board.id}${start === 0 ? "" : `&start=${start}`}`;
}

function boardPages(plan: ForumPlan, board: Board): readonly [string, DemoPage][] {
  const count = Math.ceil(board.threads.length / THREADS_PER_BOARD_PAGE);
  return Array.from({ length: count }, (_, index) => {
    const start = index * THREADS_PER_BOARD_PAGE;
    const rows = board.threads
      .slice(start, start + THREADS_PER_BOARD_PAGE)
      .map((thread) => anchor(thread.target, thread.title, 'class="topictitle"'));
    const paging = numberedLinks(count, (page) =>
      boardTarget(board, page * THREADS_PER_BOARD_PAGE),
    );
    const body = `${list(rows, 'class="topics"')}\n<p class="pagination">${paging}</p>`;
    const page = okPage(frame(plan, board.name, body), truth("board", board.mix.main[0]));
    return [boardTarget(board, start), page];
  });
}

function threadTarget(thread: Thread, page: number): string {
  return page === 0 ? thread.target : `${thread.target}&start=${page * POSTS_PER_THREAD_PAGE}`;
}

function threadPages(
  chance: Chance,
  pool: LinkPool,
  plan: ForumPlan,
  board: Board,
  thread: Thread,
): readonly [string, DemoPage][] {
  return Array.from({ length: thread.pages }, (_, index) => {
    const target = threadTarget(thread, index);
    const last = index === thread.pages - 1;
    const posts = last ? chance.int(2, POSTS_PER_THREAD_PAGE) : POSTS_PER_THREAD_PAGE;
    const body = `${Array.from({ length: posts }, () => post(chance, pool, plan, thread, target)).join("\n")}
<p class="pagination">${numberedLinks(thread.pages, (page) => threadTarget(thread, page))}</p>
<p>${anchor(withSession(chance, "/posting.php", target), "Post a reply")}</p>
<div class="similar"><h3>Similar topics</h3>${list(relatedAnchors(chance, pool, thread, 3))}</div>`;
    const trail = `${anchor("/", "Board index")} &raquo; ${anchor(boardTarget(board, 0), board.name)}`;
    const page = frame(plan, thread.title, body, trail);
    return [target, okPage(page, truth("thread", thread.topic, posts > 1))];
  });
}

function post(
  chance: Chance,
  pool: LinkPool,
  plan: ForumPlan,
  thread: Thread,
  page: string,
): string {
  const member = chance.int(0, plan.members.length - 1);
  const profile = withSession(chance, `/profile.php?u=${member + 1}`, page);
  const aside = chance.happens(0.2)
    ? ` See ${relatedAnchors(chance, pool, thread, 1).join("")}.`
    : "";
  const day = chance.int(1, 28);
  return `<div class="post"><p class="author">${anchor(profile, plan.members[member] ?? "Guest", 'class="username"')},
${day} May 2026</p><div class="content">${paragraph(chance, thread.topic, chance.int(2, 5))}${aside}</div></div>`;
}

function memberPages(chance: Chance, plan: ForumPlan): readonly [string, DemoPage][] {
  const count = Math.ceil(plan.members.length / MEMBERS_PER_PAGE);
  const listTarget = (page: number): string =>
    page === 0 ? "/memberlist.php" : `/memberlist.php?start=${page * MEMBERS_PER_PAGE}`;
  const lists = Array.from({ length: count }, (_, page): [string, DemoPage] => {
    const start = page * MEMBERS_PER_PAGE;
    const names = plan.members
      .slice(start, start + MEMBERS_PER_PAGE)
      .map((name, index) =>
        anchor(`/profile.php?u=${start + index + 1}`, name, 'class="username"'),
      );
    const body = `${list(names)}<p class="pagination">${numberedLinks(count, listTarget)}</p>`;
    return [listTarget(page), okPage(frame(plan, "Members", body), truth("about"))];
  });
  const profiles = plan.members.map((name, index): [string, DemoPage] => {
    const thread = chance.pick(chance.pick(plan.boards).threads);
    const body = `<p>Joined ${chance.int(2009, 2025)}. ${chance.int(1, 900)} posts.</p>
<p>Latest post: ${anchor(thread.target, thread.title)}</p>`;
    return [`/profile.php?u=${index + 1}`, okPage(frame(plan, name, body), truth("profile"))];
  });
  return [...lists, ...profiles];
}

/**
 * Writes pages that robots.txt forbids, on exactly the need's topic, so that only the rule keeps a
 * crawler out.
 */
function staffPages(chance: Chance, plan: ForumPlan): readonly [string, DemoPage][] {
  return Array.from({ length: STAFF_PAGES }, (_, index) => {
    const next = anchor(`/private/${((index + 1) % STAFF_PAGES) + 1}`, "Next note");
    const body = `${paragraphs(chance, "beekeeping", 2)}<p>${next}</p>`;
    return [`/private/${index + 1}`, forbiddenPage(frame(plan, "Staff notes", body), "beekeeping")];
  });
}

function aboutPage(chance: Chance, plan: ForumPlan, heading: string): DemoPage {
  return okPage(frame(plan, heading, `<p>${paragraph(chance, "music", 3)}</p>`), truth("about"));
}

function formPage(plan: ForumPlan, heading: string): DemoPage {
  const form = `<form method="post" action="/login.php"><input name="user"><input name="word" type="password"></form>`;
  return okPage(frame(plan, heading, form), truth("form"));
}

function numberedLinks(count: number, target: (page: number) => string): string {
  if (count < 2) return "";
  return Array.from({ length: count }, (_, page) => anchor(target(page), `${page + 1}`)).join(" ");
}

/** Adds the session id that the page at `page` hands out. */
function withSession(chance: Chance, target: string, page: string): string {
  if (!chance.happens(SESSION_LINKS)) return target;
  const id = labelledSeed(0, page).toString(16).padStart(8, "0").repeat(4);
  return `${target}${target.includes("?") ? "&" : "?"}sid=${id}`;
}

function withoutSession(target: string): string {
  return target.replace(/[?&]sid=[0-9a-f]{32}$/, "");
}
