import { anchor, html, list } from "../../demo/html.ts";
import { paragraph, personName, slug, title } from "../../demo/prose.ts";
import { type Chance, createChance } from "../../demo/random.ts";
import { TOPICS, type Topic } from "../../demo/words.ts";

/**
 * A forum whose difficulties are those that recorded forums with numbers in their URLs lack: slugs,
 * several URLs of one page, pagers of rare lists, and blogs built like profiles.
 */
export interface GeneratedForum {
  readonly seed: string;
  readonly types: readonly {
    readonly name: string;
    readonly kind: string;
    readonly ucc: boolean;
  }[];
  readonly pages: readonly GeneratedPage[];
}

interface GeneratedPage {
  readonly url: string;
  /** Name of its type. */
  readonly type: string;
  readonly html: string;
}

interface Thread {
  readonly path: string;
  readonly title: string;
  readonly topic: Topic;
  readonly posts: readonly Post[];
}

interface Post {
  readonly member: Member;
  readonly text: string;
}

interface Member {
  readonly name: string;
  readonly id: string;
}

const ORIGIN = "http://generated.example";

const TYPES = [
  { name: "thread", kind: "thread", ucc: true },
  { name: "board", kind: "list", ucc: false },
  { name: "profile", kind: "profile", ucc: false },
  { name: "blog", kind: "other", ucc: false },
  { name: "member_list", kind: "member_list", ucc: false },
  { name: "form", kind: "login_or_error", ucc: false },
] as const;
type TypeName = (typeof TYPES)[number]["name"];

const BOARDS = 8;
const THREADS_PER_BOARD = 40;
const ROWS_PER_PAGE = 20;
const MEMBERS = 180;
const MOST_POSTS = 12;
/** Posts of a thread that have a permalink of their own. */
const PERMALINKS = 2;
const SORTS = ["?sort=replies", "?sort=oldest"];

/** Generates the forum; the same at each call. */
export function generateForum(): GeneratedForum {
  const chance = createChance(1, "generated forum");
  const members = Array.from({ length: MEMBERS }, (_, at) => member(chance, at));
  const boards = Array.from({ length: BOARDS }, (_, at) => board(chance, at, members));
  const pages = [
    page("/", "board", "All boards", list(boards.map(({ path, name }) => anchor(path, name)))),
    ...boards.flatMap((each) => [...boardPages(each), ...each.threads.flatMap(threadPages)]),
    logIn("/"),
    ...memberLists(members),
    ...members.flatMap((each) => memberPages(chance, each)),
  ];
  return { seed: `${ORIGIN}/`, types: TYPES, pages };
}

function member(chance: Chance, at: number): Member {
  const name = personName(chance);
  return { name, id: `${slug(name)}.${at + 11}` };
}

interface Board {
  readonly path: string;
  readonly name: string;
  readonly threads: readonly Thread[];
}

function board(chance: Chance, at: number, members: readonly Member[]): Board {
  const topic = TOPICS[at % TOPICS.length] ?? chance.pick(TOPICS);
  const name = title(chance, topic);
  const threads = Array.from({ length: THREADS_PER_BOARD }, (_, number): Thread => {
    const heading = title(chance, topic);
    const posts = Array.from({ length: chance.int(1, MOST_POSTS) }, (): Post => {
      return { member: chance.pick(members), text: paragraph(chance, topic, chance.int(1, 4)) };
    });
    const id = 1_000 + at * THREADS_PER_BOARD + number;
    return { path: `/threads/${slug(heading)}.${id}/`, title: heading, topic, posts };
  });
  return { path: `/forums/${slug(name)}.${at + 2}/`, name, threads };
}

function boardPages({ path, name, threads }: Board): GeneratedPage[] {
  const sorts = SORTS.map((sort) => anchor(path + sort, sort.slice(6), 'class="sort"')).join(" ");
  const pages = inPages(threads).map((rows, at, all) => {
    const body = `<p>${sorts}</p>${threadRows(rows)}${pager(path, all.length)}`;
    return page(pagePath(path, at), "board", name, body);
  });
  const sorted = SORTS.map((sort, at) => {
    const rows = at === 0 ? threads.toSorted((a, b) => b.posts.length - a.posts.length) : threads;
    const body = `<p>${sorts}</p>${threadRows(rows.slice(0, ROWS_PER_PAGE))}`;
    return page(path + sort, "board", name, body);
  });
  return [...pages, ...sorted];
}

