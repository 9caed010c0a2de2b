import { safeLines } from "../../domain/text/safe-text.ts";
import { terminal } from "./terminal.ts";

/** Prints a result of a command on standard output, and ends the line. */
export function printResult(text: string): void {
  terminal().stdout.write(`${text}\n`);
}

/**
 * Prints a line on standard error, apart from results; control characters of names and URLs in it
 * do not reach the terminal.
 */
export function printNotice(line: string): void {
  terminal().stderr.write(`${safeLines(line)}\n`);
}
