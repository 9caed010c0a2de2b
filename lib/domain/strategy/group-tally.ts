/** What came of the links of one group that the current model scored. */
export interface GroupCount {
  /** Links that wait, whoever scored them. */
  readonly waiting: number;
  /** Links drawn that came to no page: redirects, refusals, failures. */
  readonly misses: number;
  readonly pages: number;
  /** Of the pages. */
  readonly targets: number;
  /** Sum of the utilities of the pages. */
  readonly utility: number;
  /** Pages by type, `""` for those without one. */
  readonly types: ReadonlyMap<string, number>;
}

/** What came of the links that the current model scored, as a strategy sees it when it weighs groups. */
export interface GroupTally {
  /** Pages fetched by them. */
  readonly pages: number;
  /** Pages that the budget of the whole crawl still allows; `Infinity` where it sets no bound. */
  readonly remaining: number;
  /** Pages by type, `""` for those without one. */
  readonly types: ReadonlyMap<string, number>;
  /** Groups with a link that waits or was drawn. */
  readonly groups: ReadonlyMap<string, GroupCount>;
}
