import { DowserError } from "../../errors.ts";

/** Formats with a row a page, a post, a seed or a site. */
export const TABLE_FORMATS = ["jsonl", "csv", "parquet"] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Formats of an exported corpus. */
export const EXPORT_FORMATS = [...TABLE_FORMATS, "warc", "wacz", "records"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The options that say what is written, and in which format. */
export interface FormatOptions {
  /** Required for pages and posts. */
  readonly format: string | undefined;
  readonly targets: boolean;
  readonly reserved: boolean;
  /** Whether to write the posts of the pages, a row a post. */
  readonly posts: boolean;
  /** Whether to write the seeds, or the sites, instead, a row each. */
  readonly seeds: boolean;
  readonly sites: boolean;
  /** Whether to write the URLs without a page instead, with the reasons. */
  readonly explain: boolean;
  /** Whether e-mail addresses and phone numbers are replaced; a country whose numbers are found, too. */
  readonly redact: string | true | undefined;
}

/** What an export writes. */
export type Asked =
  | { readonly rows: "pages"; readonly format: ExportFormat }
  | { readonly rows: "posts"; readonly format: TableFormat }
  | { readonly rows: "seeds"; readonly format: "jsonl" | "csv" }
  | { readonly rows: "sites"; readonly format: "jsonl" | "csv" }
  | { readonly rows: "explained"; readonly format: undefined };

/**
 * Reads what is to be written.
 * @throws DowserError `bad-export-format`
 */
export function askedOf(options: FormatOptions): Asked {
  const { format, posts, seeds, sites, explain, redact } = options;
  if (seeds || sites) return startsOf(options);
  if (explain) return explainedOf(options);
  if (posts) return { rows: "posts", format: tableFormat(format) };
  const known = exportFormat(format);
  if (redact !== undefined && !isTable(known)) {
    throw badFormat("--redact changes the texts of a table, not the answers of servers", known, [
      `choose one with --format: ${TABLE_FORMATS.join(", ")}`,
    ]);
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
  throw badFormat("posts are a table", text ?? "", [
    `choose its format with --format: ${TABLE_FORMATS.join(", ")}`,
  ]);
}

/**
 * Returns the format of the pages.
 * @throws DowserError `bad-export-format`
 */
export function exportFormat(text: string | undefined): ExportFormat {
  const format = EXPORT_FORMATS.find((name) => name === text);
  if (format !== undefined) return format;
  const message =
    text === undefined ? "no export format is named" : `unknown export format: ${text}`;
  throw badFormat(message, text ?? "", [
    `choose one with --format: ${EXPORT_FORMATS.join(", ")}`,
    "or ask for --explain",
  ]);
}

function startsOf(options: FormatOptions): Asked {
  const { format = "jsonl", seeds, sites, explain, targets, posts, reserved, redact } = options;
  const others = explain || targets || posts || reserved || redact !== undefined;
  if (!others && !(seeds && sites) && (format === "jsonl" || format === "csv"))
    return { rows: seeds ? "seeds" : "sites", format };
  throw badFormat("--seeds and --sites write a table of their own, as jsonl or csv", format, [
    "name one of them, without --explain, --targets, --posts, --reserved or --redact",
    "and choose --format jsonl or csv",
  ]);
}

function explainedOf({ format, targets, posts, reserved, redact }: FormatOptions): Asked {
  const others = targets || posts || reserved || redact !== undefined;
  if (format === undefined && !others) return { rows: "explained", format };
  throw badFormat("--explain writes its own JSON lines", format ?? "--targets", [
    "leave out --format, --targets, --posts, --reserved and --redact",
  ]);
}

function badFormat(message: string, value: string, hints: readonly string[]): DowserError {
  return new DowserError(message, {
    code: "bad-export-format",
    reaction: "fix-config",
    value,
    hint: hints.join(", "),
  });
}
