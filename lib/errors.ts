/** What the machine must do after an error: the caller switches on this, never on the message. */
type Reaction = "retry" | "drop" | "stop-crawl" | "fix-config";

/** What a {@link DowserError} is made of; `docs/errors.md` lists every code. */
interface ErrorDetails {
  /** Stable, kebab-case, documented in `docs/errors.md`. */
  readonly code: string;
  readonly reaction: Reaction;
  /** The offending value, as the user wrote it or as it arrived. */
  readonly value?: unknown;
  /** What to do about it, in the imperative. */
  readonly hint: string;
  readonly cause?: unknown;
}

/** A surprise with a stable code, the offending value and a hint. Expected outcomes are values instead. */
export class DowserError extends Error {
  readonly code: string;
  readonly reaction: Reaction;
  readonly value: unknown;
  readonly hint: string;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "DowserError";
    this.code = details.code;
    this.reaction = details.reaction;
    this.value = details.value;
    this.hint = details.hint;
  }
}
