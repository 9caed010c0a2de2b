/** The table of posts: its columns, and the rows that the stored pages of a run give. */

import { ownTitle } from "../../domain/page/host-repeats.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Post } from "../../domain/page/posts/post.ts";
import { PostCopies } from "../../domain/page/posts/post-copies.ts";
import { findPosts } from "../../domain/page/posts/post-drafts.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import { urlOf } from "../../evaluation/export/exported-pages.ts";
import { knownPages, learnRepeats } from "../../evaluation/export/run-repeats.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import { type Column, column, timeOf } from "../../features/column.ts";
import { type ReadableRun, storedPages } from "../folder/read-run.ts";
import type { RunProject } from "../folder/run-project.ts";

/** A post of a stored page. */
export interface ExportedPost extends Omit<Post, "authorHref"> {
  readonly url: Url;
  readonly host: Host;
  /** Title of the page without what its host repeats, and as it is written. */
  readonly title: string;
  readonly rawTitle: string;
  /** Where the author's link leads, if it leads to a page. */
  readonly authorUrl: Url | undefined;
}

/** The columns of the table of posts, in their order. */
export const POST_COLUMNS: readonly Column<ExportedPost>[] = [
  column("url", "text", "address of the page, as in the table of pages", (row) => row.url),
  column("host", "text", "host of the address", (row) => row.host),
  column(
    "title",
    "text",
    "title of the page, without the parts that its host repeats on most of its pages",
    (row) => row.title,
  ),
  column("rawTitle", "text", "title of the page, as it is written", (row) => row.rawTitle),
  column(
    "threadId",
    "text",
    "the thread: its number in the address or in the links of the page, else the canonical address",
    (row) => row.threadId,
  ),
  column("position", "integer", "order of the post on the page, from 1", (row) => row.position),
  column("id", "text", "name of the post's place on the page, if it is numbered", (row) => row.id),
  column(
    "postId",
    "text",
    "number or key of the post, the same on all pages that show it; of a message of mail its Message-ID",
    (row) => row.postId,
  ),
  column(
    "replyTo",
    "text",
    "`postId` of the post that it answers, where the page nests, quotes or names it",
    (row) => row.replyTo,
  ),
  column(
    "permalink",
    "text",
    "address of that place; empty without a numbered one",
    ({ url, id }) => (id === undefined ? undefined : `${url}#${id}`),
  ),
  column("author", "text", "name of the author, as the page writes it", (row) => row.author),
  column("authorUrl", "text", "page that the author's name links to", (row) => row.authorUrl),
  column(
    "date",
    "text",
    "date in ISO 8601, with time and zone as far as the page has them; empty where it is not certain",
    (row) => row.date,
  ),
  column("dateText", "text", "the date as the page writes it, with the words around it", (row) => {
    return row.dateText;
  }),
  column(
    "dateZone",
    "text",
    "zone of the date as the page states it, `Z` for UTC; empty where it states none",
    (row) => row.dateZone,
  ),
  column(
    "datePrecision",
    "text",
    "how exact the date is: second, minute, hour, day, week, month or year; one that is told by a span of time may be off by one",
    (row) => row.datePrecision,
  ),
  column(
    "postedAt",
    "time",
    "the date as a moment: without a zone as if it were in UTC, a day by its beginning; spans of time are counted back from the fetch",
    (row) => timeOf(row.postedAt),
  ),
  column(
    "text",
    "text",
    "text of the post, one line a line; lines that it quotes begin with `> `",
    (row) => row.text,
  ),
];

/** What was read for a table of posts. */
export interface PostTally {
  posts: number;
  /** Posts on further pages, which are left out. */
  copies: number;
  /** Pages with posts. */
  pages: number;
  /** Pages in which no certain structure of posts was found. */
  without: number;
}

/** Returns a tally of nothing. */
export function noPosts(): PostTally {
  return { posts: 0, copies: 0, pages: 0, without: 0 };
}

/**
 * Reads the posts of the pages among some records of a run, page by page in their order, and counts
 * them in `tally`. Without `hasCopies` a post is of the first page that shows it.
 */
export async function* exportedPosts(
  run: Pick<ReadableRun, "pages" | "records">,
  project: Partial<RunProject>,
  {
    records,
    hasCopies,
  }: { readonly records: AsyncIterable<PageRecord>; readonly hasCopies: boolean },
  tally: PostTally,
): AsyncIterable<ExportedPost> {
  const pageOf = storedPages(run.pages, project);
  const repeatsOf = await learnRepeats(knownPages(run.records), async () => undefined);
  const copies = new PostCopies();
  for await (const { url, host, page, fetchedAt } of records) {
    const stored = page === undefined || page.file !== undefined ? undefined : await pageOf(url);
    if (stored === undefined) continue;
    const { view, html } = stored;
    const posts = findPosts(view, html, fetchedAt);
    if (posts.length === 0) tally.without += 1;
    else tally.pages += 1;
    const base = urlOf(view.baseHref, url) ?? url;
    const rawTitle = view.title;
    const title = ownTitle(rawTitle, repeatsOf(host).titleParts);
    for (const { authorHref, ...post } of posts) {
      if (copies.meet(host, post) && !hasCopies) {
        tally.copies += 1;
        continue;
      }
      tally.posts += 1;
      yield { ...post, url, host, title, rawTitle, authorUrl: urlOf(authorHref, base) };
    }
  }
}

/** Returns a sentence on what a table of posts has. */
export function postsSentence({ posts, copies, pages, without }: PostTally): string {
  const some = `${counted(posts, "post")} on ${counted(pages, "page")}`;
  const have = without === 1 ? "has" : "have";
  const left =
    copies === 0 ? "" : `; ${counted(copies, "copy", "copies")} left out (--all-copies has them)`;
  return `${some}${left}; ${counted(without, "page")} ${have} no certain structure of posts`;
}
