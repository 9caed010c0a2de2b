import { admitLinks } from "../../crawl/admit-links.ts";
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import { viewPage } from "../../crawl/view-page.ts";
import type { Violation } from "../../domain/audit/violation.ts";
import type { Url } from "../../domain/url/url.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { Web } from "../../ports/web.ts";
import type { AuditedRun } from "./audited-run.ts";

/**
 * Number of URLs remembered as known to the frontier: the pages of a site repeat most of their
 * links.
 */
const REMEMBERED = 100_000;

/**
 * Limits parsing by the length of a page alone: an audit must not depend on the machine's speed.
 */
const NO_HURRY = { now: () => 0 };

/** The inputs for reading stored pages again. */
interface ReadAgain {
  readonly pages: Pick<PageStore, "get">;
  readonly web: Pick<Web, "identify">;
  readonly plan: Pick<CrawlPlan, "canonical" | "limits" | "scope">;
}

/**
 * Checks that no link was lost on its way from a page into the frontier. Each page is read again as
 * it is stored. Every URL it links to must be known, in any state. Pages that cannot be read are
 * left to the check of the store. Pages whose parsing ran out of time are skipped: how much of them
 * was read depended on the machine.
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
