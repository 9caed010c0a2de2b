/**
 * Computes the cut that divides values into two groups with the greatest variance between them
 * (Otsu 1979). It is half-way between the groups; `undefined` when all values are equal.
 */
export function otsuCut(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const total = sorted.reduce((sum, value) => sum + value, 0);
  let below = 0;
  let best = 0;
  let cut: number | undefined;
  for (const [index, value] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next === undefined) break;
    below += value;
    if (next === value) continue;
    const count = index + 1;
    const rest = sorted.length - count;
    const between = count * rest * (below / count - (total - below) / rest) ** 2;
    if (between > best) {
      best = between;
      cut = value + (next - value) / 2;
    }
  }
  return cut;
}
