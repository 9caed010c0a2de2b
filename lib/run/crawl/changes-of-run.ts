import { type ChangeFigures, gatherChanges } from "../../evaluation/change-figures.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { loadRunProject } from "../folder/run-project.ts";

/** Counts what changed in the recrawl of a directory; `undefined` for a run that is none. */
export async function changesOfRun(
  directory: string,
  records: Pick<RecordStore, "list">,
): Promise<ChangeFigures | undefined> {
  const recrawl = loadRunProject(directory)?.recrawl;
  return recrawl && gatherChanges(records, recrawl.known);
}
