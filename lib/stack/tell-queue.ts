/** What a planner tells of its queue and of the links that the API asks about, which are nowhere else than in its database. */
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { HeldStack } from "./stack-lease.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import { type AskedLinks, readRegister, writeRegister } from "./stack-registers.ts";

/** Least time between two times, in ms, and by how much it exceeds what reading the queue took: 2 % of the planner's time. */
const [EVERY_MS, TIMES] = [60_000, 50];

/** Links and hosts of the object, and those of the register, which is charged by its length. */
const [MOST, FEW] = [1_000, 20];

/** Tells the best queued links and counts by host, at most once a minute, or `now`: all of it in an object, the first ones in a register. */
export async function tellFrontier(
  { blobs, clock, keyValueStore }: Pick<PlannerPorts, "blobs" | "clock" | "keyValueStore">,
  held: HeldStack,
  now: boolean,
): Promise<void> {
  const at = clock.now();
  if (at < held.tellAt && !now) return;
  const { stores } = held.planner;
  const { crawl, epoch } = held.state;
  const { waiting, leased } = (await stores.frontier.count()).states;
  const queue = stores.queue({ links: MOST, hosts: MOST });
  held.tellAt = at + Math.max(EVERY_MS, TIMES * (clock.now() - at));
  const key = `frontier/${crawl}/${epoch}-${at}.json`;
  const told = { crawl, at, key, waiting, leased };
  await blobs.putNew(key, Buffer.from(JSON.stringify({ ...told, ...queue })));
  const { version } = await readRegister(keyValueStore, "frontier");
  const first = { hosts: queue.hosts.slice(0, FEW), links: queue.links.slice(0, FEW) };
  // Another planner that has just told its own is as right.
  await writeRegister(keyValueStore, "frontier", { ...told, ...first }, version);
}

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
