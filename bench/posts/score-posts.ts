/** Compares the posts that were found on a page with those that it has. */
import type { Post } from "../../lib/domain/page/posts/post.ts";
import type { DatePrecision } from "../../lib/domain/text/near-date.ts";

/** What is known of a post. */
export interface TruePost {
  readonly author: string;
  /** ms since the epoch by the clock of the page. */
  readonly at: number;
  /** The text without what it quotes. */
  readonly text: string;
  /** The post that it answers, where the page says so. */
  readonly answered: { readonly author: string } | undefined;
}

/** How many posts were found as they are. */
export interface PostScore {
  /** Posts that the pages have. */
  readonly posts: number;
  readonly found: number;
  /** Texts that were taken for posts. */
  readonly others: number;
  readonly authors: number;
  readonly wrongAuthors: number;
  readonly dates: number;
  readonly wrongDates: number;
  readonly texts: number;
  /** Posts of which the page says what they answer, and those of which it was found. */
  readonly answering: number;
  readonly answers: number;
  /** Pages whose posts were all found, and nothing else. */
  readonly whole: number;
  readonly pages: number;
}

/** No posts of no pages. */
export const NOTHING: PostScore = {
  posts: 0,
  found: 0,
  others: 0,
  authors: 0,
  wrongAuthors: 0,
  dates: 0,
  wrongDates: 0,
  texts: 0,
  answering: 0,
  answers: 0,
  whole: 0,
  pages: 0,
};

/** Returns the sum of two scores. */
export function added(one: PostScore, other: PostScore): PostScore {
  return {
    posts: one.posts + other.posts,
    found: one.found + other.found,
    others: one.others + other.others,
    authors: one.authors + other.authors,
    wrongAuthors: one.wrongAuthors + other.wrongAuthors,
    dates: one.dates + other.dates,
    wrongDates: one.wrongDates + other.wrongDates,
    texts: one.texts + other.texts,
    answering: one.answering + other.answering,
    answers: one.answers + other.answers,
    whole: one.whole + other.whole,
    pages: one.pages + other.pages,
  };
}

/** Scores the posts of a page: each is compared with the first one left that has its text. */
export function scorePosts(truth: readonly TruePost[], posts: readonly Post[]): PostScore {
  const left = [...posts];
  const pairs = truth.flatMap((written) => {
    const at = left.findIndex(({ text }) => holds(text, written.text));
    const [post] = at < 0 ? [] : left.splice(at, 1);
    return post === undefined ? [] : [{ written, post }];
  });
  const count = (holds: (pair: (typeof pairs)[number]) => boolean): number =>
    pairs.filter(holds).length;
  return {
    posts: truth.length,
    found: pairs.length,
    others: left.length,
    authors: count(({ written, post }) => post.author === written.author),
    wrongAuthors: count(
      ({ written, post }) => post.author !== undefined && post.author !== written.author,
    ),
    dates: count(({ written, post }) => isDate(post, written.at)),
    wrongDates: count(({ written, post }) => post.date !== undefined && !isDate(post, written.at)),
    texts: count(({ written, post }) => folded(unquoted(post.text)) === folded(written.text)),
    answering: pairs.filter(({ written }) => written.answered !== undefined).length,
    answers: count(
      ({ written, post }) =>
        written.answered !== undefined && isAnswer(post, written.answered, posts),
    ),
    whole: pairs.length === truth.length && left.length === 0 ? 1 : 0,
    pages: 1,
  };
}

/** Returns whether a post answers one of an author; on a page of one message it answers another page's. */
function isAnswer(
  { replyTo }: Post,
  { author }: { readonly author: string },
  posts: readonly Post[],
): boolean {
  if (replyTo === undefined) return false;
  return (
    posts.length === 1 || posts.some((post) => post.postId === replyTo && post.author === author)
  );
}

/** What the markup of a page says of a post. */
interface MarkedPost {
  readonly id: string;
  readonly author: string;
  readonly date: string | undefined;
}

/** Scores the posts of a recorded page against its marks: by id where both have one, else in order by date. */
export function scoreMarked(marked: readonly MarkedPost[], posts: readonly Post[]): PostScore {
  const left = [...posts];
  const take = (holds: (post: Post) => boolean): Post | undefined => {
    const at = left.findIndex(holds);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const pairs = marked.flatMap((mark) => {
    const post =
      take(
        ({ postId, id }) => postId === mark.id || id === mark.id || id === `comment:${mark.id}`,
      ) ??
      take(({ date, author }) => sameDate(date, mark.date) && author === mark.author) ??
      take(({ date }) => sameDate(date, mark.date));
    return post === undefined ? [] : [{ mark, post }];
  });
  const count = (holds: (pair: (typeof pairs)[number]) => boolean): number =>
    pairs.filter(holds).length;
  return {
    ...NOTHING,
    posts: marked.length,
    found: pairs.length,
    others: left.length,
    authors: count(({ mark, post }) => post.author === mark.author),
    wrongAuthors: count(
      ({ mark, post }) => post.author !== undefined && post.author !== mark.author,
    ),
    dates: count(({ mark, post }) => sameDate(post.date, mark.date)),
    wrongDates: count(
      ({ mark, post }) =>
        post.date !== undefined && mark.date !== undefined && !sameDate(post.date, mark.date),
    ),
    texts: count(({ post }) => post.text !== ""),
    whole: pairs.length === marked.length && left.length === 0 ? 1 : 0,
    pages: 1,
  };
}

function sameDate(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const length = Math.min(one.length, other.length, 16);
  return one.slice(0, length) === other.slice(0, length);
}

function holds(text: string, written: string): boolean {
  return folded(unquoted(text)).includes(folded(written).slice(0, 60));
}

function unquoted(text: string): string {
  return text.replace(/^> .*$/gm, " ");
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const MINUTE_MS = 60_000;

/** How far a date that is resolved from a span of time may be off, in ms. */
const SPANS: Readonly<Partial<Record<DatePrecision, number>>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
};

/** Returns whether a date is that of a moment, as far as it goes. */
function isDate({ date, datePrecision, dateText }: Post, at: number): boolean {
  if (date === undefined) return false;
  // Only a span of time may be off by its unit.
  const isResolved = !/\d{4}/.test(dateText);
  const truth = new Date(at).toISOString();
  const written = date.slice(0, 16);
  if (truth.startsWith(written)) return true;
  const moment = Date.parse(written.length > 10 ? `${written}Z` : written);
  const span = SPANS[datePrecision ?? "second"];
  return isResolved && span !== undefined && Math.abs(moment - at) <= span;
}
