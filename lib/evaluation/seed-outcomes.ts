/** What became of the seeds that were given, and what their sites answered. */
import type { KnownLink } from "../domain/frontier/link.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import { aliasesOf } from "../domain/web/url/twin-names.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Frontier } from "../ports/frontier.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { SiteEnd, SiteFigures } from "./site-figures.ts";

/** A seed as it was given: a line of a list, a URL of the project, or the result of a search. */
export interface GivenSeed {
  readonly from: "list" | "project" | "search";
  /** Number of the line in its list, from 1. */
  readonly line: number | undefined;
  readonly text: string;
  /** `undefined` when it was left out before the crawl. */
  readonly url: Url | undefined;
  /** Why it was left out. */
  readonly leftOut: string | undefined;
}

/** What became of a seed. */
export interface SeedOutcome extends GivenSeed {
  /** `left-out` before the crawl; `not-offered` when the crawl knows no such URL; else as in reports. */
  readonly state: KnownLink["state"] | "left-out" | "not-offered";
  /** Why, as in reports; empty while it waits. */
  readonly reason: string;
  /** Where its redirects ended; state, reason and record are those of this URL. */
  readonly redirectedTo: Url | undefined;
  /** The last answer. */
  readonly record: PageRecord | undefined;
}

/** The parts of a run by which the outcomes of its seeds are told. */
interface SeededRun {
  readonly frontier: Pick<Frontier, "find">;
  readonly records: Pick<RecordStore, "get">;
  knownLinks(): Iterable<KnownLink & { readonly url: Url }>;
}

/** Most redirects followed: more than any crawl follows. */
const MOST_REDIRECTS = 20;

/**
 * Tells what became of each seed, in the order given. `count` is the number of seeds: so many URLs
 * were discovered first, and are read at once; others are looked up one by one.
 */
export async function* seedOutcomes(
  run: SeededRun,
  seeds: AsyncIterable<GivenSeed>,
  count: number,
): AsyncIterable<SeedOutcome> {
  const known = firstLinks(run, count);
  for await (const seed of seeds) yield outcomeOf(run, known, seed);
}

type Outcome = Pick<KnownLink, "state" | "reason">;

function firstLinks(run: SeededRun, count: number): ReadonlyMap<Url, Outcome> {
  const first = new Map<Url, Outcome>();
  if (count === 0) return first;
  for (const { url, state, reason } of run.knownLinks()) {
    first.set(url, { state, reason });
    if (first.size >= count) break;
  }
  return first;
}

async function outcomeOf(
  run: SeededRun,
  known: ReadonlyMap<Url, Outcome>,
  seed: GivenSeed,
): Promise<SeedOutcome> {
  const nothing = { redirectedTo: undefined, record: undefined };
  const { leftOut, url: given } = seed;
  if (given === undefined) return { ...seed, ...nothing, state: "left-out", reason: leftOut ?? "" };
  const linkOf = async (url: Url) => known.get(url) ?? (await run.frontier.find(url));
  let url = nameInRun(known, given);
  let link = await linkOf(url);
  if (link === undefined) return { ...seed, ...nothing, state: "not-offered", reason: "" };
  let record = await run.records.get(url);
  let redirectedTo: Url | undefined;
  for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
    const location = record?.reason === "redirect" ? record.location : undefined;
    const next = location === undefined ? undefined : await linkOf(location);
    if (location === undefined || next === undefined) break;
    [url, link, redirectedTo] = [location, next, location];
    record = await run.records.get(url);
  }
  const { state, reason } = link;
  return { ...seed, state, reason, redirectedTo, record };
}

/** Returns the name of a seed in its run: a recording may have it under another one. */
function nameInRun(known: ReadonlyMap<Url, Outcome>, url: Url): Url {
  if (known.has(url)) return url;
  for (const alias of aliasesOf(url)) if (known.has(alias)) return alias;
  return url;
}

/** Counts seeds by `state:reason`, or by the state alone where there is no reason. */
export async function countOutcomes(
  outcomes: AsyncIterable<SeedOutcome>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const { state, reason } of outcomes) {
    const key = reason === "" ? state : `${state}:${reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** What a report says of the seeds of a run and their sites. */
export interface SeedAnswers {
  /** Seeds given, those left out before the crawl included. */
  readonly given: number;
  /** `state:reason`, or the state alone → number of seeds. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly sites: number;
  /** Number of sites by why they ended; without those that are 0. */
  readonly ends: Readonly<Partial<Record<SiteEnd, number>>>;
  /** The sites with the most pages. */
  readonly most: readonly SiteFigures[];
}

/** Most sites that a report names; `dowser export --sites` has all. */
const MOST_NAMED = 10;

/** Sums up the outcomes of seeds and the figures of their sites, in the order of these. */
export function seedAnswers(
  outcomes: ReadonlyMap<string, number>,
  sites: readonly SiteFigures[],
): SeedAnswers {
  const ends: Partial<Record<SiteEnd, number>> = {};
  for (const { end } of sites) ends[end] = (ends[end] ?? 0) + 1;
  return {
    given: [...outcomes.values()].reduce((sum, seeds) => sum + seeds, 0),
    outcomes: Object.fromEntries([...outcomes].toSorted(([, a], [, b]) => b - a)),
    sites: sites.length,
    ends,
    most: sites.slice(0, MOST_NAMED),
  };
}

const ENDS: Readonly<Record<SiteEnd, string>> = {
  budget: "page budget of a site spent",
  queued: "URLs queued",
  quota: "site quota used",
  exhausted: "no URL left",
  "no-page": "no page",
};

/** Says why a site ended, with the reason of one that gave no page. */
export function siteEndInWords({ end, reason }: Pick<SiteFigures, "end" | "reason">): string {
  return end === "no-page" && reason !== undefined
    ? `${ENDS[end]} (${reason.replace(":", ": ")})`
    : ENDS[end];
}

/** Says how many sites ended why: `3 URLs queued, 1 no page`. */
export function endsInWords(ends: SeedAnswers["ends"]): string {
  const counts = Object.entries(ENDS).flatMap(([end, words]) => {
    const sites = Object.entries(ends).find(([name]) => name === end)?.[1];
    return sites === undefined ? [] : [`${words} ${sites.toLocaleString("en")}`];
  });
  return counts.join(", ");
}
