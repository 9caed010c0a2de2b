import { DowserError } from "../../../errors.ts";
import type { PageView } from "../../page/page-view.ts";
import type { Need } from "../strategy.ts";

/**
 * The example page of the need.
 * @throws DowserError `no-example`
 */
export function requireExample(strategy: string, { examplePage }: Need): PageView {
  if (examplePage !== undefined) return examplePage;
  throw new DowserError(`${strategy} has no example of the pages that are wanted`, {
    code: "no-example",
    reaction: "fix-config",
    value: examplePage,
    hint: "name one page of the wanted type under need.examplePage",
  });
}

/** The only leaf of a page of bare text: what is no HTML reads so. */
const BARE_TEXT = "/html/body/text()";

/**
 * Checks that the need has an example page, and that the page has a shape to be known by.
 * @throws DowserError `no-example`, `example-without-markup`
 */
export function checkExample(strategy: string, need: Need): void {
  const { url, xpathBag } = requireExample(strategy, need);
  if ([...xpathBag.keys()].some((path) => path !== BARE_TEXT)) return;
  throw new DowserError(`the example page ${url} has no markup that other pages could share`, {
    code: "example-without-markup",
    reaction: "fix-config",
    value: url,
    hint: "name an HTML page of the wanted type under need.examplePage, as its site serves it",
  });
}
