/** What a rendered page may request: bounds, answers, and scripts that several pages share. */
import { LRUCache } from "lru-cache";
import {
  type FetchedPage,
  type HeaderList,
  headerTokens,
} from "../../../domain/web/http/fetch-outcome.ts";
import { canonicalUrl, originOf } from "../../../domain/web/url/canonical-url.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { HostGate } from "../../../ports/host-gate.ts";
import type { Web } from "../../../ports/web.ts";

/** What answers the requests of rendered pages. */
export interface RequestSettings {
  /** The guarded web; it must read every media type. */
  readonly web: Pick<Web, "fetch">;
  readonly gate: Pick<HostGate, "admit">;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** Origins that a session is sent to: no page of another origin may ask them. */
  readonly sessions?: ReadonlySet<string>;
  readonly scripts: KeptScripts;
  /** Most redirects followed from one request. */
  readonly maxRedirects: number;
}

/** What the requests of one page may cost. */
export interface RequestLimits {
  readonly requests: number;
  readonly bytes: number;
  /** Ms since the epoch. */
  readonly endsAt: number;
}

/** A request as the browser makes it. */
export interface PageRequest {
  readonly url: string;
  readonly method: string;
  /** As Playwright names it: `script`, `fetch`, `image` … */
  readonly type: string;
}

/** Requests that a page may need for its content; images, fonts and frames are none of it. */
const FETCHED: ReadonlySet<string> = new Set(["script", "fetch", "xhr"]);

/** An answer for the browser. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

/** Answered here, as loaders of scripts wait for it. */
const STYLE_SHEET: PageAnswer = {
  status: 200,
  headers: [["content-type", "text/css"]],
  body: new Uint8Array(),
};

/** Leaves the page as it is where it would lead elsewhere: an error would take its place. */
const NO_OTHER_PAGE: PageAnswer = { status: 204, headers: [], body: new Uint8Array() };

/** Headers of answers that the browser needs; others concern caches, cookies and connections. */
const PASSED_ON: ReadonlySet<string> = new Set(["content-type"]);

/**
 * Answers the requests of one rendered page by the rules that hold for pages: only http and https, only
 * GET and HEAD, robots.txt, the guard of addresses, and bounds. The browser itself reaches nothing.
 */
export class PageRequests {
  readonly #page: Pick<FetchedPage, "url">;
  readonly #settings: RequestSettings;
  readonly #limits: RequestLimits;
  readonly #refused = new Map<string, number>();
  #requests = 0;
  #bytes = 0;

  constructor(page: Pick<FetchedPage, "url">, settings: RequestSettings, limits: RequestLimits) {
    this.#page = page;
    this.#settings = settings;
    this.#limits = limits;
  }

