import {
  type Block,
  type Container,
  ContentPlaces,
  listAround,
  type Place,
  RANK,
} from "./container-hints.ts";
import {
  BlockSums,
  dominantContainer,
  hasWide,
  LEAST_LINE,
  lengthOf,
  MOST_LINKED,
  type Piece,
  piecesOf,
  plainText,
  preformattedOf,
  proseLength,
  sizesOf,
  withoutCopies,
} from "./content-form.ts";
import { findRepeated, NO_BLOCKS, ownBlocks, type RepeatedBlocks } from "./host-repeats.ts";
import type { InlineMarks } from "./inline-marks.ts";
import type { PartStarts } from "./path-node.ts";

/**
 * Least length outside links of a block that counts as prose, in UTF-16 units. The first is about
 * fifteen words; the second, about five, is used on pages without longer prose.
 */
const PROSE_LENGTHS = [80, 30];

/**
 * Least prose of a main text that is chosen by its length, in UTF-16 units, about forty words. With
 * less, a page is short.
 */
const LEAST_PROSE = 250;

/** Least text of a short page outside links and first heading, in UTF-16 units: some three words. */
const LEAST_TEXT = 15;

/** Prose, in UTF-16 units, that is the content whatever the elements around it are called. */
const MUCH_PROSE = 1_000;

/** Short blocks kept before the first prose and after the last: headings, greetings. */
const MARGIN = 2;

/** Most blocks from a first-level heading to its prose: a byline, a date, a teaser. */
const TITLE_REACH = 6;

/** A block outside prose with a greater share of link text is a link to another page. */
const MOSTLY_LINK = 0.7;

/** A list of links has at least so many, and so many times the text outside them. */
const LEAST_LISTED = 5;
const LISTED_SHARE = 2;

/** The part of a page that is its content. */
interface MainText {
  readonly blocks: readonly Block[];
  /** These blocks in their form. */
  readonly pieces: readonly Piece[];
  /** The text of these blocks in plain form, in memory of its own. */
  readonly text: string;
}

/**
 * Returns the main text of a page: blocks of `text` in document order. It is not empty unless `text`
 * is.
 *
 * Structure comes first: `main`, one `article`, the first-level heading, and what stands beside them.
 * Within that, a block is prose by its length and link density (Kohlschütter et al., "Boilerplate
 * detection using shallow text features", WSDM 2010), and the smallest container that holds most of
 * the prose is the content, with the short blocks among it. A page with little prose keeps all that is
 * not beside its content: no footer or note takes its place by being longer.
 *
 * What the page's host repeats is left out, unless the page has hardly a word beside it.
 */
export function mainText(
  { blocks, parts, inline }: MainPage,
  text: string,
  repeats: RepeatedBlocks = NO_BLOCKS,
): MainText {
  const all = new Selection(blocks, text).main();
  const own = repeats.size === 0 ? all : ownOf(all, blocks, text, repeats);
  const main = withoutCopies(own, text);
  const kept = main.length === 0 ? blocks : main;
  const pieces = piecesOf(kept, { blocks, containers: parts.containers });
  return { blocks: kept, pieces, text: plainText(pieces, text, inline.breaks) };
}

/** Returns main blocks without those that the host repeats, or with them where hardly a word is left. */
function ownOf(
  all: readonly Block[],
  blocks: readonly Block[],
  text: string,
  repeats: RepeatedBlocks,
): readonly Block[] {
  const repeated = findRepeated(blocks, text, repeats);
  const own = ownBlocks(all, repeated);
  if (lengthOf(own) >= LEAST_TEXT) return own;
  // What is repeated had taken the place of the page's own text.
  const others = new Selection(blocks, text, repeated).main();
  return lengthOf(others) >= LEAST_TEXT ? others : all;
}

/** What the main text of a page is chosen and formed from. */
interface MainPage {
  readonly blocks: readonly Block[];
  readonly parts: Pick<PartStarts, "containers">;
  readonly inline: Pick<InlineMarks, "breaks">;
}

