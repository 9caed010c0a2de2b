/** Things that are read at a time: a bucket takes some 40 ms for each. */
const AHEAD = 16;

/**
 * Reads something of each item before its turn comes, a few at a time, and yields both in the order of the items. A reading that fails is
 * raised at its turn.
 */
export async function* readAhead<Item, Read>(
  items: AsyncIterable<Item> | Iterable<Item>,
  read: (item: Item) => Promise<Read>,
): AsyncIterable<readonly [Item, Read]> {
  const queue: (readonly [Item, Promise<Read>])[] = [];
  for await (const item of items) {
    const reading = read(item);
    reading.catch(() => {});
    queue.push([item, reading]);
    const first = queue.length < AHEAD ? undefined : queue.shift();
    if (first !== undefined) yield [first[0], await first[1]];
  }
  for (const [item, reading] of queue) yield [item, await reading];
}
