/** Reads markup of strangers by htmlparser2, within a depth. */
import { type Handler, Parser, type ParserOptions } from "htmlparser2";

/** Deepest nesting of a page that is read: browsers stop at 512 as well. */
const MAX_DEPTH = 512;

/** How markup is read. */
interface ShallowOptions extends ParserOptions {
  /** Deepest nesting read; that of a page by default. */
  readonly depth?: number;
}

/**
 * Returns a parser that ends, as if it was paused, at the place where its nesting is too deep: htmlparser2 takes time
 * that is quadratic in the depth. All that reads a page of the web by it is to read it by this.
 */
export function shallowParser(
  handler: Partial<Handler>,
  { depth = MAX_DEPTH, ...options }: ShallowOptions = {},
): Parser {
  let open = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentag(name, attributes, isImplied) {
        open += 1;
        handler.onopentag?.(name, attributes, isImplied);
        if (open > depth) parser.pause();
      },
      onclosetag(name, isImplied) {
        open -= 1;
        handler.onclosetag?.(name, isImplied);
      },
    },
    options,
  );
  return parser;
}

/** What no tag, comment or declaration begins with: a less-than sign that is meant as text. */
const LOOSE_LESS = /<(?![a-z/!?])/gi;

/** Returns XML with the less-than signs in its texts as they should have been written. */
export function escapeLooseLess(xml: string): string {
  return xml.replace(LOOSE_LESS, "&lt;");
}
