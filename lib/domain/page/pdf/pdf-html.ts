import { escapeAttribute, escapeText } from "entities";
import type { PdfDocument, PdfLink, PdfPage, PdfText } from "./pdf-document.ts";

/** Longest title that is made of the first lines, in UTF-16 units. */
const MOST_TITLE = 200;

/** A text of one line with one link, or without. */
interface Piece {
  text: string;
  readonly link: PdfLink | undefined;
}

/** Pieces that belong together. */
interface Paragraph {
  readonly pieces: Piece[];
  /** Height of its letters. */
  readonly height: number;
}

/**
 * Returns a PDF as HTML, so that it is read like any page: paragraphs with the links where they are on the page. Lines are
 * joined, and words that a line divides. A document without a title has its largest text of the first page as one.
 */
export function pdfHtml({ title, language, pages }: PdfDocument): string {
  const read = pages.map((page) => ({ page, paragraphs: paragraphsOf(page) }));
  const named = title.trim() === "" ? largestText(read[0]?.paragraphs ?? []) : title.trim();
  const lang = language === undefined ? "" : ` lang="${escapeAttribute(language)}"`;
  const head = `<!doctype html><html${lang}><title>${escapeText(named)}</title>`;
  return head + read.map(({ page, paragraphs }) => pageHtml(page, paragraphs)).join("");
}

function pageHtml({ links }: PdfPage, paragraphs: readonly Paragraph[]): string {
  const used = new Set(paragraphs.flatMap(({ pieces }) => pieces.map(({ link }) => link?.href)));
  // A link over a picture has no text.
  const bare = links.filter(({ href }) => !used.has(href)).map((link) => linkHtml("", link));
  return paragraphs.map(({ pieces }) => `<p>${piecesHtml(pieces)}</p>`).join("\n") + bare.join("");
}

function piecesHtml(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, link }) => (link === undefined ? escapeText(text) : linkHtml(text, link)))
    .join("");
}

function linkHtml(text: string, { href }: PdfLink): string {
  return `<a href="${escapeAttribute(href)}">${escapeText(text)}</a>`;
}

function largestText(paragraphs: readonly Paragraph[]): string {
  const height = Math.max(0, ...paragraphs.map((each) => each.height));
  const largest = paragraphs.find((each) => each.height === height);
  const text = largest?.pieces.map((piece) => piece.text).join("") ?? "";
  return text.trim().slice(0, MOST_TITLE);
}

/** A distance of lines, in heights of letters, that separates paragraphs. */
const PARAGRAPH_GAP = 1.8;

/** Ratio of the heights of letters of two lines from which they are no paragraph. */
const OTHER_SIZE = 1.15;

function paragraphsOf({ texts, links }: PdfPage): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let above: PdfText | undefined;
  let isNewLine = true;
  for (const text of texts) {
    if (text.text.trim() !== "") {
      const last = paragraphs.at(-1);
      const goesOn = last !== undefined && above !== undefined && isNextLine(above, text);
      const paragraph = goesOn ? last : { pieces: [], height: text.height };
      if (!goesOn) paragraphs.push(paragraph);
      else if (isNewLine) joinLines(paragraph.pieces, text.text);
      for (const piece of piecesOf(text, links)) append(paragraph.pieces, piece);
      above = text;
      isNewLine = false;
    } else if (!isNewLine && text.text !== "") {
      append(paragraphs.at(-1)?.pieces ?? [], { text: " ", link: undefined });
    }
    isNewLine ||= text.endsLine;
  }
  return paragraphs;
}

function isNextLine(above: PdfText, { y, height }: PdfText): boolean {
  const sizes = [above.height, height].toSorted((a, b) => a - b);
  const [small = 0, large = 0] = sizes;
  const down = above.y - y;
  return large <= small * OTHER_SIZE && down >= -large / 2 && down <= PARAGRAPH_GAP * large;
}

const DIVIDED = /\p{L}-$/u;
const GOES_ON = /^\p{Ll}/u;

/** Joins a line to the next one: a word that a hyphen divides becomes one, others stay two. */
function joinLines(pieces: Piece[], next: string): void {
  const last = pieces.at(-1);
  if (last === undefined) return;
  if (DIVIDED.test(last.text) && GOES_ON.test(next)) last.text = last.text.slice(0, -1);
  else if (!last.text.endsWith(" ")) append(pieces, { text: " ", link: undefined });
}

/** Adds a piece; a link that goes on behind a space or a line is one. */
function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  const before = pieces.at(-2);
  if (last !== undefined && last.link?.href === piece.link?.href) last.text += piece.text;
  else if (isSpaceWithin(before, last, piece)) {
    pieces.pop();
    before.text += ` ${piece.text}`;
  } else pieces.push({ ...piece });
}

function isSpaceWithin(
  before: Piece | undefined,
  last: Piece | undefined,
  { link }: Piece,
): before is Piece {
  const isLink = link !== undefined && before?.link?.href === link.href;
  return isLink && last?.link === undefined && last?.text === " ";
}

/** Splits a text where links begin and end. */
function piecesOf(text: PdfText, links: readonly PdfLink[]): readonly Piece[] {
  const over = links
    .filter((link) => isOver(link, text))
    .toSorted((a, b) => a.left - b.left || a.bottom - b.bottom);
  const pieces: Piece[] = [];
  let at = 0;
  for (const link of over) {
    const start = Math.max(at, placeOf(link.left, text));
    const end = placeOf(link.right, text);
    if (end <= start) continue;
    if (start > at) pieces.push({ text: text.text.slice(at, start), link: undefined });
    pieces.push({ text: text.text.slice(start, end), link });
    at = end;
  }
  if (at < text.text.length) pieces.push({ text: text.text.slice(at), link: undefined });
  return pieces;
}

function isOver({ left, right, bottom, top }: PdfLink, { x, y, width, height }: PdfText): boolean {
  const middle = y + height / 3;
  return middle >= bottom && middle <= top && x < right && x + width > left;
}

/** Most letters by which a place is off: letters are taken as equally wide. */
const MOST_OFF = 4;

/** Returns the place in a text at a distance from the left edge: at the nearest end of a word, if one is near. */
function placeOf(distance: number, { text, x, width }: PdfText): number {
  if (width <= 0) return distance <= x ? 0 : text.length;
  const share = Math.min(1, Math.max(0, (distance - x) / width));
  const exact = Math.round(share * text.length);
  for (let off = 0; off <= MOST_OFF; off += 1) {
    const near = [exact - off, exact + off].find((place) => isWordEnd(text, place));
    if (near !== undefined) return near;
  }
  return exact;
}

function isWordEnd(text: string, place: number): boolean {
  if (place < 0 || place > text.length) return false;
  if (place === 0 || place === text.length) return true;
  return LETTER.test(text.charAt(place - 1)) !== LETTER.test(text.charAt(place));
}

const LETTER = /[\p{L}\p{N}]/u;
