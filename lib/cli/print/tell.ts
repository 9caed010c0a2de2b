/** Says a line on standard error, where results are not. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
