import { type Command, Option } from "@commander-js/extra-typings";
import { LABEL_SOURCES } from "../domain/methods/label-need.ts";
import type { LabelQueue } from "../evaluation/label-queue.ts";
import { printResult } from "../run/print/print-line.ts";
import { collect, NONE, STRATEGY_MODULE, wholeNumber } from "./options.ts";

/** Help text on the keys of labels. */
const SCREEN_HELP = `
Keys: y relevant, n irrelevant, s skip, b back to the page before (its new label counts), q quit. Each label
is kept at once. A running crawl learns from ten of them at a time, and from fewer when none has come for five
seconds. Verdicts of "dowser judge" teach the crawl nothing: they are its test.

  dowser label runs/bees
  dowser label runs/bees --queue likely --search honey`;

/** Help text on files of labels. */
const IMPORT_HELP = `
Labels are relevant, irrelevant or a number from 0 to 1; an empty one says nothing. Commas, semicolons and
tabs separate columns. The crawl learns from labels; verdicts of "dowser judge" stay apart, as a test.

Figures of people count only labels of people: say so by --source person, or in a column labelSource
(person, assessor for a model's, agent or import).

  dowser label import runs/bees labels.csv
  dowser label import runs/bees relevant.txt --as relevant --source person
  dowser label import runs/bees sheet.csv --column url=Address --column label=Verdict`;

/** Help text on labels that are taken back. */
const REMOVE_HELP = `
A page without a label is judged by the model again. A label that replaced an earlier one takes that one
with it. A page that the project gives as an example is an example again.

  dowser label remove runs/bees https://example.org/
  dowser label remove runs/bees --by Ann
  dowser label remove runs/bees --from wrong.txt`;

/** Help text on how to read suggestions. */
const SUGGEST_HELP = `
"link" is the score that was predicted from the link alone, "page" the score of the page itself. One of the
two is wrong; a label says which, and both models learn from it.`;

/** The orders of pages to label; what puts pages into them need not load for the help. */
const QUEUES: readonly LabelQueue[] = ["uncertain", "likely", "random", "chance"];

/** Adds `dowser label` with its commands. */
export function addLabelCommands(program: Command<[], { stack?: true }>): void {
  const label = labelCommand(program);
  addScreen(label);
  addAdding(label);
  addRemoving(label);
  addLooking(label);
}

function labelCommand(program: Command<[], { stack?: true }>) {
  return program
    .command("label")
    .description(
      "label pages of a run as relevant or irrelevant: its models learn from the labels",
    );
}

type LabelCommand = ReturnType<typeof labelCommand>;

function addScreen(label: LabelCommand): void {
  label
    .command("screen", { isDefault: true })
    .description("show pages one by one and label each by a key: dowser label RUN")
    .argument("<dir>", "directory of the run")
    .addOption(
      new Option(
        "--queue <order>",
        "pages near the border, of high score, at random, or drawn by chance",
      )
        .choices(QUEUES)
        .default("uncertain"),
    )
    .option("--search <words>", "only pages with these words in title or URL")
    .option("--n <pages>", "pages shown at most", wholeNumber(1), 50)
    .option("--by <name>", "who gives the labels; kept with them")
    .addHelpText("after", SCREEN_HELP)
    .action(async (directory, options) => {
      const { labelScreenCommand } = await import("./label/label-screen.ts");
      await labelScreenCommand(directory, options);
    });
}

function addAdding(label: LabelCommand): void {
  label
    .command("add")
    .description(
      "label stored pages; a running crawl applies the labels within seconds, a paused one when it resumes",
    )
    .argument("<dir>", "directory of the run")
    .argument(
      "<words...>",
      "URLs, each group followed by its label: URL URL relevant URL irrelevant",
    )
    .option("--json", "print the added labels as JSON", false)
    .action(async (directory, words, options) => {
      const { labelAddText } = await import("./label/label.ts");
      printResult(await labelAddText(directory, words, options));
    });
  label
    .command("import")
    .description("label stored pages by a table, a list of URLs or a spreadsheet's export")
    .argument("<dir>", "directory of the run")
    .argument(
      "<file>",
      "CSV with the columns url, label, note, by and labelSource; or - for standard input",
    )
    .option(
      "--as <label>",
      "relevant or irrelevant: the file is a list of URLs, one a line, with this label",
    )
    .option(
      "--column <part=heading>",
      "another heading for url, label, note, by or source; may be repeated",
      collect,
      NONE,
    )
    .addOption(
      new Option("--source <who>", "who gave the labels, where no column says so")
        .choices(LABEL_SOURCES)
        .default("import"),
    )
    .option("--json", "print what was taken and what was not as JSON", false)
    .addHelpText("after", IMPORT_HELP)
    .action(async (directory, file, options) => {
      const { labelImportCommand } = await import("./label/label-import.ts");
      await labelImportCommand(directory, file, options);
    });
}

function addRemoving(label: LabelCommand): void {
  label
    .command("remove")
    .description("take labels back: of pages, or all that one person gave")
    .argument("<dir>", "directory of the run")
    .argument("[urls...]", "pages whose labels are removed")
    .option(
      "--from <file>",
      "a file with the URLs: one a line, or a column url; - for standard input",
    )
    .option("--by <name>", "only labels that this person gave; without URLs, all of them")
    .option("--json", "print what was removed as JSON", false)
    .addHelpText("after", REMOVE_HELP)
    .action(async (directory, urls, options) => {
      const { labelRemoveText } = await import("./label/label-remove.ts");
      printResult(await labelRemoveText(directory, urls, options));
    });
}

function addLooking(label: LabelCommand): void {
  label
    .command("list")
    .description("list the current labels, and whether the crawl has applied them yet")
    .argument("<dir>", "directory of the run")
    .option("--json", "print them as JSON", false)
    .action(async (directory, options) => {
      const { labelListText } = await import("./label/label-list.ts");
      printResult(await labelListText(directory, options));
    });
  label
    .command("suggest")
    .description(
      "list pages whose labels would help the crawl most: those its two estimators disagree on",
    )
    .argument("<dir>", "directory of the run")
    .option("--n <pages>", "pages listed at most", wholeNumber(1), 10)
    .option("--strategy-module <file>", STRATEGY_MODULE)
    .option("--json", "print them as JSON", false)
    .addHelpText("after", SUGGEST_HELP)
    .action(async (directory, options) => {
      const { labelSuggestText } = await import("./label/label-suggest.ts");
      printResult(await labelSuggestText(directory, options));
    });
}
