/** The verdict of a comment detector on a page. */
export interface Detection {
  /** Does the page hold readers' comments? */
  readonly isComment: boolean;
  /** How sure, in [0, 1]; the decision is made at one half. */
  readonly score: number;
  /** The evidence, for human readers. */
  readonly why: string;
}
