import type { ExportedPage } from "../../lib/evaluation/export/page-columns.ts";
import { aRecord, aVerdict } from "./a-record.ts";

/** Returns a page of an export with nothing on it, but for what is given. */
export function anExportedPage(parts: Partial<ExportedPage> = {}): ExportedPage {
  return {
    ...{ record: aRecord("http://a.example/"), page: aVerdict(), title: "", text: "" },
    ...{ language: undefined, languageBy: undefined, label: undefined, verdict: undefined },
    ...parts,
  };
}
