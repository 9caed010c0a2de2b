import { currentLabels } from "../../crawl/current-labels.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { ExportedPage } from "../../evaluation/export/page-columns.ts";
import type { ReadableRun } from "../folder/read-run.ts";
import type { RunProject } from "../folder/run-project.ts";
import { storedViews } from "../folder/stored-views.ts";
import { sampleOfRun, verdictsOf } from "../judge/sample-file.ts";

/**
 * Reads the pages among some records of a run, in their order, one after the other: only one page's
 * text is in memory. Labels and verdicts are read once, at the beginning.
 */
export async function* exportedPages(
  directory: string,
  run: Pick<ReadableRun, "labels" | "pages">,
  project: Partial<RunProject>,
  records: AsyncIterable<PageRecord>,
): AsyncIterable<ExportedPage> {
  const viewOf = storedViews(run.pages, project);
  const labels = currentLabels(await run.labels.list());
  const verdicts = currentLabels(await verdictsOf(sampleOfRun(directory)).list());
  for await (const record of records) {
    const { url, page } = record;
    if (page === undefined) continue;
    const text = page.file === undefined ? (await viewOf(url))?.mainText : undefined;
    yield { record, page, text, label: labels.get(url), verdict: verdicts.get(url) };
  }
}
