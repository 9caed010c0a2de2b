/** What stands within and between the blocks of a page: marked words, line breaks, images, and numbers of elements. */
import type { Container } from "./container-hints.ts";
import type { MarkKind } from "./tag-kinds.ts";

/** A marked range of the page's text, in UTF-16 units; white space may be at its ends. */
export interface Mark {
  readonly kind: MarkKind;
  readonly start: number;
  end: number;
}

/** An image among words, with a text. */
export interface FoundImage {
  /** Where it is in the page's text, in UTF-16 units. */
  readonly at: number;
  readonly alt: string;
  readonly src: string;
}

/** Most marks, breaks and images kept of a page each: several times those of the largest real pages. */
const MOST = 20_000;

/** The marks of a page, recorded while it is read. */
export class InlineMarks {
  /** In the order of their starts; outer ones first. */
  readonly marks: Mark[] = [];
  /** Positions of single line breaks, in UTF-16 units of the page's text. */
  readonly breaks: number[] = [];
  readonly images: FoundImage[] = [];
  /** First numbers of ordered lists and widths of cells, where they are not 1. */
  readonly numbers = new Map<Container, number>();
  readonly #open: Mark[] = [];

  /** Records the start of an element that marks its words. */
  open(kind: MarkKind, at: number): void {
    const mark = { kind, start: at, end: at };
    this.#open.push(mark);
    if (this.marks.length < MOST) this.marks.push(mark);
  }

  /** Records the end of such an element. */
  close(at: number): void {
    const mark = this.#open.pop();
    if (mark !== undefined) mark.end = at;
  }

  addBreak(at: number): void {
    if (this.breaks.length < MOST) this.breaks.push(at);
  }

  addImage(image: FoundImage): void {
    if (this.images.length < MOST) this.images.push(image);
  }

  /** Records the number that an attribute has; nothing if it is 1, or no whole number up to 1,000. */
  addNumber(container: Container, value: string | undefined): void {
    if (value === undefined || !/^\s*\d{1,3}\s*$/.test(value)) return;
    const number = Number(value);
    if (number !== 1 && this.numbers.size < MOST) this.numbers.set(container, number);
  }
}
