import { type FrontierCore, moveLink } from "./frontier-core.ts";
import type { FrontierPolicy } from "./frontier-policy.ts";
import { raceGroups } from "./group-race.ts";
import { weighKey } from "./link-order.ts";

type Layered = Extract<FrontierPolicy["selection"], { kind: "layered" }>;

/** True when a layered selection has nothing left of its layer on its way, and another may follow. */
export function isLayerDone(core: FrontierCore): boolean {
  return layeredNext(core) !== undefined;
}

/** Moves the best of the pool into the lanes. False, with nothing changed, while a layer is not done. */
export function beginLayer(core: FrontierCore): boolean {
  const selection = layeredNext(core);
  if (selection === undefined) return false;
  const { tables } = core;
  tables.ledger.setLayer(tables.ledger.layer() + 1);
  const race = raceGroups({
    groups: () => core.tally.waitingByGroup().keys(),
    weightOf: (group) => tables.orders.weightOf(group),
    headOf: (group) => tables.orders.firstPooled(group),
    valueOf: (key, weight) => weighKey(selection, key, weight),
    wanted: "first",
  });
  for (let taken = 0; taken < selection.topN; taken += 1) {
    const head = race.next();
    if (head === undefined) break;
    moveLink(core, tables.links.read(head.sequence).standing, { place: "lane" });
    race.forgetGroup(head.group);
  }
  tables.orders.refresh();
  return true;
}

/** The selection, where it is layered and its next layer may begin. */
function layeredNext({ policy, tables, tally }: FrontierCore): Layered | undefined {
  const { selection } = policy;
  if (selection.kind !== "layered" || tables.ledger.layer() >= selection.depth) return undefined;
  const onTheirWay = tally.at("lane") + tally.at("resting") + tally.at("leased");
  return tally.at("pool") > 0 && onTheirWay === 0 ? selection : undefined;
}
