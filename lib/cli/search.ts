import { relevanceWord } from "../domain/methods/label-need.ts";
import { safeText } from "../domain/text/safe-text.ts";
import { fail } from "../errors.ts";
import { counted } from "../evaluation/report/figure-text.ts";
import { printNotice, printResult } from "../run/print/print-line.ts";
import { onInterrupt } from "../run/print/terminal.ts";
import {
  type SearchAnswer,
  type SearchFilter,
  type SearchResult,
  searchRun,
} from "../run/search/search-run.ts";
import type { IndexProgress } from "../run/search/update-index.ts";

/** The options of the command line. */
interface SearchCommandOptions extends Omit<SearchFilter, "since"> {
  readonly since?: string | undefined;
  readonly json: boolean;
}

/** Records between two lines of progress; fewer are read without a word. */
const PROGRESS_RECORDS = 500;

/**
 * Runs `dowser search`: prints the pages or posts of a run that have the words.
 * @throws DowserError as of `searchRun`
 */
export async function searchCommand(
  directory: string,
  words: readonly string[],
  { json, since, ...filter }: SearchCommandOptions,
): Promise<void> {
  const interrupt = new AbortController();
  const ignore = onInterrupt(() => interrupt.abort());
  const options = { ...filter, since: since === undefined ? undefined : timeOf(since) };
  const reading = { onProgress: progress(), signal: interrupt.signal };
  try {
    const answer = await searchRun(directory, words.join(" "), { ...options, ...reading });
    printResult(json ? JSON.stringify({ directory, ...answer }) : searchText(answer, options));
    for (const notice of noticesOn(answer, directory)) printNotice(notice);
  } finally {
    ignore();
  }
}

function timeOf(text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw fail("search-query/since", { text });
  return time;
}

/** Returns what says how far the reading is, from time to time. */
function progress(): (progress: IndexProgress) => void {
  let next = 0;
  return ({ done, of }) => {
    if (done < next || of - done < PROGRESS_RECORDS) return;
    next = done + PROGRESS_RECORDS;
    printNotice(`reading the texts of the run: ${done} of ${of} URLs`);
  };
}

/** Formats an answer for a terminal. */
export function searchText(
  { results, total, copies }: SearchAnswer,
  { posts }: SearchFilter,
): string {
  const all = posts === true ? counted(total, "post") : counted(total, "page");
  const left = copies === 0 ? "" : `; ${counted(copies, "copy", "copies")} left out`;
  const head = results.length < total ? `${results.length} of ${all}, best first${left}` : all;
  return [head, ...results.map((result) => resultText(result))].join("\n\n");
}

function resultText(result: SearchResult): string {
  const { url, title, score, isTarget, label, type, language, snippet, post } = result;
  const address = post?.id === undefined ? url : `${url}#${post.id}`;
  const facts = [
    `score ${score.toFixed(2)}`,
    isTarget ? "relevant" : "irrelevant",
    ...(label === undefined ? [] : [`labelled ${relevanceWord(label)}`]),
    ...(type === undefined ? [] : [type]),
    ...(language === undefined ? [] : [language]),
  ];
  const by =
    post === undefined ? [] : [[post.author, post.date, post.postId].filter(Boolean).join(", ")];
  const text = snippet.map((piece) => (piece.isMarked ? `*${piece.text}*` : piece.text)).join("");
  const lines = [title, address, ...by, facts.join(", "), text];
  return lines
    .filter((line) => line !== "")
    .map((line, index) => `${index === 0 ? "" : "  "}${safeText(line)}`)
    .join("\n");
}

function noticesOn(
  { unread, isComplete, isKept }: SearchAnswer,
  directory: string,
): readonly string[] {
  return [
    ...(isComplete
      ? []
      : [`not all pages of ${directory} are read yet: the same search reads the others`]),
    ...(unread === 0
      ? []
      : [
          `${counted(unread, "page")} of ${directory} cannot be read: dowser audit ${directory} says why; only the title is searched`,
        ]),
    ...(isKept
      ? []
      : [
          `nothing can be written in ${directory}: its texts were read for this search alone, and will be again for the next`,
        ]),
  ];
}
