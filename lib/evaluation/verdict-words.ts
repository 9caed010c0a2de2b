import { withWrongVerdicts } from "../domain/measures/sample-precision.ts";
import type { SampledShare } from "../domain/stats/intervals/paired-bootstrap.ts";
import { type AssessedFigures, pagesRead } from "./assessed-pages.ts";
import { type CalledFigures, type JudgedSample, KEYS } from "./sample-pages.ts";

/** Whose judgement a figure rests on when neither ground truth nor a person decided. */
export const BY_OWN = "as predicted by the crawl";

/** Whose judgement a figure rests on when people judged a sample, or labelled pages. */
export const BY_PEOPLE = "by people";

/** Whose judgement a figure rests on when a truth file decided. */
export const BY_TRUTH = "by the truth file";

/** Harvest rate as predicted by the crawl, in the short form of lines and tables. */
export const OWN_HARVEST = "predicted harvest";

/** Target pages as predicted by the crawl, in the short form of lines and tables. */
export const OWN_TARGETS = "predicted relevant";

/** The headline of figures on which no verdict of a person is known. */
export const NOT_JUDGED = "predicted, not judged";

/** Explains the short forms beside the figures that have them. */
export const OWN_EXPLAINED = `${NOT_JUDGED}: by the crawl itself; no person has checked`;

/** What is known of the harvest of a run. */
export interface JudgedHarvest {
  /** Pages fetched, and the share of them that the crawl calls relevant, in [0,1]. */
  readonly totals: { readonly fetched: number; readonly harvestRate: number };
  readonly sample: JudgedSample | undefined;
  /** Results of a person's verdicts on a sample of those that are called relevant, as an export has them. */
  readonly exported?: JudgedSample | undefined;
  readonly assessed?: AssessedFigures | undefined;
  /** Results of a person's verdicts on links that were queued. */
  readonly queued?: JudgedSample | undefined;
}

/** States the harvest of a run in a line, by the verdicts of people: before there are any it is no more than predicted. */
export function harvestInWords({ totals, sample, assessed }: JudgedHarvest): string {
  const [known] = sample?.frame === "pages" ? statedInWords(sample, assessed) : [];
  if (known !== undefined) return known;
  const { fetched, harvestRate } = totals;
  return `harvest ${NOT_JUDGED}: ${percent(harvestRate)} of the ${fetched.toLocaleString("en")} pages fetched`;
}

/** States the harvest of a run, and how many of the pages that it calls relevant are, by the verdicts of people where there are any. */
export function headlineInWords(judged: JudgedHarvest): string {
  const { sample, exported, assessed } = judged;
  const ofCalled = exported === undefined ? [] : [sampleInWords(exported)];
  if (sample === undefined) return [...ofCalled, harvestInWords(judged)].join("\n");
  // Said once, by the sample that was drawn for it.
  const { called, ...harvest } = sample;
  const other = exported?.called === undefined && called !== undefined ? { called } : {};
  return [...ofCalled, sampleInWords({ ...harvest, ...other }, assessed)].join("\n");
}

/**
 * Offers to state the harvest of a run of `fetched` pages by few keys, or to state it better; `undefined` when the whole
 * sample is judged.
 */
export function offerOf(
  sample: JudgedSample | undefined,
  directory: string,
  fetched: number,
  of: "pages" | "targets" = "pages",
): { readonly text: string; readonly command: string } | undefined {
  const command = `dowser judge ${directory}${of === "targets" ? " --relevant" : ""}`;
  if (sample === undefined) {
    const pages = Math.min(KEYS, fetched);
    const minutes = Math.max(1, Math.round((pages * SECONDS_PER_KEY) / 60));
    const keys = `${pages} page${pages === 1 ? "" : "s"} by single keys, about ${minutes} minute${minutes === 1 ? "" : "s"}`;
    return { text: `not judged yet: ${keys}, say how many are relevant`, command };
  }
  const left = sample.sampled - sample.precision.cases;
  if (left === 0) return undefined;
  return { text: `more verdicts narrow it: ${left} pages of the sample are left`, command };
}

/** Says {@link offerOf} in a line. */
export function offerInWords(...of: Parameters<typeof offerOf>): string | undefined {
  const offer = offerOf(...of);
  return offer && `${offer.text}: ${offer.command}`;
}

/** Seconds that a person takes to judge a page by a key. */
const SECONDS_PER_KEY = 10;

/** Formats the result of a sample that a person judged, with its interval; what is called relevant in a line of its own. */
export function sampleInWords(judged: JudgedSample, assessed?: AssessedFigures): string {
  if (judged.frame === "targets" && judged.called !== undefined)
    return `${calledInWords(judged.called)}: ${judgedInWords(judged)}`;
  const [first = `${judgedInWords(judged)}: nothing can be said yet`] = statedInWords(
    judged,
    assessed,
  );
  const { called } = judged;
  return called === undefined ? first : `${first}\n${calledInWords(called)}`;
}

/** States a share in a line; no line without a verdict. */
function statedInWords(judged: JudgedSample, assessed: AssessedFigures | undefined): string[] {
  const { frame, pages, precision } = judged;
  const { share, high } = precision;
  if (share === undefined) return [];
  if (frame === "queued") {
    const most = Math.floor(high * pages).toLocaleString("en");
    const queued = `of the ${pages.toLocaleString("en")} URLs that were queued at most ${most} are relevant, at 95 % confidence`;
    return [`${queued}: ${judgedInWords(judged)} ${BY_PEOPLE}`];
  }
  const [what, of] =
    frame === "pages"
      ? ["harvest", "fetched"]
      : ["precision", "that the crawl called relevant when they were drawn"];
  const stated = `${percent(share)} (95 % interval ${intervalInWords(precision)}) of the ${pages.toLocaleString("en")} pages ${of}`;
  const { agreement, models = [] } = assessed ?? {};
  const read = assessed && pagesRead(assessed);
  const by =
    read === undefined
      ? ""
      : `${read.toLocaleString("en")} read by ${models.join(", ")}, a machine, and `;
  const agreed =
    agreement === undefined
      ? ""
      : `; it and they agree on ${agreement.agreed} of ${agreement.pages}`;
  return [`${what} ${stated}: ${by}${judgedInWords(judged)} ${BY_PEOPLE}${agreed}`];
}

function judgedInWords(judged: JudgedSample): string {
  const { precision, sampled } = judged;
  return `${precision.cases.toLocaleString("en")} of ${sampled.toLocaleString("en")} sampled ${judged.frame === "queued" ? "URLs" : "pages"} judged`;
}

/** Says how many of the pages that a crawl calls relevant people would call so. */
function calledInWords({ targets, precision }: CalledFigures): string {
  const { share = 0, low, high } = precision;
  const [some, least, most] = [share, low, high].map((part) =>
    Math.round(part * targets).toLocaleString("en"),
  );
  return `precision ${BY_PEOPLE} of the ${targets.toLocaleString("en")} pages that it calls relevant: ${percent(precision.share)} (95 % interval ${intervalInWords(precision)}), so that some ${some} of them are, ${least} to ${most}`;
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
