import type { FetchOutcome } from "../../domain/web/http/fetch-outcome.ts";
import { nextAttemptAt } from "../../domain/web/politeness/retry.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HostGate } from "../../ports/host-gate.ts";
import type { Web } from "../../ports/web.ts";

/** Age from which a request counts as slow, in ms: most servers answer in less than a second. */
const SLOW_MS = 3_000;

/** Most URLs whose failures are counted; those that failed first are forgotten first. */
const MAX_FAILED = 1_000;

/** The web and the gate of a live crawl, and what the crawl waits for. */
interface WatchedWaits {
  readonly web: Web;
  readonly gate: HostGate;
  /** Says which host or page is waited for, why, and until when; `undefined` when nothing is. */
  readonly lastWait: () => string | undefined;
}

/** What is watched, and the limits that say when a wait ends. */
interface WaitSettings {
  readonly web: Web;
  readonly gate: HostGate;
  readonly clock: Pick<Clock, "now">;
  readonly maxAttempts: number;
  /** Longest time of one request, in ms. */
  readonly timeoutMs: number;
}

/** Watches the requests and the admissions of a live crawl; changes nothing about them. */
export function watchWaits(settings: WaitSettings): WatchedWaits {
  const { web, gate, clock, maxAttempts, timeoutMs } = settings;
  /** Request in flight → its URL and its start, in ms since the epoch. */
  const inFlight = new Map<symbol, { readonly url: Url; readonly at: number }>();
  const failures = new Map<Url, Wait & { readonly attempts: number }>();
  const robots = new Map<Host, Wait>();

  function noteFailure(url: Url, failure: Extract<FetchOutcome, { kind: "failed" }>): void {
    const attempts = (failures.get(url)?.attempts ?? 0) + 1;
    failures.delete(url);
    const until = nextAttemptAt(attempts, maxAttempts, failure, clock.now());
    if (until === undefined) return;
    const left = tries(maxAttempts - attempts);
    const why = `${url} failed: ${failure.reason}, ${failure.detail}`;
    const text = `${why}; asked again at ${timeOfDay(until)} or later, given up after ${left}`;
    failures.set(url, { attempts, until, text });
    const [first] = failures.keys();
    if (failures.size > MAX_FAILED && first !== undefined) failures.delete(first);
  }

  function slowRequest(now: number): string | undefined {
    const [oldest] = inFlight.values();
    if (oldest === undefined || now - oldest.at < SLOW_MS) return undefined;
    const seconds = Math.round((now - oldest.at) / 1000);
    return `${oldest.url} has not answered for ${seconds} s; given up after ${timeoutMs / 1000} s`;
  }

  return {
    web: {
      identify: (url) => web.identify(url),
      addressOf: (host) => web.addressOf?.(host),
      async fetch(url, limits, ...how) {
        const request = Symbol(url);
        inFlight.set(request, { url, at: clock.now() });
        try {
          const outcome = await web.fetch(url, limits, ...how);
          if (outcome.kind === "failed") noteFailure(url, outcome);
          else failures.delete(url);
          return outcome;
        } finally {
          inFlight.delete(request);
        }
      },
    },
    gate: {
      ...gate,
      async admit(url) {
        const admission = await gate.admit(url);
        if (admission.kind === "later" && admission.reason === "robots-unreachable") {
          const host = hostOf(url);
          const { retryAt, detail = "unreachable", triesLeft } = admission;
          const left = triesLeft === undefined ? "" : `, given up after ${tries(triesLeft)}`;
          const text = `no robots.txt of ${host} yet: ${detail}; asked again at ${timeOfDay(retryAt)}${left}`;
          robots.set(host, { until: retryAt, text });
        } else if (robots.size > 0) robots.delete(hostOf(url));
        return admission;
      },
    },
    lastWait: () =>
      slowRequest(clock.now()) ?? soonest([...robots.values(), ...failures.values()])?.text,
  };
}

/** A wait that ends by itself. */
interface Wait {
  /** Its end, in ms since the epoch. */
  readonly until: number;
  readonly text: string;
}

function soonest(waits: readonly Wait[]): Wait | undefined {
  return waits.reduce<Wait | undefined>(
    (first, wait) => (first === undefined || wait.until < first.until ? wait : first),
    undefined,
  );
}

function tries(count: number): string {
  return count === 1 ? "1 more try" : `${count} more tries`;
}

/** Formats a moment as the clock of this machine shows it: `14:02:31`. */
function timeOfDay(at: number): string {
  return new Date(at).toTimeString().slice(0, "hh:mm:ss".length);
}
