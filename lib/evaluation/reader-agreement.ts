import { isGood } from "../domain/methods/label-need.ts";
import { cohenKappa, type Kappa } from "../domain/stats/intervals/cohen-kappa.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { LabelEntry } from "../ports/label-store.ts";

/** How two people agree who judged the same pages. */
export interface Agreement extends Kappa {
  readonly one: string;
  readonly other: string;
}

/**
 * Returns the agreement of the two people who judged the most pages both; `undefined` where no page
 * has verdicts of two. Of several verdicts of one person on a page the last one counts.
 */
export function readerAgreement(entries: readonly LabelEntry[]): Agreement | undefined {
  const readers = verdictsByReader(entries);
  const names = [...readers.keys()].toSorted();
  let best: Agreement | undefined;
  for (const [index, one] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      const pairs = pairsOf(readers.get(one), readers.get(other));
      if (pairs.length > (best?.pages ?? 0)) best = { one, other, ...cohenKappa(pairs) };
    }
  }
  return best;
}

/** Returns the last verdict of each person who gave a name, by page. */
export function verdictsByReader(
  entries: readonly LabelEntry[],
): Map<string, ReadonlyMap<Url, boolean>> {
  const readers = new Map<string, Map<Url, boolean>>();
  for (const { by, url, label } of entries) {
    if (by === undefined) continue;
    let verdicts = readers.get(by);
    if (verdicts === undefined) {
      verdicts = new Map();
      readers.set(by, verdicts);
    }
    if (label === null) verdicts.delete(url);
    else verdicts.set(url, isGood({ label }));
  }
  return readers;
}

function pairsOf(
  one: ReadonlyMap<Url, boolean> = new Map(),
  other: ReadonlyMap<Url, boolean> = new Map(),
): (readonly [boolean, boolean])[] {
  return [...one].flatMap(([url, verdict]) => {
    const second = other.get(url);
    return second === undefined ? [] : [[verdict, second] as const];
  });
}
