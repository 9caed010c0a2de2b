/** What shows that a site with a session asks for a login. */

import type { HarvestedLink } from "../../crawl/link-result.ts";
import type { Lease } from "../../domain/frontier/link.ts";
import type { FetchOutcome } from "../../domain/web/http/fetch-outcome.ts";
import { originOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { isLoginPage, isLoginRedirect, isLogout } from "../../domain/web/walls/login-answer.ts";
import { wallOfHead } from "../../domain/web/walls/wall-of-head.ts";
import type { LoggedOut } from "./words.ts";

/** Rule that refuses a link: to ask for it would end the session. */
export const LOGOUT = "logout";

/** Reason of a link that is queued again, as its host asked for a login instead of the page. */
export const LOGIN_ASKED = "login";

/** Links of a site in a row that are answered with its login before the session counts as ended. */
export const MOST_LOGINS = 5;

/** Least wait before a link that was answered with a login is asked for again, in ms. */
const LEAST_WAIT_MS = 2_000;

/** What is known of the sessions. */
export interface SessionPlan {
  /** Origins that one is sent to. */
  readonly sessions: ReadonlySet<string>;
}

/** Returns whether a link goes to a host with a session, and would end it. */
export function endsSession({ sessions }: SessionPlan, url: Url): boolean {
  return sessions.has(originOf(url)) && isLogout(url);
}

/** Returns whether a login in place of this link says that its site's session has ended. */
export function needsSession({ sessions }: SessionPlan, { url }: Lease["link"]): boolean {
  return sessions.has(originOf(url)) && !isLoginPage(url);
}

/** Returns whether an answer asks for a login, by its head alone. */
export function asksForLogin(url: Url, outcome: FetchOutcome): boolean {
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
export function loginWaitMs(requestMs: number): number {
  return Math.max(LEAST_WAIT_MS, (MOST_LOGINS + 1) * requestMs);
}

// Finds out that a session has ended.

/**
 * Finds out that a session has ended: several links of its site in a row are answered with a login.
 * As long as the site has given no page in this run, a seed is enough, or one link that is answered so
 * twice.
 */
export class LoginAnswers {
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
