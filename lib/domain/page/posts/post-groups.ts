/** Finds posts by structure: parts of a page alike that each have a date, an author and a text. */
import type { Element } from "domhandler";
import { cutDates } from "../../text/find-date.ts";
import { withoutDate } from "../../text/read-date.ts";
import { hasCount, offersReply } from "../comments/comment-words.ts";
import { type Leaf, namedWithin, type PageLeaves, parentOf } from "./page-leaves.ts";
import type { DatedLine } from "./post-dates.ts";
import type { UnreadPost } from "./post-texts.ts";

/** Fewest letters outside links in the texts of posts, in the mean of all of them. */
const LEAST_LETTERS = 3;

/** The same where nothing but the date leads to the post: rows of a history have less. */
const LEAST_PROSE = 80;

/** The same where they have dates for machines: teasers have titles. */
const LEAST_SAID = 40;

/** Share of the posts that have what makes them posts. */
const LEAST_SHARE = 0.5;

/** Elements around a date that are looked at for the type of their item. */
const MOST_AROUND = 14;

const POST_TYPE =
  /\/(?:Comment|Answer|Question|UserComments|DiscussionForumPosting|SocialMediaPosting)$/;
const HEADING = /^h[1-6]$/;
const TITLE_HEADING = /^h[1-3]$/;

