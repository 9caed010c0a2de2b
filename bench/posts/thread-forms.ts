/** Generated threads in the forms that posts come in, and what is true of each post. */
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";

/** When all generated pages were fetched, in ms since the epoch: relative dates are relative to it. */
export const FETCHED_AT = Date.UTC(2024, 4, 20, 14, 30);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A post as it was written. */
export interface WrittenPost {
  /** Number among all posts of its forum, above 70. */
  readonly id: number;
  /** Order in the thread, from 0. */
  readonly index: number;
  readonly author: string;
  /** Number of the author among the members. */
  readonly member: number;
  /** ms since the epoch; the page shows it in UTC. */
  readonly at: number;
  /** One paragraph a line. */
  readonly text: string;
  readonly quoted: WrittenPost | undefined;
  readonly editedAt: number | undefined;
  readonly joinedAt: number;
  /** Number of the posts of its author. */
  readonly count: number;
  readonly signature: string | undefined;
  readonly likedBy: readonly string[];
  /** The post that it answers, where engines nest. */
  readonly parent: WrittenPost | undefined;
  /** A place without a post: it says that one was deleted. */
  readonly isDeleted: boolean;
}

/** A thread, and what its pages show beside the posts. */
export interface WrittenThread {
  readonly id: number;
  readonly title: string;
  readonly posts: readonly WrittenPost[];
  readonly hasAvatars: boolean;
  readonly hasAds: boolean;
  /** Whether dates are shown in short or relative forms, where the engine has them. */
  readonly isRecent: boolean;
  readonly showsJoinDates: boolean;
}

/** The forms that threads are generated in: each has one thing that is awkward to read. */
export const FORMS = [
  "plain",
  "edit lines",
  "join dates",
  "signatures",
  "quotes",
  "avatars",
  "likes",
  "deleted posts",
  "ads between posts",
  "one post",
  "posts of one word",
  "names with digits",
  "posts that begin alike",
  "one author",
  "recent dates",
] as const;

export type ThreadForm = (typeof FORMS)[number];

const NAMES = ["marla_k", "Tom Hale", "beeguy", "Sunny Day", "queen_bee", "Ö. Lind"];
const NAMES_WITH_DIGITS = ["marla1", "oldtom77", "beeguy 3", "x2000", "queen_bee9", "Lind 12"];
const WORDS = ["Thanks!", "Yes", "+1", "Agreed.", "Interesting", "No"];

const TEXTS = [
  "I moved my hives to the orchard last week and they already settled in nicely, no robbing so far.",
  "Great to hear. Mine are still clustering, the nights are too cold for a split here in the hills.",
  "Does anybody have experience with top bar hives in wet climates?\nI worry about mould on the comb.",
  "We had that problem too, a small upper vent solved it within a month, and the honey stayed fine.",
  "Thanks all, I will try the vent and report back when the weather gets warmer again in spring.",
  "Here the first swarm left on 4 May 1999, long before anybody expected it. Be quick this year.",
];

/** Generates the thread of a form; `seed` sets who writes when, and how much. */
export function threadOfForm(form: ThreadForm, seed: number): WrittenThread {
  let draws = 0;
  const draw = (): number => hashToUnit(seed, `${form} ${(draws += 1)}`);
  const names = form === "names with digits" ? NAMES_WITH_DIGITS : NAMES;
  const count = form === "one post" ? 1 : 5 + Math.floor(draw() * 3);
  const posts: WrittenPost[] = [];
  const isRecent = form === "recent dates";
  let at = Date.UTC(2008, 2, 3 + Math.floor(draw() * 8), 9, 5);
  if (isRecent) at = FETCHED_AT - 9 * DAY_MS;
  for (let index = 0; index < count; index += 1) {
    const member = form === "one author" ? 1 : (index + (index > 3 ? 2 : 0)) % names.length;
    const before = posts[Math.floor(draw() * index)];
    const step = isRecent ? (FETCHED_AT - at) * (0.3 + 0.3 * draw()) : (0.4 + 4 * draw()) * DAY_MS;
    at = Math.floor((at + step) / MINUTE_MS) * MINUTE_MS;
    posts.push({
      id: 71 + seed * 40 + index * 3,
      index,
      author: names[member] ?? "",
      member: member + 11,
      at,
      text: textOf(form, index),
      quoted: form === "quotes" && index > 0 && index !== 3 ? before : undefined,
      editedAt:
        form === "edit lines" && index !== 2 ? at + 400 * DAY_MS + index * HOUR_MS : undefined,
      joinedAt: Date.UTC(2005, 1, 1 + member * 2, 9, 7),
      count: 12 + member * 31,
      signature:
        form === "signatures"
          ? `${names[member] ?? ""} and thirty hives, since long ago`
          : undefined,
      likedBy: form === "likes" ? names.filter((_name, at) => (at + index) % 3 === 1) : [],
      parent: index === 0 ? undefined : (before ?? posts[0]),
      isDeleted: form === "deleted posts" && index === 2,
    });
  }
  return {
    id: 900 + seed,
    title: "Hives in the orchard this spring",
    posts,
    hasAvatars: form === "avatars",
    hasAds: form === "ads between posts",
    isRecent,
    showsJoinDates: form === "join dates",
  };
}

function textOf(form: ThreadForm, index: number): string {
  if (form === "posts of one word") return WORDS[index % WORDS.length] ?? "";
  const text = TEXTS[index % TEXTS.length] ?? "";
  return form === "posts that begin alike" && index !== 1 ? `Day ${index + 3}: ${text}` : text;
}

/** Returns a span of time as pages abbreviate it: `3h`, `2d`. */
export function shortAge(at: number): string {
  const minutes = Math.floor((FETCHED_AT - at) / MINUTE_MS);
  if (minutes < 60) return `${minutes}m`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 60 / 24)}d`;
}

/** Returns a span of time in words: `3 hours ago`. */
export function longAge(at: number): string {
  const [, number = "", unit = ""] = /(\d+)(\w)/.exec(shortAge(at)) ?? [];
  const name = unit === "m" ? "minute" : unit === "h" ? "hour" : "day";
  return `${number} ${name}${number === "1" ? "" : "s"} ago`;
}

/** Returns the day of a moment in the words of a page, where it is near: `Today`. */
export function nearDay(at: number): string | undefined {
  const days = Math.floor(FETCHED_AT / DAY_MS) - Math.floor(at / DAY_MS);
  return days === 0 ? "Today" : days === 1 ? "Yesterday" : undefined;
}
