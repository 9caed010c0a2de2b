import { DowserError } from "../../../errors.ts";
import type { MarkedPaths } from "../marked-paths.ts";
import type { Need } from "../strategy.ts";

/**
 * Returns the marked paths of the need, at least one.
 * @throws DowserError `no-click-path`
 */
export function requirePaths(strategy: string, { paths }: Need): MarkedPaths {
  if (paths !== undefined && paths.paths.length > 0) return paths;
  throw new DowserError(`${strategy} has no path to learn from`, {
    code: "no-click-path",
    reaction: "fix-config",
    value: paths?.paths,
    hint: "name a file of paths to target pages under need.paths; `dowser paths record` writes one",
  });
}
