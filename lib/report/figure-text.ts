/** A whole number with its thousands apart. */
export function count(value: number): string {
  return value.toLocaleString("en");
}

/** A number with its noun: `1 page`, `2 pages`. */
export function counted(value: number, one: string, more = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : more}`;
}

/** A share in [0,1] to three digits; a dash where it is not known. */
export function share(value: number | undefined): string {
  return value === undefined ? "–" : value.toFixed(3);
}

/** A time in ms, in seconds: below ten to the ms. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(Math.abs(ms) < 10_000 ? 3 : 1)} s`;
}

/** A moment, in ms since the epoch, to the minute (UTC). */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Dollars with enough digits to tell small sums from nothing. */
export function dollars(amount: number): string {
  return amount >= 1 || amount === 0 ? amount.toFixed(2) : amount.toPrecision(2);
}

/** A word of a log entry; nothing of what is no word. */
export function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
