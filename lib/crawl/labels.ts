/** Labels: which apply, the need that has them, and what the last training says of them. */
import {
  isOfPerson,
  isOverruled,
  type LabelledPage,
  labelNeed,
} from "../domain/methods/label-need.ts";
import type { Need } from "../domain/methods/strategy.ts";
import { fileTypeOf } from "../domain/methods/wanted-file.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { settledView } from "../domain/page/view-parts.ts";
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
