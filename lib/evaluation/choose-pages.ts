/** Which pages an assessor is asked about while a crawl is at work and when it has ended, and what its answers teach. */
import { currentLabels } from "../crawl/labels.ts";
import { SEEN_STEPS } from "../crawl/train-model.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Assessment, AssessmentEntry } from "../ports/assessment-store.ts";
import type { LabelEntry, PageLabel } from "../ports/label-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import {
  type AssessablePages,
  currentAssessments,
  pagesThatTeach,
  spreadByScore,
} from "./assessed-pages.ts";

/** Pages asked about at each of {@link SEEN_STEPS}: with a hundred the order of pages is as good as with hundreds of people's. */
const PAGES_A_STEP = 30;

/** What decides an answer beside the page: number of the prompt, digest of the guide, model. */
interface SameQuestion {
  readonly prompt: number;
  readonly guide: string;
  readonly model: string;
}

/** The pages that may be asked about, and the answers that are there. */
export interface AskedSoFar extends Pick<AssessablePages, "open"> {
  /** Answers to the same question. */
  readonly answered: ReadonlyMap<Url, Assessment>;
}

/** Returns the last answers to the same question. */
export function answersTo(
  { prompt, guide, model }: SameQuestion,
  entries: readonly AssessmentEntry[],
): ReadonlyMap<Url, Assessment> {
  return currentAssessments(
    entries.filter(
      (entry) =>
        entry.kind === "answer" &&
        entry.prompt === prompt &&
        entry.guide === guide &&
        entry.asked === model,
    ),
  );
}

/** Counts the steps that a crawl of so many pages has reached. */
export function stepsReached(pages: number): number {
  return SEEN_STEPS.filter((step) => step <= pages).length;
}

/** Counts the pages of a crawl of so many that its assessor is asked about. */
export function pagesAskedOf(
  {
    for: uses,
    pages: most,
  }: { readonly for: readonly ("learn" | "count")[]; readonly pages: number },
  pages: number,
): number {
  return Math.min(most, uses.includes("count") ? pages : PAGES_A_STEP * stepsReached(pages));
}

/** Returns the pages that the steps so far are short of. */
export async function pagesToLearnFrom(
  records: Pick<RecordStore, "list">,
  { open, answered }: AskedSoFar,
  { pages, most, seed }: { readonly pages: number; readonly most: number; readonly seed: number },
): Promise<readonly Url[]> {
  const left = Math.min(PAGES_A_STEP * stepsReached(pages), most) - answered.size;
  if (left <= 0) return [];
  const judged = new Set(answered.keys());
  const chosen = await pagesThatTeach(records, open, { judged, most: left, seed });
  return chosen.map(({ url }) => url);
}

/** Returns the pages to ask about when a crawl has ended: all others, up to `most` in all. */
export function pagesToCount(
  { open, answered }: AskedSoFar,
  { most, seed }: { readonly most: number; readonly seed: number },
): readonly Url[] {
  const left = open.filter(({ url }) => !answered.has(url));
  return spreadByScore(left, Math.max(0, most - answered.size), seed).map(({ url }) => url);
}

/** Returns the labels that answers give: those of pages that no person and no earlier answer has labelled so. */
export function labelsOfAnswers(
  given: readonly LabelEntry[],
  answers: ReadonlyMap<Url, Assessment>,
): readonly PageLabel[] {
  const current = currentLabels(given);
  return [...answers.values()].flatMap(({ url, at, verdict, asked, prompt, quote }) => {
    if (verdict !== "yes" && verdict !== "no") return [];
    const label = Number(verdict === "yes");
    const before = current.get(url);
    const isThere =
      before !== undefined && (before.source !== "assessor" || before.label === label);
    if (isThere) return [];
    const note = quote === "" ? {} : { note: quote };
    return [
      { at, url, label, by: `${asked}, prompt ${prompt}`, source: "assessor" as const, ...note },
    ];
  });
}
