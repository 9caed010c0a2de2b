import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { reportPage } from "../../evaluation/report/report-page.ts";
import type { ReportSources } from "../../evaluation/report/report-sources.ts";
import type { RunTruth } from "../../evaluation/report/run-report.ts";
import { type Plot, plotSvg } from "../../evaluation/report/section.ts";
import { writeOutput } from "../../run/folder/write-output.ts";
import { printNotice } from "../../run/print/print-line.ts";

/** The files of a report. */
export interface ReportFiles {
  /** File for the page, and folder for the plots as PNG; `undefined` for none. */
  readonly html: string | undefined;
  readonly png: string | undefined;
}

/**
 * Writes the report of a run for others to read, and reports the files on standard error.
 * @throws DowserError `run-damaged`, `file-exists`
 */
export async function writeReport(
  sources: ReportSources,
  truth: RunTruth | undefined,
  { html: file, png }: ReportFiles,
): Promise<void> {
  const { html, plots } = await reportPage(sources, { truth, writtenAt: Date.now() });
  if (file !== undefined) {
    await writeOutput(file, [html]);
    printNotice(`report written to ${file}`);
  }
  if (png === undefined) return;
  mkdirSync(png, { recursive: true });
  for (const plot of plots) {
    const picture = join(png, `${plot.name}.png`);
    await writeOutput(picture, [await plotPng(plot)]);
    printNotice(`plot written to ${picture}`);
  }
}

/** Pixels per CSS pixel: sharp in print, too. */
const SCALE = 2;

/** Dots per inch at which an SVG's pixel is one pixel. */
const SVG_DENSITY = 72;

/** Draws a plot as PNG, in light colours. Its letters are of the machine's fonts. */
async function plotPng(plot: Plot): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(Buffer.from(plotSvg(plot)), { density: SVG_DENSITY * SCALE })
    .png()
    .toBuffer();
}
