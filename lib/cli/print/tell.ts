/** Prints a line on standard error, apart from results. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
