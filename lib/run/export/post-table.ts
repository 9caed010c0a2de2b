/** The table of posts: its columns, and the rows that the stored pages of a run give. */

import { ownTitle } from "../../domain/page/host-repeats.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Post } from "../../domain/page/posts/post.ts";
import { PostCopies } from "../../domain/page/posts/post-copies.ts";
import { findPosts } from "../../domain/page/posts/post-drafts.ts";
import { urlOf } from "../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import meanings from "../../evaluation/export/column-meanings.json" with { type: "json" };
import { knownPages, learnRepeats } from "../../evaluation/export/run-repeats.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import { type Column, columnsOf, timeOf } from "../../features/column.ts";
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
export const POST_COLUMNS: readonly Column<ExportedPost>[] = columnsOf(meanings.posts, {
  url: ["text", (row) => row.url],
  host: ["text", (row) => row.host],
  title: ["text", (row) => row.title],
  rawTitle: ["text", (row) => row.rawTitle],
  threadId: ["text", (row) => row.threadId],
  position: ["integer", (row) => row.position],
  id: ["text", (row) => row.id],
  postId: ["text", (row) => row.postId],
  replyTo: ["text", (row) => row.replyTo],
  permalink: ["text", ({ url, id }) => (id === undefined ? undefined : `${url}#${id}`)],
  author: ["text", (row) => row.author],
  authorUrl: ["text", (row) => row.authorUrl],
  date: ["text", (row) => row.date],
  dateText: ["text", (row) => row.dateText],
  dateZone: ["text", (row) => row.dateZone],
  datePrecision: ["text", (row) => row.datePrecision],
  postedAt: ["time", (row) => timeOf(row.postedAt)],
  text: ["text", (row) => row.text],
});

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
