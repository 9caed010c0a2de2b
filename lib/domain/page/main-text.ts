import { detach } from "../text/safe-text.ts";
import { ASIDE, type Block, COMMENTS, type Container } from "./container-hints.ts";

/**
 * Least length outside links of a block that counts as prose, in UTF-16 units. The first is about
 * fifteen words; the second, about five, is used on pages without longer prose.
 */
const PROSE_LENGTHS = [80, 30];

/** A block with a greater share of link text is not prose. */
const MOST_LINKED = 0.5;

/**
 * Least prose of a main text, in UTF-16 units, about forty words; with less, the next setting is
 * tried.
 */
const LEAST_PROSE = 250;

/**
 * Share of a container's prose that one of its parts must hold for the main text to be in that
 * part.
 */
const DOMINANT = 0.75;

/** Short blocks kept before the first prose and after the last: headings, greetings. */
const MARGIN = 2;

/** A block outside prose with a greater share of link text is a link to another page. */
const MOSTLY_LINK = 0.7;

/**
 * Least length of blocks that are kept only once, in UTF-16 units: captions and teasers occur
 * twice.
 */
const REPEATED_LENGTH = 60;

/** Longest block that can be an imprint, in UTF-16 units. */
const IMPRINT_LENGTH = 300;
const IMPRINT = /©|\(c\)\s*(?:19|20)\d\d|\bcopyright\b|all rights reserved|\bpowered by\b/i;

/** Kinds of containers that are left out as not being content; the strictest setting first. */
const LEFT_OUT = [ASIDE | COMMENTS, ASIDE, 0];

/** The part of a page that is its content. */
interface MainText {
  readonly blocks: readonly Block[];
  /** The text of these blocks, one per line, in memory of its own. */
  readonly text: string;
}

/**
 * Returns the main text of a page: the blocks of `text` that are prose, and the short blocks among
 * them. It is not empty unless `text` is.
 *
 * A block is prose by its length and link density (Kohlschütter et al., "Boilerplate detection
 * using shallow text features", WSDM 2010). The smallest container that holds most of the prose is
 * the content. Navigation, teasers and comments are recognised by their tags, classes and ids. When
 * this leaves too little, shorter blocks count, then comments (the posts of some forums), then
 * everything.
 */
export function mainText(blocks: readonly Block[], text: string): MainText {
  const isImprint = ({ start, end }: Block): boolean =>
    end - start <= IMPRINT_LENGTH && IMPRINT.test(text.slice(start, end));
  const candidates = blocks.map((block) => (isImprint(block) ? 0 : proseLength(block)));
  const main = withoutRepeats(selectBlocks(blocks, candidates), text);
  if (main.length === 0) return { blocks, text };
  const lines = main.map(({ start, end }) => text.slice(start, end));
  return { blocks: main, text: detach(lines.join("\n")) };
}

/**
 * Selects the main blocks; `lengths` holds the prose of each block, 0 for blocks that can never be
 * prose.
 */
function selectBlocks(blocks: readonly Block[], lengths: readonly number[]): readonly Block[] {
  for (const hints of LEFT_OUT) {
    const isOpen = ({ container }: Block): boolean => (container.hints & hints) === 0;
    const open = blocks.map((block, index) => (isOpen(block) ? (lengths[index] ?? 0) : 0));
    for (const least of PROSE_LENGTHS) {
      const prose = new BlockSums(open.map((length) => (length < least ? 0 : length)));
      if (prose.total < LEAST_PROSE) continue;
      return content(blocks, prose).filter(isOpen);
    }
  }
  return blocks.filter((_block, index) => (lengths[index] ?? 0) > 0);
}

/** Returns the prose of the content, with the short blocks among it. */
function content(blocks: readonly Block[], prose: BlockSums): Block[] {
  const top = dominantContainer(blocks, prose, articleOfHeading(blocks, prose));
  if (top === undefined) return [];
  const [first, last] = prose.ends(top);
  const from = Math.max(top.firstBlock, first - MARGIN);
  const to = Math.min(top.endBlock, last + 1 + MARGIN);
  return blocks.slice(from, to).filter((block) => !isCaption(block.container) && !isLink(block));
}

