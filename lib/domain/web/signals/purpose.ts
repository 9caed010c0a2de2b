import { NOINDEX } from "./robots-meta.ts";
import type { Signals } from "./signals.ts";

/** What a project may state that its pages are for. */
export const PURPOSES = ["search", "train-ai", "research-tdm"] as const;

/** One of {@link PURPOSES}. */
export type Purpose = (typeof PURPOSES)[number];

/**
 * The signals that keep a page out of what is made for a purpose. Training is also mining, so a
 * reservation of mining stops both. `noarchive` stops training as Bing reads it
 * (blogs.bing.com/webmaster/september-2023), and `noai` by its name.
 */
const STOPS: Readonly<Record<Purpose, ReadonlySet<string>>> = {
  search: new Set([NOINDEX, "content-usage: search=n", "content-signal: search=no"]),
  "train-ai": new Set([
    "robots: noai",
    "robots: noarchive",
    "content-usage: train-ai=n",
    "content-signal: ai-train=no",
    "tdm-reservation: 1",
  ]),
  "research-tdm": new Set(["tdm-reservation: 1"]),
};

/** Purposes that mine text: for them the TDM file of a site is asked for. */
export function minesText(purpose: Purpose | undefined): boolean {
  return purpose !== undefined && STOPS[purpose].has("tdm-reservation: 1");
}

/**
 * Returns the signals that reserve a page against the purpose; none without a purpose, or where no
 * signal does.
 */
export function reservedBy(purpose: Purpose | undefined, signals: Signals = []): Signals {
  return purpose === undefined ? [] : signals.filter((signal) => STOPS[purpose].has(signal));
}
