import type { Url } from "../../web/url/url.ts";
import type { PageVerdict } from "../page-record.ts";

/** Marks a page as a copy of one fetched before: it is no target, and worth nothing a second time. */
export function asCopy<Verdict extends Pick<PageVerdict, "isTarget" | "utility" | "why">>(
  page: Verdict,
  copyOf: Url,
): Verdict & { readonly copyOf: Url } {
  const why = `a copy of ${copyOf}; without: ${page.why}`;
  return { ...page, isTarget: false, utility: 0, why, copyOf };
}
