import type { Clock } from "../../../ports/clock.ts";
import type { HostGate } from "../../../ports/host-gate.ts";
import type { RobotsShelf } from "../../../ports/robots-shelf.ts";
import { createLiveWeb, type LiveWeb } from "./live-web.ts";
import { createRobotsGate } from "./robots-gate.ts";

/** How a crawl goes about the live web, as its project file says. */
export interface LiveCrawlSettings {
  /** Product name and version, and with it the contact for site owners. */
  readonly userAgent: string;
  readonly identifiedUserAgent: string;
  readonly allowLoopback: boolean;
  readonly connectionsPerHost: number;
  readonly mediaTypes: readonly string[];
  readonly minDelayMs: number;
  readonly maxCrawlDelayMs: number;
  readonly clock: Pick<Clock, "now">;
  /** Where robots rules are shared with others who crawl. */
  readonly shelf?: RobotsShelf;
}

/** The live web with the gate to it: the gate asks through the same sockets and guards. */
export function openLiveCrawlWeb(settings: LiveCrawlSettings): { web: LiveWeb; gate: HostGate } {
  const { userAgent, minDelayMs, maxCrawlDelayMs, clock, shelf } = settings;
  const web = createLiveWeb({
    userAgent: settings.identifiedUserAgent,
    allowLoopback: settings.allowLoopback,
    acceptMediaTypes: settings.mediaTypes,
    connectionsPerOrigin: settings.connectionsPerHost,
  });
  const gate = createRobotsGate({
    web: web.anyMediaType,
    clock,
    productToken: productToken(userAgent),
    minDelayMs,
    maxCrawlDelayMs,
    ...(shelf === undefined ? {} : { shelf }),
  });
  return { web, gate };
}

/** The name that robots.txt files know this crawler by: what stands before the version (RFC 9309 §2.2.1). */
function productToken(userAgent: string): string {
  return userAgent.split(/[/ ]/, 1)[0] ?? userAgent;
}