function threadRows(threads: readonly Thread[]): string {
  const rows = threads.map(({ path, title: name, posts }, at) => {
    const by = posts[0]?.member;
    const author = by === undefined ? "" : anchor(profile(by), by.name, 'class="username"');
    const date = `Started on Monday, ${(at % 28) + 1} May 2026 at 10:${10 + at} am, ${posts.length} replies`;
    return `<div class="row">${anchor(path, name, 'class="title"')} ${author} ${date}</div>`;
  });
  return rows.join("\n");
}

function threadPages({ path, title: name, posts }: Thread): GeneratedPage[] {
  const permalink = (at: number) => (at < PERMALINKS ? `${path}post-${at + 1}` : path);
  const texts = posts.map(({ member: by, text }, at) => {
    const author = anchor(profile(by), by.name, 'class="username"');
    const tools = `${anchor(permalink(at), `#${at + 1}`)} ${anchor(`/login/?reply=${path}`, "Reply")}`;
    return `<article class="post"><p class="by">${author} ${tools}</p><div class="text">${text}</div></article>`;
  });
  const body = texts.join("\n");
  const variants = posts.slice(0, PERMALINKS).map((_, at) => permalink(at));
  return [...[path, ...variants].map((each) => page(each, "thread", name, body)), logIn(path)];
}

function logIn(path: string): GeneratedPage {
  const body = "<p>Please log in to reply to this.</p>";
  return page(`/login/?reply=${path}`, "form", "Log in", body);
}

function memberLists(members: readonly Member[]): GeneratedPage[] {
  return inPages(members).map((rows, at, all) => {
    const names = rows.map((each) => anchor(profile(each), each.name, 'class="username"'));
    const body = `${list(names)}${pager("/members/", all.length)}`;
    return page(pagePath("/members/", at), "member_list", "Members", body);
  });
}

/** A profile, and a blog of the same template that has no entry. */
function memberPages(chance: Chance, { name, id }: Member): GeneratedPage[] {
  const tabs = `<p class="tabs">${anchor(`/members/${id}/`, "Profile")} ${anchor(`/blogs/${id}/`, "Blog")}</p>`;
  const facts = `<dl class="facts"><dt>Joined</dt><dd>${chance.int(2009, 2025)}</dd><dt>Posts</dt><dd>${chance.int(1, 900)}</dd></dl>`;
  return [
    page(`/members/${id}/`, "profile", name, `${tabs}${facts}`),
    page(`/blogs/${id}/`, "blog", `Blog of ${name}`, `${tabs}<p class="none">No entries yet.</p>`),
  ];
}

function profile({ id }: Member): string {
  return `/members/${id}/`;
}

function inPages<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / ROWS_PER_PAGE);
  return Array.from({ length: count }, (_, at) =>
    rows.slice(at * ROWS_PER_PAGE, (at + 1) * ROWS_PER_PAGE),
  );
}

function pagePath(path: string, at: number): string {
  return at === 0 ? path : `${path}page-${at + 1}`;
}

function pager(path: string, count: number): string {
  const links = Array.from({ length: count }, (_, at) => anchor(pagePath(path, at), `${at + 1}`));
  return `<p class="pager">${links.join(" ")}</p>`;
}

function page(path: string, type: TypeName, heading: string, body: string): GeneratedPage {
  const menu = `${anchor("/", "Boards")} ${anchor("/members/", "Members")} ${anchor("/login/?reply=/", "Log in")}`;
  const frame = `<header>${menu}</header><main><h1>${heading}</h1>${body}</main><footer>All rights of the posts belong to their authors.</footer>`;
  return { url: ORIGIN + path, type, html: html(heading, frame) };
}
