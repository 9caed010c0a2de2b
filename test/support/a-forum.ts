import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { aUrl } from "./a-url.ts";

/** Kinds of pages of a generated forum. */
export type ForumPageKind = "index" | "board" | "thread" | "profile" | "login" | "help";

/** A generated forum: its pages as HTML, and the kind of each. */
export interface Forum {
  readonly seed: Url;
  readonly html: Readonly<Record<string, string>>;
  readonly kinds: ReadonlyMap<Url, ForumPageKind>;
  /** The URL of a page of a kind, by number from 0. */
  readonly url: (kind: ForumPageKind, number: number) => Url;
}

/** How large a forum is. */
export interface ForumPlan {
  readonly seed?: number;
  readonly boards?: number;
  /** Number for one board. */
  readonly threads?: number;
  readonly members?: number;
  /** Threads on one page of a board. */
  readonly perPage?: number;
}

const ORIGIN = "http://forum.example";

/**
 * Generates a bulletin board: paged lists of threads, threads, members, and forms that differ only
 * in their return address.
 */
export function aForum(plan: ForumPlan = {}): Forum {
  const draft: Draft = { seed: 1, boards: 4, threads: 24, members: 30, perPage: 8, ...plan };
  const pages: [path: string, kind: ForumPageKind, html: string][] = [
    ["/", "index", page("index", indexPage(draft))],
    ["/help.php", "help", page("help", `<div class="help">${prose(draft, "help", 9)}</div>`)],
    ["/login.php", "login", page("form", LOGIN)],
  ];
  for (let board = 0; board < draft.boards; board += 1) pages.push(...boardPages(draft, board));
  for (let thread = 0; thread < draft.boards * draft.threads; thread += 1) {
    pages.push([threadPath(thread), "thread", page("topic", threadPage(draft, thread))]);
    pages.push([replyPath(thread), "login", page("form", LOGIN)]);
  }
  for (let member = 0; member < draft.members; member += 1)
    pages.push([memberPath(member), "profile", page("member", memberPage(draft, member))]);
  const kinds = new Map(pages.map(([path, kind]) => [aUrl(ORIGIN + path), kind]));
  return {
    seed: aUrl(`${ORIGIN}/`),
    html: Object.fromEntries(pages.map(([path, , html]) => [ORIGIN + path, html])),
    kinds,
    url: (kind, number) => {
      const found = [...kinds].filter(([, each]) => each === kind)[number];
      if (found === undefined) throw new Error(`no ${kind} ${number}`);
      return found[0];
    },
  };
}

/**
 * Returns the kind of a forum's page by URL text; `undefined` for a URL that is no page of the
 * forum.
 */
export function kindOf({ kinds }: Forum, url: string): ForumPageKind | undefined {
  const canonical = canonicalUrl(url);
  return canonical.ok ? kinds.get(canonical.url) : undefined;
}

type Draft = Required<ForumPlan>;

const boardPath = (board: number, from = 0) =>
  `/list.php?b=${board + 2}${from === 0 ? "" : `&from=${from}`}`;
const threadPath = (thread: number) => `/topic.php?t=${thread + 100}`;
const memberPath = (member: number) => `/member.php?u=${member + 7}`;
const replyPath = (thread: number) => `/login.php?return=${thread + 100}`;

const link = (path: string, text: string, name = "") =>
  `<a ${name === "" ? "" : `class="${name}" `}href="${path.replaceAll("&", "&amp;")}">${text}</a>`;

function page(name: string, content: string): string {
  const menu = [link("/", "Home"), link("/help.php", "Help"), link("/login.php", "Log in")];
  return `<!doctype html><html><head><title>${name}</title></head><body class="${name}">
<ul class="menu">${menu.map((item) => `<li>${item}</li>`).join("")}</ul>${content}
<p class="foot">All times are local.</p></body></html>`;
}

const LOGIN = `<form class="login"><p>Name</p><input><p>Password</p><input></form>`;

