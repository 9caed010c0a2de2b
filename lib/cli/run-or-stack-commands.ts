/** Commands about a run on this machine, or about the crawl in a stack. */
import type { Command } from "@commander-js/extra-typings";
import { meansRun } from "../run/folder/run-database.ts";
import { printResult } from "../run/print/print-line.ts";
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
        if (named !== undefined && meansRun(named)) {
          const { reportCommand } = await import("./report/report.ts");
          return reportCommand(named, { strategyModule, cut, minScore, ...asked });
        }
        const { stackReportCommand } = await import("./stack/stack-report.ts");
        return stackReportCommand({ ...asked, stackName, project: named });
      },
    );
}

/** Help text on what is forgotten. */
const FORGET_HELP = `
Removed are stored answers, records, labels, example pages, the texts of links found on the pages, and the
models that may know words of them; the last model is trained again from what is left. The
URLs stay, as refused: forgotten, so that they are not fetched again and every figure adds up. A pattern
has * for any characters; one that begins with / is compared with the path, others with the whole URL.

  dowser forget runs/bees https://example.org/people/ann --reason "asked by letter of 3 May"
  dowser forget runs/bees "https://example.org/people/*" --dry-run

A project file means the crawls in its stack on AWS, all of them, while none is at work.

  dowser forget project.yaml https://example.org/people/ann --reason "asked by letter of 3 May"`;

/** Adds `dowser forget`. */
export function addForgetCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("forget")
    .description("remove pages from a run, with all it knows of them, and never fetch them again")
    .argument(
      "<run-or-project>",
      "directory of a run on this machine, or the project file of a stack",
    )
    .argument("<what...>", "URLs, hosts (with their subdomains) or patterns")
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--reason <text>", "why, for the log of the run")
    .option("--dry-run", "only say what would be removed", false)
    .option(
      "--chain",
      "also in the runs that it visits again, and in those that visit it again",
      false,
    )
    .option("--json", "print the numbers as JSON", false)
    .addHelpText("after", FORGET_HELP)
    .action(async (named, what, { stackName, ...options }) => {
      if (stackName === undefined && meansRun(named)) {
        const { forgetText } = await import("./forget/forget.ts");
        return printResult(await forgetText(named, what, options));
      }
      const { stackForgetCommand } = await import("./stack/stack-forget.ts");
      return stackForgetCommand({ stackName, project: named }, what, options);
    });
}
