/** What a training has changed, in words: which of them count more or less than before. */
import type { Json } from "../../../json.ts";
import { type LearnedPages, PAGE_LEARNER } from "./page-estimator.ts";
import { PAGE_TEXTS } from "./term-reader.ts";

/** Terms by how much their weights have changed, the greatest change first. */
export interface LearntWords {
  /** Terms that speak for a page, more than before. */
  readonly more: readonly string[];
  /** Terms that speak against a page, more than before. */
  readonly less: readonly string[];
}

/** Most terms of each kind. */
const MOST = 4;

/** A change that is smaller than this share of the greatest is not told. */
const LEAST_SHARE = 0.3;

/** Compares the weights of words in two models of any strategy; empty where neither has any. */
export function learntWords(before: Json | undefined, after: Json): LearntWords {
  const [old, now] = [wordWeights(before ?? null), wordWeights(after)];
  const changes = Array.from(now, ([term, weight]) => {
    return { term, weight, change: weight - (old.get(term) ?? 0) };
  });
  const told = (sign: 1 | -1) => {
    const own = changes
      .filter(({ weight, change }) => sign * weight > 0 && sign * change > 0)
      .toSorted((a, b) => sign * (b.change - a.change) || (a.term < b.term ? -1 : 1));
    const least = LEAST_SHARE * Math.abs(own[0]?.change ?? 0);
    return own
      .slice(0, MOST)
      .filter(({ change }) => Math.abs(change) >= least)
      .map(({ term }) => term);
  };
  return { more: told(1), less: told(-1) };
}

/** Returns what each single word adds to a prediction, in all texts of a page together. */
function wordWeights(model: Json): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const learned of learnedIn(model)) {
    const predict = PAGE_LEARNER.compile(learned.model);
    const at = (column: number) =>
      predict({ columns: Int32Array.of(column), values: Float64Array.of(1) });
    const nothing = predict({ columns: new Int32Array(), values: new Float64Array() });
    let column = 0;
    for (const [text, { terms }] of learned.space.texts.entries()) {
      for (const term of terms) {
        // Two words that follow each other are told by each of them; numbers say little to a person.
        if (PAGE_TEXTS[text] !== "pairs" && !/\d/.test(term))
          weights.set(term, (weights.get(term) ?? 0) + at(column) - nothing);
        column += 1;
      }
    }
  }
  return weights;
}

/** Finds the models of words in the model of a strategy, wherever it keeps them. */
function learnedIn(model: Json): readonly LearnedPages[] {
  if (typeof model !== "object" || model === null) return [];
  if (isLearned(model)) return [model];
  const parts: readonly Json[] = Object.values(model);
  return parts.flatMap(learnedIn);
}

function isLearned(model: object): model is LearnedPages {
  if (!("kind" in model && "space" in model && "learner" in model)) return false;
  const { kind, space, learner } = model;
  const isOfTerms =
    typeof space === "object" && space !== null && "kind" in space && space.kind === "terms";
  return kind === "learned" && isOfTerms && learner === PAGE_LEARNER.name;
}
