import type { Url } from "../../web/url/url.ts";

/**
 * What a visit found, compared with the one before: a page that no earlier crawl had, the same body,
 * another one, a redirect in its place, or nothing. A feed counts like a page here.
 */
export const CHANGES = ["new", "changed", "unchanged", "moved", "gone"] as const;

export type Change = (typeof CHANGES)[number];

/** The parts of a record that show what a visit found. */
export interface Found {
  readonly reason: string;
  /** Target of a redirect. */
  readonly location: Url | undefined;
}

/** Reasons that say that there is no page at a URL. */
const GONE: ReadonlySet<string> = new Set(["gone", "soft-404"]);

/**
 * Returns how the answer of a visit differs from that of the one `before`, which is `undefined` for a
 * URL that was never fetched. A page with the same body is not told here. Returns `undefined` when the
 * visit had no answer that says it: refused, failed, or a wall.
 */
export function changeOf(
  before: Found | undefined,
  { reason, location }: Found,
): Change | undefined {
  if (reason === "page" || reason === "feed") return before === undefined ? "new" : "changed";
  if (before === undefined) return undefined;
  if (GONE.has(reason)) return "gone";
  if (reason !== "redirect") return undefined;
  return before.reason === "redirect" && before.location === location ? "unchanged" : "moved";
}
