import type { SampledShare } from "../domain/stats/intervals/paired-bootstrap.ts";
import { withWrongVerdicts } from "../domain/stats/intervals/wrong-verdicts.ts";
import type { CalledFigures, JudgedSample } from "./sample-pages.ts";

/** Whose judgement a figure rests on when neither ground truth nor a person decided. */
export const BY_OWN = "as predicted by the crawl";

/** Whose judgement a figure rests on when people judged a sample, or labelled pages. */
export const BY_PEOPLE = "by people";

/** Whose judgement a figure rests on when a truth file decided. */
export const BY_TRUTH = "by the truth file";

/** Harvest rate as predicted by the crawl, in the short form of lines and tables. */
export const OWN_HARVEST = "predicted harvest";

/** Target pages as predicted by the crawl, in the short form of lines and tables. */
export const OWN_TARGETS = "predicted targets";

/** Explains the short forms beside the figures that have them. */
export const OWN_EXPLAINED = "predicted: by the crawl itself; no person has checked";

/** Formats the result of a sample that a person judged, with its interval. */
export function sampleInWords({ frame, pages, sampled, precision, called }: JudgedSample): string {
  const of = frame === "pages" ? "pages that this crawl fetched" : "pages that it calls targets";
  const judged = `${precision.cases.toLocaleString("en")} of ${sampled.toLocaleString("en")} sampled pages judged`;
  const { share } = precision;
  if (share === undefined) return `${judged}: nothing can be said yet`;
  return `precision ${BY_PEOPLE}: ${percent(share)} (95 % interval ${intervalInWords(precision)}) of the ${pages.toLocaleString("en")} ${of}; ${judged}${called === undefined ? "" : `\n${calledInWords(called)}`}`;
}

/** Says how many of the pages that a crawl calls targets people would call so. */
function calledInWords({ targets, precision }: CalledFigures): string {
  return `precision ${BY_PEOPLE} of the ${targets.toLocaleString("en")} pages that it calls targets: ${percent(precision.share)} (95 % interval ${intervalInWords(precision)})`;
}

/**
 * Says what one wrong verdict in twenty would make of a share that people judged; `undefined` where it is
 * not known.
 */
export function doubtInWords(judged: { readonly share?: number | undefined }): string | undefined {
  const doubted = withWrongVerdicts(judged);
  if (doubted === undefined) return undefined;
  const { share, low, high, ofHits } = doubted;
  const range = `${(100 * low).toFixed(1)}–${percent(high)}`;
  const alone =
    ofHits === 0 ? "" : `; ${percent(ofHits)} of the relevant ones may be wrong verdicts alone`;
  return `with one wrong verdict in twenty ${percent(share)}, ${range} if all err one way${alone}`;
}

/** Formats the bounds of an interval; a dash when there is no case. */
export function intervalInWords({ low, high, cases }: SampledShare): string {
  return cases === 0 ? "–" : `${(100 * low).toFixed(1)}–${percent(high)}`;
}

/** Formats a share in [0,1] in per cent with one decimal; a dash when it is not known. */
export function percent(share: number | undefined): string {
  return share === undefined ? "–" : `${(100 * share).toFixed(1)} %`;
}
