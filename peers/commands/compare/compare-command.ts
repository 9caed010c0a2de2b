/** The words and options of `dowser compare`. */
import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { collect, wholeNumber } from "../../../lib/cli/options.ts";

/** Help text on how the figures are computed. */
const COMPARE_HELP = `
Each strategy crawls the same web with the same budget, once a project and seed. With several seeds or
projects the table has means with 95 % intervals, and the differences to the reference, paired by seed (by
project where there are several).

--oracle adds two rows: a greedy crawl that knows the truth, which can be made and need not be the best;
and a bound that no crawl along the recorded links can pass.

--against takes the pages of a finished run as the web. Without --truth its own verdicts are the truth, or
its labels: what that crawl did not fetch is not known to anyone.`;

/** Adds the command that compares strategies. */
export function addCompareCommand(program: Command): void {
  const none: readonly string[] = [];
  program
    .command("compare")
    .description("crawl the same recorded web with several strategies")
    .argument("<projects...>", "project files (YAML); more than one are repetitions")
    .option("--web <path>", "recording (WARC file or folder); may be repeated", collect, none)
    .addOption(
      new Option("--against <dir>", "take the pages of this run as the recording").conflicts("web"),
    )
    .requiredOption(
      "--strategies <list>",
      "names or ./modules.ts, with options: breadth-first,source:goal=target",
    )
    .requiredOption("--budget <pages>", "pages per crawl", wholeNumber(1))
    .option("--seed <number>", "random seed (default: the project's)", wholeNumber(0))
    .addOption(
      new Option("--seeds <list>", "repeat with each of these: 1..10 or 1,2,5")
        .argParser(parseSeedList)
        .conflicts("seed"),
    )
    .option("--reference <name>", "compare the others with this strategy (default: the first)")
    .option("--oracle", "add the curves of oracle crawls, which know the truth", false)
    .option("--called", "add figures of the pages that each crawl calls relevant in the end", false)
    .option(
      "--truth <file>",
      "JSON lines with the truth about pages; may be repeated",
      collect,
      none,
    )
    .option(
      "--target <rule>",
      "field=value[,value]: the lines of the truth that are targets; once, or once a project",
      collect,
      none,
    )
    .addOption(
      new Option("--own-truth <judge>", "of --against without --truth: who says what is relevant")
        .choices(["verdicts", "labels"] as const)
        .default("verdicts" as const),
    )
    .option("--json <file>", "write the result to this file")
    .option("--svg <file>", "draw the curves of relevant pages into this file")
    .option("--markdown <file>", "write the tables to this file as Markdown")
    .option("--latex <file>", "write the tables to this file as LaTeX (needs its package graphicx)")
    .addHelpText("after", COMPARE_HELP)
    .action(async (projects, options) => {
      const { compareCommand } = await import("./compare.ts");
      await compareCommand(projects, { ...ABSENT, ...options });
    });
}

/** Values for the options that commander leaves out when the user does not give them. */
const ABSENT = {
  against: undefined,
  seed: undefined,
  seeds: undefined,
  reference: undefined,
  json: undefined,
  svg: undefined,
  markdown: undefined,
  latex: undefined,
};

/** Most seeds accepted: each takes a crawl by every strategy. */
const MOST_SEEDS = 1_000;

/**
 * Reads `1..10`, `1,2,5` or both, as in `1..3,7`: whole numbers from 0, each once, in their order.
 */
export function parseSeedList(text: string): number[] {
  const seeds = new Set<number>();
  for (const part of text.split(",")) {
    const [, from = "", to = from] = /^(\d+)(?:\.\.(\d+))?$/.exec(part.trim()) ?? [];
    const [first, last] = [Number(from), Number(to)];
    const isRange = from !== "" && Number.isSafeInteger(last) && first <= last;
    if (!isRange) throw new InvalidArgumentError("expected seeds like 1..10 or 1,2,5.");
    if (seeds.size + last - first >= MOST_SEEDS)
      throw new InvalidArgumentError(`expected at most ${MOST_SEEDS} seeds.`);
    for (let seed = first; seed <= last; seed += 1) seeds.add(seed);
  }
  return [...seeds];
}
