/** Reads pages that users name: from the web politely, or from a recording with their labels. */
import { systemClock } from "../../adapters/system-clock.ts";
import { viewPage } from "../../crawl/judge-page.ts";
import type { FileNeed } from "../../domain/methods/strategy.ts";
import { fileTypeOf } from "../../domain/methods/wanted-file.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { settledView } from "../../domain/page/view-parts.ts";
import { wallOfPage } from "../../domain/page/walls/wall-of-page.ts";
import type {
  FetchedPage,
  FetchLimits,
  FetchOutcome,
} from "../../domain/web/http/fetch-outcome.ts";
import { type CanonicalOptions, originOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { wallOfHead } from "../../domain/web/walls/wall-of-head.ts";
import type { HostGate } from "../../ports/host-gate.ts";
import type { Web } from "../../ports/web.ts";

/** The source of pages that the user names; reading them is no fetch of the crawl. */
export interface PageSource {
  readonly web: Web;
  readonly gate: HostGate;
  readonly limits: FetchLimits & { readonly parseMs: number };
  /** Files that the need asks for, which are no examples of pages. */
  readonly files?: FileNeed | undefined;
  /** Origins that a session is sent to: a login is no page there. */
  readonly sessions?: ReadonlySet<string> | undefined;
  /** Least delay after a request to a host, in ms; 0 for a recording. */
  readonly delayMs: number;
}

/** A page read, with the URLs asked on the way to it, its own last; or why there is no page. */
export type PageReading =
  | { readonly kind: "page"; readonly view: PageView; readonly names: readonly Url[] }
  | { readonly kind: "unread"; readonly reason: string };

/** Most redirects followed to a page. */
const MAX_HOPS = 5;

/** Reads one page politely, redirects followed; its links are normalised by `canonical`. */
export async function readPage(
  start: Url,
  source: PageSource,
  canonical: CanonicalOptions = {},
): Promise<PageReading> {
  const names: Url[] = [];
  let url = start;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const asked = source.web.identify(url);
    names.push(asked);
    const outcome = await fetchPolitely(asked, source);
    if (typeof outcome === "string") return { kind: "unread", reason: outcome };
    if (outcome.kind === "page") {
      if (fileTypeOf(source.files, outcome) !== undefined)
        return { kind: "unread", reason: "a file" };
      const viewed = viewPage(outcome, canonical, source.limits, systemClock);
      const { view } = viewed;
      if (source.sessions?.has(originOf(asked)) && wallOfPage(viewed)?.wall === "login")
        return { kind: "unread", reason: "login" };
      return { kind: "page", view: settledView(view), names };
    }
    if (outcome.kind !== "redirect") return { kind: "unread", reason: reasonOf(outcome) };
    url = outcome.location;
  }
  return { kind: "unread", reason: `more than ${MAX_HOPS} redirects` };
}

/** Returns why an answer is no page: the wall that its head declares, or its kind. */
function reasonOf(outcome: Exclude<FetchOutcome, FetchedPage>): string {
  if (!("headers" in outcome) || outcome.headers === undefined) return outcome.kind;
  const { status = 0, headers } = outcome;
  return wallOfHead({ status, headers })?.wall ?? outcome.kind;
}

/**
 * Makes one request, then waits for the host's delay; returns the reason when its rules do not
 * allow the request.
 */
async function fetchPolitely(
  url: Url,
  { web, gate, limits, delayMs }: PageSource,
): Promise<FetchOutcome | string> {
  let admission = await gate.admit(url);
  // Its robots.txt was just fetched, and then perhaps its TDM file.
  while (admission.kind === "later" && admission.reason === "robots-fetched") {
    await systemClock.waitUntil(admission.retryAt);
    admission = await gate.admit(url);
  }
  if (admission.kind === "refused") return admission.rule;
  if (admission.kind === "later") return admission.reason;
  const outcome = await web.fetch(url, limits);
  const rest = Math.max(delayMs, admission.crawlDelayMs ?? 0);
  if (rest > 0) await systemClock.waitUntil(systemClock.now() + rest);
  return outcome;
}
