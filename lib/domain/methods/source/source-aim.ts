import { fail } from "../../../errors.ts";
import { pageStructure } from "../../page/page-structure.ts";
import type { PageView } from "../../page/page-view.ts";
import type { Url } from "../../web/url/url.ts";
import type { Need, Strategy } from "../strategy.ts";
import type { SourceSettings } from "./options.ts";

/** The part of the need that a crawl of a site uses. */
export type SourceAim = {
  /** Paths of the example page with their number; `null` when the goal is user-created content. */
  readonly example: Readonly<Record<string, number>> | null;
  /** The example page's URL; `null` when there is no example. */
  readonly exampleUrl: Url | null;
  /** Least utility of a target page, in [0,1]; `null` lets the strategy choose. */
  readonly threshold: number | null;
};

/**
 * Returns the aim of a crawl.
 * @throws DowserError `no-example`
 */
export function sourceAim({ goal }: Pick<SourceSettings, "goal">, need: Need): SourceAim {
  const threshold = need.threshold ?? null;
  if (goal !== "target") return { example: null, exampleUrl: null, threshold };
  const page = requireExample("source", need);
  return { example: pageStructure(page).paths, exampleUrl: page.url, threshold };
}

/** Checks the need when the goal requires something of it. */
export function checkSourceNeed({
  goal,
}: Pick<SourceSettings, "goal">): Pick<Strategy, "checkNeed"> {
  if (goal !== "target") return {};
  return {
    checkNeed: (need) => {
      checkExample("source", need);
      return undefined;
    },
  };
}

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
