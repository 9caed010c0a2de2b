import { pageStructure } from "../../page/page-structure.ts";
import type { Url } from "../../url/url.ts";
import type { Need, Strategy } from "../strategy.ts";
import type { SourceSettings } from "./options.ts";
import { checkExample, requireExample } from "./require-example.ts";

/** What a crawl of a site takes from the need. */
export type SourceAim = {
  /** Paths of the example page with their number; `null` where user-created content is wanted. */
  readonly example: Readonly<Record<string, number>> | null;
  /** The example page's URL, `null` without one. */
  readonly exampleUrl: Url | null;
  /** Least utility of a target page, in [0,1]; `null` where the strategy chooses. */
  readonly threshold: number | null;
};

/**
 * The aim of a crawl.
 * @throws DowserError `no-example`
 */
export function sourceAim({ goal }: Pick<SourceSettings, "goal">, need: Need): SourceAim {
  const threshold = need.threshold ?? null;
  if (goal !== "target") return { example: null, exampleUrl: null, threshold };
  const page = requireExample("source", need);
  return { example: pageStructure(page).paths, exampleUrl: page.url, threshold };
}

/** Checks the need where the goal asks something of it. */
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
