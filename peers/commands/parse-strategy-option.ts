/** A strategy as a command line names it. */
import type { StrategyChoice } from "../../lib/domain/methods/strategy-module.ts";
import { pathText } from "../../lib/project/project-problem.ts";
import {
  badOption,
  checkStrategy,
  splitStrategyOption,
} from "../../lib/project/strategy-choice.ts";

/**
 * Reads a strategy from the command line: `name`, or `name:option=value,section.option=value`. A
 * name with a slash is a module's, by a path relative to the working directory or by its package.
 * @throws DowserError `bad-strategy-option`, `bad-strategy-module`
 */
export async function parseStrategyOption(text: string): Promise<StrategyChoice> {
  const checked = await checkStrategy(splitStrategyOption(text));
  if (checked.ok) return checked.choice;
  const problems = checked.issues.map(
    ({ path, message }) => `${pathText(path.slice(1))}: ${message}`,
  );
  throw badOption(text, problems.join("; "));
}
