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
  isOfPerson,
  isOverruled,
  type LabelledPage,
  labelNeed,
} from "../domain/methods/label-need.ts";
import type { Need } from "../domain/methods/strategy.ts";
import { fileTypeOf } from "../domain/methods/wanted-file.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { settledView } from "../domain/page/view-parts.ts";
import { rocAuc } from "../domain/stats/intervals/prediction-quality.ts";
import { crossValidate } from "../domain/stats/learner/cross-validation.ts";
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

/** Good labels up to which one is held back; of more, one says little. Fewer than the least teach nothing without it. */
const [LEAST_GOOD, MOST_GOOD] = [4, 20];
/** Labels that are compared at most: each takes a training. */
const MOST_COMPARED = 120;
/** Share of the pages of the other class that one contradicts, if it is predicted beyond them; measured by the bench `judge`. */
const BEYOND = { good: 1 / 3, bad: 0.8 };
/** Area under the ROC curve from which the other labels agree so well that a bad one contradicts them. */
const AGREE = 0.95;

/**
 * Returns the page whose label all others contradict most, where one does: it is to teach nothing until somebody has
 * looked at it again. Each page is predicted by all others (leave-one-out). The good page that is predicted lowest
 * contradicts if a third of the bad ones are above it; then the bad page that is predicted highest, if nearly all good
 * ones are below it and are told from the rest. Labels that were given twice alike, or are no person's, are not asked for.
 */
export function heldBack(
  { good, bad }: Pick<Need, "good" | "bad">,
  entries: readonly LabelEntry[],
): readonly Url[] {
  if (good.length < LEAST_GOOD || good.length > MOST_GOOD || bad.length < LEAST_GOOD) return [];
  if (good.length + bad.length > MOST_COMPARED) return [];
  const open = new Set(unconfirmed(entries));
  const labelled = [...labelledAs(good, 1), ...labelledAs(bad, 0)];
  const space = compileTermSpace(learnTermSpace(labelled.map(({ view }) => view)));
  const samples = samplesOf(space, labelled);
  const predicted = crossValidate(PAGE_LEARNER, samples, Int32Array.from(labelled.keys()));
  const at = (row: number) => predicted[row] ?? 0;
  const [goods, bads] = [[...good.keys()], Array.from(bad, (_, index) => good.length + index)];
  const [low] = goods.toSorted((a, b) => at(a) - at(b));
  const [high] = bads.toSorted((a, b) => at(b) - at(a));
  if (low === undefined || high === undefined) return [];
  const above = bads.filter((row) => at(row) > at(low)).length / bads.length;
  const below = goods.filter((row) => at(row) < at(high)).length / goods.length;
  const rest = Float64Array.from([...goods, ...bads.filter((row) => row !== high)], at);
  const area = rocAuc(rest, (row) => row < goods.length) ?? 0;
  const isOpen = (row: number) => open.has(labelled[row]?.view.url ?? ("" as Url));
  const found = [
    ...(above > BEYOND.good ? [low] : []),
    ...(below > BEYOND.bad && area >= AGREE ? [high] : []),
  ].find(isOpen);
  return labelled
    .slice(found ?? labelled.length)
    .slice(0, 1)
    .map(({ view }) => view.url);
}

function labelledAs(pages: readonly PageView[], label: number): LabelledPage[] {
  return pages.map((view) => ({ view, label }));
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
  const half = [...labels.values()].flatMap(({ url, source }) =>
    source === "assessor" ? [url] : [],
  );
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
