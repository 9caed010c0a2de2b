/** The engine of a stack, which costs while it is awake. */
export interface Activity {
  /**
   * Begins or goes on to plan, harvest and train, at once and each minute. Awake already: plans at once,
   * and nothing else changes.
   */
  wake(): Promise<void>;

  /** Ends that: nothing is started any more until the next `wake`. What is at work comes to its end. */
  suspend(): Promise<void>;
}
