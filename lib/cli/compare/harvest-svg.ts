import { type HarvestCurve, targetsWithin } from "../../domain/measures/harvest-rate.ts";
import { mean } from "../../domain/stats/intervals/paired-bootstrap.ts";
import { chartFile, type Mark } from "../../evaluation/report/draw-chart.ts";
import { MANY_LINES } from "../../evaluation/report/palette.ts";
import type { Repetition } from "../../evaluation/summarise-comparisons.ts";
import { BY_OWN } from "../../evaluation/verdict-words.ts";
import { ORACLE_TITLES } from "./compare-tables.ts";

/** Number of points of a line: a plot of this size cannot show more of them apart. */
const POINTS = 200;

/** Size of the drawing, in CSS pixels. */
const SIZE = { width: 900, height: 460 };

/**
 * Draws target pages over pages fetched, as means over repetitions. A crawl that ended keeps its
 * last value.
 */
export function harvestSvg(repetitions: readonly Repetition[]): string {
  const budget = repetitions[0]?.budget ?? 0;
  const names = Object.keys(repetitions[0]?.strategies ?? {});
  const curveOf = (name: string, of: (repetition: Repetition) => HarvestCurve): Mark => ({
    kind: "line",
    name,
    points: gridOf(budget).map((pages) => [
      pages,
      mean(repetitions.map((repetition) => targetsWithin(of(repetition), pages))),
    ]),
  });
  const knowing = (["greedy", "bound"] as const).flatMap((kind) =>
    repetitions.some((repetition) => repetition.knowing === undefined)
      ? []
      : [{ ...curveOf(ORACLE_TITLES[kind], (r) => r.knowing?.[kind] ?? []), isDashed: true }],
  );
  const crawls = names.map((name) => curveOf(name, (r) => r.strategies[name]?.curve ?? []));
  const isOwn = repetitions.some(({ knownTargets }) => knownTargets === null);
  const marks = [...crawls, ...knowing].map((mark, colour) => ({ ...mark, colour }));
  const chart = {
    x: { name: "pages fetched", max: budget },
    y: { name: isOwn ? `target pages ${BY_OWN}` : "target pages" },
    marks,
  };
  return chartFile(chart, { ...SIZE, palette: MANY_LINES, title: "Harvest" });
}

function gridOf(budget: number): number[] {
  const points = Math.min(budget, POINTS);
  return Array.from({ length: points + 1 }, (_, point) => Math.round((point / points) * budget));
}
