/** What the machine must do after an error: the caller switches on this, never on the message. */
export type Reaction = "retry" | "drop" | "stop-crawl" | "fix-config";

/**
 * A row of the table of errors: what is said of an error. `{name}` in a text is filled in by the
 * place that raises it. One that touches a word is an optional part, which the documentation omits.
 */
export interface ErrorRow {
  readonly reaction: Reaction;
  readonly sentence: string;
  /** What to do about it, in the imperative. */
  readonly hint: string;
  /** What the documentation says instead of the sentence, where that is mostly filled in. */
  readonly about?: string;
}
