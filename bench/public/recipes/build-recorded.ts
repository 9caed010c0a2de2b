/** Builds a recorded web with truth and a task from a local clone of a public archive: the scripts are ours, the data are theirs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { decodeText } from "../../../lib/domain/page/decode-body.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import { linksTo, pageOf, unescaped } from "./marked-text.ts";
import { MDN } from "./mdn.ts";
import { PEPS } from "./peps.ts";
import type { Recipe, RecordedPage } from "./recipe.ts";

/** The recipes, by name. */
export const RECIPES: Readonly<Record<string, Recipe>> = { mdn: MDN, peps: PEPS };

/** Pages that each method of the task may fetch. */
const BUDGET = 200;

/** Largest file that is read, in bytes. */
const MOST_BYTES = 2_000_000;

/** `recipe NAME CLONE OUT`: writes web, truth, project and task into OUT, which `dowser bench OUT/task.yaml` crawls. */
export async function buildRecorded([name = "", clone, out]: readonly string[]): Promise<void> {
  const recipe = RECIPES[name];
  if (recipe === undefined || clone === undefined || out === undefined)
    throw new Error(`recipe NAME CLONE OUT; names: ${Object.keys(RECIPES).join(", ")}`);
  const folder = join(clone, recipe.folder);
  if (!existsSync(folder))
    throw new Error(`${folder} is not there; it is to be a clone of ${recipe.source}`);
  const { files, large } = filesOf(folder);
  const pages = files.flatMap((path) => {
    const page = recipe.pageOf(path, textOf(readFileSync(join(folder, path))));
    return page === undefined ? [] : [page];
  });
  if (pages.length === 0)
    throw new Error(`${folder} has no page; it is to be a clone of ${recipe.source}`);
  const distinct = distinctPages([...recipe.lists(pages), ...pages]);
  const { all, unlinked } = withUnlinked(distinct);
  mkdirSync(out, { recursive: true });
  await writeWarcFile(join(out, "web.warc.gz"), all.map(recorded), {
    software: "Dowser",
    source: recipe.source,
  });
  const truth = all.map(({ url, truth: said }) => `${JSON.stringify({ url, ...said })}\n`);
  writeFileSync(join(out, "truth.jsonl"), truth.join(""));
  const seeds = { urls: [recipe.seed] };
  const project = { name, need: recipe.need, seeds, politeness: { contact: "you@example.org" } };
  writeFileSync(join(out, "project.yaml"), `${JSON.stringify(project, undefined, 2)}\n`);
  const parts = { project: "project.yaml", web: "web.warc.gz", truth: "truth.jsonl" };
  const task = { name, ...parts, target: recipe.target, budget: BUDGET, seeds: [1, 2, 3] };
  writeFileSync(join(out, "task.yaml"), `${JSON.stringify(task, undefined, 2)}\n`);
  if (large > 0) console.log(`${large} files of more than ${MOST_BYTES} bytes were left out`);
  const twice = pages.length + recipe.lists(pages).length - distinct.length;
  if (twice > 0) console.log(`${twice} pages were left out: another has their address`);
  if (unlinked > 0)
    console.log(`${unlinked} pages that no page links to are listed by one of ours`);
  console.log(
    `${all.length} pages are in ${out}; next: dowser bench ${join(out, "task.yaml")} --strategies auto,best-first`,
  );
}

/** Lists the files below a folder in the order of their names, no hidden ones; no link is followed, and none is large. */
function filesOf(folder: string): { readonly files: readonly string[]; readonly large: number } {
  const all = [...walked(folder)].map((path) => relative(folder, path));
  const small = all.filter((path) => statSync(join(folder, path)).size <= MOST_BYTES);
  const files = small.map((path) => path.replaceAll(sep, "/")).toSorted();
  return { files, large: all.length - small.length };
}

/** Yields files and those of folders below; the system's own listing of all would go through links to folders. */
function* walked(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) yield* walked(path);
    else if (entry.isFile()) yield path;
  }
}

/** Returns the text of a file in any common encoding; its lines end in LF. */
function textOf(bytes: Uint8Array): string {
  return decodeText(bytes).replaceAll(/\r\n?/g, "\n");
}

/** Returns pages by their canonical addresses, which a crawl knows them by; of two of one address the first. */
function distinctPages(pages: readonly RecordedPage[]): readonly RecordedPage[] {
  const byUrl = new Map<string, RecordedPage>();
  for (const page of pages) {
    const known = canonicalUrl(page.url);
    if (!known.ok) throw new Error(`${page.url} is no URL`);
    if (!byUrl.has(known.url)) byUrl.set(known.url, { ...page, url: known.url });
  }
  return [...byUrl.values()];
}

const HREF = /<a href="(?<href>[^"]*)"/gu;

/**
 * Adds a page that lists those which no path of links leads to from the first page: a part of an archive, or one whose
 * lists are made by its own software, lacks them.
 */
function withUnlinked(pages: readonly RecordedPage[]): {
  readonly all: readonly RecordedPage[];
  readonly unlinked: number;
} {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const [first, ...others] = pages;
  if (first === undefined) return { all: pages, unlinked: 0 };
  const reached = new Set([first.url]);
  for (const url of reached)
    for (const { groups } of (byUrl.get(url)?.html ?? "").matchAll(HREF)) {
      const href = groups?.["href"]?.replaceAll("&amp;", "&") ?? "";
      const link = URL.canParse(href, url) ? canonicalUrl(new URL(href, url).href) : undefined;
      if (link?.ok === true && byUrl.has(link.url)) reached.add(link.url);
    }
  const lost = others.filter(({ url }) => !reached.has(url));
  if (lost.length === 0) return { all: pages, unlinked: 0 };
  const url = new URL("unlinked/", first.url).href;
  const links = linksTo(lost.map((page) => ({ url: page.url, name: titleOf(page) })));
  const truth = Object.fromEntries(Object.keys(first.truth).map((key) => [key, "list"]));
  const more = linksTo([{ url, name: "More" }]);
  const begun = { ...first, html: first.html.replace("</body>", () => `${more}\n</body>`) };
  const list = { url, html: pageOf("More", links), truth };
  return { all: [begun, list, ...others], unlinked: lost.length };
}

/** Returns the title of a page, whose HTML is ours. */
function titleOf({ html, url }: RecordedPage): string {
  return unescaped(/<title>(?<title>[^<]*)/u.exec(html)?.groups?.["title"] ?? url);
}

function recorded({ url, html }: RecordedPage) {
  const known = canonicalUrl(url);
  if (!known.ok) throw new Error(`${url} is no URL`);
  const headers = [["content-type", "text/html; charset=utf-8"]] as const;
  const head = {
    kind: "page",
    url: known.url,
    status: 200,
    headers,
    mediaType: "text/html",
  } as const;
  const body = new TextEncoder().encode(html);
  return { page: { ...head, charset: "utf-8", body, truncated: false }, fetchedAt: 0 };
}
