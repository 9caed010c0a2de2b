import type { FileNeed } from "../../../domain/methods/strategy.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { HostGate } from "../../../ports/host-gate.ts";
import type { RobotsCache } from "../../../ports/robots-cache.ts";
import { createAddressPace } from "./address-pace.ts";
import { createLiveWeb, type LiveWeb } from "./live-web.ts";
import type { ProxyPool } from "./proxy-pool.ts";
import { createRobotsGate, type RobotsGateSettings } from "./robots-gate.ts";
import type { Sessions } from "./sessions.ts";

/** The settings of a crawl on the live web, as in its project file. */
interface LiveCrawlSettings {
  /** Product name and version with the contact for site owners. */
  readonly identifiedUserAgent: string;
  /** Name of this crawler in robots.txt files. */
  readonly productToken: string;
  readonly allowLoopback: boolean;
  /** Hosts whose certificates are not checked. */
  readonly allowInvalidCertificates: readonly string[];
  readonly connectionsPerHost: number;
  readonly mediaTypes: readonly string[];
  /** Files that the need asks for. */
  readonly files: FileNeed | undefined;
  /** What sites with a session are sent. */
  readonly sessions?: Sessions | undefined;
  /** Proxies that requests go through. */
  readonly proxies?: ProxyPool | undefined;
  readonly minDelayMs: number;
  readonly minDelayPerAddressMs: number;
  readonly maxCrawlDelayMs: number;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** Whether the TDM file of each origin is asked for. */
  readonly readsTdmFiles: boolean;
  /** Cache of robots rules shared with other crawlers. */
  readonly sharedCache?: RobotsCache;
  /** Called with the outcome of each request for rules. */
  readonly onAnswer?: RobotsGateSettings["onAnswer"];
}

/**
 * Opens the live web with its gate: the gate sends its requests through the same sockets and
 * guards.
 */
export function openLiveCrawlWeb(settings: LiveCrawlSettings): { web: LiveWeb; gate: HostGate } {
  const { productToken, minDelayMs, maxCrawlDelayMs, clock, sharedCache, onAnswer, readsTdmFiles } =
    settings;
  const web = createLiveWeb({
    userAgent: settings.identifiedUserAgent,
    allowLoopback: settings.allowLoopback,
    allowInvalidCertificates: settings.allowInvalidCertificates,
    acceptMediaTypes: settings.mediaTypes,
    files: settings.files,
    sessions: settings.sessions,
    proxies: settings.proxies,
    connectionsPerOrigin: settings.connectionsPerHost,
    // As in the frontier, an address is never asked less often than the only host at it would be.
    pace: createAddressPace(Math.min(settings.minDelayPerAddressMs, minDelayMs), clock),
  });
  const gate = createRobotsGate({
    web: web.anyMediaType,
    clock,
    productToken,
    minDelayMs,
    maxCrawlDelayMs,
    readsTdmFiles,
    ...(sharedCache === undefined ? {} : { sharedCache }),
    ...(onAnswer === undefined ? {} : { onAnswer }),
  });
  return { web, gate };
}
