/** A random sample of pages for people to judge, and how far the judges agree. */
import { ofPeople } from "../crawl/labels.ts";
import type { KnownLink } from "../domain/frontier/link.ts";
import { horvitzThompsonShare } from "../domain/measures/sample-precision.ts";
import { isGood } from "../domain/methods/label-need.ts";
import { allocateSample } from "../domain/stats/intervals/allocate-sample.ts";
import { QUANTILE, type SampledShare } from "../domain/stats/intervals/paired-bootstrap.ts";
import { cohenKappa, type Kappa } from "../domain/stats/intervals/prediction-quality.ts";
import { hashToUnit } from "../domain/stats/random/random.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Assessment } from "../ports/assessment-store.ts";
import type { LabelEntry, PageLabel } from "../ports/label-store.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** Pages judged in a sitting, by a key each, and pages of a sample that is drawn for them: two sittings. */
export const KEYS = 50;
export const SAMPLED = 2 * KEYS;

/** Number of parts that the pages are divided into, in the order of the crawl. */
const PARTS = 10;

/** What a sample represents: all pages that the crawl fetched, those it calls targets, or the links that were queued. */
export const FRAMES = ["pages", "targets", "queued"] as const;
type SampleFrame = (typeof FRAMES)[number];

/** The size and seed of a sample. */
export interface SampleRequest {
  readonly frame: SampleFrame;
  /** Number of pages to draw, from 1. */
  readonly pages: number;
  /** Seed of all random choices: an integer. */
  readonly seed: number;
  /** What an assessor said of pages: then its answers are the strata. */
  readonly answers?: ReadonlyMap<Url, Pick<Assessment, "verdict">> | undefined;
}

/** A page for a person to judge. */
export interface SampledPage {
  readonly url: Url;
  readonly frame: SampleFrame;
  /** Named so that strata next to each other in the crawl's order are so by name. */
  readonly stratum: string;
  /** Probability with which the page came into the sample, in (0,1]. */
  readonly inclusionProbability: number;
  readonly title: string;
  /** The utility that the crawl predicted, in [0,1], and whether it calls the page a target. */
  readonly utility: number;
  readonly isTarget: boolean;
}

type Candidate = Pick<SampledPage, "url" | "title" | "utility" | "isTarget"> & {
  readonly key: number;
};

/** The part of a stratum read so far: its size, and the pages with the smallest keys. */
interface Stratum {
  size: number;
  candidates: Candidate[];
}

/**
 * Draws a stratified random sample of a crawl's pages, without replacement. Strata are the crawl's
 * judgement of a page (target or not) by tenths of its order. {@link allocateSample} sets how many
 * pages each stratum gives. The same seed draws the same sample. Its first pages are a smaller sample
 * of the same kind, so that a part of it may be judged. It takes one pass, and as much memory as the
 * sample itself.
 *
 * Where an assessor has read pages, strata are its answers: half of the sample is drawn from its yes, a quarter from
 * its noes of high score, a quarter from the other noes. Pages that it has not read have their share.
 */
export async function samplePages(
  records: Pick<RecordStore, "list" | "totals">,
  { frame, pages: wanted, seed, answers }: SampleRequest,
): Promise<readonly SampledPage[]> {
  const byAnswer = answers && (await answerStrata(records, answers, seed));
  const totals = await records.totals();
  const all = frame === "pages" ? totals.pages : totals.targets;
  const strata = new Map<string, Stratum>();
  let seen = 0;
  for await (const { url, page } of records.list()) {
    if (page === undefined || (frame === "targets" && !page.isTarget)) continue;
    // A running crawl adds pages after those that were counted: they are left out.
    if (seen === all) break;
    const { title, utility, isTarget } = page;
    const name = byAnswer?.(url) ?? stratumName(isTarget, Math.floor((PARTS * seen) / all));
    const stratum = strata.get(name) ?? { size: 0, candidates: [] };
    strata.set(name, stratum);
    // Draws of a crawl are hashes of seed and URL, too: the same hashes would tie the sample to its
    // order.
    const key = hashToUnit(seed, `sample ${url}`);
    addCandidate(stratum, { url, title, utility, isTarget, key }, wanted);
    seen += 1;
  }
  return drawn(strata, { frame, pages: wanted, seed, answers });
}

