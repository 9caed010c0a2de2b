/** What the generated pages of all engines have in common: dates in words, paragraphs, links of names. */
import { FETCHED_AT, nearDay, type WrittenPost, type WrittenThread } from "./thread-forms.ts";

const MONTHS =
  "January February March April May June July August September October November December";
const DAYS = "Sun Mon Tue Wed Thu Fri Sat";

/** The parts of a moment in UTC, as pages print them. */
export interface DateParts {
  readonly y: number;
  readonly m: number;
  readonly d: number;
  /** Two digits each. */
  readonly mm: string;
  readonly dd: string;
  readonly hh: string;
  readonly min: string;
  /** Hour of twelve, `am` or `pm`. */
  readonly h12: number;
  readonly half: "am" | "pm";
  readonly month: string;
  readonly mon: string;
  readonly day: string;
}

/** Returns the parts of a moment. */
export function dateParts(at: number): DateParts {
  const date = new Date(at);
  const [h, m] = [date.getUTCHours(), date.getUTCMonth()];
  const month = MONTHS.split(" ")[m] ?? "";
  const two = (value: number): string => String(value).padStart(2, "0");
  return {
    y: date.getUTCFullYear(),
    m: m + 1,
    d: date.getUTCDate(),
    mm: two(m + 1),
    dd: two(date.getUTCDate()),
    hh: two(h),
    min: two(date.getUTCMinutes()),
    h12: h % 12 === 0 ? 12 : h % 12,
    half: h < 12 ? "am" : "pm",
    month,
    mon: month.slice(0, 3),
    day: DAYS.split(" ")[date.getUTCDay()] ?? "",
  };
}

/** Returns a moment by ISO 8601, without a zone. */
export function iso(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}

/** Returns a moment as American pages have it: `Mar 1, 2008 at 10:05`. */
export function shortDate(at: number): string {
  const { mon, d, y, hh, min } = dateParts(at);
  return `${mon} ${d}, ${y} at ${hh}:${min}`;
}

/** Returns a day and a time, `Today` where that is near and the thread is recent. */
export function dayAnd(
  { isRecent }: WrittenThread,
  at: number,
  day: (parts: DateParts) => string,
  time: (parts: DateParts) => string,
): string {
  const parts = dateParts(at);
  const near = isRecent && at <= FETCHED_AT ? nearDay(at) : undefined;
  return near === undefined ? `${day(parts)}, ${time(parts)}` : `${near}, ${time(parts)}`;
}

/** Returns the text of a post as paragraphs. */
export function paragraphs(text: string): string {
  return text
    .split("\n")
    .map((line) => `<p>${line}</p>`)
    .join("");
}

/** Returns the text of a post with line breaks. */
export function broken(text: string): string {
  return text.replaceAll("\n", "<br>\n");
}

/** Returns the name of an author in an address. */
export function slug(name: string): string {
  return encodeURIComponent(name.toLowerCase().replaceAll(" ", "-"));
}

/** Returns a page of a site with a head, its menu and its foot around a thread. */
export function sitePage(thread: WrittenThread, content: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${thread.title} - The hive</title>${head}</head><body>
    <header><nav><a href="/">Home</a> <a href="/forum">Forum</a> <a href="/search">Search</a></nav></header>
    ${content}<footer><a href="/about">About</a> <a href="/terms">Terms</a> Copyright 2019</footer></body></html>`;
}

/** Returns the posts of a thread, each as `write` has it, with what the form puts between them. */
export function eachPost(
  thread: WrittenThread,
  write: (post: WrittenPost) => string,
  deleted: (post: WrittenPost) => string,
  ad: string,
): string {
  return thread.posts
    .map(
      (post) =>
        (post.isDeleted ? deleted(post) : write(post)) +
        (thread.hasAds && post.index % 2 === 0 ? ad : ""),
    )
    .join("\n");
}

/** Returns a part of a post if there is one. */
export function when<Value>(value: Value | undefined, write: (value: Value) => string): string {
  return value === undefined ? "" : write(value);
}

/** Returns a sentence on who likes a post; `""` for nobody. */
export function likes({ likedBy }: WrittenPost, words = "likes this"): string {
  if (likedBy.length === 0) return "";
  const names = likedBy.map((name) => `<a href="/people/${slug(name)}">${name}</a>`).join(", ");
  return `${names} and 3 others ${words}`;
}
