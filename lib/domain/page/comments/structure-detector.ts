import { holdsDate } from "../../text/find-date.ts";
import type { PagePart, PageRow, PageView } from "../page-view.ts";
import {
  announcesComments,
  countsComments,
  hasCount,
  namesComment,
  offersReply,
} from "./comment-words.ts";
import { compileKeywords, DEFAULT_KEYWORDS, type Detection } from "./keyword-matcher.ts";

/**
 * How sure a row of comments is, by the evidence that distinguishes it from other rows. Set by hand
 * in this order, not fitted. Only their order and the side of one half affect the decision.
 */
const WORTH = {
  /**
   * Parts numbered by their ids, with links to themselves: every engine gives its comments
   * permalinks.
   */
  permalinks: 0.95,
  /** Numbered parts among elements, or under a heading, that name comments. */
  numberedInComments: 0.9,
  /**
   * Several numbered parts that mark themselves or name their authors, without headings: with
   * headings they may be articles, or sections of one.
   */
  numbered: 0.75,
  /** Similar parts, or a single one, among elements or under a heading that name comments. */
  inComments: 0.7,
  /** Parts that each offer to be answered, without titles of other pages. */
  answerable: 0.65,
  /** Several similar parts with marks or authors and running text, without headings or many links. */
  alike: 0.55,
} as const;

/**
 * Fewest letters outside links in a comment, with its author's name: numbers in a table have no
 * letters.
 */
const LEAST_LETTERS = 10;

/** The same without other evidence of comments: some fifteen words. */
const LEAST_PROSE = 80;

/**
 * Most link text of a part, as a share, without other evidence of comments: rows of a list have
 * more.
 */
const MOST_LINKED = 0.3;

/**
 * Share of a row's parts that must be comments: some were removed, some hold an image without text.
 */
const LEAST_SHARE = 0.5;

/** Longest text of a link that is read, in UTF-16 units: its time is quadratic in a word. */
const MOST_TITLE = 1_000;

const TITLE = /\p{L}{2}\S*\s+\S*\p{L}\S*\s+\S*\p{L}|[\u3041-\uffdc]{8}/u;

const LETTERS = /[\p{L}\p{M}]+/gu;

/**
 * Distance from either end of a line within which a date is searched, in UTF-16 units: dates in
 * prose are no bylines.
 */
const BYLINE = 160;

/**
 * Longest text of a part that is read, in UTF-16 units. Few comments are longer, and bylines are at
 * either end.
 */
const MOST_READ = 4_000;

/** Score from which a page has comments. */
const STRUCTURE_THRESHOLD = 0.5;

/**
 * Detects readers' comments on a page by its structure. It looks for rows of parts that each have a
 * date, text of their own, and no heading that leads to another page. An empty comment form has
 * none of these.
 */
export function detectStructure(page: PageView): Detection {
  return bestRow(page).found;
}

/** Returns the row of a page that holds comments, or posts of a forum; `undefined` without one. */
export function commentRow(page: Pick<PageView, "rows" | "text">): PageRow | undefined {
  const { row, found } = bestRow(page);
  return found.isComment ? row : undefined;
}

function bestRow({ rows, text }: Pick<PageView, "rows" | "text">): {
  readonly row: PageRow | undefined;
  readonly found: Detection;
} {
  let best: PageRow | undefined;
  let found: Detection = { isComment: false, score: 0, why: "no row of dated texts" };
  for (const row of rows) {
    const judged = judgeRow(row, text);
    if (judged.score > found.score) [best, found] = [row, judged];
  }
  return { row: best, found };
}

function judgeRow(row: PageRow, text: string): Detection {
  const inComments = row.inComments || areNamed(row) || announces(row);
  const comments = row.parts.filter((part) =>
    isSaid(part, row.inComments || (inComments && !row.bylines), text),
  );
  const kind = comments.length === 0 ? undefined : kindOf(row, inComments, comments, text);
  if (kind === undefined) return { isComment: false, score: 0, why: "" };
  const score = WORTH[kind];
  const why = `${comments.length} of ${row.parts.length} ${row.name} (${kind})`;
  return { isComment: score >= STRUCTURE_THRESHOLD, score, why };
}

function kindOf(
  row: PageRow,
  inComments: boolean,
  comments: readonly PagePart[],
  text: string,
): keyof typeof WORTH | undefined {
  const least = LEAST_SHARE * row.parts.length;
  if (row.parts.filter(({ isCited }) => isCited).length >= Math.max(1, least)) return undefined;
  if (inComments && row.numbered)
    return havePermalink(comments) ? "permalinks" : "numberedInComments";
  if (comments.length < least) return undefined;
  const sections = row.parts.filter((part) => part.hasDatedHeading && !part.hasAuthor);
  const areSections = sections.length >= Math.max(2, least) && !inComments;
  if (havePermalink(comments) && !areSections) return "permalinks";
  const titled = row.parts.filter(({ title }) => isTitle(title)).length;
  const areTeasers = titled >= Math.max(2, least);
  const isSingle = row.bylines && row.parts.length === 1;
  if (isSingle && !comments.some((part) => hasOwnLines(part, text))) return undefined;
  if (inComments && !(row.bylines && areTeasers)) return "inComments";
  if (areSections || areTeasers) return undefined;
  if (isSingle) return comments[0]?.mark === "here" ? "alike" : undefined;
  return unnamedKind(row, comments, text);
}

