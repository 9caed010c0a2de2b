import { Command, CommanderError } from "@commander-js/extra-typings";
import packageJson from "../../package.json" with { type: "json" };
import { safeLines } from "../domain/text/safe-text.ts";
import { fail } from "../errors.ts";
import { type Ending, EXIT, printError } from "../run/print/print-error.ts";
import { printResult } from "../run/print/print-line.ts";
import { columnsOf, inTerminal, type Terminal } from "../run/print/terminal.ts";
import { addCrawlCommands } from "./crawl-commands.ts";
import { addMcpCommand, addSearchCommand, addUiCommand } from "./folder-commands.ts";
import { addLabelCommands } from "./label-commands.ts";
import {
  countryName,
  cutOption,
  groupCommands,
  HELP,
  minScoreOption,
  relevantOption,
  STRATEGY_MODULE,
  targetsOption,
  webOption,
  wholeNumber,
} from "./options.ts";
import { addQualityCommands } from "./quality-commands.ts";
import { addForgetCommand, addReportCommand } from "./run-or-stack-commands.ts";
import { addStackCommands } from "./stack-commands.ts";

/** Help text on the columns of page types. */
const SITEMAP_HELP = `
A type has pages that are built alike; open its example to see which. Columns: sampled are the pages from
which the types were learned, fetched all pages of the run, each under its type. Hub and authority are in
[0,1]: how much the pages link to what others link to, and how much they are linked to (HITS). Spread is
how different the pages of a type are. "outlier" is like no type.`;

/** Help text on the formats of an export. */
const EXPORT_HELP = `
jsonl, csv and parquet are the same table: a row a page, a column a field (docs/data-dictionary.md); --all-columns adds
how the crawl went: order, priorities, models, sizes and places of stored answers.
--text markdown writes the main texts with headings, lists, tables, code, quotations and links as Markdown.
warc has the pages as they were answered, and is a web to crawl again. wacz is the same with an index, to
replay in a browser (ReplayWeb.page). records has the crawl's own
record of every URL that it asked for, redirects and failures, too. --posts is a table of the posts of threads and
of readers' comments, with author, date and text, from pages whose structure is certain: a row a post, and with
--all-copies one for each address that shows it. --seeds and --sites are tables of their own. --model has how pages and
links are scored, with examples (docs/model.md).

  dowser export runs/bees --format parquet --relevant --out bees.parquet
  dowser export runs/bees --format jsonl --text markdown --out bees.jsonl
  dowser export runs/bees --format csv --posts --out posts.csv
  dowser export runs/bees --format parquet --out bees.parquet --croissant bees.croissant.json
  dowser export runs/bees --explain --out without-a-page.jsonl
  dowser export runs/bees --model --out model.json`;

/** Help text on how a list of clicks is read, for the person who writes it. */
const PATHS_HELP = `
CLICKS has a URL a line; # begins a comment. A blank line begins a session.

- A path begins at a start page: the first page of a session, or a page that no page of the present
  trail links to (its line is reported).
- A page opened for the first time goes on from the page clicked last that links to it: the one before
  it, or an earlier one that you stepped back to. A page that is listed again is such a step back.
- Relevant are the pages whose line ends in " *". If the whole list marks none, they are all pages from
  which you opened no other.

Each page is fetched once, politely, and is recorded under the URL that it was read from. The paths are
written one a line, start page first, relevant page last.`;

/** Help text on what a model is made of and how it is used. */
const TRAIN_HELP = `
The pages of the paths and those that they link to are fetched, politely, and kept in runs/NAME/training:
Ctrl-C pauses, the same command resumes, and what is there is not fetched again.

A crawl of another site uses the model in the place of need.paths:

  strategy: { name: link-distance, model: courses.model }`;

// Commands are imported when they run: `--help` need not wait for a crawler to load.

/**
 * Runs one command of `dowser` with the words after the program's name, and returns its exit code. It
 * leaves nothing behind: many may run in one process, one after the other or side by side.
 */
export function runProgram(words: readonly string[], terminal: Terminal): Promise<number> {
  return inTerminal(terminal, async () => {
    const ending: Ending = { code: EXIT.ok };
    const program = createProgram(terminal, ending);
    try {
      await program.parseAsync(words, { from: "user" });
      return ending.code;
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      return printError(error, terminal.stderr, program.opts().stack === true);
    }
  });
}

