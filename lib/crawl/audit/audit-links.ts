import type { Violation } from "../../domain/audit/violation.ts";
import type { Url } from "../../domain/url/url.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { Web } from "../../ports/web.ts";
import { admitLinks } from "../admit-links.ts";
import type { CrawlPlan } from "../crawl-plan.ts";
import { viewPage } from "../view-page.ts";
import type { AuditedRun } from "./audited-run.ts";

/** URLs remembered as known to the frontier: the pages of a site repeat most of their links. */
const REMEMBERED = 100_000;

/** Parsing is bounded by the length of a page alone: an audit is not to depend on the machine's speed. */
const NO_HURRY = { now: () => 0 };

/** What reading stored pages again needs. */
export interface ReadAgain {
  readonly pages: Pick<PageStore, "get">;
  readonly web: Pick<Web, "identify">;
  readonly plan: Pick<CrawlPlan, "canonical" | "limits" | "scope">;
}

/**
 * Whether any link was lost on its way from a page into the frontier: each page is read again as it is
 * stored, and every URL it links to has to be known, in whatever state. Pages that cannot be read are left
 * to those who check the store, and those whose parsing ran out of time to no one: what was seen of them
 * hung on the machine.
 */
export async function* auditLinks(
  run: Pick<AuditedRun, "records" | "linkOf">,
  { pages, web, plan }: ReadAgain,
): AsyncGenerator<Violation, void, undefined> {
  const known = new Set<Url>();
  const isKnown = (url: Url): boolean => {
    if (known.has(url)) return true;
    if (run.linkOf(url) === undefined) return false;
    if (known.size >= REMEMBERED) known.clear();
    known.add(url);
    return true;
  };
  for await (const { url, depth, page } of run.records()) {
    if (page === undefined || page.truncated === "seconds") continue;
    if (run.linkOf(url)?.state !== "fetched") continue;
    const stored = await pages.get(url).catch(() => undefined);
    if (stored === undefined) continue;
    const { view } = viewPage(stored, plan.canonical, plan.limits, NO_HURRY);
    for (const link of admitLinks(view, depth + 1, web, plan.scope).verdicts.keys()) {
      if (isKnown(link)) continue;
      yield {
        check: "conservation",
        url: link,
        what: `is linked from ${url}, and the frontier does not know it`,
      };
    }
  }
}
