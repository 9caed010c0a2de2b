/** Comes back to the pages of earlier crawls: `dowser recrawl`. A command asks for it, not a project. */
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import type { DecideRule, DecideRulePorts, FetchRule } from "../../crawl/rules.ts";
import type { Lease } from "../../domain/frontier/link.ts";
import type { UrlTest } from "../../domain/frontier/scope.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { EarlierVisit, EarlierVisits, KnownVisit, KnownVisits } from "./earlier-visits.ts";
import { comparedResult, conditionOf, newLinks, unchangedAnswer } from "./revisit-link.ts";
import { RevisitSchedule } from "./revisit-schedule.ts";

/** What the fetching part uses from outside: in a stack that of a batch. */
interface FetchPorts {
  readonly earlier: EarlierVisits;
  readonly pages: Pick<PageStore, "put">;
}

/** Returns a plan that asks pages whether they have changed, and compares their answers with the last ones. */
export function comparingVisits(plan: CrawlPlan, ports: FetchPorts): CrawlPlan {
  const rule = fetchRule(ports, plan.politeness);
  return { ...plan, rules: { ...plan.rules, fetch: [rule, ...plan.rules.fetch] } };
}

/**
 * Returns a plan that offers the pages of earlier crawls again, those first that have most probably changed.
 * `statedChanges` are the latest changes that sitemaps state, in ms since the epoch.
 */
export function revisiting(
  plan: CrawlPlan,
  earlier: KnownVisits,
  statedChanges: ReadonlyMap<Url, number> | undefined,
): CrawlPlan {
  const { rules, forgotten } = plan;
  const known = forgotten === undefined ? earlier : withoutTexts(earlier, forgotten);
  const decide = (ports: DecideRulePorts): DecideRule => ({
    name: "recrawl",
    links: (links) => newLinks(earlier, links),
    source: () => RevisitSchedule.of(ports, known, statedChanges),
  });
  return { ...plan, rules: { ...rules, decide: [decide, ...rules.decide] } };
}

/**
 * Returns visits without the texts beside their links, unless the title of a text shows that it is from
 * the page on which the link was found, and that page was not forgotten.
 */
function withoutTexts(earlier: KnownVisits, isForgotten: UrlTest): KnownVisits {
  const isKept = async ({ parent, snippet }: KnownVisit["record"]): Promise<boolean> => {
    if (parent === undefined || snippet === undefined) return false;
    if (isForgotten(parent, hostOf(parent)) || snippet.title === "") return false;
    const { page } = (await earlier.visit(parent))?.record ?? {};
    return page?.title.startsWith(snippet.title) === true;
  };
  return {
    ...earlier,
    async visit(url) {
      const visit = await earlier.visit(url);
      if (visit === undefined || (await isKept(visit.record))) return visit;
      return { ...visit, record: { ...visit.record, snippet: undefined } };
    },
  };
}

/** What a recrawl on one machine uses beside the visits before it. */
export interface FoundBefore extends Pick<FetchPorts, "pages"> {
  /** The latest changes that sitemaps state, in ms since the epoch. */
  readonly statedChanges?: ReadonlyMap<Url, number> | undefined;
}

/** Returns the plan of a recrawl on one machine. */
export function recrawling(
  plan: CrawlPlan,
  {
    earlier,
    pages,
    statedChanges,
  }: FoundBefore & { readonly earlier: KnownVisits & EarlierVisits },
): CrawlPlan {
  return comparingVisits(revisiting(plan, earlier, statedChanges), { earlier, pages });
}

function fetchRule({ earlier, pages }: FetchPorts, politeness: CrawlPlan["politeness"]): FetchRule {
  const visits = new WeakMap<Lease["link"], EarlierVisit>();
  const before = ({ link }: Lease) => visits.get(link);
  return {
    name: "recrawl",
    async prepare({ link }) {
      const visit = visits.has(link) ? undefined : await earlier.last(link.url);
      if (visit !== undefined) visits.set(link, visit);
    },
    ask: (lease) => ({ condition: conditionOf(before(lease), lease) }),
    answer: (attempt, outcome) =>
      unchangedAnswer({ earlier, pages, politeness }, before(attempt.lease), outcome, attempt),
    finish: ({ lease }, result) => comparedResult(before(lease), result),
  };
}
