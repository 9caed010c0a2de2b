/** What a planner tells of its queue, which is nowhere else than in its database. */
import type { HeldStack } from "./stack-lease.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";

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
