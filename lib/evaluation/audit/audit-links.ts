import { admitLinks } from "../../crawl/admit-links.ts";
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import { fileContents, viewPage, viewReading } from "../../crawl/judge-page.ts";
import { linksOfRules } from "../../crawl/read-page.ts";
import { sameJson } from "../../domain/json.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import { asksNotToFollow, isReadHere, type PageVerdict } from "../../domain/page/page-record.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { Web } from "../../ports/web.ts";
import type { AuditedRun, RunHistory } from "./audited-run.ts";

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
  readonly plan: Pick<
    CrawlPlan,
    "canonical" | "files" | "limits" | "politeness" | "scope" | "languageReading" | "reads"
  >;
  /** Whether a program of the user named links, too: which ones is not known. */
  readonly hasHandler: boolean;
}

/**
 * Checks that no link was lost on its way from a page into the frontier, and that none came from
 * nowhere. Each page is read again as it is stored. Every URL it links to must be known, in any
 * state. It must link to every link that names it as its source, and be as its record says. Pages
 * that cannot be read are left to the check of the store. Pages whose parsing ran out of time are
 * skipped: how much of them was read depended on the machine.
 */
export async function* auditLinks(
  run: Pick<AuditedRun, "fetchedLinks" | "linksByParent" | "recordOf" | "linkOf">,
  { pages, web, plan, hasHandler }: ReadAgain,
  { wereKilled, wereRepaired }: Pick<RunHistory, "wereKilled" | "wereRepaired">,
): AsyncGenerator<Violation, void, undefined> {
  const known = new Set<Url>();
  const isKnown = (url: Url): boolean => {
    if (known.has(url)) return true;
    if (run.linkOf(url) === undefined) return false;
    if (known.size >= REMEMBERED) known.clear();
    known.add(url);
    return true;
  };
  const named = linksOfParents(run.linksByParent());
  for (const { url, sequence } of run.fetchedLinks()) {
    const ownLinks = named(sequence);
    const record = await run.recordOf(url);
    if (record?.page === undefined || record.page.truncated === "seconds") continue;
    const stored = await pages.get(url).catch(() => undefined);
    if (stored === undefined) continue;
    const { contents, links } = readAgain({ web, plan }, stored, record.depth);
    // The others are in the frontier of the run before.
    for (const link of isReadHere(record) ? links.keys() : []) {
      if (!isKnown(link))
        yield fault(link, `is linked from ${url}, and the frontier does not know it`);
    }
    // After a kill or a repair the stored copy may be another one than the crawl has read.
    if (wereKilled || wereRepaired) continue;
    const mayFollow = !(plan.politeness.obeyMetaRobots && asksNotToFollow(record.page));
    for (const link of ownLinks) {
      if (!mayFollow) yield fault(link, `is followed from ${url}, which asks not to follow links`);
      if (!hasHandler && !links.has(link))
        yield fault(link, `is said to be linked from ${url}, which has no such link`);
    }
    for (const what of faultsOfContents(record.page, contents)) yield fault(url, what);
  }
}

/** What a record says of the contents of a page, and what the stored page has. */
type Contents = Readonly<Record<string, unknown>>;

/** Reads a stored page, with the verdicts on its links, or a file, which has no links. */
function readAgain(
  { web, plan }: Pick<ReadAgain, "web" | "plan">,
  stored: FetchedPage,
  depth: number,
): { readonly contents: Contents; readonly links: ReadonlyMap<Url, unknown> } {
  const file = fileContents(plan, stored);
  if (file !== undefined) return { contents: { ...file }, links: new Map() };
  const viewed = viewPage(stored, plan.canonical, plan.limits, NO_HURRY, viewReading(plan));
  const { view } = viewed;
  const { verdicts } = admitLinks(view, depth + 1, web, plan.scope);
  const link = { url: stored.url, depth, priority: 0 };
  const found = linksOfRules(plan, web, viewed, link, undefined);
  const contents = {
    mediaType: stored.mediaType,
    title: view.title,
    language: view.language,
    // A record leaves out the usual way.
    languageBy: view.languageBy === "declared" ? undefined : view.languageBy,
    links: view.anchors.length,
    unusableLinks: Object.fromEntries(view.unusableLinks),
    truncated: view.truncated,
    file: undefined,
  };
  const links = new Map<Url, unknown>([...verdicts, ...found.map(({ url }) => [url, {}] as const)]);
  return { contents, links };
}

function* faultsOfContents(
  page: PageVerdict,
  contents: Contents,
): Generator<string, void, undefined> {
  const values: Contents = { ...page };
  for (const [name, value] of Object.entries(contents)) {
    if (sameJson(values[name], value)) continue;
    yield `its record says ${name} ${JSON.stringify(values[name])}, the stored page has ${JSON.stringify(value)}`;
  }
}

/** Returns a function from the sequence of a parent to its links; parents must be asked in order. */
function linksOfParents(
  links: ReturnType<AuditedRun["linksByParent"]>,
): (parent: number) => readonly Url[] {
  const rest = links[Symbol.iterator]();
  let next = rest.next();
  return (parent) => {
    const found: Url[] = [];
    for (; next.done !== true && next.value.parent <= parent; next = rest.next()) {
      if (next.value.parent === parent) found.push(next.value.url);
    }
    return found;
  };
}

function fault(url: Url, what: string): Violation {
  return { check: "conservation", url, what };
}
