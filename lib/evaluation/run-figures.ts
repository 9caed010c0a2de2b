/** The figures of a run, gathered in one pass over its records. */
import {
  PageCounts,
  type PageShares,
  type PrecisionPoint,
  ThinnedCurve,
} from "../domain/measures/harvest-rate.ts";
import { RequestTimes } from "../domain/measures/request-gaps.ts";
import type { Strategy } from "../domain/methods/strategy.ts";
import type { PageRecord, PageVerdict } from "../domain/page/page-record.ts";
import { keepGreatest } from "../domain/stats/sorted.ts";
import type { Url } from "../domain/web/url/url.ts";
import { FEATURES_NOT_ASKED } from "../features/lists.ts";
import type { ModelStore } from "../ports/model-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { precisionByTenths } from "./crawl-precision.ts";
import { type FeatureCounts, FeatureTally, type SignalFigures } from "./feature-figures.ts";
import { type LinkCalibration, LinkPredictions } from "./link-calibration.ts";

/** Most points of a curve: a drawing cannot show more of them apart. */
const MOST_POINTS = 500;
/** Most hosts, page types and target pages that are named. */
const MOST_NAMED = 10;

/** The inputs of the figures, besides the records. */
export interface FigureSources {
  /** `undefined` when the run does not name its strategy yet. */
  readonly strategy: Strategy | undefined;
  readonly models: Pick<ModelStore, "get">;
  /**
   * Whether pages are relevant, by the user's labels and by a truth file; `truth` is absent when
   * none is given.
   */
  readonly labels: ReadonlyMap<Url, boolean>;
  readonly truth: ReadonlyMap<Url, boolean> | undefined;
  /** Pages that the user gave as examples. */
  readonly examples: ReadonlySet<Url>;
  /** What the pages are for, if the project states it. */
  readonly purpose: SignalFigures["purpose"];
  /** Number of URLs discovered by the time of a page's last link, by page. */
  readonly discoveredBy: ReadonlyMap<Url, number>;
}

/** Targets among the pages fetched so far. */
export interface HarvestPoint {
  readonly pages: number;
  readonly targets: number;
  /** By truth; 0 when no truth is given. */
  readonly trueTargets: number;
}

/** A target page to show. */
export type ShownPage = Pick<PageRecord, "url"> & Pick<PageVerdict, "title" | "utility" | "why">;

/** The progress of a crawl when `pages` were fetched, in distinct URLs. */
export interface GrowthPoint {
  readonly pages: number;
  /**
   * Discovered so far, by seeds and links: a lower bound when a shorter way to a URL was found
   * later.
   */
  readonly discovered: number;
  /** Fetched, refused when they were drawn, or given up. */
  readonly processed: number;
}

/** The figures of a run's records, in little memory for any number of records. */
export interface RunFigures {
  readonly harvest: readonly HarvestPoint[];
  /** At tenths of the crawl: as predicted by the crawl, by truth; empty when there is none. */
  readonly precision: Readonly<Record<"own" | "truth", readonly PrecisionPoint[]>>;
  readonly hosts: PageShares;
  /** `undefined` when no page has a type. */
  readonly types: PageShares | undefined;
  /** `undefined` when the scores of links are no predictions. */
  readonly calibration: LinkCalibration | undefined;
  readonly growth: readonly GrowthPoint[];
  readonly requests: RequestTimes;
  /**
   * Number of pages by the limit that cut them short, and of links by why they are not followed.
   */
  readonly truncated: ReadonlyMap<string, number>;
  readonly unusableLinks: ReadonlyMap<string, number>;
  /** Links to forms on the pages, by what they are for. */
  readonly formLinks: ReadonlyMap<string, number>;
  readonly features: FeatureCounts;
  /** Target pages of greatest utility that the user neither gave as examples nor labelled. */
  readonly shown: readonly ShownPage[];
  /** First and last request recorded, ms since the epoch; `undefined` before the first one. */
  readonly span: readonly [first: number, last: number] | undefined;
}

/** Computes all figures of a run in one pass over its records. */
export async function gatherFigures(
  records: Pick<RecordStore, "list">,
  sources: FigureSources,
): Promise<RunFigures> {
  const tally = new RunTally(sources);
  for await (const record of records.list()) await tally.add(record);
  return tally.figures();
}

