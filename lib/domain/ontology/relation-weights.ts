import type { Relation } from "./concept-set.ts";

/**
 * The weight of one occurrence of a term by its relation to the topic, without a unit. It follows
 * Kayışoğlu (2005), which has no narrower concepts; they weigh as much as broader ones at the same
 * distance. A user's own term weighs as much as the topic.
 */
export const DEFAULT_RELATION_WEIGHTS: Readonly<Record<Relation, number>> = {
  exact: 15,
  own: 15,
  synonym: 12,
  partial: 8,
  narrower: 8,
  context: 5,
};
