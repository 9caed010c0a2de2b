import { knownUrls, waitingUrls } from "../../crawl/report-crawl.ts";
import type { GrowthPoint } from "../frontier-growth.ts";
import type { LinkCalibration } from "../link-calibration.ts";
import { percent } from "../verdict-words.ts";
import { count, counted, score } from "./figure-text.ts";
import { figures, foldedTable } from "./html-table.ts";
import { html, type Markup } from "./markup.ts";
import { calibrationPlot, growthPlot } from "./plots.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Compares predicted and actual utilities of links. */
export function calibrationSection({ figures: { calibration } }: RunReport): Section {
  return { id: "calibration", title: "Calibration", parts: calibrationParts(calibration) };
}

const PREDICTED = {
  page: "the score of its page",
  "page-or-behind": "the score of its page or of the best page behind it, whichever is greater",
} as const;

function calibrationParts(calibration: LinkCalibration | undefined): Section["parts"] {
  if (calibration === undefined || calibration.pages === 0) return [];
  const { predicts, bins, error, pages } = calibration;
  const says = html`<p>Of each link that was fetched: ${PREDICTED[predicts]}, against what its model had predicted. ${counted(pages, "page")}; expected calibration error ${percent(error)}. Both scores are the crawl's own, from 0 to 1. Links that were never fetched are not among them.</p>`;
  const table = foldedTable(
    "Predictions in bins of a tenth",
    ["predicted score, mean", "actual score, mean", "links"].map(figures),
    bins.map(({ predicted, observed, count: links }) => [
      score(predicted),
      score(observed),
      count(links),
    ]),
  );
  return [says, calibrationPlot(calibration), table];
}

/** Most rows of the table next to the plot. */
const MOST_ROWS = 10;

/** Shows how the frontier grew, as far as it is known afterwards. */
export function frontierSection({ figures: { growth }, totals }: RunReport): Section {
  const says = html`<p>${count(knownUrls(totals))} distinct URLs are known now, and ${count(waitingUrls(totals))} of them are queued. How many were queued in the past is not stored. A URL counts as discovered with the page on its kept path from a seed: where a shorter path was found later, that is a little later than it was.</p>`;
  const parts = growth.length < 2 ? [] : [says, growthPlot(growth), growthTable(growth)];
  return { id: "frontier", title: "Frontier", parts };
}

function growthTable(points: readonly GrowthPoint[]): Markup {
  const step = Math.max(1, Math.ceil((points.length - 1) / MOST_ROWS));
  const rows = points.filter((_, index) => (points.length - 1 - index) % step === 0);
  return foldedTable(
    "URLs discovered and processed",
    ["pages fetched", "URLs discovered", "URLs processed"].map(figures),
    rows.map(({ pages, discovered, processed }) => [pages, discovered, processed].map(count)),
  );
}
