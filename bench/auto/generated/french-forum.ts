/** A French forum of phpBB about gardens; what is looked for has no board, and one board of something else has half of it. */
import { anchor } from "../../../demo/html.ts";
import { items, parts, wholePage } from "./markup.ts";
import type { MadePage, WebKind } from "./webs.ts";
import { createWriter, subjectsOf, type Writer } from "./writer.ts";

const SITE = "Au Jardin Malin";
const SUBJECTS = subjectsOf("fr");

/** Members of the forum, threads on a page of a board, and links to threads that are active. */
const [MEMBERS, ROWS, ACTIVE] = [150, 20, 25];

export const FRENCH_FORUM: WebKind = {
  name: "French forum",
  topics: ["compost", "rosier", "bassin", "poules"],
  types: { profiles: /viewprofile/, threads: /viewtopic/ },
  pages: frenchForum,
};

interface Thread {
  readonly id: number;
  readonly subject: string;
  readonly title: string;
  /** Number of its board. */
  readonly board: number;
}

interface Board {
  readonly id: number;
  readonly name: string;
  readonly threads: readonly Thread[];
}

/** What pages of the forum are made from. */
interface Forum {
  readonly writer: Writer;
  readonly topic: string;
  /** Returns a link to a member. */
  readonly user: (member: number) => string;
  /** Returns the number of another post. */
  readonly nextPost: () => number;
}

function frenchForum(topic: string, seed: number): readonly MadePage[] {
  const writer = createWriter("fr", seed, "frforum");
  const [names, half] = boardNames(writer, topic);
  const members = Array.from({ length: MEMBERS }, () => writer.name());
  let post = 1_000;
  const forum: Forum = {
    writer,
    topic,
    user: (member) => anchor(profile(member), members[member] ?? "", 'class="username"'),
    nextPost: () => ++post,
  };
  const boards = drawBoards(forum, names, half);
  return [
    ...boards.flatMap((board) => [
      ...boardPages(forum, board),
      ...board.threads.flatMap((thread) => threadPages(forum, board, thread)),
    ]),
    ...frontPages(forum, boards),
    ...memberPages(forum, members),
  ];
}

/** Returns the names of the boards, and that of the one of which half is what is looked for. */
function boardNames({ chance }: Writer, topic: string): readonly [readonly string[], string] {
  const others = SUBJECTS.filter((subject) => subject !== topic);
  const names = [...others, "divers", "présentations", "annonces", "nature"];
  const near = new Set(["potager", "gazon", "outils", "nature"]);
  return [names, chance.pick(names.filter((name) => near.has(name)))];
}

function drawBoards(
  { writer, topic }: Forum,
  names: readonly string[],
  half: string,
): readonly Board[] {
  const { chance } = writer;
  let next = 100;
  const subjectIn = (name: string) => {
    const base = SUBJECTS.includes(name) ? name : chance.pick(SUBJECTS);
    if (name === half) return chance.happens(0.5) ? topic : base;
    if (chance.happens(0.04)) return topic;
    return base === topic ? chance.pick(SUBJECTS.filter((subject) => subject !== topic)) : base;
  };
  return names.map((name, at) => {
    const board = at * 3 + 2;
    const threads = Array.from({ length: chance.int(30, 60) }, (): Thread => {
      const subject = subjectIn(name);
      const thread = { id: next, subject, title: writer.title(subject, 0.6), board };
      next += chance.int(1, 9);
      return thread;
    });
    return { id: board, name, threads };
  });
}

function boardPages({ writer, user }: Forum, board: Board): readonly MadePage[] {
  const pathOf = (at: number) => `${boardPath(board)}${at > 0 ? `&start=${at * ROWS}` : ""}`;
  const all = parts(board.threads, ROWS);
  return all.map(({ at, rows }) => {
    const threads = rows.map((thread) => {
      const by = `par ${user(writer.chance.int(0, MEMBERS - 1))}`;
      const first = `${anchor(threadPath(thread), thread.title, 'class="topictitle"')}<br>${by}`;
      const last = anchor(postPath(thread.id * 10), "Voir le dernier message");
      return `<li class="row"><dl><dt>${first}</dt><dd class="lastpost">${last}</dd></dl></li>`;
    });
    const numbers = all.map((part) => anchor(pathOf(part.at), String(part.at + 1)));
    const heading = `<h2>${anchor(boardPath(board), board.name)}</h2>`;
    const list = `<ul class="topiclist">${threads.join("")}</ul>`;
    const pager = `<div class="pagination">${numbers.join(" ")}</div>`;
    return page(pathOf(at), board.name, `${heading}${list}${pager}`);
  });
}

