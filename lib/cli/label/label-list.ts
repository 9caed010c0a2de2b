import { loggedUpdates } from "../../crawl/need-state.ts";
import { labelWord } from "../../domain/strategy/label-words.ts";
import type { Url } from "../../domain/url/url.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { formatTable } from "../print/table.ts";
import { readLabels } from "../run/read-labels.ts";
import { readRunDatabase } from "../run/run-database.ts";

/** Runs `dowser label list`: prints the labels that apply, also while a crawl is running. */
export async function labelListCommand(
  directory: string,
  options: { readonly json: boolean },
): Promise<void> {
  process.stdout.write(`${await labelListText(directory, options)}\n`);
}

/**
 * Lists the labels of a run that apply, the last one of each URL, in the order given.
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
    const current = new Map<Url, PageLabel & { readonly isApplied: boolean }>();
    for (const [index, label] of (await run.labels.list()).entries()) {
      current.delete(label.url);
      current.set(label.url, { ...label, isApplied: index < state.labels });
    }
    const labels = [...current.values()];
    return json ? JSON.stringify({ directory, labels }) : tableOf(labels);
  } finally {
    database.close();
  }
}

function tableOf(labels: readonly (PageLabel & { readonly isApplied: boolean })[]): string {
  const titles = ["label", "given", "applied", "page"];
  const rows = labels.map(({ at, url, label, isApplied }) => [
    labelWord(label),
    new Date(at).toISOString(),
    isApplied ? "yes" : "not yet",
    url,
  ]);
  const columns = titles.map((title) => ({ title, align: "left" as const }));
  return formatTable(columns, rows);
}
