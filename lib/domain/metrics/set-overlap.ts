/**
 * Returns the Jaccard index of two sets, such as the hosts or pages of two crawls, in [0,1]; 0 when
 * both are empty.
 */
export function setOverlap<Item>(first: ReadonlySet<Item>, second: ReadonlySet<Item>): number {
  const both = first.intersection(second).size;
  const either = first.size + second.size - both;
  return either === 0 ? 0 : both / either;
}
