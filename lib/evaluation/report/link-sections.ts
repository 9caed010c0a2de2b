import { knownUrls, waitingUrls } from "../../crawl/report-crawl.ts";
import type { GrowthPoint } from "../frontier-growth.ts";
import type { LinkCalibration } from "../link-calibration.ts";
import { count, counted, share } from "./figure-text.ts";
import { figures, htmlTable } from "./html-table.ts";
import { html, type Markup } from "./markup.ts";
import { calibrationPlot, growthPlot } from "./plots.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Compares predicted and actual utilities of links. */
export function calibrationSection({ figures: { calibration }, request }: RunReport): Section {
  return {
    id: "calibration",
    title: "Calibration",
    parts: calibrationParts(calibration, request.strategy),
  };
}

const PREDICTED = {
  page: "the score of its page",
  "page-or-behind": "the score of its page or of the best page behind it, whichever is greater",
} as const;

function calibrationParts(
  calibration: LinkCalibration | undefined,
  strategy: string,
): Section["parts"] {
  if (calibration === undefined) {
    return [
      html`<p>Left out: the priorities that strategy ${strategy} gives to links order them, and predict no score in [0,1].</p>`,
    ];
  }
  const { predicts, bins, error, pages } = calibration;
  if (pages === 0) return [html`<p>Left out: no model had predicted the link of a page yet.</p>`];
  const says = html`<p>Of each link drawn, ${PREDICTED[predicts]}, against what the model that it was drawn by had predicted: ${counted(pages, "page")}, expected calibration error ${share(error)}. Both scores are the crawl's own. Links that were never drawn are not among them.</p>`;
  const table = htmlTable(
    "Predictions in bins of a tenth",
    ["predicted, mean", "actual, mean", "links"].map(figures),
    bins.map(({ predicted, observed, count: links }) => [
      share(predicted),
      share(observed),
      count(links),
    ]),
  );
  return [says, calibrationPlot(calibration), table];
}

/** Most rows of the table next to the plot. */
const MOST_ROWS = 10;

/** Shows how the frontier grew, as far as it is known afterwards. */
export function frontierSection({ figures: { growth }, totals }: RunReport): Section {
  const says = html`<p>Now ${count(knownUrls(totals))} distinct URLs are known, ${count(waitingUrls(totals))} of which wait. How many waited in the past is not stored; what is shown is taken from the records. A URL counts as met when the page came in that is kept as its way from a seed: where a shorter way was found later, or its rule kept it out, it was met a little earlier than shown.</p>`;
  return {
    id: "frontier",
    title: "Frontier",
    parts: growth.length === 0 ? [says] : [says, growthPlot(growth), growthTable(growth)],
  };
}

function growthTable(points: readonly GrowthPoint[]): Markup {
  const step = Math.max(1, Math.ceil((points.length - 1) / MOST_ROWS));
  const rows = points.filter((_, index) => (points.length - 1 - index) % step === 0);
  return htmlTable(
    "URLs discovered and processed",
    ["pages fetched", "URLs discovered", "URLs processed"].map(figures),
    rows.map(({ pages, discovered, processed }) => [pages, discovered, processed].map(count)),
  );
}
