/** Messages of a queue, approximately: those that wait, and those that were delivered. */
export interface QueueDepth {
  readonly waiting: number;
  readonly inFlight: number;
}

/** The live state of the parts that make a stack work, as AWS reports it. */
export interface ActivityState {
  /** Whether the rules that call the planner and the trainer are enabled. */
  readonly rules: { readonly planner: boolean; readonly trainer: boolean };
  /** Whether batches are delivered to harvesters, or soon will be. */
  readonly deliversBatches: boolean;
  readonly queues: Readonly<Record<QueueName, QueueDepth>>;
}

/** The queues of a stack. */
export type QueueName = "batches" | "results" | "batchesDeadLetters" | "resultsDeadLetters";
