import { compileUrlRules, type UrlTest } from "../domain/frontier/url-rules.ts";
import type { RunEvent } from "../ports/run-log.ts";
import type { DecideRule } from "./rules.ts";

/** Reason of a link that was forgotten on request, or is found after that. */
export const FORGOTTEN = "forgotten" as const;

/** Returns the rules by which pages of a run were forgotten, each once: see {@link compileUrlRules}. */
export function forgottenRules(events: readonly RunEvent[]): readonly string[] {
  const rules = events.flatMap(({ kind, detail: { rules: named } }) =>
    kind === "forgotten" && Array.isArray(named) ? named : [],
  );
  return [...new Set(rules.filter((rule) => typeof rule === "string"))];
}

/** Returns the test of URLs that a run has forgotten; `undefined` when it has forgotten none. */
export function forgottenUrls(events: readonly RunEvent[]): UrlTest | undefined {
  const rules = forgottenRules(events);
  return rules.length === 0 ? undefined : compileUrlRules(rules);
}

/**
 * Returns the hashes of models that were trained before pages were forgotten, and not again since: they may
 * have words of these pages. The event says how many models went; `0` where the pages had taught none.
 */
export function forgottenModels(events: readonly RunEvent[]): ReadonlySet<string> {
  const last = events.findLastIndex(
    ({ kind, detail: { models } }) => kind === "forgotten" && models !== 0,
  );
  const named = (some: readonly RunEvent[]) =>
    some.flatMap(({ detail: { model } }) => (typeof model === "string" ? [model] : []));
  const since = new Set(named(events.slice(last + 1)));
  return new Set(named(events.slice(0, last + 1)).filter((hash) => !since.has(hash)));
}

/** Refuses the links that were forgotten on request, also those found later. */
export function forgottenLinks(isForgotten: UrlTest | undefined): DecideRule {
  return {
    name: "forgotten",
    refuse: ({ url, host }) =>
      isForgotten?.(url, host) === true ? { rule: FORGOTTEN, detail: "" } : undefined,
  };
}
