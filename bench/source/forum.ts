import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type WarcPage, writeWarcFile } from "../../lib/adapters/warc/write-warc-file.ts";
import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { contentHash } from "../../lib/domain/page/copies/content-print.ts";
import { decodePage } from "../../lib/domain/page/decode-body.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { openRecording } from "../../lib/run/web/open-web.ts";
import { type MarkedContent, markedContent } from "../posts/recorded-forums.ts";
import { type GeneratedForum, generateForum } from "./generated-forum.ts";

const CORPUS = join(import.meta.dirname, "../../../shared/corpora/forums");
const TYPES_SUFFIX = ".types.json";

/** A type of page, as the label files tell it: the truth, which only the evaluator knows. */
export interface PageType {
  readonly name: string;
  readonly kind: string;
  /** Whether its pages show text that users wrote. */
  readonly ucc: boolean;
  /** Recorded pages of the type. */
  readonly count: number;
}

/** A recorded forum, before its recording is opened. */
export interface Forum {
  readonly id: string;
  /** For tables, which do not name other people's sites. */
  readonly title: string;
  readonly seed: string;
  /** Recorded pages. */
  readonly pages: number;
  readonly types: readonly PageType[];
}

/** A forum with its recording and the type of each page, by its number in `types`. */
export interface OpenForum extends Forum {
  readonly web: RecordedWeb;
  readonly typeOf: ReadonlyMap<Url, number>;
  /**
   * Returns what a page shows, as hashes: its thread, or its whole text if it has none, then its posts. They are read
   * from the markup of its site, which only the evaluator knows.
   */
  readonly contentOf: (url: Url) => Promise<readonly number[]>;
}

/** The recorded forums, by name, none where they are absent; then the generated one. */
export function listForums(): Forum[] {
  const generated = describeGenerated(generateForum());
  if (existsSync(CORPUS)) return [...forumIds().map(readForum), generated];
  console.log(`skipped: no recorded forums at ${CORPUS}`);
  return [generated];
}

function forumIds(): string[] {
  const files = globSync(join(CORPUS, `*${TYPES_SUFFIX}`)).toSorted();
  return files.map((file) => basename(file, TYPES_SUFFIX));
}

function readForum(id: string): Forum {
  const title = `forum ${forumIds().indexOf(id) + 1}`;
  const text = readFileSync(join(CORPUS, `${id}${TYPES_SUFFIX}`), "utf8");
  const { seed, pages, types }: Forum = JSON.parse(text);
  return { id, title, seed, pages, types: types.map(pageType) };
}

function pageType({ name, kind, ucc, count }: PageType): PageType {
  return { name, kind, ucc, count };
}

/** Opens one forum's recording; only one is to be open at a time, for its index takes memory. */
export async function openForum(id: string): Promise<OpenForum> {
  if (id === GENERATED) return openGenerated();
  const forum = readForum(id);
  const web = await openRecording([join(CORPUS, `${id}.warc.gz`)]);
  const numbers = new Map(forum.types.map(({ name }, number) => [name, number]));
  const typeOf = new Map<Url, number>();
  for (const line of readFileSync(join(CORPUS, `${id}.types.jsonl`), "utf8").split("\n")) {
    if (line === "") continue;
    const label: { readonly url: string; readonly type: string } = JSON.parse(line);
    const parsed = canonicalUrl(label.url);
    const number = numbers.get(label.type);
    if (parsed.ok && number !== undefined) typeOf.set(web.identify(parsed.url), number);
  }
  return {
    ...forum,
    web,
    typeOf,
    contentOf: contentsIn(web, (...page) => markedContent(id, ...page)),
  };
}

/** Returns the function that reads what a recorded page shows. */
function contentsIn(
  web: RecordedWeb,
  marked: (url: Url, html: string) => MarkedContent,
): OpenForum["contentOf"] {
  return async (url) => {
    const page = await web.fetch(url, { bodyBytes: MOST_BYTES, timeoutMs: 1_000 });
    if (page.kind !== "page") return [];
    const { text: html } = decodePage(page);
    const { thread, posts } = marked(url, html);
    const shown = thread === undefined || posts.length === 0 ? html.replace(TAGS, "") : thread;
    return [shown, ...posts].map(contentHash);
  };
}

/** Longest page of the recordings, in bytes, with room. */
const MOST_BYTES = 10_000_000;

/** What is no text of a page. */
const TAGS = /<(?:script|style)[^]*?<\/(?:script|style)>|<[^>]*>|\s+/gi;

/** Name of the generated forum. */
const GENERATED = "generated";

function describeGenerated({ seed, types, pages }: GeneratedForum): Forum {
  const counted = types.map((type) => {
    return { ...type, count: pages.filter((page) => page.type === type.name).length };
  });
  return { id: GENERATED, title: GENERATED, seed, pages: pages.length, types: counted };
}

async function openGenerated(): Promise<OpenForum> {
  const generated = generateForum();
  const folder = mkdtempSync(join(tmpdir(), "dowser-forum-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const warc = join(folder, "forum.warc.gz");
  const numbers = new Map(generated.types.map(({ name }, number) => [name, number]));
  const pages = generated.pages.flatMap(({ url, html, type }) => {
    const parsed = canonicalUrl(url);
    return parsed.ok ? [{ url: parsed.url, html, type: numbers.get(type) ?? -1 }] : [];
  });
  await writeWarcFile(warc, pages.map(recordOf), { software: "bench" });
  const web = await openRecording([warc]);
  const typeOf = new Map(pages.map(({ url, type }) => [web.identify(url), type]));
  // Each address of a thread has its path, and the same posts.
  const contentOf = contentsIn(web, (url, html) => {
    const thread = /\/threads\/[^/]*/.exec(url)?.[0];
    const posts = html.match(/<article class="post">/g) ?? [];
    return { thread, posts: posts.map((_post, at) => `${thread ?? ""} ${at}`) };
  });
  return { ...describeGenerated(generated), web, typeOf, contentOf };
}

function recordOf({ url, html }: { readonly url: Url; readonly html: string }): WarcPage {
  const headers = [["content-type", "text/html; charset=utf-8"]] as const;
  const page = { kind: "page", url, status: 200, headers, mediaType: "text/html" } as const;
  const body = new TextEncoder().encode(html);
  return { page: { ...page, body, charset: "utf-8", truncated: false }, fetchedAt: 0 };
}
