/** Posts that a page declares for machines by JSON-LD, with the vocabulary of schema.org. */
import { readDate } from "../../text/read-date.ts";
import { jsonLdItems, type StructuredItem } from "../structured-data.ts";
import type { StatedPost } from "./mail-posts.ts";
import type { PageLeaves } from "./page-leaves.ts";

/** Types of posts; an article is none. */
const TYPES: ReadonlySet<string> = new Set([
  "Answer",
  "Comment",
  "DiscussionForumPosting",
  "Question",
  "SocialMediaPosting",
  "UserComments",
]);

const TAGS = /<[^>]*>/g;
const BREAKS = /<(?:br|\/p|\/li|\/div)\b[^>]*>/gi;
const WHITE_SPACE = /[^\S\n]+/g;

/** Returns the posts that a page declares with a date and a text, in their order. */
export function declaredPosts({ root }: PageLeaves): StatedPost[] {
  const posts: StatedPost[] = [];
  const seen = new Set<string>();
  for (const item of jsonLdItems(root)) {
    if (!item.types.some((type) => TYPES.has(type))) continue;
    const post = statedPost(item);
    const key = `${post?.id ?? ""} ${post?.dateText ?? ""} ${post?.text ?? ""}`;
    if (post === undefined || seen.has(key)) continue;
    seen.add(key);
    posts.push(post);
  }
  return posts;
}

function statedPost(item: StructuredItem): StatedPost | undefined {
  const dateText = textOf(item, "datePublished") ?? textOf(item, "dateCreated");
  const written = textOf(item, "text") ?? textOf(item, "articleBody");
  const date = dateText === undefined ? undefined : readDate(dateText);
  if (dateText === undefined || written === undefined || date === undefined) return undefined;
  const [author] = item.properties.get("author") ?? item.properties.get("creator") ?? [];
  const person = typeof author === "string" ? undefined : author;
  const [parent] = item.properties.get("parentItem") ?? [];
  return {
    id: textOf(item, "identifier") ?? textOf(item, "@id") ?? textOf(item, "url"),
    replyTo:
      typeof parent === "object" ? (textOf(parent, "identifier") ?? textOf(parent, "@id")) : parent,
    author: typeof author === "string" ? author : person && textOf(person, "name"),
    authorHref: person && textOf(person, "url"),
    date,
    dateText,
    text: plainText(written),
  };
}

function textOf({ properties }: StructuredItem, name: string): string | undefined {
  const value = properties.get(name)?.find((each) => typeof each === "string");
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

function plainText(written: string): string {
  return written
    .replace(BREAKS, "\n")
    .replace(TAGS, " ")
    .split("\n")
    .map((line) => line.replace(WHITE_SPACE, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}
