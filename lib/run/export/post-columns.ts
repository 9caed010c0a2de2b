import type { Post } from "../../domain/page/posts/find-posts.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import { type Column, column } from "../../evaluation/export/table.ts";

/** A post of a stored page. */
export interface ExportedPost extends Omit<Post, "authorHref"> {
  readonly url: Url;
  readonly host: Host;
  /** Title of the page. */
  readonly title: string;
  /** Where the author's link leads, if it leads to a page. */
  readonly authorUrl: Url | undefined;
}

/** The columns of the table of posts, in their order. */
export const POST_COLUMNS: readonly Column<ExportedPost>[] = [
  column("url", "text", "address of the page, as in the table of pages", (row) => row.url),
  column("host", "text", "host of the address", (row) => row.host),
  column("title", "text", "title of the page", (row) => row.title),
  column("position", "integer", "order of the post on the page, from 1", (row) => row.position),
  column("id", "text", "name of the post's place on the page, if it is numbered", (row) => row.id),
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
    "text",
    "text",
    "text of the post, one line a line; lines that it quotes in a `blockquote` begin with `> `",
    (row) => row.text,
  ),
];
