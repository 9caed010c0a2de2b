import { pageStructure } from "../../../page/page-structure.ts";
import type { Need } from "../../strategy.ts";
import { requireExample } from "../require-example.ts";
import type { SourceSettings } from "../source-settings.ts";

/** What a crawl of a site takes from the need. */
export type SourceAim = {
  /** Paths of the example page with their number; `null` where user-created content is wanted. */
  readonly example: Readonly<Record<string, number>> | null;
  /** Least utility of a target page, in [0,1]; `null` where the strategy chooses. */
  readonly threshold: number | null;
};

/**
 * The aim of a crawl.
 * @throws DowserError `no-example`
 */
export function sourceAim({ name, goal }: SourceSettings, need: Need): SourceAim {
  const example = goal === "target" ? pageStructure(requireExample(name, need)).paths : null;
  return { example, threshold: need.threshold ?? null };
}

/** Checks the need where the goal asks something of it; nothing of it is made do without. */
export function checkSourceNeed(
  settings: SourceSettings,
): { checkNeed(need: Need): undefined } | Record<never, never> {
  if (settings.goal !== "target") return {};
  return { checkNeed: (need) => void sourceAim(settings, need) };
}
