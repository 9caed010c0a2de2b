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
    mend: "name one page of the wanted type under need.examplePage",
  });
}
