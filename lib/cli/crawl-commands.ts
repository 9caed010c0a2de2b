import { Argument, type Command } from "@commander-js/extra-typings";
import { isFile } from "../run/folder/run-database.ts";
import type { Ending } from "../run/print/print-error.ts";
import { collect, NONE, positiveNumber, webOption, wholeNumber } from "./options.ts";

/** What `dowser new` writes. */
const KINDS = ["strategy", "handler"] as const;

/** Help text on the ways to answer. */
const INIT_HELP = `
Without a terminal, the lines of standard input are the answers, one a question; an empty line takes the
default, and so does the end.

Examples:
  dowser init
  dowser init --topic "beekeeping" --seed-url https://example.org/ --contact you@example.org --yes
  dowser init --example-page https://forum.example.org/member?u=7 --check
  dowser init < answers.txt`;

/** Help text on the values that the command line gives. */
const CRAWL_HELP = `
Values given here are kept with the run: the same command without them goes on with them.

Examples:
  dowser crawl project.yaml
  dowser crawl project.yaml --pages 200 --hours 1
  dowser crawl project.yaml --strategy best-first --out runs/best-first
  dowser crawl project.yaml --web site.warc.gz
  dowser crawl project.yaml --handler ./prices.ts`;

/** Help text on where recrawls are kept. */
const RECRAWL_HELP = `
Each recrawl is a run of its own beside the first: runs/bees-2, runs/bees-3 and so on. The same command goes
on with one that has not ended, and begins the next one otherwise, so that cron may run it. A project file
means the stack on AWS, which visits its own pages again; stack.recrawl in the file is its schedule.

Examples:
  dowser recrawl runs/bees
  dowser recrawl runs/bees --pages 500
  dowser recrawl project.yaml
  dowser report runs/bees-2
  0 4 * * *  cd /srv/crawls && dowser recrawl runs/bees --hours 2`;

/** Help text on the files that are written. */
const NEW_HELP = `
It writes NAME.ts and its test NAME.test.ts, and a package.json where there is none; no file is overwritten.

Examples:
  dowser new strategy short-paths
  dowser crawl project.yaml --strategy ./short-paths.ts
  dowser new handler prices
  dowser crawl project.yaml --handler ./prices.ts`;

/** Adds the commands that begin a crawl: `init` writes its project file, `crawl` runs it. */
export function addCrawlCommands(program: Command<[], { stack?: true }>, ending: Ending): void {
  addInitCommand(program, ending);
  addCrawlCommand(program, ending);
  addRecrawlCommand(program, ending);
  addNewCommand(program);
}

function addNewCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("new")
    .description("write a strategy or a handler of pages, with its test, to begin with")
    .addArgument(new Argument("<kind>", "what to write").choices(KINDS))
    .argument("<name>", "its name: short-paths")
    .addHelpText("after", NEW_HELP)
    .action(async (kind, name) => {
      const { newCommand } = await import("./new.ts");
      newCommand(kind, name);
    });
}

function addInitCommand(program: Command<[], { stack?: true }>, ending: Ending): void {
  program
    .command("init")
    .description("ask a few questions and write a commented project file")
    .option("--out <file>", "the file to write", "project.yaml")
    .option("--topic <words>", "what the pages are about")
    .option("--words <words>", "7 to 25 words that such pages have")
    .option("--seed-url <url>", "a page to begin with; may be repeated", collect, NONE)
    .option("--seed-file <file>", "a list of such pages: one URL a line, or .csv with a column url")
    .option("--good <page>", "an example, as URL or file; may be repeated", collect, NONE)
    .option("--example-page <page>", "one page, where all that you look for are built like it")
    .option("--pages <number>", "most pages to fetch", wholeNumber(1))
    .option("--contact <address>", "e-mail address or web page that site owners can turn to")
    .option("--check", "ask each seed once: is it reachable, and allowed by robots.txt?", false)
    .option("--yes", "ask nothing: take what the options say, and defaults", false)
    .addHelpText("after", INIT_HELP)
    .action(async (options) => {
      const { initCommand } = await import("./init.ts");
      ending.code = await initCommand(options);
    });
}

function addCrawlCommand(program: Command<[], { stack?: true }>, ending: Ending): void {
  program
    .command("crawl")
    .description("crawl, or resume the crawl in the run's directory")
    .argument("<project>", "project file (YAML)")
    .addOption(webOption("crawl this recording"))
    .option("--out <dir>", "directory of the run (default: runs/NAME)")
    .option(
      "--threads <number>",
      "threads that read pages of the live web beside the one that fetches (default: cores less one)",
      wholeNumber(0),
    )
    .option("--pages <number>", "instead of the file's budget.pages", wholeNumber(1))
    .option("--hours <number>", "instead of the file's budget.hours", positiveNumber)
    .option("--contact <address>", "instead of the file's politeness.contact")
    .option("--strategy <name>", "instead of the file's strategy: NAME or NAME:OPTION=VALUE,…")
    .option("--handler <file>", "a module of yours whose function acts on each page")
    .option("--json", "print the result as JSON", false)
    .addHelpText("after", CRAWL_HELP)
    .action(async (project, { pages, hours, contact, strategy, ...options }) => {
      const { crawlCommand } = await import("../run/crawl/crawl.ts");
      ending.code = await crawlCommand(project, {
        ...options,
        overrides: { pages, hours, contact, strategy },
      });
    });
}

function addRecrawlCommand(program: Command<[], { stack?: true }>, ending: Ending): void {
  program
    .command("recrawl")
    .description("visit the pages of a crawl again: what is new, changed, unchanged, moved, gone")
    .argument(
      "[run-or-project]",
      "directory of a run on this machine, or the project file of a stack",
    )
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--into <dir>", "directory of the recrawl (default: beside the run, with -2, -3 …)")
    .addOption(webOption("visit this recording instead"))
    .option("--threads <number>", "as in dowser crawl", wholeNumber(0))
    .option(
      "--pages <number>",
      "most pages to fetch (default: those of the run, and a quarter as many new ones; in a stack budget.pages)",
      wholeNumber(1),
    )
    .option("--hours <number>", "most hours to crawl", positiveNumber)
    .option("--contact <address>", "instead of the contact of the run")
    .option(
      "--project <file>",
      "your project file, for a run with a strategy module, an access file or a browser of its own",
    )
    .option("--json", "print the result as JSON", false)
    .addHelpText("after", RECRAWL_HELP)
    .action(async (named, { stackName, project: projectFile, ...options }) => {
      const { recrawlCommand, stackRecrawlCommand } = await import("./recrawl.ts");
      if (named === undefined || stackName !== undefined || isFile(named)) {
        const { json, pages, ...others } = options;
        return stackRecrawlCommand({ json, pages, project: named, stackName }, others);
      }
      ending.code = await recrawlCommand(named, {
        projectFile,
        ...options,
      });
    });
}
