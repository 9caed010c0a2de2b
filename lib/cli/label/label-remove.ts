import { systemClock } from "../../adapters/system-clock.ts";
import { currentLabels } from "../../crawl/labels.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { PageLabel, RemovedLabel } from "../../ports/label-store.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { offerKnownUrl, spellingsOf } from "../../run/folder/spell-url.ts";
import {
  addLabels,
  type LabelledRun,
  labelledRun,
  pageFinder,
} from "../../run/judge/named-pages.ts";
import { decodeTable, readLabelFile, urlRows } from "./label-rows.ts";

/** The options of the command line. */
export interface LabelRemoveOptions {
  /** A file with the URLs; `-` is standard input. */
  readonly from?: string | undefined;
  /** Only labels that this person gave. */
  readonly by?: string | undefined;
  readonly json: boolean;
}

/**
 * Takes back the labels of the named pages, or all that one person gave; all or none. Returns a
 * message about it.
 * @throws DowserError `no-run`, `bad-url`, `bad-label-file`, `nothing-to-remove`, and the error of a
 * strategy that cannot use the need
 */
export async function labelRemoveText(
  directory: string,
  urls: readonly string[],
  { from, by, json }: LabelRemoveOptions,
): Promise<string> {
  const listed = from === undefined ? [] : urlRows(decodeTable(await readLabelFile(from)));
  const named = [...urls, ...listed];
  if (named.length === 0 && by === undefined)
    throw from === undefined
      ? fail("nothing-to-remove/none", { value: "" })
      : fail("nothing-to-remove/from", { file: from });
  const run = readRun(directory);
  try {
    const labelled = labelledRun(directory, run);
    const current = currentLabels(await run.labels.list());
    const isMeant = (label: PageLabel) => by === undefined || label.by === by;
    const meant = new Map([...current].filter(([, label]) => isMeant(label)));
    const pages = named.length === 0 ? [...meant.keys()] : await findAll(labelled, named, meant);
    if (pages.length === 0)
      throw fail("nothing-to-remove/by", { directory, by: String(by), value: by ?? "" });
    const at = systemClock.now();
    const removed = pages.map((url): RemovedLabel => ({ at, url, label: null }));
    await addLabels(labelled, removed);
    return json ? JSON.stringify({ directory, removed }) : describeRemoved(removed.length);
  } finally {
    await run.close();
  }
}

async function findAll(
  labelled: LabelledRun,
  named: readonly string[],
  labels: ReadonlyMap<Url, PageLabel>,
): Promise<readonly Url[]> {
  const find = pageFinder(labelled);
  const found = new Set<Url>();
  for (const text of named) {
    const spellings = spellingsOf(text, labelled.project);
    const url = spellings.find((each) => labels.has(each)) ?? (await find(text));
    if (url === undefined || !labels.has(url)) {
      const offer = offerKnownUrl(labels.keys(), spellings[0]);
      throw fail("nothing-to-remove", { text, offer });
    }
    found.add(url);
  }
  return [...found];
}

function describeRemoved(count: number): string {
  const labels = count === 1 ? "1 label" : `${count} labels`;
  return `removed: ${labels}; a running crawl applies this within seconds, a paused one when it resumes`;
}
