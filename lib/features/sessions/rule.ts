/**
 * Sites with a session: a link that ends it is refused, a login in place of a page queues its link again, and
 * several in a row pause the crawl.
 */

import type { LinkResult } from "../../crawl/link-result.ts";
import { wallResult } from "../../crawl/link-result.ts";
import type { Attempt, DecideRule, FetchRule } from "../../crawl/rules.ts";
import { fail } from "../../errors.ts";
import type { AskedProject, OpenedFeature, WebFacts } from "../feature.ts";
import {
  asksForLogin,
  endsSession,
  LOGIN_ASKED,
  LOGOUT,
  LoginAnswers,
  loginWaitMs,
  needsSession,
  type SessionPlan,
} from "./login-answers.ts";

/** What the fetching part knows: plain values, the same on both sides of a stack. */
interface FetchPlan extends SessionPlan {
  /** Fetches of one URL before it counts as failed. */
  readonly maxAttempts: number;
}

/** Opens the rules for the origins that a session is sent to. */
export function open(
  { politeness }: { readonly politeness: Pick<AskedProject["politeness"], "maxAttempts"> },
  { isLive, sessions = new Set() }: WebFacts,
): OpenedFeature {
  // A recording always gives the same answer.
  const maxAttempts = isLive ? politeness.maxAttempts : 1;
  return { fetch: fetchRule({ sessions, maxAttempts }), decide: () => decideRule({ sessions }) };
}

function fetchRule(plan: FetchPlan): FetchRule {
  return {
    name: "sessions",
    refuse: ({ url }) =>
      endsSession(plan, url) ? { rule: LOGOUT, detail: "would end the session" } : undefined,
    answer(attempt, outcome) {
      const { link } = attempt.lease;
      if (!needsSession(plan, link) || !asksForLogin(link.url, outcome)) return undefined;
      const status = "status" in outcome ? outcome.status : undefined;
      const login = { wall: "login", sign: "asks for a login" } as const;
      return loginResult(plan, attempt, wallResult(login, status));
    },
    // A login that the page shows, not its head, was told as a wall.
    reconsider(attempt, result) {
      if (result.kind === "again" || result.outcome.reason !== "login") return result;
      if (!needsSession(plan, attempt.lease.link)) return result;
      return loginResult(plan, attempt, result);
    },
  };
}

/** The session may have ended, so the link is queued again, as often as a failure would be, before it ends so. */
function loginResult(
  { maxAttempts }: FetchPlan,
  { lease: { link }, pace, fetchedAt, fetchMs }: Attempt,
  ended: LinkResult,
): LinkResult {
  if (link.attempts + 1 >= maxAttempts) return ended;
  const notBefore = fetchedAt + fetchMs + loginWaitMs(pace.delayMs + fetchMs);
  return { kind: "again", reason: LOGIN_ASKED, notBefore, countsAsAttempt: true };
}

function decideRule(plan: SessionPlan): DecideRule {
  let logins = new LoginAnswers(plan);
  return {
    name: "sessions",
    // The sessions may have been renewed.
    begin: () => void (logins = new LoginAnswers(plan)),
    settle: (harvested) => logins.counted(harvested),
    verdict() {
      const site = logins.loggedOut;
      return (
        site && {
          kind: "pause",
          why: "logged-out",
          detail: { site },
          error: fail("logged-out", { ...site, value: site.origin }),
        }
      );
    },
  };
}
