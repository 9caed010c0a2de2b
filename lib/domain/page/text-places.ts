/**
 * Returns the index of the first of `places`, which are in document order, that starts at `at` or
 * later.
 */
export function firstFrom(places: readonly { readonly start: number }[], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.start ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
