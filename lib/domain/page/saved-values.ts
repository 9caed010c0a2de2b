/** What a handler of the user saves of a page, as it is kept in the page's record. */

/** One value as a handler gives it. */
type GivenCell = string | number | boolean | Date;

/** What may be saved under a name; nothing leaves the cell empty. */
export type GivenValue = GivenCell | readonly GivenCell[] | null | undefined;

/** One value as a record has it: JSON has no times, so these are marked, in ms since the epoch. */
type KeptCell = string | number | boolean | { readonly time: number };

/** Saved values by their names. */
export type SavedValues = Readonly<Record<string, KeptCell | readonly KeptCell[]>>;

/** Form of the names of saved columns. */
const NAME = /^[a-z]\w{0,63}$/i;

/**
 * Returns what was saved with more; what is saved last under a name counts.
 * @throws TypeError for what is no name, and for a value that no table can hold
 */
export function withSaved(
  before: SavedValues,
  given: Readonly<Record<string, GivenValue>>,
): SavedValues {
  const saved = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(given)) {
    if (!NAME.test(name)) throw new TypeError(`no name of a column: ${JSON.stringify(name)}`);
    if (value === undefined || value === null) saved.delete(name);
    else if (isList(value))
      saved.set(
        name,
        value.map((each) => kept(name, each)),
      );
    else saved.set(name, kept(name, value));
  }
  return Object.fromEntries(saved);
}

function kept(name: string, value: unknown): KeptCell {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return { time: value.getTime() };
  throw new TypeError(
    `\`${name}\` cannot be saved: ${String(value)} is no text, finite number, boolean, valid Date, or list of these`,
  );
}

/** Returns saved values as their handler gave them. */
export function givenAgain(
  saved: SavedValues = {},
): Readonly<Record<string, GivenCell | readonly GivenCell[]>> {
  return Object.fromEntries(
    Object.entries(saved).map(([name, value]) => [name, valueAgain(value)] as const),
  );
}

/** Returns a saved value as its handler gave it. */
export function valueAgain(value: SavedValues[string]): GivenCell | readonly GivenCell[] {
  return isList(value) ? value.map(cellOf) : cellOf(value);
}

function cellOf(value: KeptCell): GivenCell {
  return typeof value === "object" ? new Date(value.time) : value;
}

function isList<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
