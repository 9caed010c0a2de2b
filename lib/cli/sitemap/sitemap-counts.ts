import type { PageVerdict } from "../../domain/fetch/page-record.ts";

/** Pages that a run has fetched, and the target pages among them. */
export interface TypeCount {
  readonly pages: number;
  readonly targets: number;
}

/** Page type → its pages; {@link BEFORE} for the pages that no type was found for. */
export type TypeCounts = ReadonlyMap<string, TypeCount>;

/** As far as it takes part in a count. */
interface CountedRecord {
  readonly page: Pick<PageVerdict, "type" | "model" | "isTarget"> | undefined;
}

/** Stands for a type where pages were judged before the types were learned, or by other types. */
export const BEFORE = "(before)";

/**
 * Counts a run's pages by the types of one model, named by its hash. What another model called by the
 * same name is another type.
 */
export async function countPageTypes(
  records: Iterable<CountedRecord> | AsyncIterable<CountedRecord>,
  model: string,
): Promise<TypeCounts> {
  const counts = new Map<string, TypeCount>();
  for await (const { page } of records) {
    if (page === undefined) continue;
    const type = page.model === model ? (page.type ?? BEFORE) : BEFORE;
    const { pages, targets } = counts.get(type) ?? { pages: 0, targets: 0 };
    counts.set(type, { pages: pages + 1, targets: targets + (page.isTarget ? 1 : 0) });
  }
  return counts;
}
