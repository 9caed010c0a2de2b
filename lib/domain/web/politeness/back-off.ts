import type { FailureReason, FetchOutcome } from "../http/fetch-outcome.ts";
import type { HostPace } from "./crawl-delay.ts";

/** Longest delay from doubling, in ms: a host that is down is still tried a dozen times an hour. */
export const MAX_DELAY_MS = 300_000;

/** Delay after a first failure if the delay so far was shorter, in ms; doubling 0 would stay 0. */
export const FIRST_FAILURE_DELAY_MS = 1_000;

/**
 * Longest wait that Retry-After may impose, in ms: a day, after which robots rules are also
 * requested again.
 */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/** Failures that indicate a host under load; the others say nothing about the acceptable rate. */
const SLOWING_FAILURES: ReadonlySet<FailureReason> = new Set<FailureReason>([
  "slow-down",
  "server-error",
  "timeout",
  "connect",
  "reset",
]);

/**
 * Returns the pace after a fetch that ended at `now` (ms since the epoch). A failure that indicates
 * load doubles the delay. An answer halves it towards the base. Anything else leaves it.
 */
export function paceAfter(pace: HostPace, outcome: FetchOutcome, now: number): HostPace {
  if (outcome.kind === "failed") {
    return SLOWING_FAILURES.has(outcome.reason)
      ? slowed(pace, outcome.retryAfterMs ?? 0, now)
      : pace;
  }
  return isAnswer(outcome) ? recovered(pace) : pace;
}

function slowed(pace: HostPace, retryAfterMs: number, now: number): HostPace {
  const doubled = Math.max(2 * pace.delayMs, FIRST_FAILURE_DELAY_MS);
  const wait = Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return {
    ...pace,
    delayMs: Math.min(doubled, Math.max(MAX_DELAY_MS, pace.baseDelayMs)),
    consecutiveFailures: pace.consecutiveFailures + 1,
    notBefore: wait > 0 ? Math.max(pace.notBefore, now + wait) : pace.notBefore,
  };
}

function recovered(pace: HostPace): HostPace {
  const delayMs = Math.max(pace.baseDelayMs, Math.floor(pace.delayMs / 2));
  return { ...pace, delayMs, consecutiveFailures: 0 };
}

function isAnswer(outcome: FetchOutcome): boolean {
  return (
    outcome.kind === "page" ||
    outcome.kind === "redirect" ||
    outcome.kind === "gone" ||
    outcome.kind === "get-needed" ||
    outcome.kind === "not-modified" ||
    (outcome.kind === "refused" && outcome.rule === "content-type")
  );
}
