import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  deleteSearchIndex,
  isIndexBusy,
  isIndexDamaged,
  openSearchIndex,
} from "../../adapters/sqlite/search-index.ts";
import type { UrlTest } from "../../domain/frontier/scope.ts";
import { jsonIn } from "../../domain/json.ts";
import { canonicalUrl, hostOf } from "../../domain/web/url/canonical-url.ts";
import { fail } from "../../errors.ts";
import {
  emptiedResults,
  needWithout,
  type Row,
  takenBack,
  withoutQuotes,
  withoutTexts,
} from "../../features/forget/forgotten-texts.ts";
import { needText } from "../../project/need-text.ts";
import { isFile, RUN_FILES, writeRunFile } from "../../run/folder/run-database.ts";
import { loadFoundSeeds, loadNeed } from "../../run/folder/run-inputs.ts";
import { filesOfSamples } from "../../run/judge/sample-file.ts";
import { EXAMPLES } from "../../workbench/host/kept-examples.ts";

/** What the files of a run beside its database and its pages have of forgotten pages. */
export interface ForgottenTexts {
  /** Labels that are taken back, with their notes. */
  readonly labels: number;
  /** Example pages of the need, and pages of the run that the workbench keeps as examples. */
  readonly examples: number;
  /** Titles, extracts and notes of samples, seeds and answers of search engines; pages in full-text indexes. */
  readonly texts: number;
}

/**
 * Removes what the files of a run have of pages: labels, example pages, and texts. Each file is
 * replaced as a whole. URLs stay, so that counts do; so does the number of label entries, by which a crawl knows
 * which it has seen. `isDry` only counts.
 */
export function forgetInFiles(
  directory: string,
  isForgotten: UrlTest,
  { isDry }: { readonly isDry: boolean },
): ForgottenTexts {
  const named = (value: unknown): boolean => {
    const parsed = canonicalUrl(typeof value === "string" ? value : "");
    return parsed.ok && isForgotten(parsed.url, hostOf(parsed.url));
  };
  const of = ({ url }: Row) => named(url);
  const samples = filesOfSamples(directory);
  const lines = (file: string, change: (row: Row) => Row | undefined) =>
    changeLines(file, change, { isDry });
  const all = (files: readonly string[], change: (row: Row) => Row | undefined) =>
    files.reduce((sum, file) => sum + lines(file, change), 0);
  // The next look judges what is left.
  if (!isDry) rmSync(join(directory, RUN_FILES.look), { force: true });
  const labels = changeLines(
    join(directory, RUN_FILES.labels),
    (row) => (of(row) ? takenBack(row) : undefined),
    // One entry more than the crawl has seen: it trains again without the label.
    { isDry, repeatsLast: true },
  );
  const texts =
    eraseFromIndexes(directory, named, isDry) +
    all(
      samples.map(([file]) => file),
      (row) => (of(row) && row["title"] !== "" ? { ...row, title: "" } : undefined),
    ) +
    all(
      samples.map(([, file]) => file),
      (row) => (of(row) && "note" in row ? { ...row, note: undefined } : undefined),
    ) +
    lines(join(directory, RUN_FILES.assessments), (row) =>
      of(row) ? withoutQuotes(row) : undefined,
    ) +
    lines(join(directory, RUN_FILES.log), (event) => withoutTexts(event, of)) +
    forgetFoundSeeds(join(directory, RUN_FILES.seeds), named, isDry);
  const examples =
    forgetExamples(join(directory, RUN_FILES.need), named, isDry) +
    forgetKept(directory, named, isDry);
  return { labels, examples, texts };
}

/** Time that a search which reads pages is waited for, in ms: between two commits there is room for others. */
const INDEX_WAIT_MS = 30_000;

/**
 * Removes pages from the full-text indexes of a run, so that no byte of them tells of their texts; returns how many.
 * @throws DowserError `search-is-at-work`
 */
function eraseFromIndexes(
  directory: string,
  isErased: (url: string) => boolean,
  isDry: boolean,
): number {
  let erased = 0;
  for (const name of [RUN_FILES.search, RUN_FILES.searchPosts]) {
    const file = join(directory, name);
    if (!existsSync(file)) continue;
    try {
      erased += eraseFrom(file, isErased, isDry);
    } catch (error) {
      if (!isIndexDamaged(error))
        throw isIndexBusy(error) ? fail("search-is-at-work", { file }, error) : error;
      // An index is made again of what the run has.
      if (!isDry) deleteSearchIndex(file);
    }
  }
  return erased;
}

function eraseFrom(file: string, isErased: (url: string) => boolean, isDry: boolean): number {
  const index = openSearchIndex(file, { waitMs: INDEX_WAIT_MS });
  try {
    return isDry ? [...index.urls()].filter(isErased).length : index.erase(isErased);
  } finally {
    index.close();
  }
}

/**
 * Changes lines of JSON; returns how many. A line that a crash cut short stays as it is. The last
 * changed one may be added once more at the end.
 */
export function changeLines(
  file: string,
  change: (row: Row) => Row | undefined,
  { isDry, repeatsLast = false }: { readonly isDry: boolean; readonly repeatsLast?: boolean },
): number {
  if (!existsSync(file)) return 0;
  let count = 0;
  let last = "";
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => {
      const row = rowOf(line);
      const changed = row && change(row);
      if (changed === undefined) return line;
      count += 1;
      last = JSON.stringify(changed);
      return last;
    });
  if (count === 0 || isDry) return count;
  const text = lines.join("\n");
  const added = repeatsLast ? `${text.endsWith("\n") ? "" : "\n"}${last}\n` : "";
  writeRunFile(file, text + added);
  return count;
}

function rowOf(line: string): Row | undefined {
  const value = jsonIn(line);
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}

/**
 * Deletes pages of the run that the workbench of its folder keeps as examples: files that say, as browsers
 * write it, where they were saved from.
 */
function forgetKept(directory: string, named: (url: unknown) => boolean, isDry: boolean): number {
  const run = resolve(directory);
  const folder = join(dirname(dirname(run)), EXAMPLES, basename(run));
  if (basename(dirname(run)) !== "runs" || !existsSync(folder)) return 0;
  const found = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => isFile(file) && named(SAVED_FROM.exec(readFileSync(file, "utf8"))?.[1]));
  for (const file of isDry ? [] : found) rmSync(file);
  return found.length;
}

const SAVED_FROM = /^\uFEFF?<!-- saved from url=\(\d+\)(\S+) -->/;

function forgetFoundSeeds(file: string, named: (url: unknown) => boolean, isDry: boolean): number {
  const seeds = loadFoundSeeds(file);
  const found = seeds && emptiedResults(seeds.found, ({ url }) => named(url));
  if (seeds === undefined || found === undefined) return 0;
  if (!isDry) writeRunFile(file, `${JSON.stringify({ ...seeds, found }, undefined, 2)}\n`);
  return seeds.found.filter((seed, index) => seed !== found[index]).length;
}

function forgetExamples(file: string, named: (url: unknown) => boolean, isDry: boolean): number {
  const kept = loadNeed(file);
  if (kept === undefined) return 0;
  const { need, count } = needWithout(kept, named);
  if (count > 0 && !isDry) writeRunFile(file, needText(need));
  return count;
}
