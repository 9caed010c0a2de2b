/** The words that a feature adds to reports, to commands and to the page. */

/** What is said of a crawl that a rule paused. */
export interface PauseWords {
  /** The end, as the log has it. */
  readonly end: string;
  /** Completes the sentence "it ended because …". */
  readonly because: string;
  /** Of the command. */
  readonly exitCode: number;
  /** Says what happened and what to do, by the event of the log and the keys of the project. */
  notice(
    detail: Readonly<Record<string, unknown>>,
    project: { readonly access?: string | undefined },
  ): string;
  /** The same for a stack. */
  readonly stack: { readonly message: string; readonly hint: string };
}

/** The words of one feature. */
export interface FeatureWords {
  /** Meanings of its reasons, for a reader who does not know the crawler. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Those of its reasons for which no server was asked. */
  readonly notAsked?: readonly string[];
  /** Those for which a server was asked and answered. */
  readonly answered?: readonly string[];
  readonly pause?: PauseWords;
}
