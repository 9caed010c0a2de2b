import { fail } from "../../../errors.ts";
import type { MarkedPaths } from "../marked-paths.ts";
import type { Need } from "../strategy.ts";

/**
 * Returns the marked paths of the need, at least one.
 * @throws DowserError `no-click-path`
 */
export function requirePaths(strategy: string, { paths }: Need): MarkedPaths {
  if (paths !== undefined && paths.paths.length > 0) return paths;
  throw fail("no-click-path", { strategy, value: paths?.paths });
}
