/** Finds the posts of a crawl that were met before: the same post at another address. */
import { hashToUnit } from "../../stats/random/random.ts";
import type { Post } from "./post.ts";

/** Letters of a text by which it is known again, in UTF-16 units. */
const MOST_COMPARED = 400;

/** The same where an id of the post is known, too: views may cut a text or change its end. */
const LEAST_COMPARED = 40;

const QUOTED = /^> .*$/gm;
const LETTER = /\p{L}/u;
const OTHERS = /[^\p{L}\p{N}]+/gu;

/** What a post is known by. */
export type ComparedPost = Pick<Post, "postId" | "author" | "date" | "text">;

/**
 * Remembers the posts of a crawl. A post is a copy if one of its host has the same id, author and beginning, or the same
 * author, date and text and no other id. Some 100 bytes a post.
 */
export class PostCopies {
  readonly #byId = new Set<number>();
  readonly #byText = new Map<number, Set<string>>();

  /** Remembers a post; returns whether it was met before. */
  meet(host: string, { postId, author = "", date = "", text }: ComparedPost): boolean {
    const letters = text.replace(QUOTED, "").replace(OTHERS, "").slice(0, MOST_COMPARED);
    const byId = hashOf([host, postId ?? "", author, letters.slice(0, LEAST_COMPARED)]);
    const byText = hashOf([host, author, date, letters]);
    const ids = this.#byText.get(byText) ?? new Set();
    const own = postId ?? "";
    const isKnownId = postId !== undefined && this.#byId.has(byId);
    // A text without letters, as `+1`, may be that of many posts.
    const mayBeSame =
      LETTER.test(letters) && (own === "" ? ids.size > 0 : ids.has("") || ids.has(own));
    this.#byText.set(byText, ids.add(own));
    if (postId !== undefined) this.#byId.add(byId);
    return isKnownId || mayBeSame;
  }
}

function hashOf(parts: readonly string[]): number {
  return hashToUnit(0, JSON.stringify(parts));
}
