/**
 * Returns the numbers that never fall and are nearest to `y` by weighted squares; `weights` are in
 * (0, ∞). This is pool adjacent violators (Ayer, Brunk, Ewing, Reid & Silverman 1955). Linear time.
 */
export function poolAdjacentViolators(y: Float64Array, weights: Float64Array): Float64Array {
  const blocks: Block[] = [];
  for (const [at, mean] of y.entries()) {
    let block = { mean, weight: weights[at] ?? 0, length: 1 };
    for (let last = blocks.at(-1); last && last.mean >= block.mean; last = blocks.at(-1)) {
      block = { ...pooled(last, block), length: last.length + block.length };
      blocks.pop();
    }
    blocks.push(block);
  }
  const fitted = new Float64Array(y.length);
  let from = 0;
  for (const { mean, length } of blocks) {
    fitted.fill(mean, from, from + length);
    from += length;
  }
  return fitted;
}

/** A mean, with its weight. */
export interface WeightedMean {
  readonly mean: number;
  readonly weight: number;
}

/** Returns the mean of two means; their weights are in (0, ∞). */
export function pooled(a: WeightedMean, b: WeightedMean): WeightedMean {
  const weight = a.weight + b.weight;
  return { mean: a.mean + (b.mean - a.mean) * (b.weight / weight), weight };
}

/** Adjacent numbers merged into one. */
interface Block extends WeightedMean {
  readonly length: number;
}
