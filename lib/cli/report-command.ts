import { existsSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import { isDirectory } from "../run/folder/run-database.ts";
import { collect, cutOption, minScoreOption, NONE, STRATEGY_MODULE } from "./options.ts";

const PLACE_HELP = `
The directory of a run means the crawl on this machine. A project file means the one in its stack on AWS, which
makes the report of its crawl so far: only --html or --json, and no plots as pictures.

  dowser report runs/bees --html report.html
  dowser report project.yaml --html report.html`;

/** Adds `dowser report`. */
export function addReportCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("report")
    .description("print the figures of a crawl, also while it goes on, or write them as a report")
    .argument(
      "[run-or-project]",
      "directory of a run on this machine, or the project file of a stack",
    )
    .option("--stack-name <name>", "name of the stack in CloudFormation")
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
    .option("--strategy-module <file>", STRATEGY_MODULE)
    .addOption(cutOption())
    .addOption(minScoreOption())
    .addHelpText("after", PLACE_HELP)
    .action(
      async (
        named,
        { html, png, target, stackName, strategyModule, cut, minScore, ...options },
      ) => {
        const asked = { html, png, target, ...options };
        if (named !== undefined && isRun(named)) {
          const { reportCommand } = await import("./report/report.ts");
          return reportCommand(named, { strategyModule, cut, minScore, ...asked });
        }
        const { stackReportCommand } = await import("./stack/stack-report.ts");
        return stackReportCommand({ ...asked, stackName, project: named });
      },
    );
}

/** A name that is nowhere is that of a run: the error says so. */
export function isRun(named: string): boolean {
  return isDirectory(named) || !existsSync(named);
}
