import { safeLines } from "../../domain/text/safe-text.ts";

/**
 * Prints a line on standard error, apart from results; control characters of names and URLs in it
 * do not reach the terminal.
 */
export function printNotice(line: string): void {
  process.stderr.write(`${safeLines(line)}\n`);
}
