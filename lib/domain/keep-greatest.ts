/**
 * Puts an item in its place among the greatest that are kept, which are few, behind those as great; the least
 * falls out where there are more than `most`.
 */
export function keepGreatest<Item>(
  kept: Item[],
  item: Item,
  most: number,
  sizeOf: (item: Item) => number,
): void {
  const size = sizeOf(item);
  const place = kept.findIndex((other) => sizeOf(other) < size);
  if (place >= 0) kept.splice(place, 0, item);
  else kept.push(item);
  if (kept.length > most) kept.pop();
}
