import type { Command } from "@commander-js/extra-typings";
import type { Ending } from "../run/print/print-error.ts";
import {
  cutOption,
  minScoreOption,
  relevantOption,
  STRATEGY_MODULE,
  targetsOption,
  wholeNumber,
} from "./options.ts";

/** Help text on what is sent, and what the answers are. */
const ASSESS_HELP = `
Sent are title, headings, the beginning of the main text and the text of the link, without e-mail addresses and
phone numbers; never pages whose sites reserve them (content-signal: ai-input=no, tdm-reservation), pages behind a
session, or forgotten ones. Each answer is kept at once in assessments.jsonl: nobody is asked twice.

The answers are a machine's. They count in no figure of people. "dowser sample" draws by them, so that few verdicts
of yours say how many pages are relevant (docs/assessor.md).

  dowser assess --words
  dowser assess runs/bees --dry-run
  dowser assess runs/bees --project bees.yaml --yes
  dowser judge runs/bees`;

/** Help text on the samples that there are. */
const SAMPLE_HELP = `
"dowser judge" asks about it, with --relevant "dowser judge --relevant", which draw one of a hundred pages if nobody drew one.
With --queued nothing is fetched: open each URL in a browser, and press y or n. Fifty keys bound how many relevant pages are left in the queue.

  dowser sample runs/bees --queued && dowser judge runs/bees --sample runs/bees/queued.jsonl`;

/** Help text on how verdicts are given and used. */
const JUDGE_HELP = `
Keys: y relevant, n not relevant, s skip, b back to the page before, q quit. Each verdict is saved at once beside
the sample, in NAME.verdicts.jsonl; the same command continues with the other pages. Verdicts train
the crawl nothing: what it learned from could not measure it any more. A run without a sample gets one of
a hundred pages, of which the first fifty state how many are relevant, and the others narrow it.

With --relevant the pages are those that an export has: fifty keys say how many of them are relevant.

  dowser judge runs/bees
  dowser judge runs/bees --relevant

--labels takes JSON lines {"url": ..., "label": "relevant"}; labels are relevant, irrelevant or a number in [0,1].
A line whose "source" is a machine's (assessor, import) is no verdict, and left out.`;

/** Help text on which pages are called relevant. */
const CUT_HELP = `
The cut is kept in the run, as cut.json: status, report, exports, samples and the workbench go by it. Shares of relevant
pages are by people where ten or more of the pages have a verdict, on a random sample first, and else predicted.

  dowser cut runs/bees
  dowser cut runs/bees --min-score 0.34
  dowser cut runs/bees --cut clean`;

/** Help text on what an audit checks. */
const AUDIT_HELP = `
conservation  each URL in exactly one state; frontier, records, stored pages and quotas agree; no link of a
              stored page is missing
warc          each stored page is readable by a reader that shares no code with the writer, its digests hold,
              and it is the page of its record
politeness    (live web) each host had its crawl delay between requests, and its robots.txt file of that
              time allowed every fetch
replay        (recorded web) the same project on the same recording makes the same decisions
assessor      it was asked about pages of the run that nobody reserves, each question has one answer, and each of its
              labels is one

Exit code 0: nothing found; 1: each violation is a line.`;

/** Pages judged in a sitting; what estimates from them need not load for the help. */
const KEYS = 50;

/** Adds the commands that measure a run and check its correctness. */
export function addQualityCommands(program: Command<[], { stack?: true }>, ending: Ending): void {
  addAssess(program, ending);
  addSample(program);
  addJudge(program);
  addCut(program);
  addAudit(program, ending);
}

function addAssess(program: Command<[], { stack?: true }>, ending: Ending): void {
  program
    .command("assess")
    .description("ask a language model of your choice about the pages of a run, within a limit")
    .argument("[dir]", "directory of the run")
    .option(
      "--project <file>",
      "your project file, whose section assessor says whom to ask",
      "project.yaml",
    )
    .option("--pages <number>", "most pages of the run, instead of the file's", wholeNumber(1))
    .option("--words", "ask about no page, and only for words of a longer topic", false)
    .option("--dry-run", "say what would be sent and what it would cost, and send nothing", false)
    .option("--yes", "do not ask before pages are sent", false)
    .option("--json", "print the result as JSON", false)
    .addHelpText("after", ASSESS_HELP)
    .action(async (directory, options) => {
      const { assessCommand } = await import("./assess.ts");
      ending.code = await assessCommand(directory, options);
    });
}

function addSample(program: Command<[], { stack?: true }>): void {
  program
    .command("sample")
    .description("draw pages of a run at random, to be judged by a person")
    .argument("<dir>", "directory of the run")
    .option("--n <pages>", "pages drawn (default: 200; of queued URLs 50)", wholeNumber(1))
    .option("--seed <number>", "random seed", wholeNumber(0), 1)
    .option(
      "--out <file>",
      "the file to write (default: sample.jsonl in the run; of relevant pages exported.jsonl, of queued URLs queued.jsonl)",
    )
    .addOption(relevantOption("only pages that are called relevant, as an export has them"))
    .addOption(targetsOption())
    .option("--queued", "URLs that are queued, to say how many of them may be relevant", false)
    .option("--json", "print the sample as JSON", false)
    .addHelpText("after", SAMPLE_HELP)
    .action(async (directory, { relevant: targets, ...options }) => {
      const { sampleCommand } = await import("../run/judge/sample.ts");
      await sampleCommand(directory, { n: undefined, out: undefined, ...options, targets });
    });
}

function addJudge(program: Command<[], { stack?: true }>): void {
  program
    .command("judge")
    .description("judge pages of a run by single keys, and print how many are relevant")
    .argument("<sample>", "the directory of a run, or its sample")
    .option("--sample <file>", "the sample, where a run is named (default: sample.jsonl in it)")
    .addOption(relevantOption("the sample of the pages that are called relevant"))
    .addOption(targetsOption())
    .option("--labels <file>", "take the verdicts of this file, and ask nothing")
    .option("--n <pages>", "most pages that are asked about", wholeNumber(1), KEYS)
    .option("--json", "print the precision as JSON", false)
    .addHelpText("after", JUDGE_HELP)
    .action(async (named, { relevant: targets, ...options }) => {
      const { judgeCommand } = await import("./sample/judge.ts");
      await judgeCommand(named, { ...options, targets });
    });
}

function addCut(program: Command<[], { stack?: true }>): void {
  program
    .command("cut")
    .description("show what each cut would call relevant, and keep one for all figures and exports")
    .argument("<dir>", "directory of the run")
    .addOption(cutOption())
    .addOption(minScoreOption())
    .option("--reset", "forget the cut that was kept: the project decides", false)
    .option("--json", "print the cuts as JSON", false)
    .addHelpText("after", CUT_HELP)
    .action(async (directory, options) => {
      const { cutCommand } = await import("../run/figures/cut.ts");
      await cutCommand(directory, options);
    });
}

function addAudit(program: Command<[], { stack?: true }>, ending: Ending): void {
  program
    .command("audit")
    .description("check that a run lost and doubled nothing, and was polite")
    .argument("<dir>", "directory of the run")
    .option("--no-replay", "do not crawl the recording again, which takes as long as the crawl")
    .option("--strategy-module <file>", STRATEGY_MODULE)
    .option("--json", "print the findings as JSON", false)
    .addHelpText("after", AUDIT_HELP)
    .action(async (directory, options) => {
      const { auditCommand } = await import("./audit/audit.ts");
      ending.code = await auditCommand(directory, options);
    });
}
