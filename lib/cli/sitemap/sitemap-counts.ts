import type { PageVerdict } from "../../domain/page/page-record.ts";

/** Number of pages that a run has fetched, and of target pages among them. */
export interface TypeCount {
  readonly pages: number;
  readonly targets: number;
}

/** Page type → its pages; {@link UNTYPED} for the pages without a type. */
export type TypeCounts = ReadonlyMap<string, TypeCount>;

/** The parts of a record that are counted. */
export interface CountedRecord {
  readonly page: Pick<PageVerdict, "type" | "model" | "isTarget"> | undefined;
}

/** Type of pages that the model gives none, such as files. */
export const UNTYPED = "(no type)";

/**
 * Counts a run's pages by the types of one model, named by its hash. A type of another model with
 * the same name is another type: `typeAgain` returns the type of a page that another model judged.
 */
export async function countPageTypes<Counted extends CountedRecord>(
  records: AsyncIterable<Counted> | Iterable<Counted>,
  model: string,
  typeAgain: (record: Counted) => Promise<string | undefined>,
): Promise<TypeCounts> {
  const counts = new Map<string, TypeCount>();
  for await (const record of records) {
    const { page } = record;
    if (page === undefined) continue;
    const type = (page.model === model ? page.type : await typeAgain(record)) ?? UNTYPED;
    const { pages, targets } = counts.get(type) ?? { pages: 0, targets: 0 };
    counts.set(type, { pages: pages + 1, targets: targets + (page.isTarget ? 1 : 0) });
  }
  return counts;
}
