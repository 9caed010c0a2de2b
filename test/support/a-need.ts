import type { Need } from "../../lib/domain/strategy/strategy.ts";

/** A need with sensible blanks: nothing is asked for. */
export function aNeed(parts: Partial<Need> = {}): Need {
  return {
    topic: undefined,
    concepts: undefined,
    good: [],
    bad: [],
    examplePage: undefined,
    paths: undefined,
    lesson: undefined,
    threshold: undefined,
    ...parts,
  };
}
