import { loadStrategy, STRATEGY_NAMES } from "../domain/strategy/registry.ts";
import type { Strategy } from "../domain/strategy/strategy.ts";
import type {
  StrategyChoice,
  StrategyContext,
  StrategyModule,
} from "../domain/strategy/strategy-module.ts";
import { DowserError } from "../errors.ts";
import type { DescribedIssue } from "./describe-issues.ts";

/** A choice that was checked, or what is wrong with it; paths begin with `strategy`. */
export type CheckedChoice =
  | {
      readonly ok: true;
      readonly module: StrategyModule;
      /** What the module's `create` takes. */
      readonly settings: unknown;
      /** Name and settings in full, which are a choice again. */
      readonly choice: StrategyChoice;
    }
  | { readonly ok: false; readonly issues: readonly DescribedIssue[] };

/**
 * Checks a strategy as a project file names it, a name or a mapping with `name`, by the strategy's own schema.
 */
export async function checkStrategy(value: unknown): Promise<CheckedChoice> {
  const { name, ...options } = mappingOf(value);
  const module = typeof name === "string" ? await loadStrategy(name) : undefined;
  if (module === undefined) return { ok: false, issues: [await nameIssue(value)] };
  const result = module.options.safeParse(options);
  if (!result.success) {
    const { describeOptionIssues } = await import("./describe-option-issues.ts");
    return { ok: false, issues: describeOptionIssues(module, result.error, value) };
  }
  const settings = result.data;
  return { ok: true, module, settings, choice: { ...mappingOf(settings), name: module.name } };
}

/**
 * The strategy that a choice asks for.
 * @throws DowserError `bad-strategy-option`
 */
export async function createStrategy(
  choice: StrategyChoice,
  context: StrategyContext,
): Promise<Strategy> {
  const checked = await checkStrategy(choice);
  if (checked.ok) return checked.module.create(checked.settings, context);
  const problems = checked.issues.map(({ message }) => message).join("; ");
  throw new DowserError(`strategy ${choice.name}: ${problems}`, {
    code: "bad-strategy-option",
    reaction: "fix-config",
    value: choice,
    mend: "correct the strategy's name or options; docs/project.schema.json describes them",
  });
}

/** A string as the name that it is, and nothing of what is no mapping. */
function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "string") return { name: value };
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Says what is wrong with the name, or with what is given in the place of one. */
async function nameIssue(value: unknown): Promise<DescribedIssue> {
  const { mismatch, noneOf } = await import("./describe-issues.ts");
  const at = "value";
  if (typeof value === "string")
    return { path: ["strategy"], at, message: noneOf(value, STRATEGY_NAMES) };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { path: ["strategy"], at, message: mismatch("a name or a mapping", value) };
  const { name } = mappingOf(value);
  return { path: ["strategy", "name"], at, message: noneOf(name, STRATEGY_NAMES) };
}
