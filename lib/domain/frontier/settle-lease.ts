import { type FrontierCore, moveLink } from "./frontier-core.ts";
import type { Move } from "./frontier-tables.ts";
import { doorOf, slotAfterEnd } from "./host-slots.ts";
import type { Lease, Settlement } from "./link.ts";
import { offerLinks } from "./offer-links.ts";

/** Ends a lease with all that follows from it. False, with nothing changed, for one that is over. */
export function settleLease(core: FrontierCore, lease: Lease, settlement: Settlement): boolean {
  const open = core.leases.get(lease.id);
  if (open === undefined) return false;
  const { hosts } = core.tables;
  core.leases.delete(open.id);
  moveLink(core, open.standing, moveOf(settlement.result));
  const slot = slotAfterEnd(hosts.read(open.standing.hostId), settlement.now, settlement.pace);
  hosts.write(slot, doorOf(slot, core.policy, settlement.now));
  offerLinks(core, settlement.links);
  return true;
}

function moveOf(result: Settlement["result"]): Move {
  if (result.kind === "done") return { place: result.state, reason: result.reason };
  const { notBefore, countsAsAttempt } = result;
  return { place: "resting", notBefore, addAttempts: countsAsAttempt ? 1 : 0 };
}
