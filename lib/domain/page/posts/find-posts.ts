import { readDate } from "../../text/read-date.ts";
import { commentRow } from "../comments/structure-detector.ts";
import type { PageRow, PageView } from "../page-view.ts";
import { readLeaves } from "./page-leaves.ts";
import { isNameLink, postAuthors } from "./post-authors.ts";
import { datedLines, orderOfDates, postDates } from "./post-dates.ts";
import { draftPosts } from "./post-drafts.ts";
import { bodyJudge, postTexts, type UnreadPost } from "./post-texts.ts";

/** Share of the parts of a page that must be posts, with a date and a text each. */
const LEAST_SHARE = 0.5;

/** Lines from a date to the name beside it, in a numbering that counts beginnings and ends. */
const MOST_APART = 4;

const LETTER = /\p{L}/u;

/** A post of a thread, or a reader's comment on an article. */
export interface Post {
  /** Order on the page, from 1. */
  readonly position: number;
  /** Name of its place on the page, as links use it. */
  readonly id: string | undefined;
  readonly author: string | undefined;
  /** The reference of the author's link, as it is written. */
  readonly authorHref: string | undefined;
  /** ISO 8601, where day, month and year are certain. */
  readonly date: string | undefined;
  /** The date as the page writes it. */
  readonly dateText: string;
  /** `""` for a post that has only an image. */
  readonly text: string;
}

/**
 * Returns the posts of a page, if it has a row of dated texts that people wrote. Their authors, dates
 * and texts are learned from what is at the same place in most of them. Pages without a certain
 * structure have none.
 */
export function findPosts(page: PageView, html: string): Post[] {
  const row = commentRow(page);
  if (row === undefined) return [];
  const content = readLeaves(html);
  const drafts = draftPosts(row, page.text, content, datedLines(content.leaves));
  const dated = postDates(drafts.map((draft) => draft.lines));
  const order = orderOfDates(dated);
  const unnamed = drafts.map((draft, index) => ({ ...draft, dated: dated[index] }));
  const authors = postAuthors(unnamed, bodyJudge(unnamed, content.spanOf), content.spanOf);
  const unread = unnamed.map((draft, index) => ({ ...draft, author: authors[index] }));
  if (isList(row, unread)) return [];
  const texts = postTexts(unread, content.spanOf);
  const posts = unread.flatMap(({ name, dated: line, author }, index) => {
    const text = texts[index] ?? "";
    if (line === undefined) return [];
    return [
      {
        id: name,
        author: author?.name,
        authorHref: author?.href,
        date: line.machine ?? readDate(line.text, order, page.language),
        dateText: line.text,
        text,
      },
    ];
  });
  const written = posts.filter(({ text }) => LETTER.test(text));
  if (written.length === 0 || written.length < LEAST_SHARE * drafts.length) return [];
  return posts.map((post, index) => ({ position: index + 1, ...post }));
}

/**
 * Returns whether a row without other evidence lists pages: beside the date each part names another
 * person than the one that seems to be the author, as the last writer in a board.
 */
function isList({ numbered, inComments }: PageRow, posts: readonly UnreadPost[]): boolean {
  if (numbered || inComments) return false;
  const others = posts.flatMap(({ leaves, dated, author }) => {
    if (dated === undefined || author === undefined || author.leaf.line === dated.line) return [];
    const near = leaves.filter(({ line }) => line >= dated.line && line <= dated.line + MOST_APART);
    return near.find((leaf) => leaf !== author.leaf && isNameLink(leaf))?.text ?? [];
  });
  return others.length > posts.length / 2 && new Set(others).size > 1;
}
