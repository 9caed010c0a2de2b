/** Opens the features that a project uses. */
import type { AskedProject, OpenedFeature, OpenedRules } from "./feature.ts";
import type { WebFacts } from "./manifest.ts";
import { FEATURES } from "./registry.ts";

/** Opens the features that a project uses, in their order; loads no other. */
export async function openRules(project: AskedProject, web: WebFacts): Promise<OpenedRules> {
  const used = FEATURES.filter((feature) => feature.isUsed(project, web));
  const loaded = await Promise.all(used.map((feature) => feature.load()));
  const opened = await Promise.all(loaded.map(async ({ open }) => open(project, web)));
  return rulesOf(...opened);
}

/** Returns the part of a plan that opened features make, in their order. */
export function rulesOf(...opened: readonly OpenedFeature[]): OpenedRules {
  return {
    rules: {
      fetch: opened.flatMap(({ fetch }) => fetch ?? []),
      decide: opened.flatMap(({ decide }) => decide ?? []),
    },
    reads: opened.flatMap(({ read }) => read ?? []),
  };
}
