import { hostOf } from "../../url/canonical-url.ts";
import type { Host, Url } from "../../url/url.ts";
import type { Visit } from "../strategy.ts";

/** Expected times of fetches, in seconds. */
export type VisitTimes = {
  /** Of a host that nothing was fetched from. */
  readonly usual: number;
  readonly hosts: Readonly<Record<Host, number>>;
};

/** Share of the latest time in what is expected of a host. */
const SHARE = 0.2;
/** Least expected time, in s: what is faster is as good as that. */
const LEAST_SECONDS = 0.01;

/**
 * How long fetches from each host take: a moving average, by a fifth towards each time observed, from the
 * median of all times on.
 */
export function expectedTimes(visits: readonly Pick<Visit, "host" | "fetchMs">[]): VisitTimes {
  const seconds = visits.map(({ fetchMs }) => fetchMs / 1000).toSorted((a, b) => a - b);
  const usual = Math.max(LEAST_SECONDS, seconds[Math.floor(seconds.length / 2)] ?? 1);
  const hosts = new Map<Host, number>();
  for (const { host, fetchMs } of visits) {
    const before = hosts.get(host) ?? usual;
    hosts.set(host, before + SHARE * (Math.max(LEAST_SECONDS, fetchMs / 1000) - before));
  }
  return { usual, hosts: Object.fromEntries(hosts) };
}

/** Expected seconds of the fetch of a URL, above 0. */
export function compileTimes({ usual, hosts }: VisitTimes): (url: Url) => number {
  const known = new Map(Object.entries(hosts));
  return (url) => known.get(hostOf(url)) ?? usual;
}