/** Reasons of URLs whose server was not asked. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  "robots",
  "robots-unreachable",
  "address",
  "port",
  "tls",
  "alias",
  "forgotten",
  "not-recorded",
  ...FEATURES_NOT_ASKED,
]);

class RunTally {
  readonly #sources: FigureSources;
  readonly #predictions: LinkPredictions | undefined;
  readonly #growth: FrontierGrowth;
  readonly #harvest = new ThinnedCurve<HarvestPoint>(MOST_POINTS);
  readonly #own: boolean[] = [];
  readonly #byTruth: (boolean | undefined)[] = [];
  readonly #hosts = new PageCounts();
  readonly #types = new PageCounts();
  #hasTypes = false;
  readonly #requests = new RequestTimes();
  readonly #truncated = new Map<string, number>();
  readonly #unusable = new Map<string, number>();
  readonly #forms = new Map<string, number>();
  readonly #shown: ShownPage[] = [];
  #span: readonly [number, number] | undefined;
  readonly #features: FeatureTally;
  #targets = 0;
  #trueTargets = 0;

  constructor(sources: FigureSources) {
    const { strategy, models, discoveredBy } = sources;
    this.#sources = sources;
    this.#features = new FeatureTally(sources.purpose);
    this.#growth = new FrontierGrowth(discoveredBy, MOST_POINTS);
    const predicts = strategy?.linksPredict;
    if (strategy !== undefined && predicts !== undefined) {
      this.#predictions = new LinkPredictions(models, strategy, predicts);
    }
  }

  async add(record: PageRecord): Promise<void> {
    const { host, reason, fetchedAt, fetchMs, page } = record;
    const [first, last] = this.#span ?? [fetchedAt, fetchedAt];
    this.#span = [Math.min(first, fetchedAt), Math.max(last, fetchedAt + fetchMs)];
    if (!NOT_ASKED.has(reason)) this.#requests.add(host, fetchedAt, fetchedAt + fetchMs);
    this.#growth.add(record);
    if (page === undefined) return;
    this.#addPage(record, page);
    await this.#predictions?.add(record);
  }

  #addPage({ url, host }: PageRecord, page: PageVerdict): void {
    const { isTarget, type, truncated, title, utility, why } = page;
    const { labels, examples, truth } = this.#sources;
    this.#own.push(isTarget);
    this.#byTruth.push(truth?.get(url));
    if (isTarget) this.#targets += 1;
    if (truth?.get(url) === true) this.#trueTargets += 1;
    const [targets, trueTargets] = [this.#targets, this.#trueTargets];
    this.#harvest.add({ pages: this.#own.length, targets, trueTargets });
    this.#hosts.add(host, isTarget);
    this.#types.add(type ?? "without a type", isTarget);
    this.#hasTypes ||= type !== undefined;
    this.#features.add(page);
    if (truncated !== undefined) count(this.#truncated, truncated, 1);
    for (const [reason, links] of Object.entries(page.unusableLinks)) {
      count(this.#unusable, reason, links);
    }
    for (const [intent, links] of Object.entries(page.formLinks ?? {}))
      count(this.#forms, intent, links);
    if (isTarget && !labels.has(url) && !examples.has(url))
      keepGreatest(this.#shown, { url, title, utility, why }, MOST_NAMED, (shown) => shown.utility);
  }

  figures(): RunFigures {
    return {
      harvest: this.#harvest.points(),
      precision: {
        own: precisionByTenths(this.#own),
        truth: precisionWhereKnown(this.#byTruth),
      },
      hosts: this.#hosts.shares(MOST_NAMED),
      types: this.#hasTypes ? this.#types.shares(MOST_NAMED) : undefined,
      calibration: this.#predictions?.result(),
      growth: this.#growth.points(),
      requests: this.#requests,
      truncated: this.#truncated,
      unusableLinks: this.#unusable,
      formLinks: this.#forms,
      features: this.#features.figures(),
      shown: this.#shown,
      span: this.#span,
    };
  }
}

function precisionWhereKnown(isRelevant: readonly (boolean | undefined)[]) {
  return isRelevant.some((known) => known !== undefined) ? precisionByTenths(isRelevant) : [];
}

function count(counts: Map<string, number>, key: string, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

/**
 * Counts of discovered and processed URLs, page by page: past sizes of the frontier are not stored.
 */
export class FrontierGrowth {
  readonly #discoveredBy: ReadonlyMap<Url, number>;
  readonly #curve: ThinnedCurve<GrowthPoint>;
  #pages = 0;
  #discovered = 0;
  #processed = 0;

  /**
   * `metBy` gives for each page the number of URLs discovered by the time of its last link; `most`
   * bounds the points.
   */
  constructor(discoveredBy: ReadonlyMap<Url, number>, most: number) {
    this.#discoveredBy = discoveredBy;
    this.#curve = new ThinnedCurve(most);
  }

  /** Adds the next record, in order of completion. */
  add({ url, page }: Pick<PageRecord, "url"> & { readonly page: unknown }): void {
    this.#processed += 1;
    this.#discovered = Math.max(
      this.#discovered,
      this.#discoveredBy.get(url) ?? 0,
      this.#processed,
    );
    if (page === undefined) return;
    this.#pages += 1;
    this.#curve.add({
      pages: this.#pages,
      discovered: this.#discovered,
      processed: this.#processed,
    });
  }

  points(): readonly GrowthPoint[] {
    return this.#curve.points();
  }
}
