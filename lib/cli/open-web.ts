import { systemClock } from "../adapters/local/system-clock.ts";
import { createLiveWeb } from "../adapters/web/live/live-web.ts";
import { createRobotsGate } from "../adapters/web/live/robots-gate.ts";
import { readSitemaps } from "../adapters/web/live/sitemaps.ts";
import { openGate } from "../adapters/web/recorded/open-gate.ts";
import { openRecordedWeb, type RecordedWeb } from "../adapters/web/recorded/recorded-web.ts";
import { identifiedUserAgent } from "../config/identified-user-agent.ts";
import type { Project } from "../config/project-schema.ts";
import { hostOf } from "../domain/url/canonical-url.ts";
import type { Url } from "../domain/url/url.ts";
import { DowserError } from "../errors.ts";
import type { HostGate } from "../ports/host-gate.ts";
import type { Web } from "../ports/web.ts";

/** The web of a crawl, with the gate to it. */
export interface OpenedWeb {
  readonly web: Web;
  readonly gate: HostGate;
  readonly isLive: boolean;
  /** Pages that the sitemaps of the seeds' hosts list; none of a recording. */
  sitemapPages(seeds: readonly Url[]): Promise<readonly Url[]>;
  close(): Promise<void>;
}

/** The recording that the paths name; the live web where there are none. */
export async function openWeb(project: Project, paths: readonly string[]): Promise<OpenedWeb> {
  return paths.length > 0 ? recorded(await openRecording(paths)) : live(project);
}

/** Opens a recording and says on standard error what of it could not be read. */
export async function openRecording(paths: readonly string[]): Promise<RecordedWeb> {
  const web = await openRecordedWeb(paths);
  if (web.size === 0) {
    web.close();
    throw new DowserError(`no page is recorded in ${paths.join(", ")}`, {
      code: "empty-recording",
      reaction: "fix-config",
      value: paths,
      mend: "name a WARC file that holds responses to http or https requests",
    });
  }
  const { damaged, unresolvedRevisits } = web.report;
  if (damaged > 0) tell(`${damaged} places of the recording are damaged and were skipped`);
  if (unresolvedRevisits > 0) {
    tell(`${unresolvedRevisits} records refer to pages that the recording lacks and were skipped`);
  }
  return web;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A recording as the web of a crawl. */
export function recorded(web: RecordedWeb): OpenedWeb {
  return {
    web,
    gate: openGate,
    isLive: false,
    sitemapPages: async () => [],
    close: async () => web.close(),
  };
}

/** The name that robots.txt files know this crawler by: what stands before the version (RFC 9309 §2.2.1). */
function productToken(userAgent: string): string {
  return userAgent.split(/[/ ]/, 1)[0] ?? userAgent;
}

function live({ politeness, scope }: Project): OpenedWeb {
  const userAgent = identifiedUserAgent(politeness);
  const web = createLiveWeb({
    userAgent,
    allowLoopback: politeness.allowLoopback,
    acceptMediaTypes: scope.mediaTypes,
    connectionsPerOrigin: politeness.connectionsPerHost,
  });
  const gate = createRobotsGate({
    web: web.anyMediaType,
    clock: systemClock,
    productToken: productToken(politeness.userAgent),
    minDelayMs: politeness.minDelayMs,
    maxCrawlDelayMs: politeness.maxCrawlDelayMs,
  });
  return {
    web,
    gate,
    isLive: true,
    sitemapPages: (seeds) => sitemapPages(seeds, gate, web.anyMediaType, politeness.minDelayMs),
    close: () => web.close(),
  };
}

/** Sitemap files read at most, and pages taken from them: one full index of full sitemaps. */
const MAX_SITEMAPS = 1_000;
const MAX_SITEMAP_PAGES = 1_000_000;

async function sitemapPages(
  seeds: readonly Url[],
  gate: HostGate,
  web: Web,
  minDelayMs: number,
): Promise<readonly Url[]> {
  // The gate knows a host's sitemaps once it has read its robots.txt.
  for (const seed of seeds) await gate.admit(seed);
  const sitemaps = new Set(seeds.flatMap((seed) => gate.sitemaps(hostOf(seed))));
  const { urls, unread } = await readSitemaps([...sitemaps], {
    web,
    gate,
    clock: systemClock,
    minDelayMs,
    maxFiles: MAX_SITEMAPS,
    maxUrls: MAX_SITEMAP_PAGES,
  });
  for (const [url, reason] of unread) tell(`sitemap ${url} was not read: ${reason}`);
  return urls;
}
