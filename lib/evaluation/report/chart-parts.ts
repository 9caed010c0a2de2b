import type { EChartsOption, LineSeriesOption } from "echarts";
import type { Palette } from "./palette.ts";

/** A line through points in ascending order of x. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** An axis that begins at 0: its name, its end, and what it measures; counts by default. */
export interface Axis {
  readonly name: string;
  readonly max?: number | undefined;
  /** Shares in [0,1], marked in per cent. */
  readonly isShare?: true;
  /** Scores in [0,1]. */
  readonly isScore?: true;
}

/**
 * Returns the axes, room and legend that all plots of a report share; `names` are those in the
 * legend.
 */
export function plane(
  { ink, muted, rule }: Palette,
  x: Axis,
  y: Axis,
  names: readonly string[],
): EChartsOption {
  const axis = {
    type: "value" as const,
    min: 0,
    nameTextStyle: { color: muted, fontSize: 12 },
    axisLabel: { color: muted, fontSize: 12, hideOverlap: true },
    axisLine: { show: true, lineStyle: { color: rule } },
    axisTick: { show: false },
  };
  return {
    grid: { left: 12, right: 24, top: 44, bottom: names.length > 1 ? 62 : 34, containLabel: true },
    legend: {
      show: names.length > 1,
      data: [...names],
      bottom: 0,
      itemGap: 40,
      itemWidth: 28,
      textStyle: { color: ink, fontSize: 12 },
      inactiveColor: muted,
    },
    xAxis: {
      ...axis,
      name: x.name,
      nameLocation: "middle",
      nameGap: 28,
      splitLine: { show: false },
      splitNumber: 4,
      ...marksOf(x),
      axisLabel: { ...axis.axisLabel, ...labelsOf(x) },
    },
    yAxis: {
      ...axis,
      name: y.name,
      nameLocation: "end",
      nameTextStyle: { ...axis.nameTextStyle, align: "left" },
      splitLine: { lineStyle: { color: rule } },
      splitNumber: 4,
      ...marksOf(y),
      axisLabel: { ...axis.axisLabel, ...labelsOf(y) },
    },
  };
}

/** Returns the end of an axis and its marks: shares and scores at quarters, counts at whole numbers. */
function marksOf({ max, isShare, isScore }: Axis) {
  const end = max === undefined ? {} : { max };
  if (isShare !== true && isScore !== true) return { ...end, minInterval: 1 };
  return { ...end, interval: 0.25 };
}

function labelsOf({ isShare }: Axis) {
  return isShare === true ? { formatter: (value: number) => `${100 * value} %` } : {};
}

/** Draws a line in one of the palette's colours, every second of them dashed. */
export function lineSeries(palette: Palette, { name, points }: Line, index: number) {
  const color = palette.lines[index % palette.lines.length] ?? palette.ink;
  return {
    name,
    type: "line",
    symbol: "circle",
    showSymbol: points.length === 1,
    silent: true,
    itemStyle: { color },
    lineStyle: { color, width: 2, type: index % 2 === 0 ? "solid" : "dashed" },
    data: points.map(([x, y]) => [x, rounded(y)]),
  } satisfies LineSeriesOption;
}

/** Rounds a number to the digits that a drawing shows. */
export function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