function createProgram({ stdout, stderr }: Terminal, ending: Ending) {
  const program = new Command("dowser")
    .description("A focused web crawler: it predicts what a link is worth before fetching it.")
    .version(packageJson.version)
    .option("--stack", "print where in the code an error arose")
    .exitOverride()
    .configureHelp(HELP)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => columnsOf(stdout),
      getErrHelpWidth: () => columnsOf(stderr),
      outputError: (text, write) => write(safeLines(text)),
    })
    .showHelpAfterError("(dowser --help lists the commands)")
    .addHelpText(
      "after",
      `
  Exit codes: 0 done, 1 failure, 2 the command line or the project file is wrong, 3 a crawl fetched no page,
  4 a crawl found no relevant page, 5 a site wants a login, 130 paused.`,
    );
  addUiCommand(program);
  addMcpCommand(program);
  addCrawlCommands(program, ending);
  addEstimate(program);
  addPeerCommands(program);
  addReportCommand(program);
  addSearchCommand(program);
  addOverlap(program);
  addSitemap(program);
  addExport(program);
  addForgetCommand(program);
  addLabelCommands(program);
  addWhy(program);
  addOntologyCommands(program);
  addPathsCommands(program, ending);
  addDemo(program);
  addQualityCommands(program, ending);
  addStackCommands(program, ending);
  groupCommands(program);
  return program;
}

function addEstimate(program: Command<[], { stack?: true }>): void {
  program
    .command("estimate")
    .description("print what the project's crawl would cost as a stack on AWS, by service")
    .argument("<project>", "project file (YAML)")
    .option("--pages <number>", "pages to fetch (default: the project's budget)", wholeNumber(1))
    .option(
      "--hosts <number>",
      "hosts that have pages for most of the crawl (default: those of the seeds)",
      wholeNumber(1),
    )
    .option("--json", "print everything as JSON", false)
    .action(async (project, options) => {
      const { estimateCommand } = await import("../run/stack/estimate.ts");
      await estimateCommand(project, options);
    });
}

function addOverlap(program: Command<[], { stack?: true }>): void {
  program
    .command("overlap")
    .description("print the overlap of two runs: key phrases, relevant pages and their sites")
    .argument("<dir>", "directory of a run")
    .argument("<other>", "directory of another")
    .option("--top <number>", "key phrases listed and compared over time", wholeNumber(1), 300)
    .option("--json", "print everything as JSON", false)
    .action(async (directory, other, options) => {
      const { overlapText } = await import("../run/figures/overlap.ts");
      printResult(await overlapText(directory, other, options));
    });
}

function addSitemap(program: Command<[], { stack?: true }>): void {
  program
    .command("sitemap")
    .description(
      "print the page types that a run has found and what links where, also while it goes on",
    )
    .argument("<dir>", "directory of the run")
    .option("--examples", "name all example pages of a type", false)
    .option("--svg <file>", "draw them into this file, too")
    .option("--strategy-module <file>", STRATEGY_MODULE)
    .option("--json", "print everything as JSON", false)
    .addHelpText("after", SITEMAP_HELP)
    .action(async (directory, options) => {
      const { sitemapText } = await import("./sitemap/sitemap.ts");
      printResult(await sitemapText(directory, options));
    });
}

function addExport(program: Command<[], { stack?: true }>): void {
  program
    .command("export")
    .description("write a run's pages with text, labels, scores, reasons and provenance")
    .argument("<dir>", "directory of the run")
    .option("--format <format>", "jsonl, csv, parquet, warc, wacz or records")
    .option("--out <file>", "the file to write, or - for standard output (default)")
    .option("--text <form>", "the main texts of a table: plain (default) or markdown")
    .option("--all-columns", "with the columns on the crawl's own work, too", false)
    .addOption(relevantOption("relevant pages only"))
    .addOption(targetsOption())
    .addOption(cutOption())
    .addOption(minScoreOption())
    .option("--posts", "write the posts and comments on the pages instead, a row a post", false)
    .option("--all-copies", "with --posts: a row for each page that shows a post", false)
    .option(
      "--reserved",
      "only the pages that other exports leave out: their sites reserve them against the project's purpose",
      false,
    )
    .option(
      "--redact [country]",
      "replace e-mail addresses and phone numbers in texts by marks; with a country such as DE also its national numbers",
      countryName,
    )
    .option(
      "--croissant <file>",
      "write a dataset card of the exported file, too, as Croissant JSON-LD",
    )
    .option(
      "--explain",
      "write the URLs without a page instead: state and rule of each, as JSON lines",
      false,
    )
    .option(
      "--bom",
      "begin a CSV file with a byte order mark, so that Excel reads it as UTF-8",
      false,
    )
    .option("--seeds", "write what became of each seed instead, as jsonl or csv", false)
    .option("--sites", "write the figures of each site instead, as jsonl or csv", false)
    .option(
      "--model",
      "write what the crawl learnt instead, as JSON that other programs score pages and links with",
      false,
    )
    .addHelpText("after", EXPORT_HELP)
    .action(async (directory, { relevant: targets, ...options }) => {
      const { exportCommand } = await import("../run/export/export.ts");
      await exportCommand(directory, { ...options, targets });
    });
}

function addWhy(program: Command<[], { stack?: true }>): void {
  program
    .command("why")
    .description(
      "print how a run discovered a URL, its predicted and its actual score, and the reasons",
    )
    .argument("<dir>", "directory of the run")
    .argument("<url>", "a URL that the run has discovered")
    .option("--strategy-module <file>", STRATEGY_MODULE)
    .option("--json", "print everything as JSON", false)
    .action(async (directory, url, options) => {
      const { whyText } = await import("./why.ts");
      printResult(await whyText(directory, url, options));
    });
}

