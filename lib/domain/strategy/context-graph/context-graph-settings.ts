/** Settings of `context-graph`. */
export interface ContextGraphSettings {
  readonly name: "context-graph";
  /** Links between a page and a target at most for the page to be of a layer, from 1 on. */
  readonly layers: number;
  /** A page whose likeliest layer has a probability no greater is of none, in [0,1). */
  readonly threshold: number;
}
