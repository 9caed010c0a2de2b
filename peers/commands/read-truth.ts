/** The truth about the pages of a recorded web. */
import type { TargetRule } from "../../lib/domain/measures/truth.ts";
import type { Truth } from "../../lib/evaluation/compare-strategies.ts";
import { type Recording, readTruthVerdicts } from "../../lib/run/input/read-truth.ts";

/**
 * Reads the recorded pages that truth files call targets, and those of which their lines say
 * nothing or `null`. Targets that are not recorded do not count.
 * @throws DowserError `no-known-target`, `bad-truth`
 */
export async function readTruth(
  files: readonly string[],
  rule: TargetRule,
  web: Recording,
): Promise<Truth> {
  const verdicts = [...(await readTruthVerdicts(files, rule, web))];
  const urlsOf = (verdict: boolean | null) =>
    new Set(verdicts.filter(([, isTarget]) => isTarget === verdict).map(([url]) => url));
  return { targets: urlsOf(true), unjudged: urlsOf(null) };
}
