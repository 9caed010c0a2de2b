import type { StackExport } from "./stack-state.ts";

/** What an export that is asked for has. */
export type ExportForm = Required<Pick<StackExport, "format" | "targets" | "text" | "allColumns">>;

/** Returns the form of an export; one of an older version has all records as they are. */
export function formOf({
  format = "records",
  targets = false,
  text = "plain",
  allColumns = false,
}: Partial<ExportForm>): ExportForm {
  return { format, targets, text, allColumns };
}

/**
 * Returns whether another process can go on with an export that one has begun: its parts are lines, or records of WARC. Files of Parquet
 * and WACZ end with what is in all their parts.
 */
export function isResumable({ format }: Pick<ExportForm, "format">): boolean {
  return format !== "parquet" && format !== "wacz";
}

/** Returns whether an export has the texts of its pages: each is read from the bucket. */
export function hasTexts({ format, targets }: ExportForm): boolean {
  return targets && format !== "records" && !hasAnswers({ format });
}

/** Returns whether an export has pages as they were answered. */
export function hasAnswers({ format }: Pick<ExportForm, "format">): boolean {
  return format === "warc" || format === "wacz";
}