/** What a link to a post itself is called. */
const PERMALINK = /^\s*(?:#\s?\d+|share|(?:perma|direct\s)?link|teilen|partager)\s*$/i;
const LETTERS = /\p{L}/gu;
const DIGIT = /\d/;

const WORD = /\p{L}{3}/u;
const FILE = /\.\w{2,4}$/;

/** Words of a link that is a title, and no name or command. */
const TITLE = /\p{L}{2}\S*\s+\S*\p{L}\S*\s+\S*\p{L}|[\u3041-\uffdc]{8}/u;

/** Returns the dated lines that may be those of posts, a list for each kind; the largest first. */
export function dateGroups(lines: readonly DatedLine[]): (readonly DatedLine[])[] {
  const groups = Map.groupBy(lines, ({ leaf }) => leaf.place);
  return [...groups.values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MOST_GROUPS);
}

/** Most kinds of dated lines that are tried: a page has some five. */
const MOST_GROUPS = 8;

/**
 * Returns the elements that may be an only post, the smallest first: those around its date that are declared as a post,
 * or have a number, themselves or inside.
 */
export function elementsOfOnly(dated: DatedLine, content: PageLeaves): Element[] {
  const found: Element[] = [];
  let at: Element | undefined = dated.leaf.element;
  for (let depth = 0; at !== undefined && depth < MOST_AROUND; depth += 1, at = parentOf(at)) {
    if (at.name === "body" || at.name === "html") break;
    const isNumbered =
      ownIdNumbers(at).length > 0 ||
      namedWithin(content, content.spanOf(at)).some(({ name }) => NUMBER.test(name));
    if (isNumbered || POST_TYPE.test(at.attribs["itemtype"] ?? "")) found.push(at);
  }
  return found;
}

/** A post with its text, before it is certain. */
export interface FoundPost extends UnreadPost {
  readonly text: string;
}

/**
 * Returns whether parts of a page are posts: most have an author and words of their own, and none of them leads by a
 * title to another page. Each must be known by a number or a link of its own, offer to be answered, or be declared as a
 * post; posts that count themselves need no names. A single one must be declared, or lead to itself by its number and
 * have no heading.
 */
export function arePosts(posts: readonly FoundPost[], content: PageLeaves): boolean {
  const least = Math.max(1, LEAST_SHARE * posts.length);
  const most = (holds: (post: FoundPost) => boolean): boolean =>
    posts.filter(holds).length >= least;
  const areCounted = countThemselves(posts);
  if (!most(({ author, dated }) => (author !== undefined || areCounted) && dated !== undefined))
    return false;
  const letters = posts.reduce((sum, post) => sum + ownLetters(post), 0) / posts.length;
  if (letters < LEAST_LETTERS) return false;
  if (most(isDeclared)) return true;
  if (!(areCounted || arePeople(posts)) || most(leadsAway) || haveTitles(posts)) return false;
  const isNumbered = hasNumbers(posts, content);
  if (posts.length === 1) return isNumbered && !posts.some(hasHeading);
  const isForMachines = most(({ dated }) => dated?.machine !== undefined);
  if (isForMachines && (most(isKnown) || (letters >= LEAST_SAID && !most(hasHeading)))) return true;
  if (isNumbered || areCounted || most(offersAnswer)) return true;
  if (most(({ leaves }) => leaves.some(({ text }) => hasCount(text)))) return false;
  return letters >= LEAST_PROSE && hasOwnLinks(posts);
}

/** Fewest rows that are a list by what they have in common. */
const LEAST_ROWS = 3;

/** Returns whether the texts of several posts are links, with the same words beside them: titles in a list. */
export function areTitles(posts: readonly FoundPost[]): boolean {
  if (posts.length < LEAST_ROWS) return false;
  const words = posts.map(({ leaves, text }) => {
    const shown = leaves.filter(({ text: each }) => WORD.test(each) && text.includes(each.trim()));
    const own = shown.filter(({ link }) => link === undefined);
    return {
      hasLink: shown.length > own.length,
      own: own.map((leaf) => leaf.text.trim()).join(" "),
    };
  });
  return words.every(({ hasLink }) => hasLink) && new Set(words.map(({ own }) => own)).size === 1;
}

/** Returns posts without dates at the same place elsewhere: beside those with an author or a number, if any has. */
export function withoutStrays(posts: readonly FoundPost[]): FoundPost[] {
  const isOwn = ({ author, dated }: FoundPost): boolean =>
    author !== undefined || idNumbers(dated?.leaf.element).size > 0;
  return posts.some(isOwn) ? posts.filter(isOwn) : [...posts];
}

/** A number before anything else in a line: `1 :`, `#12`, `No.7`. */
const COUNTED = /^[^\p{L}\d]{0,3}(?:n[or]?\.?|№)?\s?(?<count>\d{1,6})(?![\d\p{L}])/iu;

/** Returns whether most bylines begin with the number after that of the post before, or before it. */
function countThemselves(posts: readonly FoundPost[]): boolean {
  const counts = posts.map(({ dated }) => {
    const words = dated?.all.map(({ text }) => text).join(" ") ?? "";
    return Number(COUNTED.exec(cutDates(withoutDate(words)))?.groups?.["count"]);
  });
  return [1, -1].some((step) => {
    const next = counts.filter((count, index) => count === (counts[index - 1] ?? NaN) + step);
    return posts.length > 1 && next.length >= LEAST_SHARE * posts.length;
  });
}

/** Returns whether the authors are people: not titles, and several, or one whose name leads to one page. */
function arePeople(posts: readonly FoundPost[]): boolean {
  const authors = posts.flatMap(({ author }) => author ?? []);
  const titles = authors.filter(({ name }) => TITLE.test(name) || FILE.test(name));
  if (titles.length >= authors.length / 2) return false;
  if (new Set(authors.map(({ name }) => name)).size > 1) return true;
  const hrefs = new Set(authors.map(({ href }) => href));
  return hrefs.size === 1 && !hrefs.has(undefined);
}

/** Returns whether a post has a number in an id or an attribute, and an author whose name leads to a page. */
function isKnown({ dated, author }: FoundPost): boolean {
  if (author?.href === undefined) return false;
  return idNumbers(dated?.leaf.element).size > 0;
}

/** Returns the number of letters of a post outside of links, its byline and its author. */
function ownLetters({ leaves, dated, author, text }: FoundPost): number {
  let count = 0;
  for (const leaf of leaves) {
    if (leaf.link !== undefined || leaf.line === dated?.line || leaf === author?.leaf) continue;
    const words = leaf.text.trim();
    if (words !== "" && text.includes(words)) count += words.match(LETTERS)?.length ?? 0;
  }
  return count;
}

function isDeclared({ dated }: FoundPost): boolean {
  let at = dated?.leaf.element;
  for (let depth = 0; at !== undefined && depth < MOST_AROUND; depth += 1, at = parentOf(at)) {
    const type = at.attribs["itemtype"];
    if (type !== undefined) return POST_TYPE.test(type);
  }
  return false;
}

/** Returns whether a heading of a post leads to another page, or a link to a place of one without a number. */
function leadsAway({ leaves, author }: FoundPost): boolean {
  return leaves.some(
    (leaf) =>
      PLACE_ELSEWHERE.test(leaf.link?.attribs["href"] ?? "") ||
      (leaf.link !== undefined &&
        leaf.text !== author?.leaf.text &&
        leaf.link !== author?.leaf.link &&
        !leaf.isQuoted &&
        leadsToPage(leaf) &&
        isInHeading(leaf.element)),
  );
}

/** Returns whether most posts have a link with the words of a title beside their text: other words in each. */
function haveTitles(posts: readonly FoundPost[]): boolean {
  // The links of an only post may be those of a signature; a title would be a heading.
  if (posts.length === 1) return false;
  const titles = posts.flatMap(titleOf);
  return titles.length >= LEAST_SHARE * posts.length && new Set(titles).size > titles.length / 2;
}

function titleOf({ leaves, author, dated, text }: FoundPost): string[] {
  const title = leaves.find(
    (leaf) =>
      leaf !== author?.leaf &&
      leaf !== dated?.leaf &&
      leadsToPage(leaf) &&
      TITLE.test(leaf.text) &&
      !text.includes(leaf.text.trim()),
  );
  return title === undefined ? [] : [title.text.replace(NUMBERS, "#")];
}

function hasHeading({ leaves, author }: FoundPost): boolean {
  return leaves.some(
    (leaf) =>
      leaf.text !== author?.leaf.text &&
      isInHeading(leaf.element, leaf.link === undefined ? TITLE_HEADING : HEADING) &&
      (leaf.link === undefined || leadsToPage(leaf)),
  );
}

/** As `/page#comments` of a teaser. */
const PLACE_ELSEWHERE = /^[^#?]+#[^\d]+$/;

function leadsToPage({ link }: Leaf): boolean {
  const href = link?.attribs["href"] ?? "";
  return href !== "" && !href.includes("#") && !/^\s*javascript:/i.test(href);
}

function isInHeading(element: Element, heading = HEADING): boolean {
  let at: Element | undefined = element;
  for (let depth = 0; at !== undefined && depth < 3; depth += 1, at = parentOf(at))
    if (heading.test(at.name)) return true;
  return false;
}

function offersAnswer({ leaves }: FoundPost): boolean {
  return leaves.some(({ text, isQuoted }) => !isQuoted && text.length <= 40 && offersReply(text));
}

/** Returns whether the dates of most posts are links to places of their own. */
function hasOwnLinks(posts: readonly FoundPost[]): boolean {
  const hrefs = posts.map(({ dated }) => dated?.leaf.link?.attribs["href"]);
  const different = new Set(hrefs.filter((href) => href !== undefined && DIGIT.test(href)));
  return different.size >= Math.max(2, LEAST_SHARE * posts.length);
}

/** Returns whether most posts have an id of their own, whose number a link of the post has, too, or several in a row. */
function hasNumbers(posts: readonly FoundPost[], content: PageLeaves): boolean {
  const numbers = new Set<string>();
  let known = 0;
  for (const post of posts) {
    const number = ownNumber(post, content);
    if (number === undefined || numbers.has(number)) continue;
    numbers.add(number);
    known += 1;
  }
  return known >= Math.max(1, LEAST_SHARE * posts.length);
}

/** Returns the number in an id of a post, or in an attribute of an element around its date, that one of its links has. */
function ownNumber(
  { span, leaves, dated, author }: FoundPost,
  content: PageLeaves,
): string | undefined {
  const numbers = idNumbers(dated?.leaf.element);
  for (const { name } of namedWithin(content, span)) {
    const [number] = NUMBER.exec(name) ?? [];
    if (number !== undefined) numbers.add(number);
  }
  for (const { link, text } of leaves) {
    const href = link === author?.leaf.link ? undefined : link?.attribs["href"];
    // A link to a page whose path has the number goes on with a teaser.
    const isOwn = link === dated?.leaf.link || PERMALINK.test(text);
    if (href === undefined || (!isOwn && !/[#?;]/.test(href))) continue;
    for (const [number] of href.matchAll(NUMBERS)) if (numbers.has(number)) return number;
  }
  return undefined;
}

/** Returns the numbers in the ids of an element and those around it. */
function idNumbers(element: Element | undefined): Set<string> {
  const numbers = new Set<string>();
  let at = element;
  for (let depth = 0; at !== undefined && depth < MOST_AROUND; depth += 1, at = parentOf(at))
    for (const number of ownIdNumbers(at)) numbers.add(number);
  return numbers;
}

function ownIdNumbers({ attribs }: Element): string[] {
  return Object.entries(attribs).flatMap(([name, value]) => {
    if (name !== "id" && !(name.startsWith("data-") && name.endsWith("id"))) return [];
    return NUMBER.exec(value)?.[0] ?? [];
  });
}

const NUMBER = /\d+/;
const NUMBERS = /\d+/g;
