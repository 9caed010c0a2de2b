import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../lib/domain/web/url/url.ts";
import { drawPages } from "../known-web/known-web.ts";
import { type LabelledWeb, truthOf } from "../known-web/labelled-web.ts";
import { MOST_LABELS } from "./label-sizes.ts";
import type { JudgedWeb } from "./webs.ts";

/** Whether each page is relevant; pages that nobody could judge are left out. */
type Truth = ReadonlyMap<Url, boolean>;

/** Pages that are judged, apart from those that may be labelled. */
export interface Split {
  /** Pages that may be labelled, in the order in which they are. */
  readonly good: readonly Url[];
  readonly bad: readonly Url[];
  readonly tested: Truth;
  /** The pages of the sites or hosts that are judged, labelled or not. */
  readonly seen: readonly Url[];
}

/** A recording with the truth about its pages. */
interface Judged {
  readonly urls: readonly Url[];
  readonly truth: Truth;
}

/** Splits a site for a need, so that labelled and judged pages do not share what they are to have apart. */
export function splitFor(
  { site, others }: { readonly site: LabelledWeb; readonly others: readonly LabelledWeb[] },
  { apart }: Pick<JudgedWeb, "apart">,
  need: string,
  draw: number,
): Split {
  const judged = { urls: [...site.web.urls()], truth: truthOf(site, need) };
  if (apart === "hosts") return splitHosts(judged, draw);
  if (apart === "pages") return splitPages(judged, draw);
  const truths = others.flatMap((each) => [...truthOf(each, need)]);
  return splitSites(judged, new Map(truths), draw);
}

/** Takes the labels from other sites than those that are judged. */
export function splitSites(tested: Judged, labelled: Truth, draw: number): Split {
  return { ...drawLabels(labelled, draw), tested: tested.truth, seen: tested.urls };
}

/**
 * Takes the labels from some hosts and judges the pages of the others. The hosts are halved at
 * random until each side has as many relevant pages as are ever labelled: one host may have most.
 */
export function splitHosts({ urls, truth }: Judged, draw: number): Split {
  const isTested = halveHosts(truth, draw);
  const side = (wanted: boolean): Truth =>
    new Map(truth.entries().filter(([url]) => isTested(hostOf(url)) === wanted));
  const seen = urls.filter((url) => isTested(hostOf(url)));
  return { ...drawLabels(side(false), draw), tested: side(true), seen };
}

/** Halvings that are tried. */
const MOST_HALVINGS = 10_000;

function halveHosts(truth: Truth, draw: number): (host: Host) => boolean {
  const relevant = targetsOf(truth).map(hostOf);
  for (let trial = 0; trial < MOST_HALVINGS; trial += 1) {
    const isTested = (host: Host) => hashToUnit(draw, `${trial} ${host}`) < 0.5;
    const tested = relevant.filter(isTested).length;
    if (Math.min(tested, relevant.length - tested) >= MOST_LABELS.good) return isTested;
  }
  throw new Error(`no two halves of the hosts have ${MOST_LABELS.good} relevant pages each`);
}

/** Takes the labels from the site that is judged: at most half of its relevant pages. */
export function splitPages({ urls, truth }: Judged, draw: number): Split {
  const labels = drawLabels(truth, draw);
  const half = Math.floor(targetsOf(truth).length / 2);
  const good = labels.good.slice(0, half);
  const labelled = new Set([...good, ...labels.bad]);
  const tested = new Map(truth.entries().filter(([url]) => !labelled.has(url)));
  return { ...labels, good, tested, seen: urls.filter((url) => !labelled.has(url)) };
}

function drawLabels(truth: Truth, draw: number): Pick<Split, "good" | "bad"> {
  const others = [...truth].flatMap(([url, isTarget]) => (isTarget ? [] : [url]));
  return {
    good: drawPages(targetsOf(truth), MOST_LABELS.good, draw),
    bad: drawPages(others, MOST_LABELS.bad, draw),
  };
}

function targetsOf(truth: Truth): Url[] {
  return [...truth].flatMap(([url, isTarget]) => (isTarget ? [url] : []));
}

/** A page of a sample, which stands for so many pages. */
export interface SampledPage {
  readonly url: Url;
  readonly isTarget: boolean;
  readonly standsFor: number;
}

/** Most pages of a sample that are relevant, and that are not. */
const MOST_TARGETS = 100;
const MOST_OTHERS = 400;

/**
 * Returns a random sample of the judged pages, in which relevant pages are more frequent: each page
 * stands for a whole number of its kind.
 */
export function sampleTested(tested: Truth, draw: number): SampledPage[] {
  return [true, false].flatMap((isTarget) => {
    const urls = [...tested].flatMap(([url, each]) => (each === isTarget ? [url] : []));
    const standsFor = Math.ceil(urls.length / (isTarget ? MOST_TARGETS : MOST_OTHERS));
    const count = Math.round(urls.length / Math.max(1, standsFor));
    return drawPages(urls, count, draw).map((url) => ({ url, isTarget, standsFor }));
  });
}
