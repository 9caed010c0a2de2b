/**
 * Sites with a session: a link that ends it is refused, a login in place of a page queues its link again, and
 * several in a row pause the crawl.
 */

import { type HarvestedLink, type LinkResult, wallResult } from "../../crawl/link-result.ts";
import type { Attempt, DecideRule, FetchRule } from "../../crawl/rules.ts";
import type { Lease } from "../../domain/frontier/link.ts";
import type { FetchOutcome } from "../../domain/web/http/fetch-outcome.ts";
import { originOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { isLoginPage, isLoginRedirect, isLogout } from "../../domain/web/walls/login-answer.ts";
import { wallOfHead } from "../../domain/web/walls/wall-of-head.ts";
import { fail } from "../../errors.ts";
import type { AskedProject, OpenedFeature, WebFacts } from "../feature.ts";
import type { LoggedOut } from "./words.ts";

/** What is known of the sessions. */
interface SessionPlan {
  /** Origins that one is sent to. */
  readonly sessions: ReadonlySet<string>;
}

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

// What shows that a site with a session asks for a login.

/** Rule that refuses a link: to ask for it would end the session. */
const LOGOUT = "logout";

/** Reason of a link that is queued again, as its host asked for a login instead of the page. */
const LOGIN_ASKED = "login";

/** Links of a site in a row that are answered with its login before the session counts as ended. */
const MOST_LOGINS = 5;

/** Least wait before a link that was answered with a login is asked for again, in ms. */
const LEAST_WAIT_MS = 2_000;

/** Returns whether a link goes to a host with a session, and would end it. */
function endsSession({ sessions }: SessionPlan, url: Url): boolean {
  return sessions.has(originOf(url)) && isLogout(url);
}

/** Returns whether a login in place of this link says that its site's session has ended. */
function needsSession({ sessions }: SessionPlan, { url }: Lease["link"]): boolean {
  return sessions.has(originOf(url)) && !isLoginPage(url);
}

/** Returns whether an answer asks for a login, by its head alone. */
function asksForLogin(url: Url, outcome: FetchOutcome): boolean {
  if (outcome.kind === "redirect") return isLoginRedirect(url, outcome.location);
  if (!("headers" in outcome)) return false;
  const { status, headers } = outcome;
  if (status === undefined || headers === undefined) return false;
  return wallOfHead({ status, headers })?.wall === "login";
}

/**
 * Returns how long a link waits that was answered with a login, in ms, where a request to its host
 * takes `requestMs` with the delay after it: until others have shown whether the session holds.
 */
function loginWaitMs(requestMs: number): number {
  return Math.max(LEAST_WAIT_MS, (MOST_LOGINS + 1) * requestMs);
}

// Finds out that a session has ended.

/**
 * Finds out that a session has ended: several links of its site in a row are answered with a login.
 * As long as the site has given no page in this run, a seed is enough, or one link that is answered so
 * twice.
 */
class LoginAnswers {
  readonly #plan: SessionPlan;
  /** Origin → links since its last page that were answered with a login. */
  readonly #asked = new Map<string, Set<Url>>();
  readonly #open = new Set<string>();
  #loggedOut: LoggedOut | undefined;

  constructor(plan: SessionPlan) {
    this.#plan = plan;
  }

  /** The site that wants a login now; `undefined` while every session holds. */
  get loggedOut(): LoggedOut | undefined {
    return this.#loggedOut;
  }

  /**
   * Counts a link, and returns it with its result: the first login of a link counts as no attempt
   * while the site has given no page, so that a command without a new session loses nothing.
   */
  counted(harvested: HarvestedLink): HarvestedLink {
    const { lease, result } = harvested;
    const origin = originOf(lease.link.url);
    if (!this.#plan.sessions.has(origin)) return harvested;
    const reason = result.kind === "again" ? result.reason : result.outcome.reason;
    if (reason === "page") {
      this.#open.add(origin);
      this.#asked.delete(origin);
    }
    if (reason !== LOGIN_ASKED || isLoginPage(lease.link.url)) return harvested;
    const countsAsAttempt = this.#countLogin(origin, lease.link);
    return result.kind === "again"
      ? { ...harvested, result: { ...result, countsAsAttempt } }
      : harvested;
  }

  /** Counts a login, and returns whether it counts as an attempt of its link. */
  #countLogin(origin: string, { url, depth }: Lease["link"]): boolean {
    const asked = this.#asked.get(origin) ?? new Set();
    const isFirst = !asked.has(url);
    this.#asked.set(origin, asked.add(url));
    const isOpen = this.#open.has(origin);
    if (asked.size >= MOST_LOGINS || (!isOpen && (depth === 0 || !isFirst)))
      this.#loggedOut ??= { origin, links: asked.size, url };
    return isOpen || !isFirst;
  }
}
