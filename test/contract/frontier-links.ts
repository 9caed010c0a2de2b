import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Lease, OfferedLink, Settlement } from "../../lib/domain/frontier/link.ts";
import { freshPace, type HostPace } from "../../lib/domain/web/politeness/crawl-delay.ts";
import type { Host, Url } from "../../lib/domain/web/url/url.ts";
import type { Draw, Frontier } from "../../lib/ports/frontier.ts";

/** Returns the URL of a link `host/path`. */
export function urlOf(name: string): Url {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- canonical as written
  return `https://${name}` as Url;
}

/** Returns the host of a link named `host/path`. */
export function hostOf(name: string): Host {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- canonical as written
  return name.slice(0, name.indexOf("/")) as Host;
}

/** Returns an offered link named `host/path`. */
export function aLink(name: string, changes: Partial<OfferedLink> = {}): OfferedLink {
  return {
    url: urlOf(name),
    host: hostOf(name),
    priority: 1,
    group: "",
    depth: 0,
    redirects: 0,
    parent: undefined,
    snippet: undefined,
    why: "because",
    model: "sha256:model",
    quotas: [],
    refusedBy: undefined,
    ...changes,
  };
}

/** Returns a policy under which no link waits and none is cut. */
export function aPolicy(changes: Partial<FrontierPolicy> = {}): FrontierPolicy {
  return {
    selection: { kind: "best" },
    merge: "greater",
    seed: 1,
    capacity: Infinity,
    leaseMs: 60_000,
    leasesOutliveProcess: false,
    connectionsPerHost: 1,
    minDelayMs: 0,
    minDelayPerAddressMs: 0,
    ...changes,
  };
}

/** Returns a pace of one request each `delayMs`. */
export function aPace(delayMs: number, changes: Partial<HostPace> = {}): HostPace {
  return { ...freshPace(delayMs), ...changes };
}

/** Returns the settlement of a lease whose page was fetched at `now`. */
export function fetched(lease: Lease, now: number, changes: Partial<Settlement> = {}): Settlement {
  const result = { kind: "done", state: "fetched", reason: "page" } as const;
  return { result, pace: lease.pace, now, links: [], ...changes };
}

/** Returns the names (`host/path`) of leases, in order. */
export function namesOf(leases: readonly Lease[]): string[] {
  return leases.map(({ link }) => link.url.replace("https://", ""));
}

/** Returns the leases of a draw without a limit. */
export async function drawAll(frontier: Frontier, now = 0): Promise<readonly Lease[]> {
  return (await frontier.draw({ limit: 1_000, now })).leases;
}

/** Returns a draw that found no link to lease before `nextReadyAt`, within a layer. */
export function idle(nextReadyAt: number | undefined): Draw {
  return { leases: [], nextReadyAt, layerDone: false };
}

const NOTHING = { waiting: 0, leased: 0, fetched: 0, refused: 0, failed: 0, cut: 0 };

/** Returns counts of states: those not named are 0. */
export function statesOf(states: Partial<typeof NOTHING>): typeof NOTHING {
  return { ...NOTHING, ...states };
}