function threadPages(forum: Forum, board: Board, thread: Thread): readonly MadePage[] {
  const { writer, topic, user, nextPost } = forum;
  const { chance } = writer;
  const pathOf = (at: number) => `${threadPath(thread)}${at > 0 ? `&start=${at * 10}` : ""}`;
  const numbers = Array.from({ length: chance.int(1, 3) }, (_, at) => at);
  return numbers.map((at) => {
    const posts = Array.from({ length: chance.int(3, 8) }, () => {
      const post = nextPost();
      const author = `<p class="author">${user(chance.int(0, MEMBERS - 1))}</p>`;
      const text = writer.text(thread.subject, chance.int(1, 4), 0.25);
      const signature = anchor(postPath(post), `Re: ${thread.title}`);
      return `<div class="post">${author}<div class="content">${text}</div><div class="signature">${signature}</div></div>`;
    });
    const pager = numbers.map((number) => anchor(pathOf(number), String(number + 1))).join(" ");
    const reply = anchor(`/posting.php?mode=reply&f=${board.id}&t=${thread.id}`, "Répondre");
    const heading = `<h2>${anchor(threadPath(thread), thread.title)}</h2>`;
    const actions = `<div class="topic-actions">${reply} ${pager}</div>`;
    return page(pathOf(at), thread.title, `${heading}${actions}${posts.join("")}`, {
      crumbs: ` ‹ ${anchor(boardPath(board), board.name)}`,
      isTarget: thread.subject === topic,
    });
  });
}

/** Returns the index, the list of active threads, and pages of text. */
function frontPages({ writer }: Forum, boards: readonly Board[]): readonly MadePage[] {
  const rows = boards.map((board) => {
    const about = SUBJECTS.includes(board.name) ? board.name : "potager";
    const name = anchor(boardPath(board), board.name, 'class="forumtitle"');
    const told = `<dt>${name}<br>${writer.sentence(about, 0.2)}</dt>`;
    const last = board.threads.slice(0, 1).map((thread) => threadLink(thread, "dernier message"));
    return `<li class="row"><dl>${told}<dd>${last.join("")}</dd></dl></li>`;
  });
  const index = `<ul class="topiclist forums">${rows.join("")}</ul>`;
  const threads = boards.flatMap((board) => board.threads);
  const active = Array.from({ length: ACTIVE }, () => writer.chance.pick(threads));
  const texts = [
    ["/faq.php", "FAQ"],
    ["/search.php", "Rechercher"],
    ["/ucp.php?mode=login", "Connexion"],
    ["/ucp.php?mode=privacy", "Confidentialité"],
    ["/ucp.php?mode=terms", "Conditions"],
  ] as const;
  return [
    page("/", "Index", index),
    page("/index.php", "Index", index),
    page(
      "/search.php?search_id=active_topics",
      "Sujets actifs",
      items(active.map((thread) => threadLink(thread, thread.title))),
    ),
    ...texts.map(([path, name]) => page(path, name, `<p>${writer.text("potager", 4, 0)}</p>`)),
  ];
}

function memberPages({ writer, user }: Forum, members: readonly string[]): readonly MadePage[] {
  const list = items(members.slice(0, 50).map((_, member) => user(member)));
  const profiles = members.map((name, member) => {
    const posts = writer.chance.int(1, 3_000);
    const facts = `<dl><dt>Nom</dt><dd>${name}</dd><dt>Messages</dt><dd>${posts}</dd></dl>`;
    return page(profile(member), `Profil - ${name}`, facts);
  });
  return [page("/memberlist.php", "Membres", list), ...profiles];
}

function boardPath({ id }: Board): string {
  return `/viewforum.php?f=${id}`;
}

function threadPath({ id, board }: Thread): string {
  return `/viewtopic.php?f=${board}&t=${id}`;
}

function threadLink(thread: Thread, text: string): string {
  return anchor(threadPath(thread), text);
}

function postPath(post: number): string {
  return `/viewtopic.php?p=${post}#p${post}`;
}

function profile(member: number): string {
  return `/memberlist.php?mode=viewprofile&u=${member + 2}`;
}

const MENU = [
  anchor("/faq.php", "FAQ"),
  anchor("/memberlist.php", "Membres"),
  anchor("/search.php", "Rechercher"),
  anchor("/ucp.php?mode=login", "Connexion"),
  anchor("/search.php?search_id=active_topics", "Sujets actifs"),
].map((entry) => `<li>${entry}</li>`);
const HEADER = `<div id="page-header"><h1>${anchor("/index.php", SITE)}</h1><ul class="linklist navlinks">${MENU.join("")}</ul></div>`;
const FOOTER = `<div id="page-footer"><p>Développé par phpBB. ${anchor("/ucp.php?mode=privacy", "Confidentialité")} ${anchor("/ucp.php?mode=terms", "Conditions")}</p></div>`;

function page(
  path: string,
  title: string,
  main: string,
  { crumbs = "", isTarget = false } = {},
): MadePage {
  const way = `<div class="crumbs">${anchor("/index.php", "Index du forum")}${crumbs}</div>`;
  const body = `${HEADER}${way}<div id="page-body">${main}</div>${FOOTER}`;
  return { path, body: wholePage("fr", `${title} - ${SITE}`, body), isTarget };
}
