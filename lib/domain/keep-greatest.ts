/**
 * Inserts an item among the greatest kept, behind equal ones. The least drops out when there are
 * more than `most`. The list should be short.
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
