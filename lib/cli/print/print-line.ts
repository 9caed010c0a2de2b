/** Prints a line on standard error, apart from results. */
export function printNotice(line: string): void {
  process.stderr.write(`${line}\n`);
}
