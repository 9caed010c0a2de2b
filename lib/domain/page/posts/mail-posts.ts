/** Messages of mail archives: the lines of a head, and a text that is preformatted. */

import type { Element } from "domhandler";
import { machineDateText } from "../../text/machine-date.ts";
import { decoded } from "../../web/url/url-words.ts";
import { type Leaf, type PageLeaves, parentOf } from "./page-leaves.ts";

/** A message, or a post that a page declares, without its place on the page. */
export interface StatedPost {
  readonly id: string | undefined;
  readonly replyTo: string | undefined;
  readonly author: string | undefined;
  readonly authorHref: string | undefined;
  /** ISO 8601. */
  readonly date: string | undefined;
  /** The date as the page writes it. */
  readonly dateText: string;
  readonly text: string;
}

/** A field of a head. */
const FIELD =
  /^\s*(?<name>from|date|subject|to|cc|sender|reply-to|in-reply-to|message-id|references|organization|newsgroups|list-id)\s*:\s*(?<value>.*)$/i;

/** Most lines between a date that stands alone and its text: links to other messages. */
const MOST_BETWEEN = 16;

/** Most messages of a page, and most lines of their heads. */
const MAX_MESSAGES = 2_000;
const MOST_FIELDS = 24;

const NAME_AND_ADDRESS = /^"?(?<name>[^"<]*?)"?\s*<[^>]*>?/;
const ADDRESS_AND_NAME = /^\S+(?:@|\s+at\s+)\S+\s*\((?<name>[^)]+)\)/;
const LETTER = /\p{L}/u;

/** Ends the text of a message (RFC 3676 §4.3). */
const SIGNATURE = /^--$/;

/** A displayed line. */
interface Line {
  readonly text: string;
  readonly leaves: readonly Leaf[];
  readonly pre: Element | undefined;
}

/** Returns the messages of a page in order; none for a page of another kind. */
export function mailPosts({ leaves }: PageLeaves, html: string): StatedPost[] {
  const lines = linesOf(leaves);
  const first = lines.findIndex(({ pre }) => pre !== undefined);
  if (first < 0) return [];
  const found = byFields(lines);
  if (found.length > 0)
    return found.length === 1 ? found.map((post) => withIds(post, html)) : found;
  const only = byDate(lines, first);
  return only === undefined ? [] : [withIds(only, html)];
}

function linesOf(leaves: readonly Leaf[]): Line[] {
  const lines: Line[] = [];
  for (const same of Map.groupBy(leaves, ({ line }) => line).values()) {
    const text = same
      .map((leaf) => leaf.text)
      .join("")
      .trim();
    if (text !== "") lines.push({ text, leaves: same, pre: preAround(same[0]?.element) });
  }
  return lines;
}

function preAround(element: Element | undefined): Element | undefined {
  let at = element;
  for (let depth = 0; at !== undefined && depth < 6; depth += 1) {
    if (at.name === "pre") return at;
    at = parentOf(at);
  }
  return undefined;
}

/** Returns the messages whose heads have fields: at least `From` and `Date`. */
function byFields(lines: readonly Line[]): StatedPost[] {
  const found: StatedPost[] = [];
  for (let at = 0; at < lines.length && found.length < MAX_MESSAGES; at += 1) {
    const fields = new Map<string, string>();
    let end = at;
    for (; end < lines.length && end - at < MOST_FIELDS; end += 1) {
      const { name, value } = FIELD.exec(lines[end]?.text ?? "")?.groups ?? {};
      if (name === undefined || value === undefined) break;
      fields.set(name.toLowerCase(), value.trim());
    }
    const [from, dateText] = [fields.get("from"), fields.get("date")];
    const date = dateText === undefined ? undefined : machineDateText(dateText);
    if (from === undefined || dateText === undefined || date === undefined) continue;
    const pre = lines[end - 1]?.pre ?? lines[end]?.pre;
    const text = textFrom(lines, end, pre);
    at = end - 1;
    if (pre === undefined || text === "") continue;
    found.push({
      id: bare(fields.get("message-id")),
      replyTo: bare(fields.get("in-reply-to")),
      author: nameOf(from),
      authorHref: undefined,
      date,
      dateText,
      text,
    });
  }
  return found;
}

/** Returns the message whose date stands in a line alone, with the name of its author before it. */
function byDate(lines: readonly Line[], first: number): StatedPost | undefined {
  for (let at = first - 1; at > 0 && first - at <= MOST_BETWEEN; at -= 1) {
    const dateText = lines[at]?.text ?? "";
    const date = dateText.length > 60 ? undefined : machineDateText(dateText);
    const author = nameOf(lines[at - 1]?.leaves[0]?.text.trim() ?? "");
    if (date === undefined || !date.includes("T") || author === undefined) continue;
    const text = textFrom(lines, first, lines[first]?.pre);
    if (text === "") return undefined;
    return {
      id: undefined,
      replyTo: undefined,
      author,
      authorHref: undefined,
      date,
      dateText,
      text,
    };
  }
  return undefined;
}

/** Returns the lines of a text that begins at a line, up to its end, the next head or its signature. */
function textFrom(lines: readonly Line[], from: number, pre: Element | undefined): string {
  const text: string[] = [];
  for (let at = from; at < lines.length && lines[at]?.pre === pre; at += 1) {
    const line = lines[at]?.text ?? "";
    if (/^from\s*:/i.test(line) && FIELD.test(lines[at + 1]?.text ?? "")) break;
    if (SIGNATURE.test(line)) break;
    text.push(line);
  }
  return text.join("\n");
}

function nameOf(from: string): string | undefined {
  const { name } = (ADDRESS_AND_NAME.exec(from) ?? NAME_AND_ADDRESS.exec(from))?.groups ?? {};
  const written = name === undefined || name.trim() === "" ? from.replace(/[<>"]/g, "") : name;
  return LETTER.test(written) ? written.trim() : undefined;
}

function bare(id: string | undefined): string | undefined {
  const inside = id?.replace(/[<>\s]/g, "");
  return inside === "" ? undefined : inside;
}

/** Comments and links of archives have the ids of a message where its head does not. */
const OWN_ID = /<!--\s*X-Message-Id:\s*(?<id>\S+)\s*-->|[?&;]In-Reply-To=(?<made>[^"&]+)/i;
const PARENT_ID = /<!--\s*X-Reference:\s*(?<id>\S+)\s*-->/gi;

function withIds(post: StatedPost, html: string): StatedPost {
  const { id, made } = OWN_ID.exec(html)?.groups ?? {};
  const parents = Array.from(html.matchAll(PARENT_ID), (match) => match.groups?.["id"]);
  return {
    ...post,
    id: post.id ?? bare(id ?? (made === undefined ? undefined : decoded(made))),
    replyTo: post.replyTo ?? bare(parents.at(-1)),
  };
}