/**
 * Draws a stratified random sample of queued links, by tenths of what they were predicted to be worth. Few are fetched by
 * chance, so that nothing else says what a crawl leaves behind.
 */
export function sampleQueue(
  links: Iterable<KnownLink & { readonly url: Url }>,
  { pages, seed }: Pick<SampleRequest, "pages" | "seed">,
): readonly SampledPage[] {
  const queued = [...links].flatMap(({ url, state, link }): Candidate[] => {
    if (state !== "waiting" || link === undefined) return [];
    const { priority: utility, snippet } = link;
    const key = hashToUnit(seed, `sample ${url}`);
    return [{ url, title: snippet?.anchor ?? "", utility, isTarget: false, key }];
  });
  queued.sort((a, b) => b.utility - a.utility || a.key - b.key);
  const strata = new Map<string, Stratum>();
  for (const [at, candidate] of queued.entries()) {
    const name = stratumName(false, Math.floor((PARTS * at) / queued.length));
    const stratum = strata.get(name) ?? { size: 0, candidates: [] };
    strata.set(name, stratum);
    addCandidate(stratum, candidate, pages);
  }
  return drawn(strata, { frame: "queued", pages, seed });
}

/** Names a stratum with two digits, so that names sort as the parts follow each other. */
function stratumName(isTarget: boolean, part: number): string {
  return `${isTarget ? "target" : "other"} ${String(part + 1).padStart(2, "0")}/${PARTS}`;
}

/** The strata of an assessor's answers, each with its weight in the sample; those alike are neighbours by name. */
const ANSWER_STRATA = {
  "assessed 1: yes": 2,
  "assessed 2: unsure, or no of high score": 1,
  "assessed 3: no": 1,
} as const;
const UNREAD = "assessed 4: not read";

/** Share of the noes that are of high score, in [0,1]: the relevant ones among them are mostly there. */
const HIGH_SCORES = 0.1;

/** Returns the function from a page to its stratum by what an assessor said of it. */
async function answerStrata(
  records: Pick<RecordStore, "list">,
  answers: ReadonlyMap<Url, Pick<Assessment, "verdict">>,
  seed: number,
): Promise<(url: Url) => string> {
  const noes: { readonly url: Url; readonly utility: number; readonly key: number }[] = [];
  for await (const { url, page } of records.list()) {
    if (page === undefined || answers.get(url)?.verdict !== "no") continue;
    noes.push({ url, utility: page.utility, key: hashToUnit(seed, `order ${url}`) });
  }
  noes.sort((a, b) => b.utility - a.utility || a.key - b.key);
  const high = new Set(noes.slice(0, Math.ceil(HIGH_SCORES * noes.length)).map(({ url }) => url));
  return (url) => {
    const verdict = answers.get(url)?.verdict;
    if (verdict === undefined) return UNREAD;
    if (verdict === "yes") return "assessed 1: yes";
    return verdict === "no" && !high.has(url)
      ? "assessed 3: no"
      : "assessed 2: unsure, or no of high score";
  };
}

/** Returns the weights of strata by answers: pages that were not read have the share that they are of all. */
function answerWeights(
  strata: readonly (readonly [name: string, { readonly size: number }])[],
): number[] {
  const sizeOf = (isMeant: (name: string) => boolean) =>
    strata.reduce((sum, [name, { size }]) => sum + (isMeant(name) ? size : 0), 0);
  const read = sizeOf((name) => name !== UNREAD);
  const weights = new Map<string, number>(Object.entries(ANSWER_STRATA));
  const readWeight = strata.reduce((sum, [name]) => sum + (weights.get(name) ?? 0), 0);
  const unreadWeight = read === 0 ? 1 : (readWeight * sizeOf((name) => name === UNREAD)) / read;
  return strata.map(([name]) => weights.get(name) ?? unreadWeight);
}

