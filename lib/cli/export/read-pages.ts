import type { PageRecord } from "../../domain/fetch/page-record.ts";
import type { Url } from "../../domain/url/url.ts";
import type { LabelStore, PageLabel } from "../../ports/label-store.ts";
import type { ReadableRun } from "../run/read-run.ts";
import type { RunProject } from "../run/run-project.ts";
import { storedViews } from "../run/stored-views.ts";
import { sampleOfRun, verdictsOf } from "../sample/sample-file.ts";
import type { ExportedPage } from "./page-columns.ts";

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
  const labels = await lastOfEach(run.labels);
  const verdicts = await lastOfEach(verdictsOf(sampleOfRun(directory)));
  for await (const record of records) {
    const { url, page } = record;
    if (page === undefined) continue;
    const text = page.file === undefined ? (await viewOf(url))?.mainText : undefined;
    yield { record, page, text, label: labels.get(url), verdict: verdicts.get(url) };
  }
}

async function lastOfEach(labels: LabelStore): Promise<ReadonlyMap<Url, PageLabel>> {
  return new Map((await labels.list()).map((label) => [label.url, label]));
}
