/** What `npm run bench` lists of a bench. */
export interface About {
  /** What it measures, in one line. */
  readonly measures: string;
  /** About how long it takes on two cores, in words. */
  readonly takes: string;
}

/** The module of a bench. */
export interface Bench {
  readonly default: (args: string[]) => Promise<void>;
  readonly about: About;
}
