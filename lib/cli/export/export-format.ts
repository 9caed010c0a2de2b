/** Formats of an exported corpus. */
export const EXPORT_FORMATS = ["jsonl", "csv", "parquet", "warc", "wacz", "records"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
