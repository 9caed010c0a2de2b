import type { Interval, Watch } from "../lib/workbench/schemas.ts";

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

/** Begins a sentence with a capital letter, and ends it. */
export function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
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

/** Writes the name of an outcome: `refused: robots`. */
export function outcome(name: string): string {
  return name.replace(":", ": ").replaceAll("-", " ");
}

/** Writes a size in bytes in the unit that fits. */
export function size(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Says which words count more and less than before, as a sentence; nothing where none does. */
export function learntInWords(learnt: Watch["model"]["learnt"]): string {
  const { more = [], less = [] } = learnt ?? {};
  const quoted = (words: readonly string[]) =>
    words.map((word) => `“${word}”`).join(words.length === 2 ? " or " : ", ");
  if (more.length > 0 && less.length > 0)
    return `Pages with ${quoted(more)} count more now, and pages with ${quoted(less)} less.`;
  if (more.length > 0) return `Pages with ${quoted(more)} count more now.`;
  return less.length > 0 ? `Pages with ${quoted(less)} count less now.` : "";
}

/** What a sign of a link is about, by the word that its name begins with. */
const SIGNS: Readonly<Record<string, (what: string) => string>> = {
  anchor: (what) => `its words have “${what}”`,
  around: (what) => `“${what}” stands near it`,
  url: (what) => `its address has “${what}”`,
  page: (what) => `it is on a page with “${what}”`,
  title: (what) => `it is on a page whose title has “${what}”`,
  worth: (what) => `how relevant its page is (step ${what})`,
  length: (what) => `the length of its words (step ${what})`,
  relation: (what) => `where it leads: ${what} as its page`,
  step: () => "such addresses follow one another",
  from: () => "its place on such pages",
  form: () => "the form of its address",
};

/** Says what a sign of a link is; one of another strategy as it is. */
export function signInWords(feature: string): string {
  const [kind = "", ...what] = feature.split(" ");
  return (Object.hasOwn(SIGNS, kind) ? SIGNS[kind]?.(what.join(" ")) : undefined) ?? feature;
}
