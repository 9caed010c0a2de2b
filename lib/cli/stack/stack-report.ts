import { systemClock } from "../../adapters/system-clock.ts";
import { fail } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { writeOutput } from "../../run/folder/write-output.ts";
import { printNotice } from "../../run/print/print-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import {
  callStack,
  type StackAccess,
  type StackChoice,
  stackAccess,
  whenMade,
} from "../../run/stack/stack-client.ts";
import { madeReportSchema } from "../../stack/api/schemas.ts";
import type { StackReportFormat } from "../../stack/stack-state.ts";
import type { ReportOptions } from "../report/report.ts";

/**
 * Runs `dowser report` for a stack: prints the report that the stack makes of its crawl, or writes its
 * page to the file.
 * @throws DowserError `report-needs-run`, `no-stack-named`, and the errors of {@link reportOfStack}
 */
export async function stackReportCommand({
  json,
  html,
  ...options
}: ReportOptions & StackChoice): Promise<void> {
  refuseRunOptions(options);
  const format = html !== undefined ? "html" : json ? "json" : "text";
  const report = await reportOfStack(await stackAccess(options), format, systemClock);
  if (html === undefined) terminal().stdout.write(report);
  else {
    await writeOutput(html, [report]);
    printNotice(`report written to ${html}`);
  }
}

/**
 * Asks a stack for a report, waits until it is made, and downloads it.
 * @throws DowserError `report-not-made`, `report-not-downloaded`, and the errors of {@link callStack}
 */
export async function reportOfStack(
  access: StackAccess,
  format: StackReportFormat,
  clock: Pick<Clock, "now" | "waitUntil">,
): Promise<string> {
  const schema = madeReportSchema;
  const path = `/report?format=${format}`;
  const asked = await callStack(access, { method: "POST", path, schema });
  return whenMade(
    () => callStack(access, { method: "GET", path: "/report", schema }),
    ({ at, url, crawl }, isLate) => {
      if (at === asked.at && url !== null) return download(url);
      if (at !== asked.at || isLate) throw fail("report-not-made", { crawl });
      return undefined;
    },
    { clock, doing: "the stack makes the report" },
  );
}

async function download(url: string): Promise<string> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw fail("report-not-downloaded", { why: "its bucket does not answer" }, cause);
  });
  if (!response.ok)
    throw fail("report-not-downloaded", { why: `its bucket answers ${response.status}` });
  return response.text();
}

/** What only a run has: pictures are drawn by a package of this machine, truth is in files here. */
function refuseRunOptions({ png, truth, target }: Omit<ReportOptions, "html" | "json">): void {
  const given = [
    ...(png === undefined ? [] : ["--png"]),
    ...(truth.length === 0 ? [] : ["--truth"]),
    ...(target === undefined ? [] : ["--target"]),
  ];
  if (given.length === 0) return;
  throw fail("report-needs-run", { options: given.join(" and "), value: given });
}
