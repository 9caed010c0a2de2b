/** The engine of a stack, which costs money while it is awake. */
export interface Activity {
  /**
   * Lets the planner and the trainer be called at intervals, and starts nothing now. Done before an
   * order is written: an order that no planner reads would leave the crawl asleep.
   */
  enableRules(): Promise<void>;

  /**
   * Starts or continues planning, harvesting and training, immediately and each minute. If awake
   * already, it plans immediately, and nothing else changes.
   */
  wake(): Promise<void>;

  /** Stops the engine: nothing is started until the next `wake`. Running work is completed. */
  suspend(): Promise<void>;
}