/** A part of the page in which content is searched: the whole page without an element. */
type Region = Container | undefined;

type Test = (place: Place) => boolean;

const isSaid: Test = ({ rank }) => rank === RANK.content;
const isOwn: Test = ({ rank, isComment }) => rank === RANK.content && !isComment;

/** The blocks of a page, of which some are selected; a number stands for a block by its order. */
class Selection {
  readonly #blocks: readonly Block[];
  readonly #places: ContentPlaces;
  readonly #placeOf: readonly Place[];
  /** Prose of each block, 0 for links and imprints. */
  readonly #lengths: Float64Array;
  /** The same, with the prose of the whole text for each line of a preformatted one. */
  readonly #sizes: Float64Array;

  /** Blocks that are never selected. */
  readonly #left: ReadonlySet<Block>;

  constructor(blocks: readonly Block[], text: string, left: ReadonlySet<Block> = new Set()) {
    this.#left = left;
    this.#blocks = blocks;
    this.#places = new ContentPlaces(blocks);
    this.#placeOf = this.#places.ofBlocks();
    const isWide = hasWide(text);
    this.#lengths = new Float64Array(blocks.length);
    blocks.forEach((block, at) => {
      this.#lengths[at] = proseLength(block, text, isWide);
    });
    this.#sizes = sizesOf(this.#lengths, blocks);
  }

  /** Returns the main blocks; nothing on a page of notes. */
  main(): Block[] {
    for (const region of this.#regions()) {
      const found = this.#select(region);
      if (found.length > 0) return this.#blocksAt(found);
    }
    return this.#blocksAt(this.#leftover());
  }