function addOntologyCommands(program: Command<[], { stack?: true }>): void {
  const ontology = program
    .command("ontology")
    .description("import ontologies and look topics up in them");

  ontology
    .command("import")
    .description("index an ontology under ontologies/, so that project files can name it")
    .argument(
      "<file>",
      "MeSH, OBO, SKOS, a concept list, or a folder of UMLS; packed with gzip or not",
    )
    .option("--name <name>", "name to look it up by (default: the file's)")
    .option("--format <format>", "format of the file (default: as its content or name tells)")
    .option("--json", "print the imported and the skipped entries as JSON", false)
    .action(async (file, options) => {
      const { importCommand } = await import("./ontology/ontology.ts");
      await importCommand(file, options);
    });

  ontology
    .command("show")
    .description("print the terms that an ontology ties to a topic, the strongest first")
    .argument("<ontology>", "name of an imported ontology, or an ontology file")
    .argument("<topic...>", "a term of the ontology, or an id")
    .option("--reach <steps>", "steps taken through the ontology", wholeNumber(0), 2)
    .option("--json", "print them as JSON", false)
    .action(async (name, words, options) => {
      const { showCommand } = await import("./ontology/ontology-show.ts");
      await showCommand(name, words.join(" "), options);
    });

  ontology
    .command("list")
    .description("list the ontologies imported here")
    .option("--json", "print them as JSON", false)
    .action(async (options) => {
      const { listCommand } = await import("./ontology/ontology.ts");
      listCommand(options);
    });
}

function addPathsCommands(program: Command<[], { stack?: true }>, ending: Ending): void {
  const paths = program
    .command("paths")
    .description("mark the click paths that lead to relevant pages");

  paths
    .command("record")
    .description("turn the URLs that a user clicked into click paths for need.paths")
    .argument("<clicks>", "file with the URLs in the order of the clicks, or - for standard input")
    .addOption(webOption("look the pages up in this recording"))
    .option(
      "--project <file>",
      "project file whose politeness and scope.dropParameters hold; the live web needs its contact",
    )
    .option("--out <file>", "the file to write (default: standard output)")
    .addHelpText("after", PATHS_HELP)
    .action(async (clicks, options) => {
      const { pathsRecordCommand } = await import("./paths/paths.ts");
      await pathsRecordCommand(clicks, options);
    });

  paths
    .command("train")
    .description("learn from the click paths of a project and keep it as a model for other sites")
    .argument("<project>", "project file (YAML) with need.paths and strategy link-distance")
    .requiredOption("--out <file>", "the model file to write")
    .addOption(webOption("look the pages up in this recording"))
    .option("--json", "print the summary as JSON", false)
    .addHelpText("after", TRAIN_HELP)
    .action(async (project, options) => {
      const { pathsTrainCommand } = await import("./paths/paths-train.ts");
      ending.code = await pathsTrainCommand(project, options);
    });
}

function addDemo(program: Command<[], { stack?: true }>): void {
  program
    .command("demo")
    .description("crawl a generated web on this machine with two strategies, in under a minute")
    .option("--pages <number>", "pages per crawl", wholeNumber(1), 300)
    .option("--seed <number>", "seed of the generated web and of the crawls", wholeNumber(0), 1)
    .option("--out <dir>", "keep the runs in this directory")
    .option(
      "--record <dir>",
      "crawl nothing: write the generated web here as a recording, with its truth",
    )
    .action(async (options) => {
      const { demoCommand } = await import("./demo.ts");
      await demoCommand(options);
    });
}

const COMMANDS = {
  compare: "crawl the same recorded web with several strategies",
  bench: "crawl tasks by several methods, and compare with results of other versions and people",
  leaderboard: "show files of bench results beside each other, the best method of each task first",
  detect: "learn to detect pages of a type",
};

/** Adds the commands of `peers`, which are loaded when they are run. */
function addPeerCommands(program: Command<[], { stack?: true }>): void {
  for (const [name, description] of Object.entries(COMMANDS)) {
    program
      .command(name)
      .description(description)
      .argument("[arguments...]", `see dowser ${name} --help`)
      .allowUnknownOption()
      .helpOption(false)
      .action(async (args) => runPeerCommand(name, args));
  }
}

async function runPeerCommand(name: string, args: readonly string[]): Promise<void> {
  const { peersModule } = await import("../project/peers-folder.ts");
  const commands = peersModule("commands/bench-commands");
  if (commands === undefined) throw fail("no-peers", { name });
  const { benchProgram }: { readonly benchProgram: () => Pick<Command, "parseAsync"> } =
    await import(commands);
  await benchProgram().parseAsync([name, ...args], { from: "user" });
}
