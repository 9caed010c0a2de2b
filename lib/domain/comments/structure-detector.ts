import type { PagePart, PageRow, PageView } from "../page/page-view.ts";
import type { Detection } from "./keyword-matcher.ts";

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
   * Several numbered parts without headings: with headings they may be articles, or sections of
   * one.
   */
  numbered: 0.75,
  /** Similar parts, or a single one, among elements or under a heading that name comments. */
  inComments: 0.7,
  /** Several similar parts with running text, without headings or many links. */
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

/**
 * Most of a row's parts that may lead to other pages without other evidence of comments, as a
 * share.
 */
const MOST_AWAY = 0.25;

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
  let best: Detection = { isComment: false, score: 0, why: "no row of dated texts" };
  for (const row of page.rows) {
    const found = judgeRow(row, page.text);
    if (found.score > best.score) best = found;
  }
  return best;
}

function judgeRow(row: PageRow, text: string): Detection {
  const comments = row.parts.filter((part) => isSaid(part, text));
  const kind = comments.length === 0 ? undefined : kindOf(row, comments);
  if (kind === undefined) return { isComment: false, score: 0, why: "" };
  const score = WORTH[kind];
  const why = `${comments.length} of ${row.parts.length} ${row.name} (${kind})`;
  return { isComment: score >= STRUCTURE_THRESHOLD, score, why };
}

function kindOf(row: PageRow, comments: readonly PagePart[]): keyof typeof WORTH | undefined {
  const least = LEAST_SHARE * row.parts.length;
  const inComments = row.inComments || announcesComments(row.heading);
  if (inComments && row.numbered)
    return havePermalink(comments) ? "permalinks" : "numberedInComments";
  if (comments.length < least) return undefined;
  if (havePermalink(comments)) return "permalinks";
  if (inComments) return "inComments";
  const bare = comments.filter(({ hasHeading }) => !hasHeading);
  const away = row.parts.filter(({ leadsAway }) => leadsAway);
  if (bare.length < Math.max(2, least) || away.length > MOST_AWAY * row.parts.length)
    return undefined;
  if (row.numbered) return "numbered";
  const prose = bare.filter(isProse);
  return prose.length >= Math.max(2, least) ? "alike" : undefined;
}

function havePermalink(comments: readonly PagePart[]): boolean {
  return comments.some(({ hasPermalink }) => hasPermalink);
}

/**
 * Returns whether a part has a byline's date and text of its own, and does not lead to another
 * page.
 */
function isSaid(part: PagePart, text: string): boolean {
  if (part.leadsAway && !part.hasPermalink) return false;
  const { start, end, linkLength } = part;
  const own = text.slice(start, Math.min(end, start + MOST_READ));
  if (own.length - linkLength < LEAST_LETTERS) return false;
  return own.split("\n").some(isDated) && hasWords(own, linkLength);
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

function isProse({ start, end, linkLength }: PagePart): boolean {
  const length = end - start;
  return length - linkLength >= LEAST_PROSE && linkLength <= MOST_LINKED * length;
}

/** Words in the headings of comment lists, in common languages; lower-case stems. */
const WORDS =
  "comment|kommentar|kommentti|kommentit|comentari|comentári|comentario|commenti|reacties|komentarz|komentář|komentar" +
  "|koment|yorum|комментари|коментар|отзыв|ответ|コメント|评论|評論|留言|댓글|تعليق|σχόλι|תגוב|ความคิดเห็น|bình luận" +
  "|response|replies|reply|antwort|réponse|respuesta|respost|rispost|odpowied|odpověd|hozzászól|vastau|svar|discussion|diskussion";

const ANNOUNCES = new RegExp(`(?<!\\p{L})(?:${WORDS})`, "iu");

/**
 * Returns whether a heading announces comments, in any of some thirty languages: "3 Responses",
 * "Kommentare".
 */
export function announcesComments(heading: string): boolean {
  return ANNOUNCES.test(heading);
}

/** A year in a page's date. */
const YEAR = "(?:19|20)\\d\\d(?!\\d)";
/** A day of the month, also `1st` and `1.`. */
const DAY = "(?:[12]\\d|3[01]|0?[1-9])(?:st|nd|rd|th|er|[.ºª])?";
/**
 * The name of a month in any language, short or long, with the particle some languages put before
 * it.
 */
const MONTH = "(?:(?:de|of|di)\\s+|d')?\\p{L}[\\p{L}\\p{M}]{2,13}\\.?";
const TIME = "\\d{1,2}[:.h]\\d\\d";

/** Spans of time in common languages. */
const SPAN =
  "\\d{1,3}\\+?\\s+(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?" +
  "|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?" +
  "|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?|anos?" +
  "|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|uur|dagen?|maanden?|jaar" +
  "|godzin[ay]?|dni|tygodni\\p{L}*|miesi[ąę]c\\p{L}*|lat)(?!\\p{L})";

/** Every form begins with a figure, so that text without figures is skipped at once. */
const FORMS: readonly string[] = [
  // 2008-03-19, 19.3.2008, 3/19/08
  `${YEAR}[-/.]\\d{1,2}[-/.]\\d{1,2}`,
  "\\d{1,2}([-/.])\\s?\\d{1,2}\\1\\s?(?:(?:19|20)?\\d\\d)(?!\\d)",
  // 2008年3月19日, 2008년 3월 19일
  `${YEAR}\\s?[年년]\\s?\\d{1,2}\\s?[月월]\\s?\\d{1,2}`,
  // 19 March 2008, 19 de marzo de 2008, 19. březen, 2008; 19 March, 10:52
  `${DAY}\\s+${MONTH},?\\s+(?:de\\s+|'|\\p{L}{1,3}\\s+)?(?:${YEAR}|${TIME})`,
  // March 19, 2008; March 19 at 10:52
  `(?<=\\p{L}\\.?\\s)${DAY},?\\s+(?:${YEAR}|(?:\\p{L}{1,3}\\s+)?${TIME})`,
  // 3 days ago, 3 dni temu; il y a 3 jours, vor 3 Tagen, hace 3 días; 3日前
  `${SPAN}\\s+(?:ago|temu|fa|geleden|atrás)(?!\\p{L})`,
  `(?<=(?<!\\p{L})(?:il y a|vor|hace|há)\\s+)${SPAN}`,
  "\\d{1,3}\\s?(?:分|時間|小时|天|日|週間|周|か?ヶ?月|年)前",
];

const DATE = new RegExp(`(?<!\\d)(?:${FORMS.join("|")})`, "iu");

/**
 * Returns whether a text holds a day: a date with day and month, in figures or words, or a span of
 * time ago.
 */
export function holdsDate(text: string): boolean {
  return DATE.test(text);
}
