/** A Japanese forum of Discuz about hobbies, where one thread in twenty of any board is what is looked for. */
import { anchor } from "../../../demo/html.ts";
import { items, parts, wholePage } from "./markup.ts";
import type { MadePage, WebKind } from "./webs.ts";
import { createWriter, subjectsOf, type Writer } from "./writer.ts";

const SITE = "趣味の広場";
const SUBJECTS = subjectsOf("ja");

/** Members of the forum, threads on a page of a board, and links to new threads. */
const [MEMBERS, ROWS, NEW] = [100, 20, 20];

/** Groups of boards. */
const GROUPS: readonly { readonly group: string; readonly names: readonly string[] }[] = [
  { group: "アウトドア", names: SUBJECTS.slice(0, 4) },
  { group: "くらし", names: SUBJECTS.slice(4) },
  { group: "その他", names: ["雑談", "自己紹介"] },
];

export const JAPANESE_FORUM: WebKind = {
  name: "Japanese forum",
  topics: ["ロードバイク", "釣り", "登山", "猫"],
  types: { profiles: /space-uid/, threads: /thread-/ },
  pages: japaneseForum,
};

interface Thread {
  readonly id: number;
  readonly subject: string;
  readonly title: string;
}

interface Board {
  readonly id: number;
  readonly name: string;
  readonly group: string;
  readonly threads: readonly Thread[];
}

/** What pages of the forum are made from. */
interface Forum {
  readonly writer: Writer;
  readonly topic: string;
  /** Returns a link to a member that chance draws. */
  readonly anyone: () => string;
}

function japaneseForum(topic: string, seed: number): readonly MadePage[] {
  const writer = createWriter("ja", seed, "jaforum");
  const { chance } = writer;
  const members = Array.from({ length: MEMBERS }, () => `${writer.name()}${chance.int(1, 999)}`);
  const anyone = () => {
    const member = chance.int(0, MEMBERS - 1);
    return anchor(profile(member), members[member] ?? "");
  };
  const boards = drawBoards(writer, topic);
  const forum = { writer, topic, anyone };
  return [
    ...boards.flatMap((board) => [...boardPages(forum, board), ...threadPages(forum, board)]),
    ...frontPages(writer, boards),
    ...members.map((name, member) => {
      return page(profile(member), name, `<p>${name} 投稿 ${chance.int(1, 900)}</p>`);
    }),
  ];
}

function drawBoards(writer: Writer, topic: string): readonly Board[] {
  const { chance } = writer;
  let id = 50;
  const named = GROUPS.flatMap(({ group, names }) => names.map((name) => ({ group, name })));
  return named.map(({ group, name }, at) => {
    const threads = Array.from({ length: chance.int(40, 70) }, (): Thread => {
      const base = SUBJECTS.includes(name) ? name : chance.pick(SUBJECTS);
      const subject = chance.happens(0.05) ? topic : base;
      id += chance.int(1, 5);
      return { id, subject, title: writer.title(subject, 0.4) };
    });
    return { id: at + 1, name, group, threads };
  });
}

function boardPages({ writer, anyone }: Forum, board: Board): readonly MadePage[] {
  const all = parts(board.threads, ROWS);
  return all.map(({ at, rows }) => {
    const threads = rows.map((thread) => {
      const first = anchor(threadPath(thread, 1, at + 1), thread.title);
      const by = anyone();
      const last = anchor(lastPost(thread), `2024-5-${writer.chance.int(1, 30)}`);
      return `<tbody><tr><th>${first}</th><td class="by">${by}</td><td class="by">${last}</td></tr></tbody>`;
    });
    const numbers = all.map((part) => boardLink(board, part.at + 1, String(part.at + 1)));
    const table = `<h1>${board.name}</h1><table>${threads.join("")}</table>`;
    const pager = `<div class="pg">${numbers.join("")}</div>`;
    const crumbs = ` › ${boardLink(board, 1, board.name)}`;
    return page(boardPath(board, at + 1), board.name, `${table}${pager}`, { crumbs });
  });
}

