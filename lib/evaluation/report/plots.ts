/** The plots of a report: what each shows, in words and marks. */
import type { PrecisionPoint } from "../../domain/measures/harvest-rate.ts";
import type { LinkCalibration } from "../link-calibration.ts";
import type { GrowthPoint, HarvestPoint } from "../run-figures.ts";
import { BY_OWN, BY_TRUTH, percent } from "../verdict-words.ts";
import type { Axis, Chart, Mark } from "./draw-chart.ts";
import { count, counted } from "./figure-text.ts";
import type { Plot } from "./section.ts";

const PAGES = "pages fetched";

/** Plots target pages by pages fetched; by ground truth, too, when there is one. */
export function harvestPlot(points: readonly HarvestPoint[], hasTruth: boolean): Plot {
  const { pages = 0, targets = 0, trueTargets = 0 } = points.at(-1) ?? {};
  const own = {
    name: BY_OWN,
    points: points.map(({ pages, targets }) => [pages, targets] as const),
  };
  const byTruth = {
    name: BY_TRUTH,
    points: points.map(({ pages, trueTargets }) => [pages, trueTargets] as const),
  };
  const truth = hasTruth ? ` ${count(trueTargets)} ${BY_TRUTH}.` : "";
  return {
    name: "harvest",
    title: "Harvest curve",
    description: `Relevant pages among the pages fetched so far: ${count(targets)} of ${count(pages)} at the end, ${BY_OWN}.${truth}`,
    chart: linesOf(
      { name: PAGES, max: pages },
      { name: "relevant pages" },
      hasTruth ? [own, byTruth] : [own],
    ),
  };
}

/** Plots the share of the known target pages that was fetched, by pages fetched; `known` from 1. */
export function recallPlot(points: readonly HarvestPoint[], known: number): Plot {
  const { pages = 0, trueTargets = 0 } = points.at(-1) ?? {};
  return {
    name: "recall",
    title: "Recall over the crawl",
    description: `Share of the ${counted(known, "known relevant page")} fetched so far: ${percent(trueTargets / known)} at the end.`,
    chart: linesOf({ name: PAGES, max: pages }, { name: "recall", max: 1, isShare: true }, [
      {
        name: "recall",
        points: points.map(({ pages, trueTargets }) => [pages, trueTargets / known]),
      },
    ]),
  };
}

/** Plots discovered and processed URLs, by pages fetched. */
export function growthPlot(points: readonly GrowthPoint[]): Plot {
  const { pages = 0, discovered = 0, processed = 0 } = points.at(-1) ?? {};
  return {
    name: "frontier",
    title: "URLs discovered and processed",
    description: `When ${count(pages)} pages were fetched, ${count(discovered)} distinct URLs had been discovered and ${count(processed)} processed. Between the lines: queued URLs, and URLs refused when they were discovered.`,
    chart: linesOf({ name: PAGES, max: pages }, { name: "URLs" }, [
      { name: "discovered", points: points.map(({ pages, discovered }) => [pages, discovered]) },
      { name: "processed", points: points.map(({ pages, processed }) => [pages, processed]) },
    ]),
  };
}

/**
 * Plots the windowed (temporal) and cumulative harvest rate with their intervals; `basis` names the source of
 * judgements.
 */
export function precisionPlot(
  points: readonly PrecisionPoint[],
  name: string,
  basis: string,
): Plot {
  const last = points.at(-1);
  const { share: of, low = 0, high = 1 } = last?.cumulative ?? {};
  return {
    name,
    title: `Harvest rate ${basis}`,
    description: `Shares of relevant pages in each tenth of the crawl (windowed, with bars) and up to its end (cumulative, with a band); bars and band are 95 % intervals. At the end ${percent(of)}, from ${percent(low)} to ${percent(high)}.`,
    chart: {
      x: { name: PAGES, max: last?.results },
      y: { name: "harvest rate", max: 1, isShare: true },
      marks: [
        { kind: "band", colour: 0, points: intervalsOf(points, "cumulative") },
        { kind: "line", colour: 0, name: "cumulative", points: sharesOf(points, "cumulative") },
        { kind: "bars", colour: 1, points: intervalsOf(points, "temporal") },
        { kind: "dots", colour: 1, name: "windowed", points: sharesOf(points, "temporal") },
      ],
    },
  };
}

/** Plots the predicted scores of links, by size, and their actual scores on average. */
export function calibrationPlot({ bins, error, pages }: LinkCalibration): Plot {
  const most = bins.reduce((most, { count }) => Math.max(most, count), 1);
  return {
    name: "calibration",
    title: "Calibration of link predictions",
    description: `Predictions of ${counted(pages, "link")} in bins of a tenth, against the mean actual score; on the dashed line the two agree. The larger a circle, the more links. Expected calibration error ${percent(error)}.`,
    chart: {
      x: { name: "predicted score", max: 1, isScore: true },
      y: { name: "actual score", max: 1, isScore: true },
      marks: [
        {
          kind: "line",
          isDashed: true,
          points: [
            [0, 0],
            [1, 1],
          ],
        },
        {
          kind: "dots",
          colour: 0,
          points: bins.map(({ predicted, observed, count }) => [
            predicted,
            observed,
            3 + 9 * Math.sqrt(count / most),
          ]),
        },
      ],
    },
  };
}

/** Draws lines in the colours of the palette, every second of them dashed. */
function linesOf(x: Axis, y: Axis, lines: readonly Pick<Mark, "name" | "points">[]): Chart {
  const marks = lines.map(
    (line, index): Mark => ({ ...line, kind: "line", colour: index, isDashed: index % 2 === 1 }),
  );
  return { x, y, marks };
}

function sharesOf(
  points: readonly PrecisionPoint[],
  kind: "temporal" | "cumulative",
): Mark["points"] {
  return points.flatMap(({ results, [kind]: { share } }) =>
    share === undefined ? [] : [[results, share] as const],
  );
}

function intervalsOf(
  points: readonly PrecisionPoint[],
  kind: "temporal" | "cumulative",
): Mark["points"] {
  return points
    .filter(({ [kind]: { cases } }) => cases > 0)
    .map(({ results, [kind]: { low, high } }) => [results, low, high]);
}
