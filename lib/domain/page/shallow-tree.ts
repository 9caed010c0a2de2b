/** Markup of strangers, read by htmlparser2 within a depth. */
import { type Document, DomHandler } from "domhandler";
import { type Handler, Parser, type ParserOptions } from "htmlparser2";

/** Returns the tree of a page, up to the place where its nesting is too deep. */
export function parseShallow(html: string): Document {
  const tree = new DomHandler();
  // One element around everything that no end tag reaches: css-select takes quadratic time in the
  // number of roots.
  tree.onopentag("html", {});
  const parser = shallowParser({
    onopentag: (name, attributes) => tree.onopentag(name, attributes),
    onclosetag: () => tree.onclosetag(),
    ontext: (text) => tree.ontext(text),
    oncomment: (text) => tree.oncomment(text),
    oncommentend: () => tree.oncommentend(),
    oncdatastart: () => tree.oncdatastart(),
    oncdataend: () => tree.oncdataend(),
    onprocessinginstruction: (name, text) => tree.onprocessinginstruction(name, text),
  });
  parser.end(html);
  return tree.root;
}

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
