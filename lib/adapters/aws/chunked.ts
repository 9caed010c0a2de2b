/** Cuts a list into chunks of at most `size` items, in order. */
export function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  return chunkedBy(items, size, Number.POSITIVE_INFINITY, () => 0);
}

/**
 * Cuts a list into chunks of at most `size` items that weigh at most `limit` together. An item over
 * the limit gets its own chunk.
 */
export function chunkedBy<Item>(
  items: readonly Item[],
  size: number,
  limit: number,
  weigh: (item: Item) => number,
): Item[][] {
  const chunks: Item[][] = [];
  let chunk: Item[] = [];
  let weight = 0;
  for (const item of items) {
    const more = weigh(item);
    if (chunk.length > 0 && (chunk.length === size || weight + more > limit)) {
      chunks.push(chunk);
      [chunk, weight] = [[], 0];
    }
    chunk.push(item);
    weight += more;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