/** Returns the kind of a row that no name, heading or permalink says to hold comments. */
function unnamedKind(
  row: PageRow,
  comments: readonly PagePart[],
  text: string,
): keyof typeof WORTH | undefined {
  const least = Math.max(2, LEAST_SHARE * row.parts.length);
  const most = (parts: readonly PagePart[], holds: (part: PagePart) => boolean): boolean =>
    parts.filter(holds).length >= least;
  if (most(comments, (part) => offersReply(textOf(part, text)))) return "answerable";
  const bare = comments.filter(({ hasHeading, mark }) => !hasHeading || mark !== undefined);
  if (most(row.parts, (part) => hasCount(textOf(part, text)))) return undefined;
  // A numbered part that leads to a numbered place elsewhere tells of a comment there.
  const isSigned = ({ mark, hasAuthor }: PagePart): boolean =>
    mark === "here" || (mark !== undefined && !row.numbered) || (hasAuthor && !row.bylines);
  const signed = bare.filter((part) => isSigned(part) && hasOwnLines(part, text));
  if (row.numbered) return most(signed, () => true) ? "numbered" : undefined;
  return most(signed, isProse) ? "alike" : undefined;
}

/**
 * Returns whether most bylines mark their texts by a name of comments. Parts of other forms may be
 * articles that lead to one of their comments.
 */
function areNamed({ parts, bylines }: PageRow): boolean {
  const named = parts.filter(({ markName }) => namesComment(markName));
  return bylines && named.length >= Math.max(1, LEAST_SHARE * parts.length);
}

/**
 * Returns whether the heading of a row announces comments. The only byline below a heading may be
 * the article's, or the footer's: such a heading must count them.
 */
function announces({ heading, bylines, parts }: PageRow): boolean {
  return bylines && parts.length === 1 ? countsComments(heading) : announcesComments(heading);
}

function havePermalink(comments: readonly PagePart[]): boolean {
  return comments.some(({ hasPermalink }) => hasPermalink);
}

/**
 * Returns whether a part has a byline's date and text of its own, and does not lead to another
 * page.
 */
function isSaid(part: PagePart, isElsewhere: boolean, text: string): boolean {
  if (part.linksElsewhere && !part.hasPermalink) return false;
  // Among comments a place on another page is that of a comment elsewhere.
  if (isElsewhere && part.mark === "elsewhere" && !part.hasPermalink) return false;
  const own = textOf(part, text);
  if (own.length - part.linkLength < LEAST_LETTERS) return false;
  return own.split("\n").some(isDated) && hasWords(own, part.linkLength);
}

function textOf({ start, end }: PagePart, text: string): string {
  return text.slice(start, Math.min(end, start + MOST_READ));
}

/** Returns whether a part has words in other lines than those of its dates. */
function hasOwnLines(part: PagePart, text: string): boolean {
  const rest = textOf(part, text)
    .split("\n")
    .filter((line) => !isDated(line));
  return hasWords(rest.join("\n"), 0);
}

/** Returns whether a text has enough letters, without those of its links. */
function hasWords(text: string, linkLength: number): boolean {
  let least = LEAST_LETTERS + linkLength;
  for (const [letters] of text.matchAll(LETTERS)) {
    least -= letters.length;
    if (least <= 0) return true;
  }
  return false;
}

function isDated(line: string): boolean {
  if (line.length <= 2 * BYLINE) return holdsDate(line);
  return holdsDate(line.slice(0, BYLINE)) || holdsDate(line.slice(-BYLINE));
}

/**
 * Returns whether the text of a link is a title, and no name, date or command: three words, or
 * eight characters of a script that writes no spaces.
 */
function isTitle(text: string): boolean {
  const read = text.slice(0, MOST_TITLE);
  return TITLE.test(read) && !holdsDate(read);
}

function isProse({ start, end, linkLength }: PagePart): boolean {
  const length = end - start;
  return length - linkLength >= LEAST_PROSE && linkLength <= MOST_LINKED * length;
}

/** The evidence that decides. */
export type DetectorKind = "keywords" | "structure" | "both";

/** How comments are detected. */
interface CommentDetectorSettings {
  readonly detector: DetectorKind;
  /** Substrings of class names, whole names with `=`; {@link DEFAULT_KEYWORDS} if not given. */
  readonly keywords?: readonly string[] | undefined;
  /** Whether ids count like class names; `false` if not given, as in the paper. */
  readonly ids?: boolean | undefined;
}

/** A function that detects whether a page holds readers' comments. Deterministic and stateless. */
type CommentDetector = (page: PageView) => Detection;

/** Compiles a detector of pages with comments. */
export function commentDetector({
  detector,
  keywords = DEFAULT_KEYWORDS,
  ids = false,
}: CommentDetectorSettings): CommentDetector {
  if (detector === "structure") return detectStructure;
  const byKeywords = keywordDetector(keywords, ids);
  return detector === "keywords" ? byKeywords : eitherDetector(byKeywords, detectStructure);
}

function keywordDetector(keywords: readonly string[], ids: boolean): CommentDetector {
  const matcher = compileKeywords(keywords);
  return (page) => {
    const found = matcher.inClasses(page.classNames) ?? (ids ? matcher.inIds(page.ids) : undefined);
    if (found === undefined) return { isComment: false, score: 0, why: "no keyword" };
    return { isComment: true, score: 1, why: `${found.name} (keyword ${found.keyword})` };
  };
}

/**
 * Combines two detectors: a page has comments if either finds them; the score is that of the surer
 * one.
 */
function eitherDetector(first: CommentDetector, second: CommentDetector): CommentDetector {
  return (page) => {
    const [one, other] = [first(page), second(page)];
    if (one.isComment && other.isComment) return { ...one, why: `${one.why}; ${other.why}` };
    return one.score >= other.score ? one : other;
  };
}
