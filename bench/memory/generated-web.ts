import type { FetchedPage } from "../../lib/domain/web/http/fetch-outcome.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { Web } from "../../lib/ports/web.ts";

/** Hosts of the web, and sections of each: a quota counts the URLs of each section. */
const HOSTS = 16;
const SECTIONS = 4_000;
/** Links of a page: to pages that it names first, to pages known before, and to its host's front. */
const NEW_LINKS = 13;
const KNOWN_LINKS = 11;
/** Bytes of a page. */
const PAGE_BYTES = 3_000;

const WORDS = "we took the early train to a small town by the river and walked along its old wall";

/** Returns the URL of the n-th page, from 0. */
export function urlOfPage(n: number): Url {
  const path = n === 0 ? "" : `section-${(n * 7) % SECTIONS}/walk-by-the-river-${n}.html`;
  const url = canonicalUrl(`https://www.site-${n % HOSTS}.example/${path}`);
  if (!url.ok) throw new RangeError(`no URL: page ${n}`);
  return url.url;
}

/** Returns an endless web of pages of 3 KB with 25 links, 13 of them new; `onFetch` is told of each. */
export function generatedWeb(onFetch: () => void): Web {
  return {
    identify: (url) => url,
    fetch: async (url): Promise<FetchedPage> => {
      onFetch();
      const mediaType = "text/html";
      return {
        kind: "page",
        url,
        status: 200,
        headers: [["content-type", `${mediaType}; charset=utf-8`]],
        body: pageBody(Number(/(\d+)\.html$/.exec(url)?.[1] ?? 0)),
        mediaType,
        charset: "utf-8",
        truncated: false,
      };
    },
  };
}

function pageBody(n: number): Uint8Array {
  const linked = [
    n % HOSTS,
    ...Array.from({ length: KNOWN_LINKS }, (_, index) => Math.floor((n * (index + 1)) / 12)),
    ...Array.from({ length: NEW_LINKS }, (_, index) => NEW_LINKS * n + index + 1),
  ];
  const links = linked.map((to) => `<li><a href="${urlOfPage(to)}">walk ${to}</a>`).join("\n");
  const head = `<title>Walk ${n}</title><h1>Walk ${n}</h1><ul>${links}</ul>`;
  const text = `${WORDS} ${n}. `.repeat(Math.ceil((PAGE_BYTES - head.length) / WORDS.length));
  return Buffer.from(`${head}<p>${text.slice(0, PAGE_BYTES - head.length)}</p>`);
}
