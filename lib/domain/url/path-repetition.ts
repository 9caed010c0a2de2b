const DIGITS = /^\d*$/;

/**
 * Returns whether a path repeats itself in a way that only a broken relative link causes. Either a
 * segment, or a run of segments, occurs `repeats` times in a row (`/a/b/a/b/a/b`). Or one segment
 * occurs more often than `repeats` anywhere. Numbers do not count: `/1/1/1` is a tile of a map.
 */
export function repeatsItself(segments: readonly string[], repeats: number): boolean {
  if (segments.length < repeats) return false;
  return occursTooOften(segments, repeats) || hasCycle(segments, repeats);
}

function occursTooOften(segments: readonly string[], repeats: number): boolean {
  if (segments.length <= repeats) return false;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > repeats && !DIGITS.test(segment)) return true;
    counts.set(segment, count);
  }
  return false;
}

function hasCycle(segments: readonly string[], repeats: number): boolean {
  const longest = Math.floor(segments.length / repeats);
  for (let period = 1; period <= longest; period++) {
    let run = 0;
    for (let index = period; index < segments.length; index++) {
      run = segments[index] === segments[index - period] ? run + 1 : 0;
      if (run < period * (repeats - 1)) continue;
      const cycle = segments.slice(index - period + 1, index + 1);
      if (!cycle.every((segment) => DIGITS.test(segment))) return true;
    }
  }
  return false;
}
