import { type Document, DomHandler } from "domhandler";
import { Parser } from "htmlparser2";

/**
 * Deepest nesting read. A page is read up to the place where it goes deeper, since the time of
 * htmlparser2's parser is quadratic in the depth. Browsers stop at 512 as well.
 */
const MAX_DEPTH = 512;

/** Returns the tree of a page, up to the place where its nesting is too deep. */
export function parseShallow(html: string): Document {
  const handler = new ShallowHandler();
  // One element around everything that no end tag reaches: css-select takes quadratic time in the
  // number of roots.
  handler.onopentag("html", {});
  const parser = new Parser(handler);
  handler.onTooDeep = () => parser.pause();
  parser.end(html);
  return handler.root;
}

class ShallowHandler extends DomHandler {
  onTooDeep: () => void = () => undefined;

  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    if (this.tagStack.length > MAX_DEPTH) this.onTooDeep();
  }
}
