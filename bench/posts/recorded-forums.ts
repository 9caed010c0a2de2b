/** What the markup of six recorded forums says of their posts: the truth, which only the bench knows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import { viewPage } from "../../lib/crawl/judge-page.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { readDate } from "../../lib/domain/text/read-date.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import { openRecording } from "../../lib/run/web/open-web.ts";

const CORPUS = join(import.meta.dirname, "../../../shared/corpora/forums");
const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 30_000, parseMs: Number.POSITIVE_INFINITY };

/** What the markup says of a post. */
export interface MarkedPost {
  readonly id: string;
  readonly author: string;
  /** ISO 8601, as far as the page has it. */
  readonly date: string | undefined;
}

/** How the posts of a site are marked: each begins at `post`, whose group is its id. */
interface Marks {
  readonly post: RegExp;
  readonly author: RegExp;
  readonly date: RegExp;
  /** The thread of a page: in its address, or else the first in its markup. */
  readonly thread: readonly RegExp[];
}

/** Names of the recorded forums, with their marks. */
const MARKS: Readonly<Record<string, Marks>> = {
  cfnet: {
    post: /<span class="name"><a name="(\d+)"><\/a>/g,
    author: /<b>([^<]*)<\/b>/,
    date: /Verfasst am: (\d\d\.\d\d\.\d{4} - \d\d:\d\d)/,
    thread: [
      /viewtopic\.php[?@][^"]*\bt=(\d+)/,
      /viewtopic\.php\?t=(\d+)[^"]*(?:view|start|postdays)=/,
    ],
  },
  ftowa: {
    post: /<span class="name"><a name="(\d+)"><\/a>/g,
    author: /<b>([^<]*)<\/b>/,
    date: /Posted: ([^<]*)</,
    thread: [
      /viewtopic\.php[?@][^"]*\bt=(\d+)/,
      /viewtopic\.php@t=(\d+)[^"]*(?:view|start|postdays)=/,
    ],
  },
  hotchills: {
    post: /<ul class="reset smalltext" id="msg_(\d+)_extra_info">/g,
    author: /^/,
    date: / on:<\/strong> ([^&<]*) &#187;/,
    thread: [/topic[,=](\d+)/],
  },
  trac: {
    post: /<span id="comment:(\d+)" class="cnum">/g,
    author: / ago by ([^\n<]*)/,
    date: /title="(\d{4}-[^"]*) in Timeline"/,
    thread: [/\/ticket\/(\d+)/],
  },
  dac: {
    post: /<p>Comment (from)/g,
    author: /(?:<a [^>]*>)?([^<]*?)(?:<\/a>)? on /,
    date: /on ([A-Z][a-z]+ \d+, \d{4} - \d+:\d\d[ap]m)/,
    thread: [/\/node\/(\d+)/],
  },
  askfit: {
    post: /(?:data-post-id="(?=\d+"\s+class="post answer|\d+"> <div class="vote)|<div class="comment" id="comment-)(\d+)"/g,
    author: /(?:<div class="user-info">\s*<a[^>]*>|class="author"\s+href="[^"]*"\s*>)([^<]*)</,
    date: /class="timeago" title="([^"]*)"/,
    thread: [/\/question\/(\d+)/],
  },
};

/** Where the name of an author is before the mark of the post. */
const AUTHOR_BEFORE: Readonly<Record<string, RegExp>> = {
  hotchills:
    /(?:title="View the profile of [^"]*">([^<]*)<\/a>|<h4>\s*(?:<img[^>]*>\s*)?([^<]*?))\s*<\/h4>\s*$/,
};

/** Names of the recorded forums. */
export const FORUMS: readonly string[] = Object.keys(MARKS);

/** A page of a recorded forum. */
export interface RecordedPage {
  readonly url: string;
  readonly view: PageView;
  readonly html: string;
  /** Whether it shows posts of a thread, by the types of the corpus. */
  readonly isThread: boolean;
  readonly posts: readonly MarkedPost[];
}

/** Reads pages of a forum, so many of its threads and of its others; `undefined` where it is not recorded. */
export async function recordedPages(
  site: string,
  most: number,
): Promise<AsyncIterable<RecordedPage> | undefined> {
  const recording = join(CORPUS, `${site}.warc.gz`);
  return existsSync(recording) ? readPages(site, recording, most) : undefined;
}

interface TypedPage {
  readonly url: string;
  readonly kind: string;
}

async function* readPages(
  site: string,
  recording: string,
  most: number,
): AsyncGenerator<RecordedPage> {
  const web = await openRecording([recording]);
  const typed = readFileSync(join(CORPUS, `${site}.types.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): TypedPage => JSON.parse(line));
  const threads = typed.filter(({ kind }) => kind === "thread");
  const others = typed.filter(({ kind }) => !["thread", "print", "user_activity"].includes(kind));
  for (const [pages, isThread] of [
    [threads, true],
    [others, false],
  ] as const) {
    for (const { url } of spread(pages, most)) {
      const parsed = canonicalUrl(url);
      const known = parsed.ok ? web.identify(parsed.url) : undefined;
      const outcome = known === undefined ? undefined : await web.fetch(known, LIMITS);
      if (outcome?.kind !== "page") continue;
      const { view, html } = viewPage(outcome, {}, LIMITS, systemClock);
      yield { url, view, html, isThread, posts: isThread ? markedPosts(site, html) : [] };
    }
  }
}

/** Returns so many items, evenly spread. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, items.length / most);
  return Array.from(
    { length: Math.min(most, items.length) },
    (_, index) => items[Math.floor(index * step)],
  ).filter((item) => item !== undefined);
}

/** What a page shows, as the markup of its site says: its thread, and the ids of its posts. */
export interface MarkedContent {
  readonly thread: string | undefined;
  readonly posts: readonly string[];
}

/** Returns what a page of a recorded forum shows. A view of another thread has no thread in its address. */
export function markedContent(site: string, url: string, html: string): MarkedContent {
  const [inUrl, inHtml = inUrl] = MARKS[site]?.thread ?? [];
  const address = decodeURIComponent(url);
  const isOther = /view=(?:next|previous)|prev_next/.test(address);
  const own = isOther ? null : inUrl?.exec(address);
  const thread = (own ?? inHtml?.exec(html))?.[1];
  const posts = markedPosts(site, html).map(({ id, author, date = "" }) => {
    if (site === "trac") return `${thread ?? ""}#${id}`;
    return site === "dac" ? `${author} ${date}` : id;
  });
  return { thread, posts };
}

function markedPosts(site: string, html: string): MarkedPost[] {
  const marks = MARKS[site];
  if (marks === undefined) return [];
  const begins = Array.from(html.matchAll(marks.post));
  const posts = begins.map((begin, index) => {
    const part = html.slice(begin.index + begin[0].length, begins[index + 1]?.index);
    const before = AUTHOR_BEFORE[site]?.exec(
      html.slice(Math.max(0, begin.index - 700), begin.index),
    );
    const author = before ?? marks.author.exec(part);
    const [, date = ""] = marks.date.exec(part) ?? [];
    return {
      id: begin[1] ?? "",
      author: decoded(author?.[1] ?? author?.[2] ?? ""),
      date: readDate(date, "day-first"),
    };
  });
  // Some pages show each comment twice.
  return site === "dac" ? posts.filter((post, index) => isFirst(posts, post, index)) : posts;
}

function isFirst(
  posts: readonly MarkedPost[],
  { author, date }: MarkedPost,
  index: number,
): boolean {
  return posts.findIndex((post) => post.author === author && post.date === date) === index;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
};

function decoded(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/\s+/g, " ")
    .trim();
}
