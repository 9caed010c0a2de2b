import { normalPattern } from "./robots-path.ts";

/**
 * A rule's path pattern, compiled (RFC 9309 §2.2.3): `*` is any characters, a final `$` the end.
 */
export interface RobotsPattern {
  /** Number of octets of the normal form: the longer pattern is the more specific one. */
  readonly specificity: number;
  /** Returns whether it matches the {@link "./robots-path.ts"} normal form of a path and query. */
  matches(path: string): boolean;
}

/**
 * Compiles `pattern`; returns `undefined` if it can match nothing because it starts with neither
 * `/` nor `*`.
 */
export function compilePattern(pattern: string): RobotsPattern | undefined {
  if (!pattern.startsWith("/") && !pattern.startsWith("*")) return undefined;
  const isAnchored = pattern.endsWith("$");
  const normal = normalPattern(isAnchored ? pattern.slice(0, -1) : pattern);
  const [head = "", ...rest] = normal.split("*");
  const specificity = normal.length + (isAnchored ? 1 : 0);
  return { specificity, matches: (path) => matches(path, head, rest, isAnchored) };
}

/** Takes the leftmost place for each part. This is linear, and it matches if any placing does. */
function matches(path: string, head: string, rest: readonly string[], anchored: boolean): boolean {
  if (!path.startsWith(head)) return false;
  const tail = anchored ? rest.at(-1) : undefined;
  if (anchored && tail === undefined) return path.length === head.length;
  const middle = tail === undefined ? rest : rest.slice(0, -1);
  let position = head.length;
  for (const part of middle) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return tail === undefined || (path.endsWith(tail) && path.length - tail.length >= position);
}
