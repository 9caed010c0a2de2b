import { closeSync, openSync, writeFileSync } from "node:fs";
import type { Repetition } from "../../crawl/summarise-comparisons.ts";
import type { HarvestCurve } from "../../domain/metrics/harvest.ts";
import { harvestWithin } from "../../domain/metrics/harvest.ts";
import { mean } from "../../domain/metrics/mean.ts";
import { chartSvg } from "../print/chart-svg.ts";
import { escapeLatex, latexTable } from "../print/latex-table.ts";
import { escapeMarkdown, markdownTable } from "../print/markdown-table.ts";
import { type ComparisonTables, KNOWING_TITLES } from "./compare-tables.ts";
import { type Curve, curvesChart } from "./curves-chart.ts";

/** Files that a comparison is written to. */
export interface ComparisonFiles {
  readonly json: string | undefined;
  readonly svg: string | undefined;
  readonly markdown: string | undefined;
  readonly latex: string | undefined;
}

/** Fails now where a file cannot be written, and not after hours of crawling. */
export function touchFiles({ json, svg, markdown, latex }: ComparisonFiles): void {
  for (const file of [json, svg, markdown, latex])
    if (file !== undefined) closeSync(openSync(file, "a"));
}

/** Writes tables and curves to the files that are asked for. */
export function writeComparisonFiles(
  { svg, markdown, latex }: ComparisonFiles,
  tables: ComparisonTables,
  repetitions: readonly Repetition[],
): void {
  if (svg !== undefined) writeFileSync(svg, `${harvestSvg(repetitions)}\n`);
  if (markdown !== undefined) writeFileSync(markdown, markdownOf(tables));
  if (latex !== undefined) writeFileSync(latex, latexOf(tables));
}

function markdownOf({ tables, notes }: ComparisonTables): string {
  const blocks = [
    ...tables.map(
      ({ title, columns, rows }) =>
        `**${escapeMarkdown(title)}**\n\n${markdownTable(columns, rows)}`,
    ),
    notes.map((note) => `- ${escapeMarkdown(note)}`).join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function latexOf({ tables, notes }: ComparisonTables): string {
  const blocks = [
    "% \\usepackage{graphicx}",
    ...notes.map((note) => `% ${note}`),
    ...tables.map(
      ({ title, columns, rows }) =>
        `\\begin{table}\n\\centering\n\\caption{${escapeLatex(title)}}\n${latexTable(columns, rows)}\n\\end{table}`,
    ),
  ];
  return `${blocks.join("\n")}\n`;
}

/** Points of a line: more than a plot of this size can show apart. */
const POINTS = 200;

/** Target pages over pages fetched, means over repetitions; a crawl that ended keeps what it had. */
export function harvestSvg(repetitions: readonly Repetition[]): string {
  const budget = repetitions[0]?.budget ?? 0;
  const names = Object.keys(repetitions[0]?.strategies ?? {});
  const curveOf = (name: string, of: (repetition: Repetition) => HarvestCurve): Curve => ({
    name,
    points: gridOf(budget).map((pages) => [
      pages,
      mean(repetitions.map((repetition) => pages * harvestWithin(of(repetition), pages))),
    ]),
  });
  const knowing = (["greedy", "bound"] as const).flatMap((kind) =>
    repetitions.some((repetition) => repetition.knowing === undefined)
      ? []
      : [{ ...curveOf(KNOWING_TITLES[kind], (r) => r.knowing?.[kind] ?? []), isDashed: true }],
  );
  const crawls = names.map((name) => curveOf(name, (r) => r.strategies[name]?.curve ?? []));
  const titles = { title: "Harvest", x: "pages fetched", y: { name: "target pages" } };
  return chartSvg(curvesChart(titles, [...crawls, ...knowing]));
}

function gridOf(budget: number): number[] {
  const points = Math.min(budget, POINTS);
  return Array.from({ length: points + 1 }, (_, point) => Math.round((point / points) * budget));
}
