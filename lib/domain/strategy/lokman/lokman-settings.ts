import type { Relation } from "../../ontology/concept-set.ts";

/** Settings of `lokman`. Factors without a range are in [0, ∞). */
export interface LokmanSettings {
  readonly name: "lokman";
  /** Of a link met again: the greater value stands (GetGreater), or values add up (IncrementValues). */
  readonly merge: "greater" | "increment";
  /** What one occurrence of a term is worth by its relation to the topic. */
  readonly weights: Readonly<Record<Exclude<Relation, "own">, number>>;
  /** Occurrences as they are, by 100 words of the text, or w · ln(1 + own / w) with the weight of an exact term. */
  readonly normalise: "none" | "length" | "log";
  /** How often an occurrence counts by where it stands; those in headings and emphasis are in the text, too. */
  readonly elements: Readonly<Record<"text" | "title" | "headings" | "emphasis", number>>;
  /** How much what stands at a link counts: its text, its URL, the words around it. */
  readonly channels: Readonly<Record<"anchor" | "url" | "around", number>>;
  /** Terms at a link are worth what their relation is, or by their distance: weight of exact · decay^distance. */
  readonly grading: "relations" | "distance";
  /** In [0,1]. */
  readonly decay: number;
  /** Most steps through the ontology between the topic and a term at a link. */
  readonly reach: number;
  /** Shares of the value handed on: link → page, and page → link; in [0,1]. */
  readonly pageInheritance: number;
  readonly linkInheritance: number;
  /** Links of a page that names no concept: dropped (those of seeds never), or followed. */
  readonly offTopic: "drop" | "follow";
  /** Most links that wait. */
  readonly capacity: number;
}
