import type { Corpus } from "../lib/workbench/corpus-schemas.ts";
import { bounds, count, percent } from "./words.ts";

/** What a cut would call, and how much of it is relevant. */
export type Outlook = Corpus["outlooks"][number];

/** Says how many pages a cut calls relevant. */
export function calledInWords({ called }: Outlook, pages: number): string {
  return `${count(called)} of ${count(pages)} pages called relevant`;
}

/** Says how many of the called pages are relevant, and by whom; the sentence goes on. */
export function relevantInWords({ called, by, share, low, high, cases }: Outlook): string {
  if (called === 0) return "";
  const [some, least, most] = [share ?? 0, low, high].map((part) => Math.round(part * called));
  if (by === "scores")
    return `some ${count(some ?? 0)} of them relevant by their scores (predicted, not judged)`;
  const stated = `${percent(share)} of them relevant (95 % interval ${bounds({ share, low, high, cases })}, ${count(least ?? 0)} to ${count(most ?? 0)} pages)`;
  return by === "sample"
    ? `${stated} by ${count(cases)} pages of a random sample`
    : `${stated} by ${count(cases)} verdicts of queues, which are no random sample`;
}

/** Says what another cut would bring or leave out. */
export function differenceInWords(draft: Outlook, kept: Pick<Outlook, "called" | "share">): string {
  const more = draft.called - kept.called;
  if (more === 0) return "As many pages as now.";
  const pages = `${count(Math.abs(more))} ${Math.abs(more) === 1 ? "page" : "pages"}`;
  const [with_, without] = [draft, kept].map(({ called, share }) => called * (share ?? 0));
  const relevant = Math.round(Math.abs((with_ ?? 0) - (without ?? 0)));
  const some =
    draft.share === null || kept.share === null ? "" : `, some ${count(relevant)} of them relevant`;
  return more > 0 ? `${pages} more than now${some}.` : `${pages} fewer than now${some}.`;
}
