import type { ScopeRules } from "../../../../lib/domain/frontier/scope.ts";
import { TRAP_LIMITS, type TrapLimits } from "../../../../lib/domain/frontier/traps.ts";
import { projectSchema } from "../../../../lib/project/project-schema.ts";

const DEFAULT_SCOPE = projectSchema.parse({ name: "test" }).scope;

/** The default scope with some rules changed. */
export function someRules(changes: Partial<ScopeRules> = {}): ScopeRules {
  return { ...DEFAULT_SCOPE, ...changes };
}

/** The default limits with some changed. */
export function someLimits(changes: Partial<TrapLimits> = {}): TrapLimits {
  return { ...TRAP_LIMITS, ...DEFAULT_SCOPE.traps, ...changes };
}
