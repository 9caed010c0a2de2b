import type { PageRecord } from "../../domain/page/page-record.ts";
import { findPosts } from "../../domain/page/posts/find-posts.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import type { ReadableRun } from "../folder/read-run.ts";
import type { RunProject } from "../folder/run-project.ts";
import { storedPages } from "../folder/stored-views.ts";
import type { ExportedPost } from "./post-columns.ts";

/** What was read for a table of posts. */
export interface PostTally {
  posts: number;
  /** Pages with posts. */
  pages: number;
  /** Pages in which no certain structure of posts was found. */
  without: number;
}

/**
 * Reads the posts of the pages among some records of a run, page by page in their order, and counts
 * them in `tally`.
 */
export async function* exportedPosts(
  run: Pick<ReadableRun, "pages">,
  project: Partial<RunProject>,
  records: AsyncIterable<PageRecord>,
  tally: PostTally,
): AsyncIterable<ExportedPost> {
  const pageOf = storedPages(run.pages, project);
  for await (const { url, host, page } of records) {
    const stored = page === undefined || page.file !== undefined ? undefined : await pageOf(url);
    if (stored === undefined) continue;
    const { view, html } = stored;
    const posts = findPosts(view, html);
    if (posts.length === 0) tally.without += 1;
    else tally.pages += 1;
    tally.posts += posts.length;
    const base = urlOf(view.baseHref, url) ?? url;
    for (const { authorHref, ...post } of posts) {
      yield { ...post, url, host, title: view.title, authorUrl: urlOf(authorHref, base) };
    }
  }
}

function urlOf(href: string | undefined, base: Url): Url | undefined {
  const resolved = href === undefined ? undefined : canonicalUrl(href.trim(), base);
  return resolved?.ok === true ? resolved.url : undefined;
}

/** Returns a sentence on what a table of posts has. */
export function postsSentence({ posts, pages, without }: PostTally): string {
  const some = `${counted(posts, "post")} on ${counted(pages, "page")}`;
  const have = without === 1 ? "has" : "have";
  return `${some}; ${counted(without, "page")} ${have} no certain structure of posts`;
}
