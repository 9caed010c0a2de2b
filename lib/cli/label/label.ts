import { systemClock } from "../../adapters/system-clock.ts";
import { labelOfWord, relevanceWord } from "../../domain/methods/label-need.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { MAX_COMPARED_URLS, offerKnownUrl, spellingsOf } from "../../run/folder/spell-url.ts";
import {
  addLabels,
  type LabelledRun,
  labelledRun,
  pageFinder,
} from "../../run/judge/named-pages.ts";

/**
 * Adds the labels of a command line, all or none, and returns a message about it.
 * @throws DowserError `no-run`, `bad-label`, `bad-url`, `page-not-stored`, and the error of a
 * strategy that cannot use the need
 */
export async function labelAddText(
  directory: string,
  words: readonly string[],
  { json }: { readonly json: boolean },
): Promise<string> {
  const wanted = pairsOf(words);
  const run = readRun(directory);
  try {
    const labelled = labelledRun(directory, run);
    const find = pageFinder(labelled);
    const at = systemClock.now();
    const labels: PageLabel[] = [];
    for (const { text, label } of wanted) {
      labels.push({ at, url: (await find(text)) ?? (await refuseUnknown(labelled, text)), label });
    }
    await addLabels(labelled, labels);
    return json ? JSON.stringify({ directory, labels }) : describeLabels(labels);
  } finally {
    await run.close();
  }
}

/** A word that is part of a URL; labels are words of letters alone. */
const LIKE_URL = /[^\p{L}]/u;

/** Reads `URL URL relevant URL irrelevant`: each word labels the URLs before it. */
function pairsOf(words: readonly string[]): { readonly text: string; readonly label: number }[] {
  const pairs: { readonly text: string; readonly label: number }[] = [];
  let open: string[] = [];
  for (const word of words) {
    const label = labelOfWord(word);
    if (label === undefined && open.length > 0 && !LIKE_URL.test(word))
      throw fail("bad-label", { word });
    if (label === undefined) open.push(word);
    else if (open.length === 0) throw fail("bad-label/first", { word });
    else {
      pairs.push(...open.map((text) => ({ text, label })));
      open = [];
    }
  }
  const [url] = open;
  if (url !== undefined) throw fail("bad-label/last", { url });
  return pairs;
}

async function refuseUnknown({ run, project }: LabelledRun, text: string): Promise<Url> {
  const stored: Url[] = [];
  for await (const url of run.pages.urls()) {
    if (stored.push(url) === MAX_COMPARED_URLS) break;
  }
  throw fail("page-not-stored", {
    text,
    offer: offerKnownUrl(stored, spellingsOf(text, project)[0]),
  });
}

/** Returns how many labels of each kind were added, and when a crawl applies them. */
export function describeLabels(labels: readonly PageLabel[]): string {
  const counts = Map.groupBy(labels, ({ label }) => relevanceWord(label));
  const parts = Array.from(counts, ([word, { length }]) => `${length} ${word}`);
  return `labelled: ${parts.join(", ")}; a running crawl applies them within seconds, a paused one when it resumes`;
}
