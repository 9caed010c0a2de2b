/** Labels: which apply, the need that has them, and what the last training says of them. */
import {
  PAGE_LEARNER,
  samplesOf,
} from "../domain/methods/adaptive/page-estimator/page-estimator.ts";
import {
  compileTermSpace,
  learnTermSpace,
} from "../domain/methods/adaptive/page-estimator/term-space.ts";
import {
  isGood,
  isOfModel,
  isOfPerson,
  isOverruled,
  type LabelledPage,
  labelNeed,
} from "../domain/methods/label-need.ts";
import type { Need } from "../domain/methods/strategy.ts";
import { fileTypeOf } from "../domain/methods/wanted-file.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { settledView } from "../domain/page/view-parts.ts";
import { mean } from "../domain/stats/intervals/paired-bootstrap.ts";
import { pickSamples, type Samples } from "../domain/stats/learner/learner.ts";
import { rowOf } from "../domain/stats/vector/sparse-rows.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { LabelEntry, PageLabel } from "../ports/label-store.ts";
import type { RunEvent } from "../ports/run-log.ts";
import type { CrawlPlan, CrawlPorts } from "./crawl-plan.ts";
import { viewPage } from "./judge-page.ts";

/**
 * Returns the need with the labelled pages, viewed again as they were stored: nothing is fetched. A
 * labelled page that was never stored is an example of the need itself; any other is ignored, and so
 * are files, which are no examples of pages.
 */
export async function labelledNeed(
  {
    pages,
    clock,
  }: {
    readonly pages: Pick<CrawlPorts["pages"], "get">;
    readonly clock: Pick<CrawlPorts["clock"], "now">;
  },
  {
    need,
    canonical,
    limits,
    languageReading,
  }: Pick<CrawlPlan, "need" | "canonical" | "limits" | "languageReading">,
  entries: readonly LabelEntry[],
): Promise<Need> {
  const labels = currentLabels(entries);
  const views = new Map<Url, PageView>();
  for (const example of [...need.good, ...need.bad]) views.set(example.url, example);
  for (const url of labels.keys()) {
    const page = await pages.get(url);
    if (page !== undefined && fileTypeOf(need.files, page) === undefined)
      views.set(
        url,
        settledView(viewPage(page, canonical, limits, clock, { languages: languageReading }).view),
      );
  }
  const labelled = [...labels.values()].flatMap(({ url, label }): LabelledPage[] => {
    const view = views.get(url);
    return view === undefined ? [] : [{ view, label }];
  });
  return labelNeed(need, labelled);
}

/** Pages of a class from which a label is held back, and good ones up to which: of more, one label says little. */
const [LEAST_LABELLED, MOST_GOOD] = [4, 10];
/** Bad pages up to which labels are compared, and parts that they are left out in: each takes a training. */
const [MOST_BAD, PARTS] = [100, 4];
/** A good label contradicts the others from this share of the bad pages on that are predicted above it. */
const MOST_ABOVE = 0.2;

/**
 * Returns the page whose label the others contradict most, where they do: it is to teach nothing until somebody has
 * looked at it again. Each good page is compared with each bad one by what is learned without either: a fifth of the bad
 * ones must be above it, and twice as many as above the other good ones. Of bad labels, which are many, one does
 * little harm. No label is asked for that was given twice alike, or is no person's.
 */
export function heldBack(
  { good, bad }: Pick<Need, "good" | "bad">,
  entries: readonly LabelEntry[],
): readonly Url[] {
  if (Math.min(good.length, bad.length) < LEAST_LABELLED) return [];
  if (good.length > MOST_GOOD || bad.length > MOST_BAD) return [];
  const labelled = [
    ...good.map((view) => ({ view, label: 1 })),
    ...bad.map((view) => ({ view, label: 0 })),
  ];
  const space = compileTermSpace(learnTermSpace(labelled.map(({ view }) => view)));
  const samples = samplesOf(space, labelled);
  const above = good.map((_, row) => shareAbove(samples, row, good.length));
  const most = Math.max(...above);
  const others = mean(above.toSpliced(above.indexOf(most), 1));
  const url = good[above.indexOf(most)]?.url;
  const isHeld = most > MOST_ABOVE && most > 2 * others;
  return unconfirmed(entries).filter((each) => isHeld && each === url);
}

/** Returns the share of the bad rows, those after the good ones, that models without them and a good row predict above it. */
function shareAbove(samples: Samples, row: number, goods: number): number {
  const rows = [...samples.y.keys()].filter((each) => each !== row);
  const parts = [...Map.groupBy(rows.slice(goods - 1), (each) => each % PARTS).values()];
  const above = parts.map((part) => {
    const known = Int32Array.from(rows.filter((each) => !part.includes(each)));
    const predict = PAGE_LEARNER.compile(PAGE_LEARNER.fit(pickSamples(samples, known)));
    const own = predict(rowOf(samples.x, row));
    return part.filter((each) => predict(rowOf(samples.x, each)) > own).length;
  });
  return above.reduce((sum, each) => sum + each, 0) / (samples.y.length - goods);
}

/** Returns the pages that a person labelled, and whose label nobody has given again. */
export function unconfirmed(entries: readonly LabelEntry[]): Url[] {
  const before = new Map<Url, number>();
  const open = new Map<Url, boolean>();
  for (const { url, label } of ofPeople(entries)) {
    const last = before.get(url);
    open.delete(url);
    before.delete(url);
    if (label === null) continue;
    before.set(url, label);
    open.set(url, last === undefined || isGood({ label: last }) !== isGood({ label }));
  }
  return [...open].flatMap(([url, isOpen]) => (isOpen ? [url] : []));
}

/** Returns a need as it teaches: without the labels that are held back, and with those of machines at half weight. */
export function taughtNeed(
  need: Need,
  labels: ReadonlyMap<Url, PageLabel>,
  held: readonly string[] | undefined,
): Need {
  if (held === undefined) return need;
  const left = (pages: readonly PageView[]) => pages.filter(({ url }) => !held.includes(url));
  const half = [...labels.values()].filter(isOfModel).map(({ url }) => url);
  const taught = { ...need, good: left(need.good), bad: left(need.bad) };
  return half.length === 0 ? taught : { ...taught, half };
}

/**
 * Returns the label that applies to each page, in the order given: the last entry of a page counts,
 * and a page whose last entry takes its label back has none. What a machine says replaces nothing that a
 * person said.
 */
export function currentLabels(entries: readonly LabelEntry[]): Map<Url, PageLabel> {
  const current = new Map<Url, PageLabel>();
  for (const { label, ...entry } of entries) {
    if (isOverruled({ ...entry, label }, current.get(entry.url))) continue;
    current.delete(entry.url);
    if (label !== null) current.set(entry.url, { ...entry, label });
  }
  return current;
}

/** Returns those labels, or entries, that people gave: all figures that speak of people count these alone. */
export function ofPeople<Label extends Pick<PageLabel, "source">>(
  labels: Iterable<Label>,
): Label[] {
  return [...labels].filter(isOfPerson);
}

/**
 * Returns what the last training in a log says about the labels, a line each: how well they tell
 * pages apart, and which of them to look at.
 */
export function lastLabelNotes(events: readonly RunEvent[]): readonly string[] {
  const trained = events.findLast(({ kind }) => kind === "trained");
  return trained === undefined ? [] : labelNotesOf(trained);
}

/** Returns what a training says about the labels; nothing for any other event. */
export function labelNotesOf({ kind, detail }: RunEvent): readonly string[] {
  const notes = kind === "trained" ? detail["labelNotes"] : undefined;
  return Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [];
}
