import { fail } from "../../errors.ts";
import { TEXT_FORMS, type TextForm } from "../../evaluation/export/text-form.ts";

/** Formats with a row a page, a post, a seed or a site. */
export const TABLE_FORMATS = ["jsonl", "csv", "parquet"] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Formats of an exported corpus. */
export const EXPORT_FORMATS = [...TABLE_FORMATS, "warc", "wacz", "records"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The options that say what is written, and in which format. */
export interface FormatOptions {
  /** Required for pages and posts. */
  readonly format?: string | undefined;
  readonly targets: boolean;
  readonly reserved: boolean;
  /** Whether to write the posts of the pages, a row a post. */
  readonly posts: boolean;
  /** Whether a post has a row for each page that shows it. */
  readonly allCopies: boolean;
  /** Whether to write the seeds, or the sites, instead, a row each. */
  readonly seeds: boolean;
  readonly sites: boolean;
  /** Whether to write the URLs without a page instead, with the reasons. */
  readonly explain: boolean;
  /** Whether e-mail addresses and phone numbers are replaced; a country whose numbers are found, too. */
  readonly redact?: string | true | undefined;
  /** Whether a CSV file begins with a byte order mark, by which spreadsheets tell its encoding; false if absent. */
  readonly bom?: boolean;
  /** The form of the main texts. */
  readonly text?: string | undefined;
  /** Whether to write what the crawl learnt instead. */
  readonly model?: boolean;
  /** Whether a table of pages has the columns on the crawl's own work, too. */
  readonly allColumns: boolean;
}

/**
 * Returns the form of the main texts of what is written; plain where none is named.
 * @throws DowserError `bad-export-format`
 */
export function textFormOf(
  { text }: Pick<FormatOptions, "text">,
  { rows, format }: Asked,
): TextForm {
  if (text === undefined) return "plain";
  const form = TEXT_FORMS.find((name) => name === text);
  if (form !== undefined && rows === "pages" && isTable(format)) return form;
  throw fail("bad-export-format/text", { text, formats: TABLE_FORMATS.join(", ") });
}

/** What an export writes. */
export type Asked =
  | { readonly rows: "pages"; readonly format: ExportFormat }
  | { readonly rows: "posts"; readonly format: TableFormat }
  | { readonly rows: "seeds"; readonly format: "jsonl" | "csv" }
  | { readonly rows: "sites"; readonly format: "jsonl" | "csv" }
  | { readonly rows: "explained"; readonly format: undefined }
  | { readonly rows: "model"; readonly format: undefined };

/**
 * Reads what is to be written.
 * @throws DowserError `bad-export-format`
 */
export function askedOf(options: FormatOptions): Asked {
  const {
    format,
    posts,
    allCopies,
    allColumns,
    seeds,
    sites,
    explain,
    redact,
    model = false,
    bom = false,
  } = options;
  if (bom && format !== "csv") throw fail("bad-export-format/bom", { value: format ?? "" });
  if (allCopies && !posts) throw fail("bad-export-format/copies", { value: format ?? "" });
  if (
    allColumns &&
    (seeds || sites || explain || posts || !TABLE_FORMATS.some((each) => each === format))
  )
    throw fail("bad-export-format/columns", {
      value: format ?? "",
      formats: TABLE_FORMATS.join(", "),
    });
  if (model) return modelOf(options);
  if (seeds || sites) return startsOf(options);
  if (explain) return explainedOf(options);
  if (posts) return { rows: "posts", format: tableFormat(format) };
  const known = exportFormat(format);
  if (redact !== undefined && !isTable(known)) {
    const formats = TABLE_FORMATS.join(", ");
    throw fail("bad-export-format/redact", { formats, value: known });
  }
  return { rows: "pages", format: known };
}

/** Returns whether a format has a row a page. */
export function isTable(format: ExportFormat): format is TableFormat {
  return TABLE_FORMATS.some((name) => name === format);
}

/**
 * Returns the format of a table of posts.
 * @throws DowserError `bad-export-format`
 */
export function tableFormat(text: string | undefined): TableFormat {
  const format = TABLE_FORMATS.find((name) => name === text);
  if (format !== undefined) return format;
  const formats = TABLE_FORMATS.join(", ");
  throw fail("bad-export-format/posts", { formats, value: text ?? "" });
}

/**
 * Returns the format of the pages.
 * @throws DowserError `bad-export-format`
 */
export function exportFormat(text: string | undefined): ExportFormat {
  const format = EXPORT_FORMATS.find((name) => name === text);
  if (format !== undefined) return format;
  const formats = EXPORT_FORMATS.join(", ");
  throw text === undefined
    ? fail("bad-export-format/none", { formats, value: "" })
    : fail("bad-export-format", { format: text, formats });
}

function startsOf(options: FormatOptions): Asked {
  const { format = "jsonl", seeds, sites, explain, targets, posts, reserved, redact } = options;
  const others = explain || targets || posts || reserved || redact !== undefined;
  if (!others && !(seeds && sites) && (format === "jsonl" || format === "csv"))
    return { rows: seeds ? "seeds" : "sites", format };
  throw fail("bad-export-format/starts", { value: format });
}

function modelOf(options: FormatOptions): Asked {
  const { format, redact, seeds, sites, explain, targets, posts, reserved } = options;
  const others = seeds || sites || explain || targets || posts || reserved || redact !== undefined;
  if (format === undefined && !others) return { rows: "model", format };
  throw fail("bad-export-format/model", { value: format ?? "" });
}

function explainedOf({ format, targets, posts, reserved, redact }: FormatOptions): Asked {
  const others = targets || posts || reserved || redact !== undefined;
  if (format === undefined && !others) return { rows: "explained", format };
  throw fail("bad-export-format/explain", { value: format ?? "--relevant" });
}
