/** What a crawl was given and got nothing from: it is no link, so no count of links has it. */

import type { RunEvent } from "../ports/run-log.ts";
import type { GivenSeed } from "./seed-outcomes.ts";

/** Files that a site names, files of a recording, and records that refer to others. */
export type UnreadKind = "sitemap" | "recording" | "revisit";

/** A source that gave nothing. */
export interface UnreadSource {
  readonly kind: UnreadKind;
  /** Its URL, or its path. */
  readonly name: string;
  readonly reason: string;
}

/** Most sources that an event names; others are counted. */
const MOST_NAMED = 10_000;

/** Makes the event by which a run keeps its sources of a kind that gave nothing, with the reason of each. */
export function unreadEvent(
  kind: UnreadKind,
  reasons: ReadonlyMap<string, string>,
  at: number,
): RunEvent {
  const sources = [...reasons].slice(0, MOST_NAMED);
  return { at, kind: "unread", detail: { kind, sources, more: reasons.size - sources.length } };
}

/** Makes the events by which a run keeps what of a recording gave nothing: an event for each kind that has some. */
export function unreadEvents(
  unused: Readonly<Record<"recording" | "revisit", ReadonlyMap<string, string>>>,
  at: number,
): readonly RunEvent[] {
  const kinds = (["recording", "revisit"] as const).filter((kind) => unused[kind].size > 0);
  return kinds.map((kind) => unreadEvent(kind, unused[kind], at));
}

/** What the log of a run says of sources that gave nothing. */
export interface UnreadSources {
  /** Each once, in the order in which they were read. */
  readonly named: readonly UnreadSource[];
  /** Number of others. */
  readonly more: number;
}

/** Returns the sources of a run that gave nothing, with the last reason of each. */
export function unreadSources(events: readonly RunEvent[]): UnreadSources {
  const named = new Map<string, UnreadSource>();
  let more = 0;
  for (const { kind: event, detail } of events) {
    const { kind, sources } = detail;
    if (event !== "unread" || !isKind(kind) || !Array.isArray(sources)) continue;
    if (typeof detail["more"] === "number") more += detail["more"];
    for (const source of sources) {
      const [name, reason] = Array.isArray(source) ? source : [];
      if (typeof name !== "string" || typeof reason !== "string") continue;
      named.set(`${kind} ${name}`, { kind, name, reason });
    }
  }
  return { named: [...named.values()], more };
}

function isKind(value: unknown): value is UnreadKind {
  return KINDS.some(([kind]) => kind === value);
}

const KINDS: readonly (readonly [kind: UnreadKind, plural: string])[] = [
  ["sitemap", "sitemaps"],
  ["recording", "files of the recording"],
  ["revisit", "revisits"],
];

/** `kind:reason` → number of sources; seeds that were left out before the crawl are of the kind `seed`. */
export type UnreadCounts = Readonly<Record<string, number>>;

/** Counts what gave nothing, by kind and reason. */
export async function countUnread(
  { named, more }: UnreadSources,
  seeds: AsyncIterable<Pick<GivenSeed, "leftOut">>,
): Promise<UnreadCounts> {
  const counts = new Map<string, number>();
  const add = (key: string, sources = 1) => counts.set(key, (counts.get(key) ?? 0) + sources);
  for await (const { leftOut } of seeds) if (leftOut !== undefined) add(`seed:${leftOut}`);
  for (const { kind, reason } of named) add(`${kind}:${reason}`);
  if (more > 0) add("revisit:not-named", more);
  return Object.fromEntries(counts);
}

/** Says in a line a kind how many gave nothing and why: `sitemaps that gave nothing: 3 (html 2, gone 1)`. */
export function unreadInWords(counts: UnreadCounts): string[] {
  return [["seed", "seeds"] as const, ...KINDS].flatMap(([kind, plural]) => {
    const ofKind = Object.entries(counts).filter(([key]) => key.startsWith(`${kind}:`));
    if (ofKind.length === 0) return [];
    const all = ofKind.reduce((sum, [, count]) => sum + count, 0);
    const reasons = ofKind.map(
      ([key, count]) => `${key.slice(kind.length + 1)} ${count.toLocaleString("en")}`,
    );
    return [`${plural} that gave nothing: ${all.toLocaleString("en")} (${reasons.join(", ")})`];
  });
}
