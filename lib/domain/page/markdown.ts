/** The main text of a page as GitHub Flavored Markdown, from the same pieces as its plain form. */

import { indexAfter } from "../stats/sorted.ts";
import { canonicalUrl } from "../web/url/canonical-url.ts";
import type { Url } from "../web/url/url.ts";
import type { Block, Container } from "./container-hints.ts";
import { type Piece, preformattedLines } from "./content-form.ts";
import type { RepeatedBlocks } from "./host-repeats.ts";
import { mainText } from "./main-text.ts";
import type { PageContent } from "./page-content.ts";
import { readPage } from "./page-reader.ts";
import { firstFrom } from "./path-node.ts";
import type { MarkKind } from "./tag-kinds.ts";

/** A page that is read again for its Markdown. */
interface MarkdownPage {
  readonly html: string;
  /** What its references are resolved against. */
  readonly base: Url;
  /** What is left out, as the host repeats it. */
  readonly repeats?: RepeatedBlocks;
}

/** Returns the main text of a page as Markdown; links and images have absolute URLs. */
export function pageMarkdown({ html, base, repeats }: MarkdownPage): string {
  const { content } = readPage(html, () => false);
  const text = content.text.toString();
  const writer = new MarkdownWriter(content, text, base);
  for (const piece of mainText(content, text, repeats).pieces) writer.add(piece);
  return writer.toString();
}

/** Quotations and list items around a piece that are written, the outermost ones: each is repeated on each line. */
const MOST_FRAMES = 32;

/** A list item or a quotation around a piece. */
interface Frame {
  readonly container: Container;
  /** The list of an item; `undefined` for a quotation. */
  readonly list: Container | undefined;
}

/** A marked range, a link or an image in a block. */
interface Span {
  readonly kind: MarkKind | "link" | "image";
  readonly start: number;
  readonly end: number;
  /** Where it leads, or the source of the image. */
  readonly href: string;
  /** Alternative text of an image. */
  readonly alt: string;
}

const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu", "dir"]);
const SPACE = /\s/;
/** A letter or a digit; marks beside others may not be read as such. */
const WORD = /[\p{L}\p{N}]/u;

class MarkdownWriter {
  readonly #content: PageContent;
  readonly #text: string;
  readonly #base: Url;
  readonly #spans: readonly Span[];
  readonly #starts: readonly number[];
  readonly #numbers = new Map<Container, Map<Container, number>>();
  #frames: readonly Frame[] = [];
  #out = "";

  constructor(content: PageContent, text: string, base: Url) {
    this.#content = content;
    this.#text = text;
    this.#base = base;
    this.#spans = this.#allSpans();
    this.#starts = this.#spans.map(({ start }) => start);
  }

