/** Where the content of a page may be, by its elements: `main`, articles, first headings, and what stands beside them. */

import { indexAfter } from "../stats/sorted.ts";
import {
  ASIDE,
  BESIDE,
  type Block,
  COMMENTS,
  type Container,
  MAIN,
  NOTE,
} from "./container-hints.ts";

/** How surely something is not content: not at all, by its place, by its name, by its tag or role, or as a note. */
export const RANK = { content: 0, placed: 1, named: 2, beside: 3, note: 4 } as const;

/** Where an element is. */
export interface Place {
  /** One of {@link RANK}; that of an element around it, if that is higher. */
  readonly rank: number;
  /** Number of elements around it, and itself, that are named as beside the content. */
  readonly names: number;
  readonly isComment: boolean;
  /** The outermost `main` and `article` around it, or itself. */
  readonly main: Container | undefined;
  readonly article: Container | undefined;
}

/** Most text of a part with buttons, and for each of them, in UTF-16 units: a cookie note has two in some 300. */
const MOST_NOTE = 900;
const NOTE_PER_BUTTON = 300;

/** A first-level heading with a greater share of link text, outside the content, names the site. */
const MOST_LINKED = 0.5;

/** The places of a page's elements. */
export class ContentPlaces {
  /** The blocks that are first-level headings of the content, in document order. */
  readonly titles: readonly number[];
  readonly #blocks: readonly Block[];
  readonly #places = new Map<Container, Place>();

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks;
    const titles: number[] = [];
    for (const [at, block] of blocks.entries()) if (isTitle(block)) titles.push(at);
    this.titles = titles;
  }

  /** Returns the place of an element. */
  of(container: Container): Place {
    let place = this.#places.get(container);
    if (place === undefined) {
      place = this.#placeIn(container, container.parent && this.of(container.parent));
      this.#places.set(container, place);
    }
    return place;
  }

  /** Returns whether an element holds a first-level heading of the content. */
  holdsTitle({ firstBlock, endBlock }: Container): boolean {
    const next = this.titles[indexAfter(this.titles, firstBlock - 1)] ?? endBlock;
    return next < endBlock;
  }

  #placeIn(container: Container, around: Place | undefined): Place {
    const isMain = (container.ownHints & MAIN) !== 0;
    const isArticle = container.kind.name === "article";
    const isComment = (container.ownHints & COMMENTS) !== 0;
    const rank = isMain ? RANK.content : this.#rankOf(container, around);
    // Most elements change nothing.
    if (around !== undefined && rank === RANK.content && !isMain && !isArticle && !isComment)
      return around;
    return {
      // What a page calls its main content is that, whatever it calls the elements around it.
      rank: isMain ? rank : Math.max(rank, around?.rank ?? RANK.content),
      names: (around?.names ?? 0) + (rank === RANK.named ? 1 : 0),
      isComment: around?.isComment === true || isComment,
      main: around?.main ?? (isMain ? container : undefined),
      article: around?.article ?? (isArticle ? container : undefined),
    };
  }

  #rankOf(container: Container, around: Place | undefined): number {
    const hints = container.ownHints;
    if ((hints & BESIDE) !== 0) return (hints & NOTE) === 0 ? RANK.beside : RANK.note;
    // A name says less than the heading that an element holds.
    if (this.holdsTitle(container)) return RANK.content;
    if ((hints & NOTE) !== 0) return RANK.note;
    if ((hints & ASIDE) !== 0) return RANK.named;
    const isInContent = around?.main !== undefined || around?.article !== undefined;
    const isBeside = !isInContent && this.#isPlacedBeside(container);
    return isBeside ? RANK.placed : RANK.content;
  }

  /**
   * Returns whether an element stands beside the content by its place: the header of the page, or a
   * form or a part with a button for every few lines beside the part that has the heading.
   */
  #isPlacedBeside(container: Container): boolean {
    const { kind, parent, buttons, firstBlock, endBlock } = container;
    if (kind.name === "header") return true;
    if (parent === undefined || !this.holdsTitle(parent)) return false;
    if (kind.name === "form") return true;
    const start = this.#blocks[firstBlock]?.start ?? 0;
    const end = this.#blocks[endBlock - 1]?.end ?? start;
    return end - start <= Math.min(MOST_NOTE, buttons * NOTE_PER_BUTTON);
  }
}

function isTitle({ container, start, end, linkLength }: Block): boolean {
  if (container.kind.name !== "h1" && container.parent?.kind.name !== "h1") return false;
  return linkLength <= MOST_LINKED * (end - start) || isIn(container, "article");
}

function isIn(container: Container, name: string): boolean {
  for (let at: Container | undefined = container; at !== undefined; at = at.parent) {
    if (at.kind.name === name) return true;
  }
  return false;
}
