import { Command } from "@commander-js/extra-typings";
import { collect, HELP, wholeNumber } from "../../lib/cli/options.ts";
import { safeLines } from "../../lib/domain/text/safe-text.ts";
import { columnsOf, terminal } from "../../lib/run/print/terminal.ts";
import { addCompareCommand } from "./compare/compare-command.ts";

const BENCH_HELP = `
A task is a YAML file that names, relative to it, a project, a recording, its truth and a budget:

  name: bees
  project: project.yaml
  web: web.warc.gz
  truth: truth.jsonl
  target: target=true
  budget: 300
  seeds: [1, 2, 3]

"dowser demo --record DIR" writes one of a generated web, the same for everybody. Results have the hash
of the task, so that only crawls of the same task are compared.

  dowser demo --record demo-web
  dowser bench demo-web/task.yaml --strategies auto,./my-strategy.ts --results mine.jsonl
  dowser leaderboard mine.jsonl theirs.jsonl`;

/** Makes the program of the commands with which developers of methods compare them. */
export function benchProgram(): Command {
  const none: readonly string[] = [];
  const { stdout, stderr } = terminal();
  const program = new Command("dowser")
    .exitOverride()
    .configureHelp(HELP)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => columnsOf(stdout),
      getErrHelpWidth: () => columnsOf(stderr),
      outputError: (text, write) => write(safeLines(text)),
    })
    .showHelpAfterError("(dowser --help lists the commands)");
  addCompareCommand(program);
  program
    .command("bench")
    .description(
      "crawl tasks by several methods, and compare with results of other versions and people",
    )
    .argument("<tasks...>", "task files (YAML)")
    .requiredOption(
      "--strategies <list>",
      "names or ./modules.ts, with options: auto,./mine.ts:goal=2",
    )
    .option("--results <file>", "write the results to this file, one JSON a crawl")
    .option("--with <file>", "results to compare with; may be repeated", collect, none)
    .option("--by <name>", "who makes these results", "")
    .option("--markdown <file>", "write the tables to this file as Markdown")
    .addHelpText("after", BENCH_HELP)
    .action(async (tasks, options) => {
      const { benchCommand } = await import("./bench.ts");
      await benchCommand(tasks, { results: undefined, markdown: undefined, ...options });
    });
  program
    .command("leaderboard")
    .description(
      "show files of bench results beside each other, the best method of each task first",
    )
    .argument("<results...>", "files that `dowser bench --results` wrote")
    .option("--markdown <file>", "write the tables to this file as Markdown")
    .action(async (results, options) => {
      const { leaderboardCommand } = await import("./bench.ts");
      await leaderboardCommand(results, { markdown: undefined, ...options });
    });
  addDetectCommands(program);
  return program;
}

/** Adds the commands by which detectors are learned and tested. */
function addDetectCommands(program: Command): void {
  const detect = program.command("detect").description("learn to detect pages of a type");

  detect
    .command("comments")
    .description("mine a keyword list from labelled pages and test every comment detector on them")
    .requiredOption(
      "--train <file>",
      "JSON lines with the truth about pages; may be repeated",
      collect,
    )
    .requiredOption("--web <path>", "recording (WARC file or folder); may be repeated", collect)
    .option("--target <rule>", "field=value[,value]: the lines with comments", "comments=true")
    .option("--keywords <number>", "most keywords of the list", wholeNumber(1), 25)
    .option("--json <file>", "write the result to this file")
    .option("--out <file>", "write the list to this file, a keyword a line")
    .action(async (options) => {
      const { detectCommentsCommand } = await import("./detect-comments.ts");
      await detectCommentsCommand({ json: undefined, out: undefined, ...options });
    });
}