function indexPage(draft: Draft): string {
  const rows = Array.from({ length: draft.boards }, (_, board) => {
    const latest = board * draft.threads;
    return `<tr><td>${link(boardPath(board), `Board ${board}`, "board")}<p>${prose(draft, `board ${board}`, 1)}</p></td>
<td>${draft.threads}</td><td>${link(threadPath(latest), "Latest", "latest")}</td></tr>`;
  });
  return `<table class="boards">${rows.join("")}</table>`;
}

function boardPages(draft: Draft, board: number): [string, ForumPageKind, string][] {
  const pages = Math.ceil(draft.threads / draft.perPage);
  return Array.from({ length: pages }, (_, at) => {
    const first = at * draft.perPage;
    const last = Math.min(first + draft.perPage, draft.threads);
    const rows: string[] = [];
    for (
      let thread = board * draft.threads + first;
      thread < board * draft.threads + last;
      thread += 1
    ) {
      const starter = authorOf(draft, thread, 0);
      rows.push(`<tr><td>${link(threadPath(thread), `Topic ${thread}`, "topictitle")}</td>
<td>${link(memberPath(starter), `Member ${starter}`)}</td><td>${thread % 9}</td></tr>`);
    }
    const turns = Array.from({ length: pages }, (_each, to) =>
      to === at ? `<b>${to + 1}</b>` : link(boardPath(board, to * draft.perPage), `${to + 1}`),
    );
    const html = `<table class="topics">${rows.join("")}</table><div class="pages">${turns.join(" ")}</div>`;
    return [boardPath(board, first), "board", page("list", html)];
  });
}

function threadPage(draft: Draft, thread: number): string {
  const posts = 1 + Math.floor(6 * hashToUnit(draft.seed, `posts of ${thread}`));
  const items = Array.from({ length: posts }, (_, post) => {
    const author = authorOf(draft, thread, post);
    return `<div class="post"><div class="author">${link(memberPath(author), `Member ${author}`, "user")}</div>
<div class="body">${prose(draft, `post ${thread} ${post}`, 3)}</div></div>`;
  });
  const board = Math.floor(thread / draft.threads);
  return `<p class="crumbs">${link(boardPath(board), `Board ${board}`)}</p>${items.join("")}
<p class="tools">${link(replyPath(thread), "Reply", "reply")}</p>`;
}

function memberPage(draft: Draft, member: number): string {
  const facts = ["Joined", "From", "Posts"].map(
    (name) => `<tr><th>${name}</th><td>${word(draft, `${name} of ${member}`)}</td></tr>`,
  );
  const count = draft.boards * draft.threads;
  const threads = Array.from({ length: 1 + (member % 3) }, (_, item) => {
    const thread = Math.floor(count * hashToUnit(draft.seed, `thread ${item} of ${member}`));
    return `<li>${link(threadPath(thread), `Topic ${thread}`)}</li>`;
  });
  return `<h1>Member ${member}</h1><table class="facts">${facts.join("")}</table><ul class="recent">${threads.join("")}</ul>`;
}

function authorOf({ seed, members }: Draft, thread: number, post: number): number {
  return Math.floor(members * hashToUnit(seed, `author of ${thread} ${post}`));
}

/** Returns sentences that are on one page only. */
function prose(draft: Draft, name: string, sentences: number): string {
  return Array.from({ length: sentences }, (_, sentence) => {
    const words = Array.from({ length: 9 }, (_each, at) =>
      word(draft, `${name} ${sentence} ${at}`),
    );
    return `<p>${words.join(" ")}.</p>`;
  }).join("");
}

const SYLLABLES = ["ba", "do", "ke", "li", "mu", "na", "pe", "ro", "su", "ti", "va", "zo"];

function word({ seed }: Draft, name: string): string {
  const syllables = [0, 1, 2].map((at) => {
    const index = Math.floor(SYLLABLES.length * hashToUnit(seed, `${name} ${at}`));
    return SYLLABLES[index] ?? "";
  });
  return syllables.join("");
}
