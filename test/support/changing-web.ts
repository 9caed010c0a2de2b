import { createHash } from "node:crypto";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { Web } from "../../lib/ports/web.ts";
import { aUrl } from "./a-url.ts";
import { aFetchedPage } from "./scripted-web.ts";

/** A page of a changing web: HTML, with or without an entity tag, or the target of a redirect. */
export type ChangingPage =
  | { readonly html: string; readonly hasTag: boolean }
  | { readonly location: string };

/** A web whose pages a test changes between two crawls; it answers conditional requests. */
export interface ChangingWeb extends Web {
  readonly pages: Map<Url, ChangingPage>;
  /** URLs whose requests it answered by 304. */
  readonly unmodified: Url[];
}

export function changingWeb(pages: Iterable<readonly [url: string, page: ChangingPage]>) {
  const web: ChangingWeb = {
    pages: new Map(Array.from(pages, ([url, page]) => [aUrl(url), page])),
    unmodified: [],
    identify: (url) => url,
    async fetch(url, _limits, _method, validators) {
      const page = web.pages.get(url);
      if (page === undefined) return { kind: "gone", status: 404, headers: [] };
      if ("location" in page) {
        return { kind: "redirect", status: 301, headers: [], location: aUrl(page.location) };
      }
      const { html, hasTag } = page;
      const etag = `"${createHash("sha1").update(html).digest("hex")}"`;
      const headers = hasTag ? ([["etag", etag]] as const) : [];
      if (hasTag && validators?.etag === etag) {
        web.unmodified.push(url);
        return { kind: "not-modified", status: 304, headers };
      }
      const type = ["content-type", "text/html; charset=utf-8"] as const;
      return aFetchedPage(url, html, { headers: [type, ...headers] });
    },
  };
  return web;
}
