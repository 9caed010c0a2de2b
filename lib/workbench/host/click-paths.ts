import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { PageView } from "../../domain/page/page-view.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { parsePaths, pathsText } from "../../run/crawl/paths-file.ts";
import { isFile } from "../../run/folder/run-database.ts";
import type { LinksAnswer } from "../begin-schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { urlOf } from "./found-pages.ts";
import type { SearchSource, SearchSources } from "./search-sources.ts";

/** Folder of the paths that were recorded, beside the projects. */
const PATHS = "paths";

/** Most links of a page that are listed: the largest menus of real sites have some hundreds. */
const MOST_LINKS = 1_000;

/** Lets a person go from page to page of a source, and keeps the ways as click paths. */
export function createPaths(folder: string, sources: SearchSources): WorkbenchPorts["paths"] {
  return {
    links: ({ source, url }) => linksOf(sources, source, url),
    keep: async (paths) => {
      const read = parsePaths(paths.map((path) => `${path.join(" ")}\n`).join(""), "paths");
      return { file: keepText(folder, pathsText(read)) };
    },
  };
}

async function linksOf(sources: SearchSources, name: string, asked: string): Promise<LinksAnswer> {
  const source = await sources.open(name);
  const view = await (asked === "" ? firstView(source) : source.view(urlOf(asked)));
  if (view === undefined) throw fail("no-such-page/found", { url: asked });
  const stored = new Set(source.urls);
  const links = new Map<Url, string>();
  const others = new Set<Url>();
  for (const { url, text } of view.anchors) {
    if (url === view.url) continue;
    if (!stored.has(url)) others.add(url);
    // The first link with words says the most.
    else if (links.size < MOST_LINKS && (links.get(url) ?? "") === "") links.set(url, text.trim());
  }
  return {
    url: view.url,
    title: view.title,
    links: Array.from(links, ([url, anchor]) => ({ url, anchor })),
    others: others.size,
  };
}

/** Returns the first page that is one: a recording may begin with files. */
async function firstView(source: SearchSource): Promise<PageView | undefined> {
  for (const url of source.urls.slice(0, MOST_LINKS)) {
    const found = await source.view(url);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Keeps paths under a name of their own; the same paths once. */
function keepText(folder: string, text: string): string {
  mkdirSync(join(folder, PATHS), { recursive: true });
  for (let copy = 1; ; copy += 1) {
    const file = posix.join(PATHS, `paths${copy === 1 ? "" : `-${copy}`}.txt`);
    const path = join(folder, file);
    if (!existsSync(path)) {
      writeFileSync(path, text, { flag: "wx" });
      return file;
    }
    if (isFile(path) && readFileSync(path, "utf8") === text) return file;
  }
}
