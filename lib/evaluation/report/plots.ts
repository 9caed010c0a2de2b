import type { CustomSeriesOption } from "echarts";
import type { PrecisionPoint } from "../../domain/measures/harvest-rate.ts";
import type { LinkCalibration } from "../link-calibration.ts";
import type { GrowthPoint, HarvestPoint } from "../run-figures.ts";
import { BY_OWN, BY_TRUTH, percent } from "../verdict-words.ts";
import { type Axis, type Line, lineSeries, plane, rounded } from "./chart-parts.ts";
import { count, counted } from "./figure-text.ts";
import type { Palette } from "./palette.ts";
import type { Plot } from "./plot.ts";

const PAGES = "pages fetched";

/** Plots target pages by pages fetched; by ground truth, too, when there is one. */
export function harvestPlot(points: readonly HarvestPoint[], hasTruth: boolean): Plot {
  const { pages = 0, targets = 0, trueTargets = 0 } = points.at(-1) ?? {};
  const own: Line = {
    name: BY_OWN,
    points: points.map(({ pages, targets }) => [pages, targets]),
  };
  const byTruth: Line = {
    name: BY_TRUTH,
    points: points.map(({ pages, trueTargets }) => [pages, trueTargets]),
  };
  const truth = hasTruth ? ` ${count(trueTargets)} ${BY_TRUTH}.` : "";
  return {
    name: "harvest",
    title: "Harvest curve",
    description: `Target pages among the pages fetched so far: ${count(targets)} of ${count(pages)} at the end, ${BY_OWN}.${truth}`,
    option: linesOption(
      { name: PAGES, max: pages },
      { name: "target pages" },
      hasTruth ? [own, byTruth] : [own],
    ),
  };
}

/** Plots the share of the known target pages that was fetched, by pages fetched; `known` from 1. */
export function recallPlot(points: readonly HarvestPoint[], known: number): Plot {
  const { pages = 0, trueTargets = 0 } = points.at(-1) ?? {};
  return {
    name: "recall",
    title: "Target recall",
    description: `Share of the ${counted(known, "known target page")} fetched so far: ${percent(trueTargets / known)} at the end.`,
    option: linesOption(
      { name: PAGES, max: pages },
      { name: "target recall", max: 1, isShare: true },
      [
        {
          name: "recall",
          points: points.map(({ pages, trueTargets }) => [pages, trueTargets / known]),
        },
      ],
    ),
  };
}

/** Plots discovered and processed URLs, by pages fetched. */
export function growthPlot(points: readonly GrowthPoint[]): Plot {
  const { pages = 0, discovered = 0, processed = 0 } = points.at(-1) ?? {};
  return {
    name: "frontier",
    title: "URLs discovered and processed",
    description: `When ${count(pages)} pages were fetched, ${count(discovered)} distinct URLs had been discovered and ${count(processed)} processed. Between the lines: queued URLs, and URLs refused when they were discovered.`,
    option: linesOption({ name: PAGES, max: pages }, { name: "URLs" }, [
      { name: "discovered", points: points.map(({ pages, discovered }) => [pages, discovered]) },
      { name: "processed", points: points.map(({ pages, processed }) => [pages, processed]) },
    ]),
  };
}

/**
 * Plots windowed (temporal) and cumulative precision with their intervals; `basis` names the source of
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
    title: `Precision ${basis}`,
    description: `Shares of target pages in each tenth of the crawl (windowed, with bars) and up to its end (cumulative, with a band); bars and band are 95 % intervals. At the end ${percent(of)}, from ${percent(low)} to ${percent(high)}.`,
    option: (palette) => ({
      ...plane(
        palette,
        { name: PAGES, max: last?.results },
        { name: "precision", max: 1, isShare: true },
        ["cumulative", "windowed"],
      ),
      series: [
        ...bandSeries(palette, points),
        lineSeries(palette, { name: "cumulative", points: sharesOf(points, "cumulative") }, 0),
        barSeries(palette, points),
        {
          name: "windowed",
          type: "scatter",
          symbolSize: 7,
          silent: true,
          itemStyle: { color: palette.lines[1] ?? palette.ink, opacity: 1 },
          data: sharesOf(points, "temporal").map((point) => [...point]),
        },
      ],
    }),
  };
}

/** Plots the predicted scores of links, by size, and their actual scores on average. */
export function calibrationPlot({ bins, error, pages }: LinkCalibration): Plot {
  const most = bins.reduce((most, { count }) => Math.max(most, count), 1);
  return {
    name: "calibration",
    title: "Calibration of link predictions",
    description: `Predictions of ${counted(pages, "link")} in bins of a tenth, against the mean actual score; on the dashed line the two agree. The larger a circle, the more links. Expected calibration error ${percent(error)}.`,
    option: (palette) => ({
      ...plane(
        palette,
        { name: "predicted score", max: 1, isScore: true },
        { name: "actual score", max: 1, isScore: true },
        [],
      ),
      series: [
        {
          type: "line",
          showSymbol: false,
          silent: true,
          lineStyle: { color: palette.muted, width: 1, type: "dashed" },
          data: [
            [0, 0],
            [1, 1],
          ],
        },
        {
          type: "scatter",
          silent: true,
          itemStyle: { color: palette.lines[0] ?? palette.ink, opacity: 0.85 },
          data: bins.map(({ predicted, observed, count }) => ({
            value: [rounded(predicted), rounded(observed)],
            symbolSize: 6 + 18 * Math.sqrt(count / most),
          })),
        },
      ],
    }),
  };
}

function linesOption(x: Axis, y: Axis, lines: readonly Line[]): Plot["option"] {
  return (palette) => ({
    ...plane(
      palette,
      x,
      y,
      lines.map(({ name }) => name),
    ),
    series: lines.map((line, index) => lineSeries(palette, line, index)),
  });
}

function sharesOf(
  points: readonly PrecisionPoint[],
  kind: "temporal" | "cumulative",
): [x: number, y: number][] {
  return points.flatMap(({ results, [kind]: { share } }) =>
    share === undefined ? [] : [[results, rounded(share)] as [number, number]],
  );
}

/**
 * Draws the interval of the cumulative precision: its upper part is stacked on an invisible lower
 * one.
 */
function bandSeries({ lines }: Palette, points: readonly PrecisionPoint[]) {
  const known = points.filter(({ cumulative }) => cumulative.cases > 0);
  const part = {
    type: "line" as const,
    stack: "interval",
    silent: true,
    showSymbol: false,
    lineStyle: { opacity: 0 },
  };
  return [
    { ...part, data: known.map(({ results, cumulative }) => [results, rounded(cumulative.low)]) },
    {
      ...part,
      areaStyle: { color: lines[0] ?? "gray", opacity: 0.16 },
      data: known.map(({ results, cumulative: { low, high } }) => [results, rounded(high - low)]),
    },
  ];
}

/** Draws the intervals of the temporal precision. */
function barSeries({ lines, ink }: Palette, points: readonly PrecisionPoint[]): CustomSeriesOption {
  const known = points.filter(({ temporal }) => temporal.cases > 0);
  return {
    type: "custom",
    silent: true,
    data: known.map(({ results, temporal: { low, high } }) => [results, low, high]),
    renderItem: (_, api) => {
      const [x = 0, low = 0] = api.coord([api.value(0), api.value(1)]);
      const [, high = 0] = api.coord([api.value(0), api.value(2)]);
      return {
        type: "line",
        shape: { x1: x, y1: low, x2: x, y2: high },
        style: { stroke: lines[1] ?? ink, lineWidth: 1.5 },
      };
    },
  };
}
