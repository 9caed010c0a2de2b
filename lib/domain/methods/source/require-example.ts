import { fail } from "../../../errors.ts";
import type { PageView } from "../../page/page-view.ts";
import type { Need } from "../strategy.ts";

/**
 * Returns the example page of the need.
 * @throws DowserError `no-example`
 */
export function requireExample(strategy: string, { examplePage }: Need): PageView {
  if (examplePage !== undefined) return examplePage;
  throw fail("no-example", { strategy, value: examplePage });
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
  throw fail("example-without-markup", { url });
}
