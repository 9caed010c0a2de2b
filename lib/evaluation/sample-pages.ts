/** A random sample of pages for people to judge, and how far the judges agree. */
import { ofPeople } from "../crawl/labels.ts";
import { horvitzThompsonShare } from "../domain/measures/sample-precision.ts";
import { isGood } from "../domain/methods/label-need.ts";
import { allocateSample } from "../domain/stats/intervals/allocate-sample.ts";
import type { SampledShare } from "../domain/stats/intervals/paired-bootstrap.ts";
import { cohenKappa, type Kappa } from "../domain/stats/intervals/prediction-quality.ts";
import { hashToUnit } from "../domain/stats/random/random.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { LabelEntry, PageLabel } from "../ports/label-store.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** Number of parts that the pages are divided into, in the order of the crawl. */
const PARTS = 10;

/** The pages that a sample represents: all that the crawl fetched, or those it calls targets. */
type SampleFrame = "pages" | "targets";

/** The size and seed of a sample. */
export interface SampleRequest {
  readonly frame: SampleFrame;
  /** Number of pages to draw, from 1. */
  readonly pages: number;
  /** Seed of all random choices: an integer. */
  readonly seed: number;
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
 * pages each stratum gives. The same seed draws the same sample. The sample is in random order, so
 * that the pages judged first are a random part of it. It takes one pass, and as much memory as the
 * sample itself.
 */
export async function samplePages(
  records: Pick<RecordStore, "list" | "totals">,
  { frame, pages: wanted, seed }: SampleRequest,
): Promise<readonly SampledPage[]> {
  const totals = await records.totals();
  const all = frame === "pages" ? totals.pages : totals.targets;
  const strata = new Map<string, Stratum>();
  let seen = 0;
  for await (const { url, page } of records.list()) {
    if (page === undefined || (frame === "targets" && !page.isTarget)) continue;
    // A running crawl adds pages after those that were counted: they are left out.
    if (seen === all) break;
    const { title, utility, isTarget } = page;
    const name = stratumName(isTarget, Math.floor((PARTS * seen) / all));
    const stratum = strata.get(name) ?? { size: 0, candidates: [] };
    strata.set(name, stratum);
    // Draws of a crawl are hashes of seed and URL, too: the same hashes would tie the sample to its
    // order.
    const key = hashToUnit(seed, `sample ${url}`);
    addCandidate(stratum, { url, title, utility, isTarget, key }, wanted);
    seen += 1;
  }
  return inRandomOrder(drawn(strata, { frame, pages: wanted, seed }), seed);
}

/** Names a stratum with two digits, so that names sort as the parts follow each other. */
function stratumName(isTarget: boolean, part: number): string {
  return `${isTarget ? "target" : "other"} ${String(part + 1).padStart(2, "0")}/${PARTS}`;
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
  { frame, pages: wanted }: SampleRequest,
): SampledPage[] {
  const named = [...strata].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const counts = allocateSample(
    named.map(([, { size }]) => size),
    wanted,
  );
  return named.flatMap(([stratum, { size, candidates }], index) => {
    const count = counts[index] ?? 0;
    const inclusionProbability = count / size;
    return smallest(candidates, count).map(({ key: _key, ...page }) => {
      return { ...page, frame, stratum, inclusionProbability };
    });
  });
}

function inRandomOrder(pages: readonly SampledPage[], seed: number): SampledPage[] {
  const keyOf = ({ url }: SampledPage) => hashToUnit(seed, `place ${url}`);
  return pages
    .map((page) => ({ page, key: keyOf(page) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ page }) => page);
}

/** The estimate that the verdicts on a sample give for the pages that it was drawn from. */
export interface JudgedSample {
  /**
   * The pages that the precision describes: all that the crawl had fetched, or those it called
   * targets.
   */
  readonly frame: SampleFrame;
  /** Number of those pages when the sample was drawn. */
  readonly pages: number;
  readonly sampled: number;
  /** Share of relevant pages, with its 95 % interval; its cases are the pages judged. */
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
