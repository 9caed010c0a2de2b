import { loggedUpdates } from "../../crawl/need-state.ts";
import { isOverruled, relevanceWord } from "../../domain/methods/label-need.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { formatTable } from "../../domain/text/table.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { LabelEntry } from "../../ports/label-store.ts";
import { readRunDatabase } from "../../run/folder/run-database.ts";
import { readLabels } from "../../run/folder/run-inputs.ts";

type ListedLabel = LabelEntry & { readonly isApplied: boolean };

/**
 * Lists the labels of a run that apply, the last one of each URL, in the order given. A label that
 * was taken back is listed with them until the crawl has applied that.
 * @throws DowserError `no-run`
 */
export async function labelListText(
  directory: string,
  { json }: { readonly json: boolean },
): Promise<string> {
  const database = readRunDatabase(directory);
  try {
    const run = readLabels(directory, database);
    const { state } = await loggedUpdates(run);
    const last = new Map<Url, ListedLabel>();
    for (const [index, entry] of (await run.labels.list()).entries()) {
      if (isOverruled(entry, last.get(entry.url))) continue;
      last.delete(entry.url);
      last.set(entry.url, { ...entry, isApplied: index < state.labels });
    }
    const labels = [...last.values()].filter(
      ({ label, isApplied }) => label !== null || !isApplied,
    );
    return json ? JSON.stringify({ directory, labels }) : tableOf(labels);
  } finally {
    database.close();
  }
}

function tableOf(labels: readonly ListedLabel[]): string {
  const titles = ["label", "given", "by", "applied", "page"];
  const rows = labels.map(({ at, url, label, by, source, isApplied }) => [
    label === null ? "removed" : relevanceWord(label),
    new Date(at).toISOString(),
    safeText([by, source && `(${source})`].filter((part) => part !== undefined).join(" ")),
    isApplied ? "yes" : "not yet",
    url,
  ]);
  const columns = titles.map((title) => ({ title, align: "left" as const }));
  return formatTable(columns, rows);
}
