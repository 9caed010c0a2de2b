import { DowserError } from "../../../errors.ts";
import type { PageView } from "../../page/page-view.ts";
import type { Need } from "../strategy.ts";

/**
 * Returns the example page of the need.
 * @throws DowserError `no-example`
 */
export function requireExample(strategy: string, { examplePage }: Need): PageView {
  if (examplePage !== undefined) return examplePage;
  throw new DowserError(`${strategy} has no example of a target page`, {
    code: "no-example",
    reaction: "fix-config",
    value: examplePage,
    hint: "name one page of the target type under need.examplePage",
  });
}

/** The only leaf of a page of bare text; content that is not HTML is parsed to this. */
const BARE_TEXT = "/html/body/text()";

/**
 * Checks that the need has an example page whose structure can be recognised.
 * @throws DowserError `no-example`, `example-without-markup`
 */
export function checkExample(strategy: string, need: Need): void {
  const { url, xpathBag } = requireExample(strategy, need);
  if ([...xpathBag.keys()].some((path) => path !== BARE_TEXT)) return;
  throw new DowserError(`the example page ${url} has no markup that other pages could share`, {
    code: "example-without-markup",
    reaction: "fix-config",
    value: url,
    hint: "name an HTML page of the target type under need.examplePage, as its site serves it",
  });
}
