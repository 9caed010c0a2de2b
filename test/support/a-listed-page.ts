import type { ListedPage } from "../../lib/domain/page/page-record.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "./a-url.ts";

type Verdict = NonNullable<ListedPage["page"]>;

/** Returns an entry of a page listing: a fetched page that is no target, with sensible blanks. */
export function aListedPage(
  sequence: number,
  parts: Partial<Omit<ListedPage, "page">> = {},
  verdict: Partial<Verdict> = {},
): ListedPage {
  const url = parts.url ?? aUrl(`https://bees.example/${sequence}`);
  return {
    ...{ sequence, url, host: hostOf(url), state: "fetched", reason: "page" },
    ...{ detail: undefined, status: 200, depth: 1, layer: 0, location: undefined },
    ...{ parent: undefined, priority: 0.5, group: "", linkModel: "sha256:1", linkWhy: "bees" },
    ...{ fetchedAt: 1_000 * sequence, fetchMs: 20 },
    page: {
      ...{ ref: undefined, mediaType: "text/html", bodyBytes: 1_000, title: `page ${sequence}` },
      ...{ language: "en", utility: 0.5, isTarget: false, type: undefined, model: "sha256:2" },
      ...{ why: "honey", links: 3, unusableLinks: {}, truncated: undefined },
      ...verdict,
    },
    ...parts,
  };
}

/** Returns an entry of a listing that is no page. */
export function aListedFailure(sequence: number, reason = "timeout"): ListedPage {
  return { ...aListedPage(sequence, { state: "failed", reason }), page: undefined };
}
