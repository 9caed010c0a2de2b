/** The columns of what the handler of a crawl saved, each with the type of its values. */
import type { PageRecord } from "../../domain/page/page-record.ts";
import { type SavedValues, valueAgain } from "../../domain/page/saved-values.ts";
import type { Column, Scalar } from "../../features/column.ts";
import type { ExportedPage } from "./page-columns.ts";

/** Returns the columns of what was saved of all pages, by the records that have some. */
export async function savedColumns(
  records: AsyncIterable<Pick<PageRecord, "page">>,
): Promise<readonly Column<ExportedPage>[]> {
  const saved = new SavedColumns();
  for await (const { page } of records) saved.add(page?.saved);
  return saved.columns();
}

type Kind = "text" | "number" | "boolean" | "time";

/** Learns the columns from what was saved of all pages. */
class SavedColumns {
  readonly #seen = new Map<string, { readonly kinds: Set<Kind>; isList: boolean }>();

  add(saved: SavedValues | undefined): void {
    for (const [name, value] of Object.entries(saved ?? {})) {
      const seen = this.#seen.get(name) ?? { kinds: new Set(), isList: false };
      this.#seen.set(name, seen);
      if (Array.isArray(value)) seen.isList = true;
      for (const each of [valueAgain(value)].flat()) seen.kinds.add(kindOf(each));
    }
  }

  /**
   * Returns the columns by their names. Values of several kinds are texts, as a CSV file has them; where a page has a
   * list, a single value of another page is a list of one.
   */
  columns(): readonly Column<ExportedPage>[] {
    return [...this.#seen]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { kinds, isList: many }]) => {
        const [only, ...others] = kinds;
        const type = only === undefined || others.length > 0 ? "text" : only;
        return savedColumn(name, type, many);
      });
  }
}

function savedColumn(name: string, type: Kind, many: boolean): Column<ExportedPage> {
  return {
    name: `saved_${name}`,
    type,
    ...(many ? { many } : {}),
    meaning: `what the handler of the crawl saved as \`${name}\``,
    read({ page: { saved = {} } }) {
      const value = Object.hasOwn(saved, name) ? saved[name] : undefined;
      if (value === undefined) return undefined;
      const given = [valueAgain(value)].flat();
      const values = type === "text" ? given.map(textOf) : given;
      return many ? values : values[0];
    },
  };
}

function kindOf(value: Scalar): Kind {
  if (value instanceof Date) return "time";
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "number" : "boolean";
}

function textOf(value: Scalar): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
