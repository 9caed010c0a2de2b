import type { Command } from "@commander-js/extra-typings";
import { collect } from "../options/option-values.ts";

const NONE: readonly string[] = [];

/** Adds `dowser report`. */
export function addReportCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("report")
    .description("print the figures of a run, also while it crawls, or write them as a report")
    .argument("<dir>", "directory of the run")
    .option("--json", "print them as JSON", false)
    .option("--html <file>", "write a report with plots: one file that needs nothing else")
    .option("--png <folder>", "write each plot as a picture")
    .option(
      "--truth <file>",
      "JSON lines with the truth about pages; may be repeated",
      collect,
      NONE,
    )
    .option("--target <rule>", "field=value[,value]: the lines of the truth that are targets")
    .action(async (directory, { html, png, target, ...options }) => {
      const { reportCommand } = await import("./report.ts");
      await reportCommand(directory, { html, png, target, ...options });
    });
}
