/** The plan that a crawl follows, made from its project. */
import type {
  CrawlPlan,
  QueryPlan,
  ReadingPlan,
  SearchCost,
  StopRule,
} from "../crawl/crawl-plan.ts";
import { MOST_PARSE_MS } from "../crawl/judge-page.ts";
import type { FrontierPolicy } from "../domain/frontier/frontier-policy.ts";
import type { Snippet } from "../domain/frontier/link.ts";
import { compileScope } from "../domain/frontier/scope.ts";
import type { Need, Strategy } from "../domain/methods/strategy.ts";
import { compileDeclaredTypes, compileFields } from "../domain/page/extract-fields.ts";
import {
  type LanguageReading,
  loadLanguageDetector,
} from "../domain/page/language/page-language.ts";
import { productToken } from "../domain/web/politeness/robots-rules.ts";
import { canonicalUrl, hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { type LinkIntent, linkIntent } from "../domain/web/url/url-words.ts";
import { fail } from "../errors.ts";
import type { OpenedRules, WebFacts } from "../features/feature.ts";
import { recrawlPolicy } from "../features/recrawl/begin-recrawl.ts";
import { openRules } from "../features/registry.ts";
import { fileNeed } from "./files-schema.ts";
import { type FoundSeeds, seedQueries } from "./found-seeds.ts";
import type { Project } from "./project-schema.ts";
import { isOfDiscovered, stopRule } from "./stop-schema.ts";

/**
 * Time that a lease lasts, in ms: a week, as leases end with their process in any case. So no link is drawn twice
 * where a machine is overloaded or the process was stopped.
 */
const LEASE_MS = 604_800_000;

/**
 * A recording is finite, so no calendar in it is endless: none is cut, whatever the year of
 * reading.
 */
const NO_YEAR = Number.POSITIVE_INFINITY;

/** The need, the seeds and the time (UTC) of a crawl's first start, which a resumed crawl keeps. */
export interface InitialState {
  readonly need: Need;
  /** Seeds from a search; `undefined` when the project asks for none. */
  readonly foundSeeds: FoundSeeds | undefined;
  readonly year: number;
}

/** The facts about the crawled web that a plan needs. */
interface PlannedWeb {
  /** False for a recording. */
  readonly isLive: boolean;
}

/** Compiles a project file to the inputs of the use cases, for the web that is crawled. */
export function planCrawl(
  project: Project,
  web: PlannedWeb,
  { need, foundSeeds, year }: InitialState,
): Omit<CrawlPlan, "strategy" | "languageReading" | "rules" | "reads"> {
  const { scope, budget, politeness } = project;
  const canonical = canonicalOptions(project);
  const seeds = seedUrls(project, { need, foundSeeds }, canonical);
  const reading = planReading(project, web, { seeds, year });
  return {
    need,
    seed: project.seed,
    seeds: [...new Set([...seeds, ...reachableExample(project, reading)])],
    seedSnippets: seedSnippets(foundSeeds, canonical),
    queries: planQueries(project, foundSeeds),
    searchCost: searchCost(project, foundSeeds),
    ...reading,
    budget: {
      pages: budget.pages,
      pagesPerSite: budget.pagesPerSite,
      bodyBytes: budget.bytes ?? Number.POSITIVE_INFINITY,
      seconds: (budget.hours ?? Number.POSITIVE_INFINITY) * 3600,
      dollars: budget.dollars ?? Number.POSITIVE_INFINITY,
    },
    stop: planStop(project, { need, foundSeeds }),
    mediaTypes: scope.mediaTypes,
    concurrency: web.isLive ? politeness.concurrency : 1,
  };
}

/** Compiles the part of a plan by which pages are read; `seeds` are those of {@link planCrawl}. */
export function planReading(
  project: Project,
  web: PlannedWeb,
  { seeds, year }: Pick<InitialState, "year"> & Pick<CrawlPlan, "seeds">,
): Omit<ReadingPlan, "strategy" | "labels" | "languageReading" | "reads"> {
  const { need, scope, politeness } = project;
  return {
    files: fileNeed(need.files),
    askedForms: askedForms(need),
    declared: compileDeclaredTypes(need.structured ?? []),
    scope: compileScope(scope, { seeds, year: web.isLive ? year : NO_YEAR }),
    canonical: canonicalOptions(project),
    limits: fetchLimits(project, web),
    languages: scope.languages,
    politeness: {
      maxCrawlDelayMs: politeness.maxCrawlDelayMs,
      // A recording always gives the same answer.
      maxAttempts: web.isLive ? politeness.maxAttempts : 1,
      maxRedirects: politeness.maxRedirects,
      backsOff: web.isLive,
      obeyMetaRobots: web.isLive && politeness.robotsMeta === "obey",
      robotsName: productToken(politeness),
      skipRelNofollow: web.isLive && politeness.relNofollow === "skip",
    },
    extract: compileFields(project.extract),
  };
}

/** The media type of appointments (RFC 5545). */
const APPOINTMENT = "text/calendar";

/** Returns what a need asks for among the forms that rank last: its files, and pages as its example. */
function askedForms({ files, examplePage }: Project["need"]): CrawlPlan["askedForms"] {
  const asked = new Set<LinkIntent>();
  if (fileNeed(files)?.mediaTypes.includes(APPOINTMENT)) asked.add("calendar");
  const example = canonicalUrl(examplePage ?? "");
  const intent = example.ok ? linkIntent(example.url, example.url) : undefined;
  if (intent !== undefined) asked.add(intent);
  return asked;
}

/** Returns the example page as a start: those that it links to may be like it, unless the scope lets no link lead there. */
function reachableExample(
  project: Pick<Project, "need" | "scope">,
  { scope }: Pick<CrawlPlan, "scope">,
): Url[] {
  return exampleUrl(project).filter((url) => scopeRefusal(url, scope) === undefined);
}

/**
 * Returns in words that the scope keeps a crawl from the example page and so, where it is the host
 * that is out of reach, from the pages beside it; `undefined` where it does not.
 */
export function exampleOutOfReach(
  project: Pick<Project, "need" | "scope">,
  { scope }: Pick<CrawlPlan, "scope">,
): string | undefined {
  const [url] = exampleUrl(project);
  const refusedBy = url === undefined ? undefined : scopeRefusal(url, scope);
  if (url === undefined || refusedBy === undefined) return undefined;
  const reach =
    refusedBy === "host" || refusedBy === "host-denied"
      ? `no page of ${hostOf(url)} is fetched: name a seed there, or let links lead there by scope.hosts`
      : "pages like it may be out of scope, too";
  return `need.examplePage ${url} is out of scope (${refusedBy}): ${reach}`;
}

function scopeRefusal(url: Url, scope: CrawlPlan["scope"]): string | undefined {
  return scope({ url, host: hostOf(url), depth: 0 }).refusedBy;
}

/** Returns the address of the example page, if it is one of the web. */
function exampleUrl({ need, scope }: Pick<Project, "need" | "scope">): Url[] {
  const { examplePage = "" } = need;
  return /^https?:/i.test(examplePage)
    ? canonicalised(examplePage, canonicalOptions({ scope }))
    : [];
}

function canonicalOptions({ scope }: Pick<Project, "scope">): CrawlPlan["canonical"] {
  return { dropParameters: scope.dropParameters };
}

/** Returns the limits of a fetch on the crawled web. */
export function fetchLimits(
  { budget, politeness }: Project,
  { isLive }: PlannedWeb,
): CrawlPlan["limits"] {
  return {
    bodyBytes: budget.bytesPerPage,
    timeoutMs: politeness.timeoutMs,
    // On a recording nothing may depend on the clock; the size of a page also limits its cost.
    parseMs: isLive ? MOST_PARSE_MS : Number.POSITIVE_INFINITY,
  };
}

/**
 * Returns the policy of this project's frontier; a recording is read as fast as possible.
 * @throws DowserError `project-not-for-layers`
 */
export function frontierPolicy(
  {
    politeness,
    frontier,
    seed,
    stop,
    budget: { pagesPerSite },
    recrawl,
  }: Pick<Project, "politeness" | "frontier" | "seed" | "stop" | "budget"> & {
    readonly recrawl?: object;
  },
  strategy: Strategy,
  { isLive }: PlannedWeb,
): FrontierPolicy {
  const isLayered = recrawl === undefined && strategy.selection.kind === "layered";
  if (isLayered && pagesPerSite !== undefined)
    throw fail("project-not-for-layers", { strategy: strategy.name, value: pagesPerSite });
  const policy: FrontierPolicy = {
    selection: strategy.selection,
    merge: strategy.merge,
    seed,
    capacity: Math.min(frontier.capacity, strategy.capacity ?? Number.POSITIVE_INFINITY),
    leaseMs: LEASE_MS,
    leasesOutliveProcess: false,
    ...(stop !== undefined && isOfDiscovered(stop) && { drawsByChance: true }),
    ...(pagesPerSite !== undefined && { pagesPerSite }),
    connectionsPerHost: politeness.connectionsPerHost,
    minDelayMs: isLive ? politeness.minDelayMs : 0,
    // An address is never asked less often than the only host at it would be.
    minDelayPerAddressMs: isLive
      ? Math.min(politeness.minDelayPerAddressMs, politeness.minDelayMs)
      : 0,
  };
  return recrawl === undefined ? policy : recrawlPolicy(policy);
}

/** Returns the seeds that the project names, then those that a search found, each once. */
function seedUrls(
  project: Project,
  { need, foundSeeds }: Pick<InitialState, "need" | "foundSeeds">,
  canonical: CrawlPlan["canonical"],
): Url[] {
  const { seeds, search } = project;
  const urls = namedSeeds({ seeds, foundSeeds }).flatMap((seed) => canonicalised(seed, canonical));
  // A crawl that asks queries from its beginning may begin with the first of them.
  const first = planQueries(project, foundSeeds)?.first ?? [];
  const composes = search?.compose !== undefined && need.good.length > 0;
  if (urls.length === 0 && !composes && first.length === 0) {
    const key = foundSeeds === undefined ? "no-seeds" : "no-seeds/search";
    throw fail(key, { value: seeds.urls });
  }
  return [...new Set(urls)];
}

/**
 * Compiles the rule to stop by; seeds and examples are no control pages.
 * @throws DowserError `control-list-too-short`
 */
function planStop(
  { stop, seeds, scope }: Pick<Project, "stop" | "seeds" | "scope">,
  { need, foundSeeds }: Pick<InitialState, "need" | "foundSeeds">,
): StopRule | undefined {
  if (stop === undefined) return undefined;
  const canonical = canonicalOptions({ scope });
  const identify = (url: string) => canonicalised(url, canonical);
  const examples = [...need.good, ...(need.examplePage === undefined ? [] : [need.examplePage])];
  const told = [...namedSeeds({ seeds, foundSeeds }), ...examples.map(({ url }) => url)];
  return stopRule(stop, new Set(told.flatMap(identify)), identify);
}

/**
 * Returns the rule by which a crawl stops, of which not all parts may be known yet; `undefined` where
 * its project has none.
 */
export function statedStop(
  { stop, seeds, scope }: Partial<Project>,
  { need, foundSeeds }: { readonly need: Need | undefined } & Pick<InitialState, "foundSeeds">,
): StopRule | undefined {
  if (stop === undefined || seeds === undefined || scope === undefined) return undefined;
  return need && planStop({ stop, seeds, scope }, { need, foundSeeds });
}

/** Returns the seeds as the project and a search spell them. */
function namedSeeds({
  seeds,
  foundSeeds,
}: Pick<Project, "seeds"> & Pick<InitialState, "foundSeeds">): string[] {
  return [...seeds.urls, ...(foundSeeds?.found ?? []).map(({ url }) => url)];
}

/** Returns the canonical form of a URL, or nothing where a text is none. */
function canonicalised(text: string, canonical: CrawlPlan["canonical"]): Url[] {
  const parsed = canonicalUrl(text, undefined, canonical);
  return parsed.ok ? [parsed.url] : [];
}

/**
 * Returns the rules for composing queries in a project; `undefined` when it composes none. Where no
 * start has searched for seeds, the crawl first asks the queries that would have found them.
 */
function planQueries(project: Project, foundSeeds: FoundSeeds | undefined): QueryPlan | undefined {
  const { search } = project;
  if (search?.compose === undefined) return undefined;
  const { queries, every } = search.compose;
  const { results } = search;
  const own = seedQueries(project);
  return foundSeeds === undefined
    ? { most: queries + own.length, every, results, asked: [], first: own }
    : { most: queries, every, results, asked: own };
}

/**
 * Returns the cost of a crawl's queries, including those that found its seeds; `undefined` without
 * an engine.
 */
function searchCost(project: Project, foundSeeds: FoundSeeds | undefined): SearchCost | undefined {
  const { search } = project;
  if (search === undefined) return undefined;
  const seedsAsked = foundSeeds === undefined ? 0 : seedQueries(project).length;
  return { dollarsPerQuery: search.dollarsPerQuery, seedQueries: seedsAsked };
}

/**
 * Returns the engine's snippets of the seeds that it found, by URL; the first query that found a
 * URL counts.
 */
function seedSnippets(
  foundSeeds: FoundSeeds | undefined,
  canonical: CrawlPlan["canonical"],
): ReadonlyMap<Url, Snippet> {
  const snippets = new Map<Url, Snippet>();
  for (const { url, query, title, extract = "" } of foundSeeds?.found ?? []) {
    const parsed = canonicalUrl(url, undefined, canonical);
    if (!parsed.ok || snippets.has(parsed.url)) continue;
    snippets.set(parsed.url, { anchor: title, before: "", after: extract, title: "", query });
  }
  return snippets;
}

// The whole plan of a crawl: the project compiled, the features that it uses opened, and their libraries loaded.

/** Makes the plan of a crawl, but for its strategy. */
export async function openPlan(
  project: Project,
  web: WebFacts,
  inputs: InitialState,
): Promise<Omit<CrawlPlan, "strategy">> {
  return { ...planCrawl(project, web, inputs), ...(await loadReadings(project, web)) };
}

/** The parts of a plan that need a library of their own. */
type LoadedReadings = OpenedRules & Pick<ReadingPlan, "languageReading">;

/** Loads what a project reads pages by beside their HTML: the libraries that it asks for, and no others. */
export async function loadReadings(project: Project, web: WebFacts): Promise<LoadedReadings> {
  return {
    languageReading: await languageReading(project.scope),
    ...(await openRules(project, web)),
  };
}

/** Loads how a project has languages told; `undefined` where only declarations count. */
export async function languageReading(
  scope: Pick<Project["scope"], "detectLanguage"> | undefined,
): Promise<LanguageReading | undefined> {
  const of = scope?.detectLanguage;
  return of === undefined ? undefined : { of, detect: await loadLanguageDetector() };
}