/** Keeps at least the `most` smallest keys, and at most twice as many. */
function addCandidate(stratum: Stratum, candidate: Candidate, most: number): void {
  stratum.size += 1;
  stratum.candidates.push(candidate);
  if (stratum.candidates.length >= 2 * Math.max(most, 2)) {
    stratum.candidates = smallest(stratum.candidates, Math.max(most, 2));
  }
}

function smallest(candidates: readonly Candidate[], most: number): Candidate[] {
  return candidates.toSorted((a, b) => a.key - b.key).slice(0, most);
}

function drawn(
  strata: ReadonlyMap<string, Stratum>,
  { frame, pages: wanted, seed, answers }: SampleRequest,
): SampledPage[] {
  const named = [...strata].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sizes = named.map(([, { size }]) => size);
  const weights = answers && answerWeights(named);
  const counts = allocateSample(sizes, wanted, weights);
  return named
    .flatMap(([stratum, { size, candidates }], index) => {
      const count = counts[index] ?? 0;
      const inclusionProbability = count / size;
      return smallest(candidates, count).map(({ key: _key, ...page }, at) => {
        // Every beginning of the order is drawn as a sample of its size: a stratum that the sample has whole comes first.
        const place = (at + hashToUnit(seed, `place ${page.url}`)) / (weights?.[index] ?? count);
        return { page: { ...page, frame, stratum, inclusionProbability }, place };
      });
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ page }) => page);
}

/** The estimate that the verdicts on a sample give for the pages that it was drawn from. */
export interface JudgedSample {
  /**
   * What the share describes: all pages that the crawl had fetched, those it called targets, or the links
   * that were queued.
   */
  readonly frame: SampleFrame;
  /** Number of those pages when the sample was drawn. */
  readonly pages: number;
  readonly sampled: number;
  /** Share of relevant pages, with its 95 % interval; its cases are the pages judged. */
  readonly precision: SampledShare;
  /** Those among them that the crawl calls targets now; absent where it is not asked, or calls none. */
  readonly called?: CalledFigures;
}

/** The pages that a crawl calls targets, by the same verdicts. */
export interface CalledFigures {
  readonly targets: number;
  /** Share of relevant pages among them, with its 95 % interval; its cases are those of them that were judged. */
  readonly precision: SampledShare;
}

/**
 * Estimates precision from the verdicts on a sample that holds at least one page. The last verdict
 * on a page applies.
 */
export function estimateOf(
  sample: readonly SampledPage[],
  verdicts: readonly Pick<PageLabel, "url" | "label">[],
): JudgedSample {
  const current = new Map<Url, boolean>();
  for (const verdict of verdicts) current.set(verdict.url, isGood(verdict));
  const cases = sample.map(({ url, stratum, inclusionProbability }) => {
    return { stratum, inclusionProbability, isHit: current.get(url) };
  });
  const pages = cases.reduce((sum, { inclusionProbability }) => sum + 1 / inclusionProbability, 0);
  return {
    frame: sample[0]?.frame ?? "pages",
    pages: Math.round(pages),
    sampled: sample.length,
    precision: horvitzThompsonShare(cases),
  };
}

/** Share of the pages now that a sample must be of: drawn from fewer, it says nothing of the others. */
const COVERED = 0.9;

type Drawn = Pick<SampledPage, "inclusionProbability">;

/**
 * Returns whether a sample of called pages says something of all `targets` that are called now. `still` are those of it
 * that are called yet: they stand for a number of pages that varies by chance, by about its standard error.
 */
export function coversCalled(
  sample: readonly Drawn[],
  still: readonly Drawn[],
  targets: number,
): boolean {
  const least = COVERED * targets;
  const error = Math.sqrt(
    still.reduce((sum, { inclusionProbability: p }) => sum + (1 - p) / p ** 2, 0),
  );
  return standsFor(sample) >= least && standsFor(still) + QUANTILE * error >= least;
}