  add(piece: Piece): void {
    if (piece.kind === "line") return this.#addLine(piece.block);
    if (piece.kind === "preformatted") {
      const lines = preformattedLines(piece.blocks, this.#text);
      const fence = "`".repeat(Math.max(3, longestRun(lines.join("\n")) + 1));
      return this.#addLines(piece.in, [fence, ...lines, fence]);
    }
    const rows = piece.rows.map((row) =>
      row.flatMap(({ cell, blocks }) => [
        blocks.map((block) => this.#inline(block, " ").replaceAll("|", "\\|")).join("<br>"),
        ...Array<string>((this.#content.inline.numbers.get(cell) ?? 1) - 1).fill(""),
      ]),
    );
    const isHead = piece.rows[0]?.every(({ cell }) => cell.kind.name === "th") === true;
    const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const [head = [], ...body] = isHead ? rows : [[], ...rows];
    const lines = [head, Array<string>(width).fill("---"), ...body].map((row) => {
      return `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
    });
    this.#addLines(piece.in, lines);
  }

  toString(): string {
    return this.#out;
  }

  #addLine(block: Block): void {
    const level = levelOf(block.container);
    const words = this.#inline(block, level === undefined ? "\\\n" : " ");
    if (words === "") return;
    const heading = `${"#".repeat(level ?? 0)} ${words.replace(/(?<!#)#+$/, "\\$&")}`;
    const lines = level === undefined ? words.split("\n").map(escapedStart) : [heading];
    this.#addLines(block.container, lines);
  }

  /** Adds lines that stand in an element: below its quotations and list items. */
  #addLines(container: Container, lines: readonly string[]): void {
    const frames = framesOf(container);
    let common = 0;
    while (common < frames.length && frames[common]?.container === this.#frames[common]?.container)
      common += 1;
    const kept = frames
      .slice(0, common)
      .map((frame) => this.#continued(frame))
      .join("");
    const item = frames[common];
    const beside = this.#frames[common]?.list;
    const isTight =
      item?.list !== undefined &&
      (beside === item.list || (common > 0 && frames[common - 1]?.list !== undefined));
    if (this.#out !== "") this.#out += isTight ? "\n" : `\n${kept.trimEnd()}\n`;
    const opened = frames
      .slice(common)
      .map((frame) => this.#opened(frame))
      .join("");
    const rest = frames.map((frame) => this.#continued(frame)).join("");
    this.#out += lines
      .map((line, at) => (at === 0 ? kept + opened : rest) + line)
      .map((line) => (line.trim() === "" ? "" : line))
      .join("\n");
    this.#frames = frames;
  }

  #opened({ container, list }: Frame): string {
    if (list === undefined) return "> ";
    return `${this.#marker(list, container)} `;
  }

  #continued({ container, list }: Frame): string {
    return list === undefined ? "> " : " ".repeat(this.#marker(list, container).length + 1);
  }

  /** Returns the marker of an item: its number in an ordered list. */
  #marker(list: Container, item: Container): string {
    if (list.kind.name !== "ol") return "-";
    const items = this.#numbers.get(list) ?? new Map<Container, number>();
    this.#numbers.set(list, items);
    const first = this.#content.inline.numbers.get(list) ?? 1;
    const number = items.get(item) ?? first + items.size;
    items.set(item, number);
    return `${number}.`;
  }

  /** Returns the words of a block with their marks; `lineBreak` is what a line break is written as. */
  #inline({ start, end }: Block, lineBreak: string): string {
    const spans: Span[] = [];
    const from = indexAfter(this.#starts, start - 1);
    // A link may be around several blocks.
    const before = this.#content.links[firstFrom(this.#content.links, start) - 1];
    if (before !== undefined && before.end > start && before.start < start)
      spans.push(...this.#linkSpan(before.href, start, Math.min(before.end, end)));
    for (let at = from; at < this.#spans.length; at += 1) {
      const span = this.#spans[at];
      if (span === undefined || span.start > end) break;
      if (span.kind === "link") spans.push({ ...span, end: Math.min(span.end, end) });
      // Marks over several blocks are layout.
      else if (span.end <= end) spans.push(span);
    }
    return this.#marked(spans, start, end, lineBreak);
  }

  #marked(spans: readonly Span[], from: number, to: number, lineBreak: string): string {
    let written = "";
    let at = from;
    for (let index = 0; index < spans.length; index += 1) {
      const span = spans[index];
      if (span === undefined || span.start < at || span.start > to) continue;
      const end = Math.min(span.end, to);
      const inside: Span[] = [];
      while ((spans[index + 1]?.start ?? Number.POSITIVE_INFINITY) < end) {
        index += 1;
        const inner = spans[index];
        if (inner !== undefined) inside.push(inner);
      }
      written += this.#plain(at, span.start, lineBreak);
      written += this.#wrapped({ ...span, end }, inside, lineBreak);
      at = end;
    }
    return written + this.#plain(at, to, lineBreak);
  }

  #wrapped(span: Span, inside: readonly Span[], lineBreak: string): string {
    const { kind, start, end, href, alt } = span;
    if (kind === "image") {
      const space = SPACE.test(this.#text[start - 1] ?? " ") ? "" : " ";
      return `${space}![${escaped(alt)}](${href})`;
    }
    const raw = this.#text.slice(start, end);
    if (kind === "code") return raw.trim() === "" ? raw : codeSpan(raw);
    const words = this.#marked(
      inside.filter((inner) => inner.kind !== kind),
      start,
      end,
      lineBreak,
    );
    if (kind === "link")
      return words === "" || words.includes("\n") ? words : `[${words}](${href})`;
    const mark = { strong: "**", em: "*", del: "~~" }[kind];
    const isRead = canMark(raw, this.#text[start - 1], this.#text[end]) && !words.includes("\n");
    return isRead ? `${mark}${words}${mark}` : words;
  }

  /** Returns unmarked words. */
  #plain(from: number, to: number, lineBreak: string): string {
    const { breaks } = this.#content.inline;
    let [written, at] = ["", from];
    for (let index = indexAfter(breaks, from - 1); index < breaks.length; index += 1) {
      const next = breaks[index] ?? to;
      if (next >= to) break;
      written += escaped(this.#text.slice(at, next)) + lineBreak;
      at = this.#text[next] === " " ? next + 1 : next;
    }
    return written + escaped(this.#text.slice(at, to));
  }

  #allSpans(): Span[] {
    const { links, inline } = this.#content;
    const spans: Span[] = [
      ...links.flatMap(({ href, start, end }) =>
        end > start ? this.#linkSpan(href, start, end) : [],
      ),
      ...inline.marks.flatMap(({ kind, start, end }) => {
        const trimmed = trimmedRange(this.#text, start, end);
        return trimmed === undefined ? [] : { kind, ...trimmed, href: "", alt: "" };
      }),
      ...inline.images.flatMap(({ at, alt, src }) => {
        const found = alt.trim() !== "" ? canonicalUrl(src.trim(), this.#base) : undefined;
        return found?.ok === true
          ? {
              kind: "image" as const,
              start: at,
              end: at,
              href: urlText(found.url),
              alt: alt.trim(),
            }
          : [];
      }),
    ];
    return spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  }

  #linkSpan(href: string, start: number, end: number): Span[] {
    const found = canonicalUrl(href.trim(), this.#base);
    // A place on the page itself leads nowhere from a text.
    if (!found.ok || href.trim().startsWith("#")) return [];
    return [{ kind: "link", start, end, href: urlText(found.url), alt: "" }];
  }
}

/** Returns the quotations and list items around an element, outermost first. */
function framesOf(container: Container): Frame[] {
  const frames: Frame[] = [];
  for (let at: Container | undefined = container; at !== undefined; at = at.parent) {
    if (at.kind.name === "blockquote") frames.unshift({ container: at, list: undefined });
    const { parent } = at;
    if (at.kind.name === "li" && parent !== undefined && LISTS.has(parent.kind.name))
      frames.unshift({ container: at, list: parent });
  }
  return frames.slice(0, MOST_FRAMES);
}

function levelOf(container: Container): number | undefined {
  return container.kind.level ?? container.parent?.kind.level;
}

/** Returns a range without the white space at its ends; `undefined` for nothing else. */
function trimmedRange(
  text: string,
  from: number,
  to: number,
): { readonly start: number; readonly end: number } | undefined {
  let [start, end] = [from, Math.min(to, text.length)];
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1;
  return start < end ? { start, end } : undefined;
}

/**
 * Returns whether marks around words are read as marks (CommonMark, "left-flanking"): a mark between a
 * letter and a sign is not.
 */
function canMark(words: string, before: string | undefined, after: string | undefined): boolean {
  const joins = (outside: string | undefined, inside: string | undefined) =>
    outside !== undefined && WORD.test(outside) && !WORD.test(inside ?? "");
  return !joins(before, words[0]) && !joins(after, words.at(-1));
}

/** Returns text whose signs mean nothing in Markdown. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*[\]<~]/g, "\\$&")
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replaceAll(/&(?=#?\w+;)/g, "\\&");
}

/** Returns a line that is no heading, list, quotation, fence or rule. */
function escapedStart(line: string): string {
  return line.replace(/^(?=[-+=#>|])/, "\\").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

function codeSpan(code: string): string {
  const fence = "`".repeat(longestRun(code) + 1);
  const isPadded = /^`|`$|^ .* $/.test(code);
  return isPadded ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`;
}

/** Returns the length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
}

/** Returns a URL as the target of a link, in which brackets would end. */
function urlText(url: Url): string {
  return url.replaceAll("(", "%28").replaceAll(")", "%29");
}