  /** Lists the parts of the page in which its content may be, the likeliest first. */
  *#regions(): Generator<Region> {
    const main = this.#mainElement();
    for (const region of main === undefined ? [undefined] : [main, undefined]) {
      const article = this.#articleIn(region);
      if (article !== undefined) yield article;
      yield region;
    }
  }

  /**
   * Returns the element that the page calls its main content, the first of several; nothing if it has
   * neither the heading nor enough prose, and there is much prose elsewhere.
   */
  #mainElement(): Region {
    const main = this.#placeOf.find((place) => place.main !== undefined)?.main;
    if (main === undefined || this.#places.holdsTitle(main)) return main;
    const prose = this.#prose(undefined, isOwn);
    const inside = sum(prose.slice(main.firstBlock, main.endBlock));
    return inside >= LEAST_PROSE || sum(prose) - inside < MUCH_PROSE ? main : undefined;
  }

  /**
   * Returns the only `article` of a region, or the only one with a first-level heading if it has enough
   * prose: teasers, comments and chapters are articles, too. None is the content if the heading of the
   * region is outside it.
   */
  #articleIn(region: Region): Region {
    const articles = new Set<Container>();
    this.#placeOf.forEach(({ article, isComment }, at) => {
      if (article !== undefined && !isComment && this.#isOpen(at, region)) articles.add(article);
    });
    if (articles.size === 0) return undefined;
    const titled = [...articles].filter((article) => this.#places.holdsTitle(article));
    const hasTitle = this.#places.titles.some((at) => this.#isOpen(at, region));
    const [only, ...others] = hasTitle ? titled : articles;
    if (only === undefined || others.length > 0) return undefined;
    const isEnough = articles.size === 1 || sum(this.#prose(only, isOwn)) >= LEAST_PROSE;
    return isEnough ? only : undefined;
  }

  /** Returns the content of a region; nothing where there is hardly a word. */
  #select(region: Region): readonly number[] {
    const own = this.#prose(region, isOwn);
    const found = this.#longest(region, own, isOwn);
    if (found !== undefined) return found;
    // A thread whose posts are comments keeps what stands above them.
    const said = this.#longest(region, this.#prose(region, isSaid), isSaid, own);
    return said ?? this.#misnamed(region, own) ?? this.#short(region);
  }

  /**
   * Returns the content of a region that is called something else, in elements that are named after their
   * place in a grid, say: it is much prose, or the only one.
   */
  #misnamed(region: Region, own: Float64Array): readonly number[] | undefined {
    const hasOwn = own.some((length) => length >= LEAST_LINE);
    for (const most of [RANK.placed, RANK.named]) {
      const isWanted: Test = ({ rank, isComment }) => rank <= most && !isComment;
      const prose = this.#prose(region, isWanted);
      if (hasOwn && sum(prose) < MUCH_PROSE) continue;
      const found = this.#longest(region, prose, isWanted, own);
      if (found === undefined) continue;
      // The names inside it are right.
      const names = this.#placeOf[new BlockSums(prose).median(region)]?.names ?? 0;
      return found.filter((at) => (this.#placeOf[at]?.names ?? 0) <= names);
    }
    return undefined;
  }

  /** Returns the content of a region with enough prose; `kept` is prose that it has in any case. */
  #longest(
    region: Region,
    lengths: Float64Array,
    isWanted: Test,
    kept?: Float64Array,
  ): readonly number[] | undefined {
    if (sum(lengths) < LEAST_PROSE) return undefined;
    for (const least of PROSE_LENGTHS) {
      const prose = new BlockSums(
        lengths.map((length, at) => ((this.#sizes[at] ?? 0) < least ? 0 : length)),
      );
      if (prose.total < LEAST_PROSE) continue;
      const [from, to] = this.#span(prose, region, kept);
      return this.#where(from, to, (place, block) => {
        if (!isWanted(place)) return false;
        return (
          preformattedOf(block) !== undefined || !(isCaption(block.container) || isLink(block))
        );
      });
    }
    return undefined;
  }

  /** Returns the first block of the content, and the one after its last. */
  #span(prose: BlockSums, region: Region, kept?: Float64Array): [from: number, to: number] {
    const top = dominantContainer(this.#blocks, prose, region);
    if (top === undefined) return [0, 0];
    const [first, last] = prose.ends(top);
    let from = Math.max(top.firstBlock, first - MARGIN);
    let to = Math.min(top.endBlock, last + 1 + MARGIN);
    // A list or a table is never cut.
    const [before, after] = [
      this.#listAt(from, top.firstBlock, first),
      this.#listAt(to - 1, last + 1, top.endBlock),
    ];
    from = before === undefined ? from : Math.max(top.firstBlock, before.firstBlock - MARGIN);
    to = after?.endBlock ?? to;
    const under = prose.total < MUCH_PROSE ? this.#underTitle(region) : -1;
    for (const at of [under, kept?.findIndex((length) => length > 0) ?? -1]) {
      if (at < 0) continue;
      from = Math.min(from, at);
      to = Math.max(to, at + 1);
    }
    return [from, to];
  }

  /** Returns the outermost list or table around a block that has no block beyond others, and is not mostly links. */
  #listAt(at: number, from: number, to: number): Container | undefined {
    const list = listAround(this.#blocks[at]?.container, from, to);
    let plain = 0;
    for (let inside = list?.firstBlock ?? 0; inside < (list?.endBlock ?? 0); inside += 1) {
      const { start = 0, end = 0, linkLength = 0 } = this.#blocks[inside] ?? {};
      plain += MOST_LINKED * (end - start) - linkLength;
    }
    return plain > 0 ? list : undefined;
  }

  /** Returns the first text below the heading of a region; -1 without one near it. */
  #underTitle(region: Region): number {
    const title = this.#places.titles.find((at) => this.#isOpen(at, region));
    if (title === undefined) return -1;
    const [next = -1] = this.#where(title + 1, title + 1 + TITLE_REACH, ({ rank }, _block, at) => {
      return rank === RANK.content && (this.#lengths[at] ?? 0) >= LEAST_LINE;
    });
    return next;
  }

  /** Returns the text of a region with little prose: the links too, where they are the content. */
  #short(region: Region): readonly number[] {
    const { titles } = this.#places;
    const title = titles.find((at) => this.#isOpen(at, region)) ?? -1;
    let [own, listed, linked] = [0, 0, 0];
    const open = this.#within(region, ({ rank }) => rank === RANK.content);
    for (const at of open) {
      if (at !== title) own += this.#lengths[at] ?? 0;
      if (!this.#isLinked(at)) continue;
      listed += 1;
      linked += this.#blocks[at]?.linkLength ?? 0;
    }
    const isList = listed >= LEAST_LISTED && linked >= LISTED_SHARE * own;
    if (own < LEAST_TEXT && !isList) return [];
    // Outside an element for content, links before the heading are those of a menu.
    const hasLinks = (at: number) => region !== undefined || (isList && at >= title);
    return open.filter(
      (at) => (this.#lengths[at] ?? 0) > 0 || (this.#isLinked(at) && hasLinks(at)),
    );
  }

  /** Returns the text of a page that has all its text beside its content; no note. */
  #leftover(): readonly number[] {
    const textUpTo = (most: number) => this.#within(undefined, ({ rank }) => rank <= most);
    const proseUpTo = (most: number) => textUpTo(most).filter((at) => (this.#lengths[at] ?? 0) > 0);
    const choices = [
      () => proseUpTo(RANK.placed),
      () => textUpTo(RANK.content),
      () => proseUpTo(RANK.named),
      () => proseUpTo(RANK.beside),
      () => textUpTo(RANK.beside),
    ];
    for (const choice of choices) {
      const found = choice();
      if (found.length > 0) return found;
    }
    return [];
  }

  #isLinked(at: number): boolean {
    const { start = 0, end = 0, linkLength = 0 } = this.#blocks[at] ?? {};
    return linkLength > MOST_LINKED * (end - start);
  }

  /** Returns the prose of the blocks of a region that meet the test, and 0 for the others. */
  #prose(region: Region, isWanted: Test): Float64Array {
    const prose = new Float64Array(this.#blocks.length);
    for (const at of this.#within(region, isWanted)) prose[at] = this.#lengths[at] ?? 0;
    return prose;
  }

  #within(region: Region, isWanted: Test): number[] {
    return this.#where(region?.firstBlock ?? 0, region?.endBlock ?? this.#blocks.length, isWanted);
  }

  /** Returns the blocks from one to before another that meet the test. */
  #where(
    from: number,
    to: number,
    isWanted: (place: Place, block: Block, at: number) => boolean,
  ): number[] {
    const found: number[] = [];
    for (let at = from; at < to; at++) {
      const place = this.#placeOf[at];
      const block = this.#blocks[at];
      if (place === undefined || block === undefined || this.#left.has(block)) continue;
      if (isWanted(place, block, at)) found.push(at);
    }
    return found;
  }

  #isOpen(at: number, region: Region): boolean {
    const isWithin = region === undefined || (at >= region.firstBlock && at < region.endBlock);
    return isWithin && this.#placeOf[at]?.rank === RANK.content;
  }

  #blocksAt(selected: readonly number[]): Block[] {
    const blocks: Block[] = [];
    for (const at of selected) {
      const block = this.#blocks[at];
      if (block !== undefined) blocks.push(block);
    }
    return blocks;
  }
}

function sum(lengths: Float64Array): number {
  let total = 0;
  for (let at = 0; at < lengths.length; at += 1) total += lengths[at] ?? 0;
  return total;
}

function isCaption({ kind, parent }: Container): boolean {
  return kind.name === "figcaption" || kind.name === "figure" || parent?.kind.name === "figcaption";
}

/** Returns whether a block is a link to another page, with hardly a word around it. */
function isLink(block: Block): boolean {
  const length = block.end - block.start;
  return block.linkLength > MOSTLY_LINK * length && length - block.linkLength < 40;
}
