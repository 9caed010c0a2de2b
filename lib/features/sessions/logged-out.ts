/** Finds out that a session has ended. */

import type { HarvestedLink } from "../../crawl/harvested-link.ts";
import type { Lease } from "../../domain/frontier/link.ts";
import { originOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { isLoginPage } from "../../domain/web/walls/login-answer.ts";
import { LOGIN_ASKED, MOST_LOGINS, type SessionPlan } from "./login-answers.ts";
import type { LoggedOut } from "./words.ts";

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
