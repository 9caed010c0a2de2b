/** Figures as they stand in a text, and the numbers at an axis. */
/** Formats a whole number with separated thousands. */
export function count(value: number): string {
  return value.toLocaleString("en");
}

/** Formats a number with its noun: `1 page`, `2 pages`. */
export function counted(value: number, one: string, more = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : more}`;
}

/** Formats a score, which is no share, with two digits. */
export function score(value: number): string {
  return value.toFixed(2);
}

/** Formats a time in ms as seconds: below ten to the ms. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(Math.abs(ms) < 10_000 ? 3 : 1)} s`;
}

/** Formats a moment, in ms since the epoch, to the minute (UTC). */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Formats dollars with enough digits to distinguish small sums from zero. */
export function dollars(amount: number): string {
  return amount >= 1 || amount === 0 ? amount.toFixed(2) : amount.toPrecision(2);
}

/** Returns a word of a log entry; empty text for any other value. */
export function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns some round whole numbers from 0 up to a value. */
export function roundNumbers(most: number): number[] {
  if (most < 1) return [0];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fitting = [1, 2, 5, 10].map((of) => of * power).find((of) => of >= rough) ?? rough;
  const step = Math.max(1, fitting);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/** Begins a sentence with a capital letter. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
