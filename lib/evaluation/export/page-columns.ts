import type { PageRecord, PageVerdict } from "../../domain/page/page-record.ts";
import type { LanguageBy } from "../../domain/page/page-view.ts";
import { type Column, column, timeOf } from "../../features/column.ts";
import { copyColumns } from "../../features/copies/columns.ts";
import { recrawlColumns } from "../../features/recrawl/columns.ts";
import { renderingColumns } from "../../features/rendering/columns.ts";
import { signalColumns } from "../../features/signals/columns.ts";
import type { Assessment } from "../../ports/assessment-store.ts";
import type { PageLabel } from "../../ports/label-store.ts";

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
    meaning: `the text that the \`extract\` rule \`${name}\` takes from a target page`,
    read: ({ page }) => (Object.hasOwn(page.fields, name) ? page.fields[name] : undefined),
  };
}

const CONTENT: readonly PageColumn[] = [
  column("url", "text", "address of the page, in canonical form; unique", (row) => row.record.url),
  column("host", "text", "host of the address", (row) => row.record.host),
  column(
    "title",
    "text",
    "title of the page, without the parts that its host repeats on most of its pages",
    (row) => row.title,
  ),
  column("rawTitle", "text", "title of the page, as it is written", (row) => row.page.title),
  column(
    "text",
    "text",
    "main text without navigation, other boilerplate and what the host repeats, one block a line, or as Markdown (`--text markdown`); cells of a table are separated by tabs; empty for a file",
    (row) => row.text,
  ),
  column(
    "language",
    "text",
    "language of the page: `en`, `pt-br`; empty where none is declared and the text is too short, or in none that is known",
    (row) => row.language,
  ),
  column(
    "languageBy",
    "text",
    "how it is known: `declared` by the page; `detected` from the text of a page that declares none; `corrected` where the text is in another language than declared",
    (row) => row.languageBy ?? (row.language === undefined ? undefined : "declared"),
  ),
];

const JUDGEMENTS: readonly PageColumn[] = [
  column(
    "isTarget",
    "boolean",
    "whether the page is called relevant: its score is at the cut or above, or a label or rule says it",
    (row) => {
      return row.page.isTarget;
    },
  ),
  column("utility", "number", "score of the page as the crawl predicts it, from 0 to 1", (row) => {
    return row.page.utility;
  }),
  column("type", "text", "type of the page, if the strategy tells types apart", (row) => {
    return row.page.type;
  }),
  column("why", "text", "reason for the page's score", (row) => row.page.why),
  column(
    "label",
    "number",
    "what was said of the page in `dowser label`: 1 good, 0 bad; the crawl learns from it; `labelSource` says by whom",
    (row) => row.label?.label,
  ),
  column(
    "labelSource",
    "text",
    "`person`; `assessor`, a model that was asked; or `import`, a file that does not say whose labels it has",
    (row) => row.label && (row.label.source ?? "person"),
  ),
  column("labelledAt", "time", "when the label was given", (row) => timeOf(row.label?.at)),
  column("labelledBy", "text", "who gave the label, if it was said", (row) => row.label?.by),
  column("labelNote", "text", "the note with the label", (row) => row.label?.note),
  column(
    "verdict",
    "number",
    "what a person said in `dowser judge`: 1 good, 0 bad; the crawl never learns from it",
    (row) => row.verdict?.label,
  ),
  column(
    "assessment",
    "text",
    "what a model said that was asked by `dowser assess`: `yes`, `no`, `unsure`, or `none` where its answer cannot be read",
    (row) => row.assessment?.verdict,
  ),
  column("assessedBy", "text", "that model, with the number of the prompt", ({ assessment }) => {
    return assessment && `${assessment.model}, prompt ${assessment.prompt}`;
  }),
  column("judgedAt", "time", "when the verdict was given", (row) => timeOf(row.verdict?.at)),
];

const PROVENANCE: readonly PageColumn[] = [
  column("fetchedAt", "time", "start of the fetch", (row) => timeOf(row.record.fetchedAt)),
  column("depth", "integer", "links from a seed to the page; 0 for a seed", (row) => {
    return row.record.depth;
  }),
  column("parent", "text", "page that links to this one; empty for a seed", (row) => {
    return row.record.parent;
  }),
  column("anchor", "text", "text of that link", (row) => row.record.snippet?.anchor),
  column("mediaType", "text", "media type of the answer", (row) => row.page.mediaType),
  column(
    "truncated",
    "text",
    "first limit that the page reached: `bytes`, `seconds`, `depth`, `links` or `paths`",
    (row) => row.page.truncated,
  ),
  column("noindex", "boolean", "whether the page asks to be kept out of indexes", (row) => {
    return row.page.noindex === true;
  }),
  ...signalColumns,
  ...copyColumns,
  ...recrawlColumns,
];

/** The columns that every export has, in their order. */
const COLUMNS: readonly PageColumn[] = [...CONTENT, ...JUDGEMENTS, ...PROVENANCE];

/** The columns on the crawl's own work, for those who study it. */
const CRAWLER_COLUMNS: readonly PageColumn[] = [
  column(
    "sequence",
    "integer",
    "order in which the crawl was done with its URLs, from 1; URLs without a page count, too",
    (row) => row.record.sequence,
  ),
  column(
    "model",
    "text",
    "hash of the model that scored the page when the crawl decided by it",
    (row) => row.page.model,
  ),
  column(
    "layer",
    "integer",
    "layers begun before the page, for strategies that have them",
    (row) => {
      return row.record.layer;
    },
  ),
  column("priority", "number", "priority of the link when it was drawn, from 0", (row) => {
    return row.record.priority;
  }),
  column("group", "text", "group of the link, for strategies that weigh groups", (row) => {
    return row.record.group;
  }),
  column("linkWhy", "text", "reason for the link's priority", (row) => row.record.linkWhy),
  column("linkModel", "text", "hash of the model that scored the link", (row) => {
    return row.record.linkModel;
  }),
  column("fetchMs", "number", "duration of the fetch, in milliseconds", (row) => {
    return row.record.fetchMs;
  }),
  column("status", "integer", "HTTP status code", (row) => row.record.status),
  column("bodyBytes", "integer", "size of the stored body, in bytes", (row) => row.page.bodyBytes),
  column(
    "declaredBytes",
    "integer",
    "size that the server declares for a file that was not read, in bytes",
    (row) => row.page.file?.declaredBytes,
  ),
  column("links", "integer", "number of usable links on the page", (row) => row.page.links),
  ...renderingColumns,
  column("digest", "text", "digest of the body, as in WARC-Payload-Digest", (row) => {
    return row.page.ref?.digest;
  }),
  column("segment", "text", "WARC file of the page below `pages/` of the run", (row) => {
    return row.page.ref?.segment;
  }),
  column("offset", "integer", "place of the response record in that file, in bytes", (row) => {
    return row.page.ref?.offset;
  }),
];
