import type { PageVerdict } from "../../domain/fetch/page-record.ts";

/** Number of pages that a run has fetched, and of target pages among them. */
export interface TypeCount {
  readonly pages: number;
  readonly targets: number;
}

/** Page type → its pages; {@link BEFORE} for the pages without a type. */
export type TypeCounts = ReadonlyMap<string, TypeCount>;

/** The parts of a record that are counted. */
interface CountedRecord {
  readonly page: Pick<PageVerdict, "type" | "model" | "isTarget"> | undefined;
}

/** Type of pages that were judged before the types were learned, or by other types. */
export const BEFORE = "(before)";

/**
 * Counts a run's pages by the types of one model, named by its hash. A type of another model with
 * the same name is another type.
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
