import { closeSync, openSync, writeFileSync } from "node:fs";
import type { Repetition } from "../../evaluation/summarise-comparisons.ts";
import { escapeLatex, latexTable } from "../../run/print/latex-table.ts";
import { escapeMarkdown, markdownTable } from "../../run/print/markdown-table.ts";
import type { ComparisonTables } from "./compare-tables.ts";

/** Files that a comparison is written to. */
export interface ComparisonFiles {
  readonly json: string | undefined;
  readonly svg: string | undefined;
  readonly markdown: string | undefined;
  readonly latex: string | undefined;
}

/** Fails now when a file cannot be written or drawn, and not after hours of crawling. */
export async function checkFiles({ json, svg, markdown, latex }: ComparisonFiles): Promise<void> {
  if (svg !== undefined) await loadDrawing();
  for (const file of [json, svg, markdown, latex])
    if (file !== undefined) closeSync(openSync(file, "a"));
}

/** Writes tables and curves to the files that are asked for. */
export async function writeComparisonFiles(
  { svg, markdown, latex }: ComparisonFiles,
  tables: ComparisonTables,
  repetitions: readonly Repetition[],
): Promise<void> {
  if (svg !== undefined) {
    const { harvestSvg } = await loadDrawing();
    writeFileSync(svg, `${harvestSvg(repetitions)}\n`);
  }
  if (markdown !== undefined) writeFileSync(markdown, markdownOf(tables));
  if (latex !== undefined) writeFileSync(latex, latexOf(tables));
}

/** Loads the package that draws: it is optional, and needed only to draw. */
function loadDrawing() {
  return import("./harvest-svg.ts");
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
