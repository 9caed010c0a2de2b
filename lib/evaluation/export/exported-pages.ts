/** The pages of an export, each with its text, its title and its language. */
import { ownTitle } from "../../domain/page/host-repeats.ts";
import {
  type LanguageDetector,
  withDetectedLanguage,
} from "../../domain/page/language/page-language.ts";
import { pageMarkdown } from "../../domain/page/markdown.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { withoutRepeated } from "../../domain/page/view-parts.ts";
import { urlOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { ExportedPage } from "./page-columns.ts";
import { knownPages, learnRepeats, type Repeats } from "./run-repeats.ts";
import type { TextForm } from "./text-form.ts";

/** Returns the stored page of a URL, and its HTML; `undefined` when none is stored, or a file. */
export type PageOf = (
  url: Url,
) => Promise<{ readonly html: string; readonly view: PageView } | undefined>;

/** What the rows of an export are made of. */
interface ExportSources {
  /** The records that are exported. */
  readonly selected: AsyncIterable<PageRecord>;
  /** All records of the crawl: they show what hosts repeat. */
  readonly records: Pick<RecordStore, "list">;
  readonly pageOf: PageOf;
  /** Most pages that are read for what hosts repeat alone; no limit if absent. */
  readonly mostLearnt?: number;
  readonly textForm: TextForm;
  /** Loads what tells languages, with the first page that declares none; `undefined` where that is not installed. */
  readonly detector: () => Promise<LanguageDetector | undefined>;
  readonly labels: ReadonlyMap<Url, PageLabel>;
  readonly verdicts: ReadonlyMap<Url, PageLabel>;
  /** What an assessor said of pages; absent where none was asked. */
  readonly assessments?: ReadonlyMap<Url, NonNullable<ExportedPage["assessment"]>> | undefined;
}

/**
 * Reads the pages among some records, in their order, one after the other: only one page's text is in memory. What the
 * host repeats is left out of texts and titles, and the language of a page that declares none is told by its text.
 */
export async function* exportedPages({
  selected,
  records,
  pageOf,
  mostLearnt,
  textForm,
  detector,
  labels,
  verdicts,
  assessments,
}: ExportSources): AsyncIterable<ExportedPage> {
  const viewOf = async (url: Url) => (await pageOf(url))?.view;
  const repeatsOf = await learnRepeats(knownPages(records), viewOf, mostLearnt);
  let loading: ReturnType<typeof detector> | undefined;
  const reading = { pageOf, textForm, detector: () => (loading ??= detector()) };
  for await (const record of selected) {
    const { url, host, page } = record;
    if (page === undefined) continue;
    const given = { label: labels.get(url), verdict: verdicts.get(url) };
    const people = { ...given, assessment: assessments?.get(url) };
    const repeats = repeatsOf(host);
    const { title, language, languageBy } = page;
    const said = { title, text: undefined, language, languageBy };
    if (page.file !== undefined) yield { record, page, ...said, ...people };
    else {
      const read = await readPage(record, repeats, reading);
      const own = ownTitle(title, repeats.titleParts);
      yield { record, page, ...said, title: own, ...read, ...people };
    }
  }
}

/** What of a row is read from the stored page. */
type ReadParts = Pick<ExportedPage, "text"> &
  Partial<Pick<ExportedPage, "language" | "languageBy">>;

/** Reads the text of a page, and its language where its record has none. */
export async function readPage(
  { url, page }: PageRecord,
  repeats: Repeats,
  { pageOf, textForm, detector }: Pick<ExportSources, "pageOf" | "textForm" | "detector">,
): Promise<ReadParts> {
  const stored = await pageOf(url);
  if (stored === undefined) return { text: undefined };
  const { html } = stored;
  const blocks = await repeats.blocks();
  const view = withoutRepeated(stored.view, blocks);
  const base = urlOf(view.baseHref, url) ?? url;
  const text =
    textForm === "markdown" ? pageMarkdown({ html, base, repeats: blocks }) : view.mainText;
  if (page?.language !== undefined) return { text };
  const detect = view.language === undefined ? await detector() : undefined;
  const told = detect ? withDetectedLanguage(view, { of: "undeclared", detect }) : view;
  return { text, language: told.language, languageBy: told.languageBy };
}
