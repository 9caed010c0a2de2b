/** What a comment detector says of a page. */
export interface Detection {
  /** Does the page hold readers' comments? */
  readonly isComment: boolean;
  /** How sure, in [0, 1]; the decision is made at one half. */
  readonly score: number;
  /** What it went by, for people. */
  readonly why: string;
}
