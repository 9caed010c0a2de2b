import type { Project } from "../../config/project-schema.ts";
import { hostOf } from "../../domain/url/canonical-url.ts";
import type { Url } from "../../domain/url/url.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HostGate } from "../../ports/host-gate.ts";

/**
 * Waits for the longest crawl delay of the pages' hosts and of the project. The next crawl does not
 * know when these hosts were last asked. The gate has read their rules.
 */
export async function waitForHosts(
  pages: Iterable<Url>,
  gate: Pick<HostGate, "admit">,
  { minDelayMs, maxCrawlDelayMs }: Pick<Project["politeness"], "minDelayMs" | "maxCrawlDelayMs">,
  clock: Pick<Clock, "now" | "waitUntil">,
): Promise<void> {
  const hosts = new Map(Array.from(pages, (url) => [hostOf(url), url]));
  let delayMs = minDelayMs;
  for (const url of hosts.values()) {
    const admission = await gate.admit(url);
    const asked = admission.kind === "refused" ? 0 : (admission.crawlDelayMs ?? 0);
    delayMs = Math.max(delayMs, Math.min(asked, maxCrawlDelayMs));
  }
  await clock.waitUntil(clock.now() + delayMs);
}
