import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportHtml, reportSections } from "../../report/report-html.ts";
import { plotsOf } from "../../report/section.ts";
import type { TruthOptions } from "../input/read-truth.ts";
import { printNotice } from "../print/print-notice.ts";
import { readRun } from "../run/read-run.ts";
import { gatherReport } from "./gather-report.ts";

/** The files of a report. */
export interface ReportFiles {
  /** File for the page, and folder for the plots as PNG; `undefined` for none. */
  readonly html: string | undefined;
  readonly png: string | undefined;
}

/**
 * Writes the report of a run for others to read, and reports the files on standard error;
 * `writtenAt` in ms since the epoch.
 * @throws DowserError `no-run`, `run-damaged`, `bad-truth`, `truth-without-target`,
 * `bad-target-rule`
 */
export async function writeReport(
  directory: string,
  { html, png, ...options }: ReportFiles & TruthOptions & { readonly writtenAt: number },
): Promise<void> {
  const run = readRun(directory);
  try {
    const report = await gatherReport(directory, run, options);
    const sections = reportSections(report);
    if (html !== undefined) {
      writeFileSync(html, reportHtml(report, sections));
      printNotice(`report written to ${html}`);
    }
    if (png === undefined) return;
    const { plotPng } = await import("../../report/plot-png.ts");
    mkdirSync(png, { recursive: true });
    for (const plot of plotsOf(sections)) {
      const file = join(png, `${plot.name}.png`);
      writeFileSync(file, await plotPng(plot));
      printNotice(`plot written to ${file}`);
    }
  } finally {
    await run.close();
  }
}
