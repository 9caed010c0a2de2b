import type { Url } from "../domain/web/url/url.ts";
import type { LabelEntry, PageLabel } from "../ports/label-store.ts";

/**
 * Returns the label that applies to each page, in the order given: the last entry of a page counts,
 * and a page whose last entry takes its label back has none.
 */
export function currentLabels(entries: readonly LabelEntry[]): Map<Url, PageLabel> {
  const current = new Map<Url, PageLabel>();
  for (const { label, ...entry } of entries) {
    current.delete(entry.url);
    if (label !== null) current.set(entry.url, { ...entry, label });
  }
  return current;
}
