import type { Interval } from "../lib/workbench/schemas.ts";

/** Writes a count with its thousands apart. */
export function count(value: number): string {
  return value.toLocaleString("en");
}

/** Writes a share of 1 as a percentage. */
export function percent(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

/** Writes the bounds of a share. */
export function bounds({ low, high }: Interval): string {
  return `${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)} %`;
}

/** Writes a score in [0,1]. */
export function score(value: number): string {
  return value.toFixed(2);
}

/** Writes a time span in the two largest of its units. */
export function span(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  if (hours > 0) return `${count(hours)} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** Writes a rough time in hours, in the unit that fits. */
export function roughly(hours: number): string {
  const minutes = Math.round(hours * 60);
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return `about ${minutes} min`;
  return hours < 48 ? `about ${hours.toFixed(0)} h` : `about ${count(Math.round(hours / 24))} days`;
}

/** Writes a moment as a clock shows it, with its day where that is not today. */
export function moment(ms: number): string {
  const at = new Date(ms);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? at.toLocaleTimeString("en-GB") : at.toLocaleString("en-GB");
}

/** The states of a crawl in a reader's words. */
export const STATES = {
  starting: "starting",
  running: "crawling",
  pausing: "pausing: the pages in flight are completed",
  paused: "paused",
  finished: "finished",
} as const;

/** Outcomes of URLs in a reader's words; others are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  "refused:robots": "not allowed by robots.txt",
  "refused:robots-unreachable": "robots.txt could not be read",
  "refused:address": "private address",
  "refused:media-type": "no page: another type of file",
  "refused:too-large": "too large",
  "failed:timeout": "no answer in time",
  "failed:dns": "host not found",
  "failed:connection": "no connection",
  "failed:gone": "gone",
  "fetched:gone": "gone (404, 410)",
  "fetched:redirect": "led elsewhere by a redirect",
  "failed:not-recorded": "not in the recording",
  "refused:not-recorded": "not in the recording",
};

/** Says where URLs ended. */
export function reason(name: string): string {
  const [, trap] = /^refused:trap:(.*)/.exec(name) ?? [];
  if (trap !== undefined) return `seems endless (${trap.replaceAll("-", " ")})`;
  return REASONS[name] ?? name.replace(":", ": ").replaceAll("-", " ");
}
