import type { LinkTexts } from "../link-words.ts";

/** Settings of `link-learner`. */
export interface LinkLearnerSettings {
  readonly name: "link-learner";
  /** What of a link is learned from: its URL alone, or its anchor text and the words around, too. */
  readonly features: LinkTexts;
  /** Links that lead to targets or not, or links by how many more lie between them and a target: 0, 1 or 2. */
  readonly classes: 2 | 3;
  /** Pages fetched between two trainings. */
  readonly every: number;
  /**
   * The best link of the host whose turn it is, the best of all, or any in proportion to its worth.
   */
  readonly selection: "hosts" | "best" | "proportional";
  /** What links are worth before anything was learned of them: by the page they stand on, or by the examples' URLs. */
  readonly initial: "parent" | "examples";
}
