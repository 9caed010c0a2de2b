import type { PageRecord, PageVerdict } from "../../domain/page/page-record.ts";
import type { LanguageBy } from "../../domain/page/page-view.ts";
import { type Column, columnsOf, timeOf } from "../../features/column.ts";
import { FEATURE_COLUMNS } from "../../features/lists.ts";
import type { Assessment } from "../../ports/assessment-store.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import meanings from "./column-meanings.json" with { type: "json" };

/** A page of a run with all that an export says about it. */
export interface ExportedPage {
  readonly record: PageRecord;
  readonly page: PageVerdict;
  /** Its title without what its host repeats. */
  readonly title: string;
  /** Main text; `undefined` for a file, and when the page is not stored. */
  readonly text: string | undefined;
  readonly language: string | undefined;
  /** How it is known; also `undefined` for one that the record declares. */
  readonly languageBy: LanguageBy | undefined;
  /** The label that the crawl learns from. */
  readonly label: PageLabel | undefined;
  /** The verdict of a person on the page as a part of the judged sample. */
  readonly verdict: PageLabel | undefined;
  /** The last answer of an assessor; absent where none was asked. */
  readonly assessment?: Assessment | undefined;
}

/** A column of the table of pages. */
type PageColumn = Column<ExportedPage>;

/** Precedes the names of extracted fields, so that none can be that of another column. */
const FIELD_PREFIX = "field_";

/**
 * Returns the columns of a run: those on the pages and their judgement, one for each of the project's `extract`
 * rules, and with `hasAll` those on the crawl's own work.
 */
export function pageColumns(
  fields: readonly string[],
  hasAll: boolean,
): readonly Column<ExportedPage>[] {
  return [...COLUMNS, ...fields.map(fieldColumn), ...(hasAll ? CRAWLER_COLUMNS : [])];
}

function fieldColumn(name: string): PageColumn {
  return {
    name: `${FIELD_PREFIX}${name}`,
    type: "list",
    meaning: `the text that the \`extract\` rule \`${name}\` takes from a relevant page`,
    read: ({ page }) => (Object.hasOwn(page.fields, name) ? page.fields[name] : undefined),
  };
}

/** The columns that every export has, in their order. */
const COLUMNS: readonly PageColumn[] = [
  ...columnsOf<ExportedPage, keyof typeof meanings.pages>(meanings.pages, {
    url: ["text", ({ record }) => record.url],
    host: ["text", ({ record }) => record.host],
    title: ["text", ({ title }) => title],
    rawTitle: ["text", ({ page }) => page.title],
    text: ["text", ({ text }) => text],
    language: ["text", ({ language }) => language],
    languageBy: [
      "text",
      ({ language, languageBy }) => languageBy ?? (language === undefined ? undefined : "declared"),
    ],
    isTarget: ["boolean", ({ page }) => page.isTarget],
    utility: ["number", ({ page }) => page.utility],
    type: ["text", ({ page }) => page.type],
    why: ["text", ({ page }) => page.why],
    label: ["number", ({ label }) => label?.label],
    labelSource: ["text", ({ label }) => label && (label.source ?? "person")],
    labelledAt: ["time", ({ label }) => timeOf(label?.at)],
    labelledBy: ["text", ({ label }) => label?.by],
    labelNote: ["text", ({ label }) => label?.note],
    verdict: ["number", ({ verdict }) => verdict?.label],
    assessment: ["text", ({ assessment }) => assessment?.verdict],
    assessedBy: [
      "text",
      ({ assessment }) => assessment && `${assessment.model}, prompt ${assessment.prompt}`,
    ],
    judgedAt: ["time", ({ verdict }) => timeOf(verdict?.at)],
    fetchedAt: ["time", ({ record }) => timeOf(record.fetchedAt)],
    depth: ["integer", ({ record }) => record.depth],
    parent: ["text", ({ record }) => record.parent],
    anchor: ["text", ({ record }) => record.snippet?.anchor],
    mediaType: ["text", ({ page }) => page.mediaType],
    truncated: ["text", ({ page }) => page.truncated],
  }),
  ...FEATURE_COLUMNS.pages,
];

/** The columns on the crawl's own work, for those who study it. */
const CRAWLER_COLUMNS: readonly PageColumn[] = [
  ...columnsOf<ExportedPage, keyof typeof meanings.crawler>(meanings.crawler, {
    sequence: ["integer", ({ record }) => record.sequence],
    model: ["text", ({ page }) => page.model],
    layer: ["integer", ({ record }) => record.layer],
    priority: ["number", ({ record }) => record.priority],
    group: ["text", ({ record }) => record.group],
    linkWhy: ["text", ({ record }) => record.linkWhy],
    linkModel: ["text", ({ record }) => record.linkModel],
    fetchMs: ["number", ({ record }) => record.fetchMs],
    status: ["integer", ({ record }) => record.status],
    bodyBytes: ["integer", ({ page }) => page.bodyBytes],
    declaredBytes: ["integer", ({ page }) => page.file?.declaredBytes],
    links: ["integer", ({ page }) => page.links],
  }),
  ...FEATURE_COLUMNS.crawler,
  ...columnsOf<ExportedPage, keyof typeof meanings.stored>(meanings.stored, {
    digest: ["text", ({ page }) => page.ref?.digest],
    segment: ["text", ({ page }) => page.ref?.segment],
    offset: ["integer", ({ page }) => page.ref?.offset],
  }),
];
