/** A site on loopback that changes when it is told: `fork` it, and it answers with its port. */
import { createServer } from "node:http";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";

/** How often pages change between two crawls: by kind, or each page alike. */
export type Pattern = "by-kind" | "even";

/** Kinds of pages, with how many there are and which share of them changes. */
const KINDS = [
  { path: "/news/item-", pages: 200, changes: 0.4 },
  { path: "/forum/thread-", pages: 300, changes: 0.06 },
  { path: "/wiki/page-", pages: 500, changes: 0.004 },
] as const;

/** Share of all pages that changes where each page changes alike. */
const EVEN = 0.1;

/** One page in so many has no validators. */
const WITHOUT_VALIDATORS = 4;

const PARAGRAPHS = 200;

/** Number of pages of the site, its home left out. */
export const SITE_PAGES = KINDS.reduce((sum, { pages }) => sum + pages, 0);

interface SitePage {
  readonly hasEtag: boolean;
  readonly changesAt: Readonly<Record<Pattern, boolean>>;
}

const pages = new Map<string, SitePage>();
for (const { path, pages: count, changes } of KINDS) {
  for (let number = 0; number < count; number += 1) {
    const draw = hashToUnit(number, path);
    pages.set(`${path}${number}`, {
      hasEtag: number % WITHOUT_VALIDATORS > 0,
      changesAt: { "by-kind": draw < changes, even: draw < EVEN },
    });
  }
}

function bodyOf(path: string, version: number): string {
  const text = Array.from(
    { length: PARAGRAPHS },
    (_, n) =>
      `<p>${path} tells of bees, honey and the ${n}th summer of its meadow, in all detail.</p>`,
  );
  const links = [...pages.keys()].map((to) => `<a href="${to}">${to}</a>`);
  const title = `<title>${path}</title><p>Version ${version} of it.</p>`;
  return title + (path === "/" ? links : text).join("\n");
}

if (process.send !== undefined) {
  let changed: Pattern | undefined;
  const server = createServer(({ url = "/", headers }, response) => {
    const page = pages.get(url);
    if (page === undefined && url !== "/") {
      response.writeHead(404).end();
      return;
    }
    const version = changed !== undefined && page?.changesAt[changed] === true ? 2 : 1;
    const etag = `"${url}-${version}"`;
    const sent = page?.hasEtag === false ? {} : { etag };
    if (headers["if-none-match"] === etag) response.writeHead(304, sent).end();
    else
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8", ...sent })
        .end(bodyOf(url, version));
  });
  process.on("message", (pattern: Pattern) => {
    changed = pattern;
    process.send?.({
      changed: [...pages.values()].filter((page) => page.changesAt[pattern]).length,
    });
  });
  process.on("disconnect", () => process.exit());
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" ? address?.port : 0 });
  });
}
