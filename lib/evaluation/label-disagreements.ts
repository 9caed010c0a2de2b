import { isGood } from "../domain/methods/label-need.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { LabelEntry, PageLabel } from "../ports/label-store.ts";

/** What the crawl predicts of a page. */
interface Prediction {
  readonly utility: number;
  readonly isTarget: boolean;
}

/**
 * Returns the pages on which the crawl predicts another thing than their label says, the greatest
 * difference first. A label that was given twice is no mistake of the hand: its page is left out.
 */
export function labelDisagreements(
  entries: readonly LabelEntry[],
  predictionOf: (url: Url) => Prediction | undefined,
): Url[] {
  const last = new Map<Url, PageLabel & { readonly isConfirmed: boolean }>();
  for (const { label, ...entry } of entries) {
    const before = last.get(entry.url);
    last.delete(entry.url);
    if (label === null) continue;
    const isConfirmed = before !== undefined && isGood(before) === isGood({ label });
    last.set(entry.url, { ...entry, label, isConfirmed });
  }
  const found = [...last.values()].flatMap(({ url, label, isConfirmed }) => {
    const prediction = predictionOf(url);
    if (prediction === undefined || isConfirmed || prediction.isTarget === isGood({ label }))
      return [];
    return [{ url, difference: Math.abs(label - prediction.utility) }];
  });
  return found.toSorted((one, other) => other.difference - one.difference).map(({ url }) => url);
}