  /** Returns what the requests have cost so far. */
  get cost(): {
    readonly requests: number;
    readonly bytes: number;
    readonly refused: Readonly<Record<string, number>>;
  } {
    return {
      requests: this.#requests,
      bytes: this.#bytes,
      refused: Object.fromEntries(this.#refused),
    };
  }

  /** Counts a request that is not answered, and returns nothing for it. */
  refuse(rule: string): undefined {
    this.#refused.set(rule, (this.#refused.get(rule) ?? 0) + 1);
  }

  /** Returns the answer to a request; `undefined` for one that is refused or fails. */
  async answer({ url, method, type }: PageRequest): Promise<PageAnswer | undefined> {
    if (type === "stylesheet") return STYLE_SHEET;
    if (type === "document") {
      this.refuse("not-needed");
      return NO_OTHER_PAGE;
    }
    if (!FETCHED.has(type)) return this.refuse("not-needed");
    if (method !== "GET" && method !== "HEAD") return this.refuse("method");
    const { scripts } = this.#settings;
    const isScript = type === "script";
    const kept = isScript ? scripts.get(url) : undefined;
    const answer = kept ?? (await this.#follow(url, method));
    if (answer === undefined) return undefined;
    if (isScript && kept === undefined && !this.#isOfSession(url)) scripts.keep(url, answer);
    return { ...answer, headers: this.#headersFor(answer.headers) };
  }

  async #follow(url: string, method: "GET" | "HEAD"): Promise<PageAnswer | undefined> {
    let reference = url;
    for (let hops = 0; hops <= this.#settings.maxRedirects; hops++) {
      const target = canonicalUrl(reference);
      if (!target.ok) return this.refuse("scheme");
      const answer = await this.#ask(target.url, method);
      if (typeof answer !== "string") return answer;
      reference = answer;
    }
    return this.refuse("too-many-redirects");
  }

  #isOfSession(url: string): boolean {
    const target = canonicalUrl(url);
    return target.ok && this.#settings.sessions?.has(originOf(target.url)) === true;
  }

  /** Sends one request; returns the target of a redirect as text. */
  async #ask(url: Url, method: "GET" | "HEAD"): Promise<PageAnswer | Url | undefined> {
    const { web, clock, sessions } = this.#settings;
    const { endsAt, bytes, requests } = this.#limits;
    const origin = originOf(url);
    if (sessions?.has(origin) && origin !== originOf(this.#page.url)) return this.refuse("session");
    const rule = await this.#ruleAgainst(url);
    if (rule !== undefined) return this.refuse(rule);
    const timeoutMs = endsAt - clock.now();
    const bodyBytes = bytes - this.#bytes;
    if (timeoutMs <= 0 || bodyBytes <= 0 || this.#requests >= requests) return this.refuse("limit");
    this.#requests += 1;
    const outcome = await web.fetch(url, { bodyBytes, timeoutMs }, method);
    switch (outcome.kind) {
      case "page": {
        this.#bytes += outcome.body.length;
        if (outcome.truncated) return this.refuse("limit");
        const { status, headers, body } = outcome;
        return { status, headers, body };
      }
      case "redirect":
        return outcome.location;
      case "refused":
        return this.refuse(outcome.rule);
      case "gone":
        return { status: outcome.status, headers: [], body: new Uint8Array() };
      case "failed":
      case "get-needed":
      case "not-modified":
      case "not-recorded":
        return this.refuse("failed");
    }
  }

  /** Returns the rule of its host against a request; waits where the host's rules were just asked for. */
  async #ruleAgainst(url: Url): Promise<string | undefined> {
    const { gate, clock } = this.#settings;
    const admission = await gate.admit(url);
    if (admission.kind === "allowed") return undefined;
    if (admission.kind === "refused") return admission.rule;
    if (admission.reason === "robots-unreachable") return admission.reason;
    if (admission.retryAt >= this.#limits.endsAt) return "limit";
    await clock.waitUntil(admission.retryAt);
    return this.#ruleAgainst(url);
  }

  /**
   * Returns the headers for the browser. Servers decide by the Origin header who may read an answer, and none
   * is sent; but nothing is sent either that only this crawler knows, so the page may read it.
   */
  #headersFor(headers: HeaderList): HeaderList {
    return [
      ...headers.filter(([name]) => PASSED_ON.has(name)),
      ["access-control-allow-origin", originOf(this.#page.url)],
      ["access-control-allow-credentials", "true"],
    ];
  }
}

/** Memory for scripts, in bytes: those of some dozens of applications. */
const MOST_BYTES = 64 * 1_024 * 1_024;

/** Time that a script is kept, in ms: as long as a reader might read on one site. */
const KEPT_MS = 600_000;

/** Bytes of an entry beside its script. */
const ENTRY_BYTES = 1_024;

/** Words of a Cache-Control header that forbid to use an answer twice (RFC 9111 §5.2.2). */
const NOT_KEPT: ReadonlySet<string> = new Set(["no-store", "no-cache", "private", "max-age=0"]);

/**
 * Scripts that pages of one application have in common: each is asked for once, and not for every page.
 * Data is asked for each time.
 */
export class KeptScripts {
  readonly #byUrl = new LRUCache<string, PageAnswer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }) => body.length + ENTRY_BYTES,
    ttl: KEPT_MS,
  });

  get(url: string): PageAnswer | undefined {
    return this.#byUrl.get(url);
  }

  /** Keeps an answer, unless its server forbids it. */
  keep(url: string, answer: PageAnswer): void {
    const isForbidden = headerTokens(answer.headers, "cache-control").some((word) =>
      NOT_KEPT.has(word),
    );
    if (answer.status === 200 && !isForbidden) this.#byUrl.set(url, answer);
  }
}
