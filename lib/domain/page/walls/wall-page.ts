/** A page with hardly any text, as the signs of walls see it; each part is made when a sign first asks for it. */
import { decodeHTML } from "entities/decode";
import { hostOf } from "../../web/url/canonical-url.ts";
import type { Host } from "../../web/url/url.ts";
import type { PageWall } from "../../web/walls/wall.ts";
import type { PageView } from "../page-view.ts";
import { isMainTextPaid } from "./paid-text.ts";
import { foldedWords, withoutBeginning, wordsOfWall } from "./wall-words.ts";

/** The parts of a view that signs of walls look at. */
export type WallView = Pick<
  PageView,
  "url" | "title" | "headings" | "text" | "linkLengths" | "anchors" | "signals" | "canonicalUrl"
>;

/** A page as its HTML, and the parts of its view that show what it holds. */
export interface WallAnswer {
  readonly html: string;
  readonly view: WallView;
  /** Status of the answer; 200 by default. */
  readonly status?: number | undefined;
}

/** Characters of a title that are read: a longer one names no wall, and its ends are looked for from each of its characters. */
const MOST_TITLE = 1_000;
/** What separates a title from the name of its site. */
const TITLE_MARK = /\s+[|–—:·•»/-]\s+|\s*[|•»]\s*|:\s+/;
/** Marks at the ends of titles that say nothing. */
const TITLE_ENDS = /^[\s"'«„“([{*!¡¿]+|[\s"'»“”)\]}*.!?…。！？:]+$/g;

/** Ends of sentences. */
const SENTENCE_END = /\n|(?<=[.!?:…])\s+|(?<=[。！？])\s*/;

/** Characters of a sentence that are compared, and those of one that says something. */
const SENTENCE_START = 240;
const LEAST_SENTENCE = 4;
/** Sentences that are compared: walls are short. */
const MOST_SENTENCES = 100;

/** A line is a link's where hardly anything of it is not, as a share of its characters. */
const LINK_LINE = 0.8;

/** Texts for browsers without scripts. */
const NOSCRIPT = /<noscript\b[^<>]{0,200}>([^]{0,1000}?)<\/noscript/gi;
/** Most of these texts that are read. */
const MOST_NOSCRIPTS = 5;

const TAG = /<[^>]*>?|^[^<]*>/g;

/** Words as they are counted: letters of languages without spaces count half a word each. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[\p{L}\p{N}\p{M}'-]+/gu;

/** Tags of fields; each is read up to the next mark of one, so that no text is read twice. */
const FIELD = /<(input|textarea|select|button)\b([^<>]{0,500})/gi;
const TYPE = /\btype\s*=\s*["']?([a-z]+)/i;
/** Types of fields that nobody fills in. */
const UNFILLED: ReadonlySet<string> = new Set("hidden submit button image reset".split(" "));
/** Most fields that are looked at: a page with more of them is a form. */
const MOST_FIELDS = 40;

/** Links that are counted: a page with more of them is part of a site. */
const MOST_COUNTED = 6;

/** Names of fields for an account. */
const ACCOUNT_NAME =
  /\b(?:name|id|autocomplete)\s*=\s*["']?[\w[\]-]{0,30}(?:user|login|e-?mail|account|uname|usr|member)/i;

const CAPTCHA_NAME = /captcha|turnstile|verif|vcode|seccode/i;

/** HTML around a field outside of a form that counts as its form, in UTF-16 units. */
const FIELD_REACH = 600;

/** A field as its tag says. */
interface Field {
  readonly kind: "password" | "account" | "captcha" | "other" | "unfilled";
  /** Place of its tag in the HTML. */
  readonly at: number;
}

/** A page with hardly any text, as the signs of walls see it. */
export class WallPage {
  readonly html: string;
  readonly view: WallView;
  readonly status: number;
  readonly isSparse: boolean;
  readonly host: Host;
  #titles: readonly string[] | undefined;
  #lines: readonly string[] | undefined;
  #sentences: readonly string[] | undefined;
  #fields: readonly Field[] | undefined;
  #ownLinks: number | undefined;
  #words: number | undefined;
  #isPaid: boolean | undefined;

  constructor({ html, view, status = 200, isSparse }: WallAnswer & { readonly isSparse: boolean }) {
    this.html = html;
    this.view = view;
    this.status = status;
    this.isSparse = isSparse;
    this.host = hostOf(view.url);
  }

  /** The title and the main heading, and their parts, folded. */
  get titles(): readonly string[] {
    this.#titles ??= titlesOf(this.view);
    return this.#titles;
  }

  /** The displayed lines that are not links, and the texts for browsers without scripts, folded. */
  get lines(): readonly string[] {
    // A page that is part of a site is no test.
    const isPart = this.ownLinks >= MOST_COUNTED;
    this.#lines ??= [...linesOf(this.view), ...(isPart ? [] : noscriptLines(this.html))];
    return this.#lines;
  }

  /** The beginnings of its sentences, folded. */
  get sentences(): readonly string[] {
    this.#sentences ??= this.lines
      .flatMap((line) => line.split(SENTENCE_END))
      .map((each) => each.trim())
      .filter(({ length }) => length >= LEAST_SENTENCE)
      .slice(0, MOST_SENTENCES)
      .flatMap((each) => {
        const sentence = each.slice(0, SENTENCE_START);
        const rest = withoutBeginning(sentence);
        return rest === sentence ? [sentence] : [sentence, rest];
      });
    return this.#sentences;
  }

  /** The fields of its forms, in order. */
  get fields(): readonly Field[] {
    this.#fields ??= fieldsOf(this.html);
    return this.#fields;
  }

  /** Number of URLs of its host that it links to, other than its own with another query; at most 6. */
  get ownLinks(): number {
    this.#ownLinks ??= countOwnLinks(this.view, this.host);
    return this.#ownLinks;
  }

  /** Number of words in lines that are not links. */
  get words(): number {
    this.#words ??= wordsIn(linesOf(this.view).join("\n")).length;
    return this.#words;
  }

  /** Number of words that do not stand in its titles. */
  get wordsBesideTitle(): number {
    return countLeft(this.lines.join("\n"), this.titles);
  }

  /** Whether its publisher says that the text is not free which the page is about. */
  get isPaid(): boolean {
    this.#isPaid ??= isMainTextPaid(this.html, this.view);
    return this.#isPaid;
  }

  /** Returns the title that a wall of this kind has; `undefined` without one. */
  titleOf(wall: PageWall): string | undefined {
    const { title, isSentence } = wordsOfWall(wall);
    return this.titles.find((each) => title.test(each) || isSentence(each));
  }

  /**
   * Returns the beginning of a sentence that such a wall says; `undefined` without one. A title that stands again as
   * a heading says nothing more.
   */
  sentenceOf(wall: PageWall): string | undefined {
    const { isSentence } = wordsOfWall(wall);
    const title = this.titleOf(wall);
    return this.sentences.find((each) => isSentence(each) && !isRepeated(each, title));
  }

  /**
   * Counts the words that stand neither in the form of a field, nor in a title, nor in a line `about` the same:
   * those of the page itself. They are counted as a bag, since a form is found in the HTML and its words in the text.
   */
  wordsOutside({ at }: Field, about: RegExp): number {
    const form = decodeHTML(formAround(this.html, at).replace(TAG, " "));
    const lines = this.lines.filter((line) => !about.test(line));
    return countLeft(lines.join("\n"), [foldedWords(form), ...this.titles]);
  }

  /** Returns the HTML behind the form of a field. */
  htmlBehind({ at }: Field): string {
    return this.html.slice(formEnd(this.html, at));
  }
}

function titlesOf({ title, headings }: WallView): string[] {
  const highest = Math.min(...headings.map(({ level }) => level));
  // That of a box beside the content is lower, or comes later.
  const main = headings.find(({ level }) => level === highest)?.text ?? "";
  const read = [title, main].map((text) => text.slice(0, MOST_TITLE));
  const parts = read.flatMap((text) => [text, ...text.split(TITLE_MARK)]).map(titleForm);
  return [...new Set(parts.flatMap((part) => [part, withoutBeginning(part)]))].filter(Boolean);
}

function isRepeated(sentence: string, title: string | undefined): boolean {
  if (title === undefined) return false;
  const form = titleForm(sentence);
  return form === title || withoutBeginning(form) === title;
}

function titleForm(text: string): string {
  return foldedWords(text).replace(TITLE_ENDS, "");
}

function linesOf({ text, linkLengths }: WallView): string[] {
  const lines = text
    .split("\n")
    .filter((line, index) => (linkLengths[index] ?? 0) < LINK_LINE * Math.max(1, line.length));
  return foldedWords(lines.join("\n")).split("\n");
}

function noscriptLines(html: string): string[] {
  return html
    .matchAll(NOSCRIPT)
    .take(MOST_NOSCRIPTS)
    .map(([, inner = ""]) => foldedWords(decodeHTML(inner.replace(TAG, " "))).trim())
    .toArray();
}

/** Counts the words of a text that are left when those of others are taken out. */
function countLeft(text: string, others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of wordsIn(text)) left.set(word, (left.get(word) ?? 0) + 1);
  for (const word of others.flatMap(wordsIn)) left.set(word, (left.get(word) ?? 0) - 1);
  return [...left.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
}

/** Returns the words of a folded text. */
export function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

function fieldsOf(html: string): Field[] {
  return html
    .matchAll(FIELD)
    .take(MOST_FIELDS)
    .map(({ 1: tag = "", 2: attributes = "", index }) => ({
      kind: kindOf(tag, attributes),
      at: index,
    }))
    .toArray();
}

function kindOf(tag: string, attributes: string): Field["kind"] {
  const name = tag.toLowerCase();
  const type = TYPE.exec(attributes)?.[1]?.toLowerCase() ?? "text";
  if (name === "button" || (name === "input" && UNFILLED.has(type))) return "unfilled";
  if (name === "input" && type === "password") return "password";
  if (CAPTCHA_NAME.test(attributes)) return "captcha";
  if (name !== "input") return "other";
  // A box to tick is no field of its own: it stays logged in, or agrees.
  if (type === "checkbox") return "unfilled";
  return type === "email" || ACCOUNT_NAME.test(attributes) ? "account" : "other";
}

function formAround(html: string, at: number): string {
  const start = html.lastIndexOf("<form", at);
  return html.slice(start < 0 ? Math.max(0, at - FIELD_REACH) : start, formEnd(html, at));
}

function formEnd(html: string, at: number): number {
  const end = html.indexOf("</form", at);
  return end < 0 ? Math.min(html.length, at + FIELD_REACH) : end;
}

function countOwnLinks({ url, anchors }: WallView, host: Host): number {
  const own = pathOf(url);
  const found = new Set<string>();
  for (const { url: link } of anchors) {
    if (found.size >= MOST_COUNTED) break;
    if (isOf(link, host) && pathOf(link) !== own) found.add(link);
  }
  return found.size;
}

/** Returns whether a URL is of a host: it is compared where it stands, as pages have thousands of links. */
function isOf(url: string, host: Host): boolean {
  const at = url.indexOf("//") + 2;
  const end = at + host.length;
  return url.startsWith(host, at) && (end === url.length || url[end] === "/" || url[end] === "?");
}

/** Returns a URL without its query, so that a page that links to itself with parameters has no other page. */
function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}
