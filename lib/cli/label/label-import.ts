import { systemClock } from "../../adapters/system-clock.ts";
import { type LabelSource, labelOfWord } from "../../domain/methods/label-need.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { addLabels, labelledRun, pageFinder } from "../../run/judge/named-pages.ts";
import { printResult } from "../../run/print/print-line.ts";
import { describeLabels } from "./label.ts";
import {
  decodeTable,
  headingsOf,
  type LabelRow,
  listedRows,
  readLabelFile,
  tableRows,
} from "./label-rows.ts";

/** Most rows of one kind that are printed; `--json` has all. */
const MAX_PRINTED = 5;

/** The options of the command line. */
export interface LabelImportOptions {
  /** The label of all URLs, for a list of them. */
  readonly as?: string | undefined;
  /** Other headings, each as `part=heading`. */
  readonly column: readonly string[];
  /** Who gave the labels, where the file does not say so; `import` when nobody says. */
  readonly source: LabelSource;
  readonly json: boolean;
}

/** What became of the rows of a file of labels: each row is in exactly one of the lists. */
interface ImportedLabels {
  readonly labels: readonly PageLabel[];
  /** Rows whose page has the same label in a row before. */
  readonly repeated: readonly string[];
  /** Rows without a label. */
  readonly unlabelled: readonly string[];
  /** Rows whose page the run has not, as the file spells them. */
  readonly unknown: readonly string[];
  /** Rows whose page has different labels in the file: none of them is taken. */
  readonly contradicting: readonly string[];
}

/**
 * Runs `dowser label import`: labels stored pages by a table or a list of URLs; a crawl may be
 * running in the directory.
 */
export async function labelImportCommand(
  directory: string,
  file: string,
  options: LabelImportOptions,
): Promise<void> {
  const bytes = await readLabelFile(file);
  printResult(await labelImportText(directory, bytes, options));
}

/**
 * Adds the labels of a file to those of a run, and returns a report of what was taken.
 * @throws DowserError `no-run`, `bad-label-file`, and the error of a strategy that cannot use the
 * need
 */
export async function labelImportText(
  directory: string,
  bytes: Uint8Array,
  { as, column, source, json }: LabelImportOptions,
): Promise<string> {
  const rows = rowsOf(decodeTable(bytes), as, column);
  const run = readRun(directory);
  try {
    const labelled = labelledRun(directory, run);
    const imported = await sortRows(rows, pageFinder(labelled), { at: systemClock.now(), source });
    if (imported.labels.length > 0) await addLabels(labelled, imported.labels);
    return json ? JSON.stringify({ directory, ...imported }) : describeImport(imported);
  } finally {
    await run.close();
  }
}

function rowsOf(
  content: string,
  as: string | undefined,
  column: readonly string[],
): readonly LabelRow[] {
  const label = as === undefined ? undefined : labelOfWord(as);
  if (as !== undefined && label === undefined) throw fail("bad-label/as", { as });
  const rows =
    label === undefined ? tableRows(content, headingsOf(column)) : listedRows(content, label);
  if (rows.length === 0) throw fail("bad-label-file/empty");
  return rows;
}

async function sortRows(
  rows: readonly LabelRow[],
  find: (text: string) => Promise<Url | undefined>,
  given: GivenAt,
): Promise<ImportedLabels> {
  const unlabelled: string[] = [];
  const unknown: string[] = [];
  const said = new Map<Url, LabelRow[]>();
  for (const row of rows) {
    if (row.label === undefined) {
      unlabelled.push(row.text);
      continue;
    }
    const url = canonicalUrl(row.text).ok ? await find(row.text) : undefined;
    if (url === undefined) unknown.push(row.text);
    else said.set(url, [...(said.get(url) ?? []), row]);
  }
  const [repeated, contradicting]: [string[], string[]] = [[], []];
  const labels: PageLabel[] = [];
  for (const [url, [first, ...others]] of said) {
    if (first?.label === undefined) continue;
    const all = [first, ...others].map(({ text }) => text);
    if (others.some(({ label }) => label !== first.label)) contradicting.push(...all);
    else {
      labels.push(labelOf(url, first.label, first, given));
      repeated.push(...all.slice(1));
    }
  }
  return { labels, repeated, unlabelled, unknown, contradicting };
}

/** When the labels are taken, and who gave those whose row does not say so. */
interface GivenAt {
  readonly at: number;
  readonly source: LabelSource;
}

function labelOf(
  url: Url,
  label: number,
  { note, by, ...row }: LabelRow,
  given: GivenAt,
): PageLabel {
  const source = row.source ?? given.source;
  return {
    at: given.at,
    url,
    label,
    ...(by !== undefined && { by }),
    ...(note !== undefined && { note }),
    ...(source !== "person" && { source }),
  };
}

function describeImport({ labels, ...left }: ImportedLabels): string {
  const taken = labels.length === 0 ? "labelled: nothing" : describeLabels(labels);
  const lines = [
    listed("the run has no such page", left.unknown),
    listed("relevant and irrelevant in one file, not taken", left.contradicting),
    listed("without a label", left.unlabelled),
    listed("repeated", left.repeated),
  ];
  return [taken, ...sourceLines(labels), ...lines.flat()].join("\n");
}

/** Says of labels that count for no person's how people's are imported. */
function sourceLines(labels: readonly PageLabel[]): readonly string[] {
  const unsaid = labels.filter(({ source }) => source === "import").length;
  if (unsaid === 0) return [];
  return [
    `${unsaid} of them teach, and count in no figure of people: nobody said who gave them (--source person, or a column labelSource)`,
  ];
}

function listed(what: string, texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return [];
  const shown = texts.slice(0, MAX_PRINTED).map((text) => `  ${safeText(text)}`);
  const rest = texts.length - shown.length;
  return [`${what}: ${texts.length}`, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}
