/** Things in order: where a number stands among ascending ones, and the greatest of many. */

/** Returns the first index, from `from` to before `end`, of a number that is not less than `least`; else `end`. */
export function indexFrom(
  ascending: ArrayLike<number>,
  least: number,
  from = 0,
  end = ascending.length,
): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first index of a number that is greater than `most`; the length where none is. */
export function indexAfter(ascending: ArrayLike<number>, most: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Inserts an item among the greatest kept, behind equal ones. The least drops out when there are
 * more than `most`.
 */
export function keepGreatest<Item>(
  kept: Item[],
  item: Item,
  most: number,
  sizeOf: (item: Item) => number,
): void {
  const size = sizeOf(item);
  const least = kept.at(-1);
  // Most items of a long list are no greater than those kept already.
  if (kept.length === most && (least === undefined || sizeOf(least) >= size)) return;
  kept.splice(firstLess(kept, size, sizeOf), 0, item);
  if (kept.length > most) kept.pop();
}

/** Returns the place of the first item that is less; the list's length where none is. */
function firstLess<Item>(
  kept: readonly Item[],
  size: number,
  sizeOf: (item: Item) => number,
): number {
  let [from, to] = [0, kept.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const item = kept[middle];
    if (item !== undefined && sizeOf(item) < size) to = middle;
    else from = middle + 1;
  }
  return from;
}
