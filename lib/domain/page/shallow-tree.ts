import { type Document, DomHandler } from "domhandler";
import { shallowParser } from "./shallow-parser.ts";

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
