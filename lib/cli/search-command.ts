import type { Command } from "@commander-js/extra-typings";
import { relevantOption, share, targetsOption, wholeNumber } from "./options.ts";

/** Help text on how a query is written. */
const SEARCH_HELP = `
Searched are titles, main texts and, with --posts, the posts of threads and their authors' names, best first (BM25).
All words are required; upper and lower case, and accents, are the same.

  vaccine school        both words        "herd immunity"    this phrase
  measles OR rubella    one of the two    vaccin*            words that begin so
  measles -history      without the word

Quote a query that has - or quotation marks, as your shell takes them for itself: 'measles -history'.

In scripts without spaces (Chinese, Japanese, Thai …) a word is found anywhere in the text. Words have the form in which they
are written: vaccine does not find vaccines, vaccine* does.

The first search of a run reads its stored pages, some 100 to 300 a second, into search.sqlite in its directory; later ones
read what is new. Ctrl-C keeps what is read.

  dowser search runs/bees "varroa treatment" --relevant
  dowser search runs/forum '"oil leak" -diesel' --posts --since 2025-01-01 --json`;

/** Adds `dowser search`. */
export function addSearchCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("search")
    .description(
      "search the texts of a run's pages, or of the posts on them, also while it is crawled",
    )
    .argument("<dir>", "directory of the run")
    .argument("<query...>", 'words, "phrases", -without, OR, prefix*')
    .option("--posts", "search the posts on the pages instead, each by itself", false)
    .addOption(relevantOption("relevant pages only"))
    .addOption(targetsOption())
    .option("--min-score <score>", "only pages with at least this score, from 0 to 1", share)
    .option("--type <type>", "only pages of this type")
    .option("--host <host>", "only pages of this host and its subdomains")
    .option("--language <tag>", "only pages in this language, such as de")
    .option("--since <day>", "only pages fetched, or posts written, from this day on")
    .option("--limit <number>", "most results", wholeNumber(1), 20)
    .option("--json", "print the results as JSON", false)
    .addHelpText("after", SEARCH_HELP)
    .action(async (directory, words, { relevant: targets, ...options }) => {
      const { searchCommand } = await import("./search.ts");
      await searchCommand(directory, words, { ...options, targets });
    });
}
