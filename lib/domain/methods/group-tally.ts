/** The results of the links of one group that the current model scored. */
export interface GroupCount {
  /** Queued links, scored by any model. */
  readonly waiting: number;
  /** Links drawn that led to no page: redirects, refusals, failures. */
  readonly misses: number;
  readonly pages: number;
  /** Number of target pages. */
  readonly targets: number;
  /** Sum of the utilities of the pages. */
  readonly utility: number;
  /** Pages by type, `""` for those without one. */
  readonly types: ReadonlyMap<string, number>;
}

/** The results of the links that the current model scored, as input to the weighing of groups. */
export interface GroupTally {
  /** Pages fetched through these links. */
  readonly pages: number;
  /** Pages that the budget of the whole crawl still allows; `Infinity` when it sets no bound. */
  readonly remaining: number;
  /** Pages by type, `""` for those without one. */
  readonly types: ReadonlyMap<string, number>;
  /** Groups with a link that is queued or was drawn. */
  readonly groups: ReadonlyMap<string, GroupCount>;
}
