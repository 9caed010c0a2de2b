/** Whether a publisher says of the text that a page is about that it is not free (schema.org/isAccessibleForFree). */
import { untidyJsonIn } from "../../json.ts";
import { HtmlTokens, type TokenHandler } from "../html-tokens.ts";
import type { PageView } from "../page-view.ts";
import { ATTRIBUTE, RAW, TagAttributes, tagKindAt } from "../tag-kinds.ts";
import { foldedWords } from "./wall-words.ts";

const NAME = "isAccessibleForFree";
const JSON_LD = /^\s*application\/ld\+json\b/i;
const MICRODATA =
  /\bitemprop\s*=\s*["']?isAccessibleForFree\b[^<>]{0,200}\bcontent\s*=\s*["']?false\b/i;
const MICRODATA_TEXT = /\bitemtype\s*=\s*["']?[^"'<>\s]{0,100}Article\b/gi;

/** Types of texts; an event or a museum that costs money is no paywall. */
const TEXT_TYPE = /(?:Article|BlogPosting|WebPage|Report|Review|CreativeWork)$/;

/** Deepest nesting of data that is read: `@graph`, its nodes, and a main entity of each. */
const MOST_NESTED = 4;

/** Shortest headline that may be a part of a title, in UTF-16 units. */
const LEAST_HEADLINE = 8;

type Node = ReadonlyMap<string, unknown>;

/**
 * Returns whether the data of a page say that its own text is not free. Those of teasers say nothing of the page: a
 * text is the page's when it has its URL or its title, or is the only one.
 */
export function isMainTextPaid(
  html: string,
  view: Pick<PageView, "url" | "title" | "headings" | "canonicalUrl">,
): boolean {
  if (!html.includes(NAME)) return false;
  if (MICRODATA.test(html) && [...html.matchAll(MICRODATA_TEXT)].length <= 1) return true;
  const nodes = scriptTexts(html, JSON_LD).flatMap((text) => textsIn(untidyJsonIn(text)));
  return nodes.some((node) => isFalse(node.get(NAME)) && isMain(node, nodes, view));
}

/** Returns the texts that data are about: those of lists and parts are left out. */
function textsIn(data: unknown, depth = 0): Node[] {
  if (depth > MOST_NESTED) return [];
  if (Array.isArray(data)) return data.flatMap((each) => textsIn(each, depth + 1));
  if (typeof data !== "object" || data === null) return [];
  const node = new Map<string, unknown>(Object.entries(data));
  const types = [node.get("@type")].flat();
  const isText = types.some((type) => typeof type === "string" && TEXT_TYPE.test(type));
  const inner = [node.get("@graph"), node.get("mainEntity")];
  return [...(isText ? [node] : []), ...inner.flatMap((each) => textsIn(each, depth + 1))];
}

function isMain(
  node: Node,
  nodes: readonly Node[],
  { url, title, headings, canonicalUrl }: Parameters<typeof isMainTextPaid>[1],
): boolean {
  const named = [node.get("url"), node.get("@id"), node.get("mainEntityOfPage")].flatMap(urlsIn);
  const own = new Set([url, canonicalUrl ?? url].map((each) => placeOf(each, url)));
  if (named.some((each) => own.has(placeOf(each, url)))) return true;
  const headline = foldedWords(textOf(node.get("headline") ?? node.get("name"))).trim();
  const titles = [title, ...headings.map(({ text }) => text)].map(foldedWords);
  if (headline !== "" && titles.some((each) => isSame(each, headline))) return true;
  const saysNothing = named.length === 0 && (headline === "" || titles.join("") === "");
  return saysNothing && nodes.length === 1;
}

function isSame(title: string, headline: string): boolean {
  return title === headline || (headline.length >= LEAST_HEADLINE && title.includes(headline));
}

function urlsIn(value: unknown): string[] {
  if (typeof value === "string") return value.startsWith("#") ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  const node = new Map<string, unknown>(Object.entries(value));
  return [node.get("@id"), node.get("url")].flatMap((each) =>
    typeof each === "string" ? [each] : [],
  );
}

/** Returns host and path of a URL, by which two spellings of one page are compared. */
function placeOf(reference: string, base: string): string {
  const parsed = URL.parse(reference, base);
  if (parsed === null) return reference;
  return `${parsed.hostname.replace(/^www\./, "")}${parsed.pathname.replace(/\/$/, "")}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isFalse(value: unknown): boolean {
  return (
    value === false ||
    (typeof value === "string" && /^(?:https?:\/\/schema\.org\/)?false$/i.test(value))
  );
}

/**
 * Returns the texts of the scripts of a page whose `type` has a form, in one pass: its time is linear in the page,
 * whatever the page leaves open.
 */
function scriptTexts(html: string, type: RegExp): readonly string[] {
  const texts: string[] = [];
  const attributes = new TagAttributes(html);
  let [name, isRaw, isWanted] = ["", false, false];
  const handler: TokenHandler = {
    isForeign: false,
    onOpenName(start, end) {
      const kind = tagKindAt(html, start, end);
      [name, isRaw, isWanted] = [kind.name, (kind.flags & RAW) !== 0, false];
      attributes.clear();
    },
    attributes,
    onOpenEnd() {
      isWanted = name === "script" && type.test(attributes.get(ATTRIBUTE.type) ?? "");
      if (isRaw) tokens.enterText(name);
    },
    onText(start, end) {
      if (isWanted) texts.push(html.slice(start, end));
    },
    onClose() {
      isWanted = false;
    },
  };
  const tokens = new HtmlTokens(html, handler);
  tokens.read();
  return texts;
}