function threadPages({ writer, topic, anyone }: Forum, board: Board): readonly MadePage[] {
  const { chance } = writer;
  return board.threads.flatMap((thread, place) => {
    const part = Math.floor(place / ROWS) + 1;
    const numbers = Array.from({ length: chance.int(1, 2) }, (_, at) => at + 1);
    return numbers.map((number) => {
      const path = threadPath(thread, number, part);
      const posts = Array.from({ length: chance.int(2, 7) }, () => {
        const author = `<td class="pls">${anyone()}</td>`;
        const text = `<div class="t_f">${writer.text(thread.subject, chance.int(1, 4), 0.3)}</div>`;
        const reply = anchor(`${path}#reply`, "返信");
        return `<table class="plhin"><tr>${author}<td class="plc">${text}${reply}</td></tr></table>`;
      });
      const links = numbers.map((one) => anchor(threadPath(thread, one, part), String(one)));
      const pager = links.length > 1 ? `<div class="pg">${links.join("")}</div>` : "";
      const main = `<h1>${thread.title}</h1>${posts.join("")}${pager}`;
      return page(path, `${thread.title} - ${board.name}`, main, {
        crumbs: ` › ${boardLink(board, part, board.name)}`,
        isTarget: thread.subject === topic,
      });
    });
  });
}

/** Returns the index, the list of new threads, and pages of text. */
function frontPages(writer: Writer, boards: readonly Board[]): readonly MadePage[] {
  const index = GROUPS.map(({ group }) => {
    const rows = boards
      .filter((board) => board.group === group)
      .map((board) => {
        const last = board.threads.slice(0, 1).map((one) => anchor(lastPost(one), one.title));
        const name = boardLink(board, 1, board.name);
        return `<tr><td>${name}</td><td>${last.join("")}</td></tr>`;
      });
    return `<div class="bm"><h2>${group}</h2><table>${rows.join("")}</table></div>`;
  }).join("");
  const threads = boards.flatMap((board) => board.threads);
  const drawn = Array.from({ length: NEW }, () => writer.chance.pick(threads));
  const fresh = items(drawn.map((thread) => anchor(threadPath(thread, 1, 1), thread.title)));
  const texts = ["/help.html", "/member.php?mod=register", "/mobile.html"];
  return [
    page("/", "ホーム", index),
    page("/forum.php", "フォーラム", index),
    page("/guide.html", "新着", fresh),
    ...texts.map((path) => page(path, "案内", writer.text("料理", 3, 0))),
  ];
}

function boardPath({ id }: Board, number: number): string {
  return `/forum-${id}-${number}.html`;
}

function boardLink(board: Board, number: number, text: string): string {
  return anchor(boardPath(board, number), text);
}

/** Returns the path of a page of a thread, which has the part of the board's list that leads to it. */
function threadPath({ id }: Thread, number: number, part: number): string {
  return `/thread-${id}-${number}-${part}.html`;
}

function lastPost({ id }: Thread): string {
  return `/forum.php?mod=redirect&tid=${id}&goto=lastpost`;
}

function profile(member: number): string {
  return `/space-uid-${member + 1}.html`;
}

const MENU = [
  anchor("/", SITE),
  anchor("/forum.php", "フォーラム"),
  anchor("/guide.html", "新着"),
  anchor("/member.php?mod=register", "新規登録"),
  anchor("/help.html", "ヘルプ"),
].join(" ");
const FOOTER = `${anchor("/archiver/", "アーカイブ")} ${anchor("/mobile.html", "モバイル")} Powered by Discuz`;

function page(
  path: string,
  title: string,
  main: string,
  { crumbs = "", isTarget = false } = {},
): MadePage {
  const way = `<div id="pt">${anchor("/forum.php", "ホーム")}${crumbs}</div>`;
  const body = `<div id="hd">${MENU}</div>${way}<div id="ct">${main}</div><div id="ft">${FOOTER}</div>`;
  return { path, body: wholePage("ja", `${title} - ${SITE}`, body), isTarget };
}
