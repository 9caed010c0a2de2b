/** The columns that a run's table of pages has, with those of what its handler saved. */
import { type ExportedPage, pageColumns } from "../../evaluation/export/page-columns.ts";
import { savedColumns } from "../../evaluation/export/saved-columns.ts";
import type { Column } from "../../features/column.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { RunProject } from "../folder/run-project.ts";

/** Returns the columns of a run's pages, with `hasAll` those on the crawl's own work, too. */
export async function columnsOfRun(
  { records }: { readonly records: Pick<RecordStore, "list"> },
  { extract = {}, handler }: Partial<RunProject>,
  hasAll: boolean,
): Promise<readonly Column<ExportedPage>[]> {
  const columns = pageColumns(Object.keys(extract), hasAll);
  if (handler !== true) return columns;
  return [...columns, ...(await savedColumns(records.list()))];
}
