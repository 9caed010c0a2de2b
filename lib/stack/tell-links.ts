/** What a planner tells of the links that the API asks about, which are nowhere else than in its database. */
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { HeldStack } from "./stack-lease.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import { type AskedLinks, readRegister, writeRegister } from "./stack-registers.ts";

/** Answers that are kept: the register is charged by its length. */
const KEPT = 20;

/** Tells the state of each link that is asked about. Whoever asks at the same time is answered in the next round. */
export async function tellLinks(
  { clock, keyValueStore }: Pick<PlannerPorts, "clock" | "keyValueStore">,
  held: HeldStack,
): Promise<void> {
  const { value, version } = await readRegister(keyValueStore, "links");
  if (value === undefined || value.crawl !== held.state.crawl || value.asked.length === 0) return;
  const told = value.asked.map((url) => toldLink(held, url, clock.now()));
  const known = value.told.filter(({ url }) => !value.asked.includes(url));
  const kept = [...told, ...known].slice(0, KEPT);
  await writeRegister(keyValueStore, "links", { ...value, asked: [], told: kept }, version);
}

function toldLink({ planner }: HeldStack, text: string, at: number): AskedLinks["told"][number] {
  const asked = { url: text, at };
  const parsed = canonicalUrl(text);
  const placed = parsed.ok ? planner.stores.placeOf(parsed.url) : undefined;
  if (placed === undefined) {
    const rule = parsed.ok ? planner.refusedBy(parsed.url) : parsed.reason;
    return { ...asked, state: "unknown", reason: rule ?? null, link: null, before: null };
  }
  const { state, reason, link, before = null } = placed;
  if (link === undefined) return { ...asked, state: "out-of-scope", reason, link: null, before };
  const { parent = null, priority: score, model, why, group, depth, attempts } = link;
  return {
    ...asked,
    state: state === "filtered" ? "out-of-scope" : state,
    reason: reason === "" ? null : reason,
    link: { parent, score, model: model || null, why, group, depth, attempts },
    before,
  };
}
