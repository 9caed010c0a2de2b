/** A post as it is exported, made of what a page shows and of what it states for machines. */
import type { DatePrecision } from "../../text/near-date.ts";
import type { StatedPost } from "./mail-posts.ts";
import { dateOf } from "./post-dates.ts";

/** A post of a thread, or a reader's comment on an article. */
export interface Post {
  /** Order on the page, from 1. */
  readonly position: number;
  /** Name of its place on the page, as links use it. */
  readonly id: string | undefined;
  /** Its id, mostly a number, as the page has it; that of a message of mail is in its head. */
  readonly postId: string | undefined;
  /** The thread, by the number or the address that names it. */
  readonly threadId: string | undefined;
  /** The `postId` of the post that it answers, as far as the page says. */
  readonly replyTo: string | undefined;
  readonly author: string | undefined;
  /** The reference of the author's link, as it is written. */
  readonly authorHref: string | undefined;
  /** ISO 8601, where day, month and year are certain. */
  readonly date: string | undefined;
  /** The moment in ms since the epoch, as exact as the precision says; a time without a zone is in UTC. */
  readonly postedAt: number | undefined;
  readonly datePrecision: DatePrecision | undefined;
  /** The zone as the page states it, `Z` for UTC. */
  readonly dateZone: string | undefined;
  /** The date as the page writes it. */
  readonly dateText: string;
  /** `""` for a post that has only an image. */
  readonly text: string;
}

/** Returns posts that a page states itself; a message of mail names no thread. */
export function statedPosts(stated: readonly StatedPost[], thread: string | undefined): Post[] {
  return stated.map(({ id, replyTo, author, authorHref, date, dateText, text }, index) => ({
    position: index + 1,
    id: undefined,
    postId: id,
    threadId: thread,
    replyTo,
    author,
    authorHref,
    ...dateOf(date),
    dateText,
    text,
  }));
}

/** Letters by which a declared text is known again on the page, in UTF-16 units. */
const MOST_COMPARED = 60;

/** Returns posts of a page with what it declares of them: those that it shows in part are as declared. */
export function withDeclared(shown: readonly Post[], declared: readonly Post[]): Post[] {
  const left = [...declared];
  const both = shown.map((post) => {
    const at = left.findIndex(({ text }) => beginOf(text) === beginOf(post.text));
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (same === undefined) return post;
    const { date, postedAt, datePrecision, dateZone } = same;
    return {
      ...post,
      date,
      postedAt,
      datePrecision,
      dateZone,
      author: post.author ?? same.author,
      postId: post.postId ?? same.postId,
      replyTo: post.replyTo ?? same.replyTo,
    };
  });
  return declared.length > shown.length ? [...declared] : both;
}

function beginOf(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, MOST_COMPARED);
}
