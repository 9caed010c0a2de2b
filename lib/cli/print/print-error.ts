import { styleText } from "node:util";
import { DowserError } from "../../errors.ts";
import { explainError } from "./explain-error.ts";

/** Exit codes of the process. */
export const EXIT = {
  ok: 0,
  /** A bug, or a machine that fails (disk full): the message says which. */
  failure: 1,
  /** The command line or the project file is wrong; nothing was begun. */
  usage: 2,
  /** Interrupted by Ctrl-C: a crawl paused, and the same command resumes it. */
  paused: 130,
} as const;

/**
 * Prints an error for a person: the fault, the value and the hint; the stack only if asked. Returns
 * the exit code. A reader that left, as after `dowser export … | head`, is no error.
 */
export function printError(
  thrown: unknown,
  stderr: NodeJS.WritableStream,
  withStack: boolean,
): number {
  if (isBrokenPipe(thrown)) return EXIT.ok;
  const error = explainError(thrown);
  const expected = error instanceof DowserError;
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(`${styleText("red", "error")}${expected ? ` [${error.code}]` : ""}: ${message}\n`);
  if (expected) stderr.write(`${styleText("green", "hint")}: ${error.hint}\n`);
  if (withStack && error instanceof Error) stderr.write(`${error.stack ?? ""}\n`);
  else if (!expected) stderr.write("run again with --stack to print the stack trace\n");
  return expected && error.reaction === "fix-config" ? EXIT.usage : EXIT.failure;
}

/** Returns whether the reader of the output has left. */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}
