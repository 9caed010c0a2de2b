import type { z } from "zod";
import type { StrategyModule } from "../domain/methods/strategy-module.ts";
import { type DescribedIssue, describeIssues } from "./describe-issues.ts";
import { projectJsonSchema } from "./project-json-schema.ts";

/**
 * Describes issues of a strategy's options; `strategy` is the value of that key in the project
 * file.
 */
export function describeOptionIssues(
  module: StrategyModule,
  { issues }: z.ZodError,
  strategy: unknown,
): DescribedIssue[] {
  const placed = issues.map((issue) => ({ ...issue, path: ["strategy", ...issue.path] }));
  return describeIssues(placed, { strategy }, projectJsonSchema([module]));
}