/**
 * Returns the only `article` that holds a first-level heading and enough prose: teasers and
 * comments are articles too.
 */
function articleOfHeading(blocks: readonly Block[], prose: BlockSums): Container | undefined {
  const found = new Set<Container>();
  for (const { container } of blocks) {
    if (outermost(container, "h1") === undefined) continue;
    const article = outermost(container, "article");
    if (article !== undefined && prose.within(article) >= LEAST_PROSE) found.add(article);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

function outermost(container: Container, name: string): Container | undefined {
  let found: Container | undefined;
  for (let at: Container | undefined = container; at !== undefined; at = at.parent) {
    if (at.kind.name === name) found = at;
  }
  return found;
}

/**
 * Goes down from `root`, or from the page, as long as one part holds most of the prose of its
 * container.
 */
function dominantContainer(
  blocks: readonly Block[],
  prose: BlockSums,
  root: Container | undefined,
): Container | undefined {
  const chain: Container[] = [];
  let at = blocks[prose.median(root)]?.container;
  while (at !== undefined) {
    chain.push(at);
    at = at === root ? undefined : at.parent;
  }
  let best = chain.pop();
  for (let part = chain.pop(); part !== undefined && best !== undefined; part = chain.pop()) {
    if (prose.within(part) < DOMINANT * prose.within(best)) break;
    best = part;
  }
  return best;
}

function isCaption({ kind, parent }: Container): boolean {
  return kind.name === "figcaption" || kind.name === "figure" || parent?.kind.name === "figcaption";
}

/** Returns whether a block is a link to another page, with hardly a word around it. */
function isLink(block: Block): boolean {
  const length = block.end - block.start;
  return block.linkLength > MOSTLY_LINK * length && length - block.linkLength < 40;
}

/** Returns the length outside links, 0 for a block that is mostly link. */
function proseLength({ start, end, linkLength }: Block): number {
  const length = end - start;
  return linkLength <= MOST_LINKED * length ? length - linkLength : 0;
}

function withoutRepeats(blocks: readonly Block[], text: string): Block[] {
  const seen = new Set<string>();
  return blocks.filter(({ start, end }) => {
    if (end - start < REPEATED_LENGTH) return true;
    const line = text.slice(start, end);
    const isNew = !seen.has(line);
    seen.add(line);
    return isNew;
  });
}

/** Running totals of one number per block, so that any container's total is one subtraction. */
export class BlockSums {
  readonly #sums: Float64Array;

  /** Creates the totals; `values` holds one number ≥ 0 per block, in document order. */
  constructor(values: readonly number[]) {
    this.#sums = new Float64Array(values.length + 1);
    let sum = 0;
    for (const [index, value] of values.entries()) {
      sum += value;
      this.#sums[index + 1] = sum;
    }
  }

  get total(): number {
    return this.#sums.at(-1) ?? 0;
  }

  /** Returns the total over the blocks inside `container`. */
  within({ firstBlock, endBlock }: Container): number {
    return this.#before(endBlock) - this.#before(firstBlock);
  }

  /**
   * Returns the first and the last block inside `container` whose number is not 0, if its total is
   * not.
   */
  ends({ firstBlock, endBlock }: Container): [first: number, last: number] {
    const before = this.#before(firstBlock);
    const after = this.#before(endBlock);
    return [
      this.#firstWhere((sum) => sum > before) - 1,
      this.#firstWhere((sum) => sum >= after) - 1,
    ];
  }

  /**
   * Returns the block in which half of the total is passed, over `container` or all blocks: any
   * part with more than half holds it.
   */
  median(container: Container | undefined): number {
    const from = container === undefined ? 0 : this.#before(container.firstBlock);
    const to = container === undefined ? this.total : this.#before(container.endBlock);
    return this.#firstWhere((sum) => sum > (from + to) / 2) - 1;
  }

  #before(index: number): number {
    return this.#sums[index] ?? 0;
  }

  /** Returns the least index at which the running total, which never falls, passes the test. */
  #firstWhere(passes: (sum: number) => boolean): number {
    let low = 0;
    let high = this.#sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (passes(this.#before(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
