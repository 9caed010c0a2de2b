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

/** Refuses the links that were forgotten on request, also those found later. */
export function forgottenLinks(isForgotten: UrlTest | undefined): DecideRule {
  return {
    name: "forgotten",
    refuse: ({ url, host }) =>
      isForgotten?.(url, host) === true ? { rule: FORGOTTEN, detail: "" } : undefined,
  };
}