function standsFor(drawn: readonly Drawn[]): number {
  return drawn.reduce((sum, { inclusionProbability }) => sum + 1 / inclusionProbability, 0);
}

/**
 * Estimates the precision of what a crawl calls targets: it calls others so when it has learned more, or when somebody
 * moves the cut, and the verdicts still hold. From a sample of all its pages the share of those that are called and
 * relevant is estimated, and divided by the known share that is called; of pages that came after the draw nothing is known,
 * so the interval has room for either. A sample of called pages counts as far as they are called still. Returns
 * `undefined` where none was judged, and where most of them were not called, or not fetched, at the draw.
 */
export async function calledFigures(
  sample: readonly SampledPage[],
  verdicts: readonly Pick<PageLabel, "url" | "label">[],
  records: Pick<RecordStore, "get" | "totals">,
): Promise<CalledFigures | undefined> {
  const { targets, pages: fetched } = await records.totals();
  const frame = sample[0]?.frame;
  if (targets === 0 || frame === undefined || frame === "queued") return undefined;
  const called = new Set<Url>();
  for (const { url } of sample)
    if ((await records.get(url))?.page?.isTarget === true) called.add(url);
  const sampled = new Set(sample.map(({ url }) => url));
  const cases = verdicts.filter(({ url }) => called.has(url) && sampled.has(url)).length;
  if (cases === 0) return undefined;
  if (frame === "targets") {
    const still = sample.filter(({ url }) => called.has(url));
    if (!coversCalled(sample, still, targets)) return undefined;
    return { targets, precision: estimateOf(still, verdicts).precision };
  }
  const right = verdicts.map(({ url, label }) => ({ url, label: called.has(url) ? label : 0 }));
  const { pages, precision } = estimateOf(sample, right);
  if (pages < COVERED * fetched) return undefined;
  const { share, low, high } = precision;
  const later = Math.max(0, fetched - pages);
  const ofTargets = (part: number, more = 0) => Math.min(1, (part * pages + more) / targets);
  return {
    targets,
    precision: {
      share: share === undefined ? undefined : ofTargets(share, share * later),
      low: ofTargets(low),
      high: ofTargets(high, later),
      cases,
    },
  };
}

/** How two people agree who judged the same pages. */
interface Agreement extends Kappa {
  readonly one: string;
  readonly other: string;
}

/**
 * Returns the agreement of the two people who judged the most pages both; `undefined` where no page
 * has verdicts of two. Of several verdicts of one person on a page the last one counts.
 */
export function readerAgreement(entries: readonly LabelEntry[]): Agreement | undefined {
  const readers = verdictsByReader(entries);
  const names = [...readers.keys()].toSorted();
  let best: Agreement | undefined;
  for (const [index, one] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      const pairs = pairsOf(readers.get(one), readers.get(other));
      if (pairs.length > (best?.pages ?? 0)) best = { one, other, ...cohenKappa(pairs) };
    }
  }
  return best;
}

/** Returns the last verdict of each person who gave a name, by page. */
export function verdictsByReader(
  entries: readonly LabelEntry[],
): Map<string, ReadonlyMap<Url, boolean>> {
  const readers = new Map<string, Map<Url, boolean>>();
  for (const { by, url, label } of ofPeople(entries)) {
    if (by === undefined) continue;
    let verdicts = readers.get(by);
    if (verdicts === undefined) {
      verdicts = new Map();
      readers.set(by, verdicts);
    }
    if (label === null) verdicts.delete(url);
    else verdicts.set(url, isGood({ label }));
  }
  return readers;
}

function pairsOf(
  one: ReadonlyMap<Url, boolean> = new Map(),
  other: ReadonlyMap<Url, boolean> = new Map(),
): (readonly [boolean, boolean])[] {
  return [...one].flatMap(([url, verdict]) => {
    const second = other.get(url);
    return second === undefined ? [] : [[verdict, second] as const];
  });
}
