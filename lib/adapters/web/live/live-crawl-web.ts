import type { Clock } from "../../../ports/clock.ts";
import type { HostGate } from "../../../ports/host-gate.ts";
import type { RobotsCache } from "../../../ports/robots-cache.ts";
import { createLiveWeb, type LiveWeb } from "./live-web.ts";
import { createRobotsGate, type RobotsGateSettings } from "./robots-gate.ts";

/** How a crawl goes about the live web, as its project file says. */
interface LiveCrawlSettings {
  /** Product name and version with the contact for site owners. */
  readonly identifiedUserAgent: string;
  /** What robots.txt files call this crawler. */
  readonly productToken: string;
  readonly allowLoopback: boolean;
  readonly connectionsPerHost: number;
  readonly mediaTypes: readonly string[];
  readonly minDelayMs: number;
  readonly maxCrawlDelayMs: number;
  readonly clock: Pick<Clock, "now">;
  /** Where robots rules are shared with others who crawl. */
  readonly sharedCache?: RobotsCache;
  /** Told what each request for rules came to. */
  readonly onAnswer?: RobotsGateSettings["onAnswer"];
}

/** The live web with the gate to it: the gate asks through the same sockets and guards. */
export function openLiveCrawlWeb(settings: LiveCrawlSettings): { web: LiveWeb; gate: HostGate } {
  const { productToken, minDelayMs, maxCrawlDelayMs, clock, sharedCache, onAnswer } = settings;
  const web = createLiveWeb({
    userAgent: settings.identifiedUserAgent,
    allowLoopback: settings.allowLoopback,
    acceptMediaTypes: settings.mediaTypes,
    connectionsPerOrigin: settings.connectionsPerHost,
  });
  const gate = createRobotsGate({
    web: web.anyMediaType,
    clock,
    productToken,
    minDelayMs,
    maxCrawlDelayMs,
    ...(sharedCache === undefined ? {} : { sharedCache }),
    ...(onAnswer === undefined ? {} : { onAnswer }),
  });
  return { web, gate };
}
