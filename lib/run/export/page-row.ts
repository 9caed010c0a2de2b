/** One page of a run, as an export has it. */
import type { PageRecord } from "../../domain/page/page-record.ts";
import { fail } from "../../errors.ts";
import type { TextForm } from "../../evaluation/export/text-form.ts";
import type { Cell } from "../../features/column.ts";
import { readRun } from "../folder/read-run.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { labelledRun, pageFinder } from "../judge/named-pages.ts";
import { pagesOfRun } from "./export-content.ts";
import { columnsOfRun } from "./run-columns.ts";

/** Most pages of its host that are read for what it repeats beside one page. */
const MOST_LEARNT = 24;

/**
 * Reads a page of a run, redirects followed: its cells by the names of all columns, docs/data-dictionary.md.
 * @throws DowserError `no-run`, `bad-url`, `page-not-stored`
 */
export async function pageRow(
  directory: string,
  text: string,
  textForm: TextForm,
): Promise<Readonly<Record<string, Cell>>> {
  const run = readRun(directory);
  try {
    const url = await pageFinder(labelledRun(directory, run))(text);
    const record = url && (await run.records.get(url));
    if (record?.page === undefined) throw fail("page-not-stored", { text, offer: "" });
    const columns = await columnsOfRun(run, loadRunProject(directory) ?? {}, true);
    const chosen = { selected: only(record), textForm, mostLearnt: MOST_LEARNT };
    for await (const page of await pagesOfRun(directory, run, chosen))
      return Object.fromEntries(columns.map(({ name, read }) => [name, read(page)]));
    throw fail("page-not-stored", { text, offer: "" });
  } finally {
    await run.close();
  }
}

async function* only(record: PageRecord): AsyncIterable<PageRecord> {
  yield record;
}
