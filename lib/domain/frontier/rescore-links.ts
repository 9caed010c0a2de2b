import { type FrontierCore, scoreLink } from "./frontier-core.ts";
import type { StoredLink } from "./frontier-tables.ts";
import type { FrontierLink } from "./link.ts";
import { drawKey } from "./link-order.ts";
import { checkPriority } from "./offer-links.ts";

/** A new priority for a waiting link, and who gave it; what is left out stays. */
export interface Rescore {
  readonly priority: number;
  readonly group?: string;
  readonly why?: string;
  readonly model: string;
}

/**
 * Scores every waiting link again; `undefined` keeps one as it is. Returns how many were scored.
 * A batch is scored as a whole before any of it changes.
 */
export function rescoreLinks(
  core: FrontierCore,
  score: (link: FrontierLink) => Rescore | undefined,
): number {
  let scored = 0;
  for (const batch of core.tables.links.waiting()) {
    const scores = batch.map((stored) => ({ stored, given: checked(score(stored.link), stored) }));
    for (const { stored, given } of scores) {
      if (given === undefined) continue;
      applyScore(core, stored, given);
      scored += 1;
    }
    core.tables.orders.refresh();
  }
  return scored;
}

function checked(given: Rescore | undefined, { link }: StoredLink): Rescore | undefined {
  if (given !== undefined) checkPriority(given.priority, link.url);
  return given;
}

function applyScore(core: FrontierCore, { standing, link }: StoredLink, given: Rescore): void {
  const { priority, group = link.group, why = link.why, model } = given;
  const key = drawKey(core.policy.selection, core.policy.seed, { ...link, priority });
  scoreLink(core, standing, { priority, key, group, said: { why, model } });
}
