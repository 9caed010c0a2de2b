import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Cookie, CookieJar, type SerializedCookie } from "tough-cookie";
import type { FetchOutcome, HeaderList } from "../../../domain/web/http/fetch-outcome.ts";
import type { SiteAccess, SiteCookie } from "../../../domain/web/http/site-access.ts";
import { hostOf, originOf } from "../../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../../domain/web/url/url.ts";
import { linkIntent } from "../../../domain/web/url/url-words.ts";

/** Longest `Set-Cookie` that is kept, in UTF-16 units, and most cookies of a site: RFC 6265 §6.1. */
const MAX_SET_COOKIE = 4_096;
const MAX_COOKIES = 50;

/** Printable ASCII: other characters could end the header of a request. */
const HEADER_VALUE = /^[ -~]*$/;

/** Keeps the cookies that sites set, from one run to the next: they are secrets. */
export interface CookieKeeper {
  /** Returns the text that was kept last; `undefined` at first. */
  load(): string | undefined;
  save(text: string): void;
}

/** The session of one site. */
export interface Session {
  /** Returns the headers for a request, names and values alternating. */
  headers(url: Url): readonly string[];
  /** Keeps the cookies that an answer sets, and returns the answer without them. */
  learn(url: Url, outcome: FetchOutcome): FetchOutcome;
}

/** The sessions of a crawl. */
export interface Sessions {
  readonly origins: ReadonlySet<string>;
  /** Returns the session of the site that a URL is on: same scheme, host and port. */
  of(url: Url): Session | undefined;
}

/**
 * Opens the sessions of sites. Each has a cookie jar of its own, so that no cookie leaves its
 * origin, whatever domain it is set for. Cookies that were kept go on, unless the site's access was
 * renewed since.
 */
export function openSessions(sites: readonly SiteAccess[], keeper: CookieKeeper): Sessions {
  const kept = parseKept(keeper.load());
  const sessions = new Map<string, SiteSession>();
  const save = () => {
    const entries = Array.from(sessions, ([origin, session]) => [origin, session.kept()] as const);
    keeper.save(`${JSON.stringify({ sites: Object.fromEntries(entries) })}\n`);
  };
  for (const site of sites) sessions.set(site.origin, new SiteSession(site, kept, save));
  return {
    origins: new Set(sessions.keys()),
    of: (url) => (sessions.size === 0 ? undefined : sessions.get(originOf(url))),
  };
}

/** Cookies as they are kept, with the print of the access that they began with. */
interface KeptSite {
  readonly print: string;
  readonly cookies: unknown;
}

/**
 * Cookies of sites that redirect back until they are sent. They are of one host, are forgotten with the
 * program, and only their own host gets them.
 */
export class AskedCookies {
  readonly #jars = new LRUCache<Host, CookieJar>({ max: MOST_JARS });

  /** Returns the header for a URL, as a name and a value; empty for a host that asks for none. */
  headers(url: Url): readonly string[] {
    const cookies = this.#jars.get(hostOf(url))?.getCookieStringSync(url) ?? "";
    return cookies === "" ? [] : ["cookie", cookies];
  }

  /** Keeps the cookies of an answer that asks for them, and returns what it is then. */
  learn(url: Url, outcome: FetchOutcome): FetchOutcome {
    if (outcome.kind === "failed" && outcome.reason === "needs-cookie") {
      this.#keep(url, outcome.headers ?? []);
      return outcome;
    }
    // A host that has got its cookies means what it says.
    const mayAsk = outcome.kind === "redirect" && !this.#jars.has(hostOf(url));
    if (!mayAsk || !leadsBack(url, outcome.location)) return outcome;
    const { status, headers } = outcome;
    this.#keep(url, headers);
    if (this.headers(url).length === 0) return outcome;
    const detail = "redirected to where its cookie is looked for";
    return { kind: "failed", reason: "needs-cookie", detail, status, headers };
  }

  #keep(url: Url, headers: HeaderList): void {
    const host = hostOf(url);
    const jar = this.#jars.get(host) ?? new CookieJar(undefined, JAR_OPTIONS);
    for (const [, text] of headers.filter(isSetCookie)) {
      const isFull = jar.getCookiesSync(url).length >= MAX_COOKIES;
      if (!isFull && mayBeKept(text))
        jar.setCookieSync(text, url, { ignoreError: true, loose: true });
    }
    this.#jars.set(host, jar);
  }
}

/** Checks whether a redirect is to the same path with another query, or to a page that is told where to lead back to. */
function leadsBack(url: Url, location: Url): boolean {
  const [own, other] = [url, location].map((each) => each.split("?", 1)[0]);
  return own === other || linkIntent(location, url) === "share";
}

/** Hosts whose cookies are in memory. */
const MOST_JARS = 1_000;

class SiteSession implements Session {
  readonly #jar: CookieJar;
  readonly #headers: readonly string[];
  readonly #print: string;
  readonly #save: () => void;

  constructor(site: SiteAccess, kept: ReadonlyMap<string, KeptSite>, save: () => void) {
    this.#headers = site.headers.flat();
    this.#print = createHash("sha256").update(JSON.stringify(site)).digest("hex");
    this.#save = save;
    const before = kept.get(site.origin);
    this.#jar = (before?.print === this.#print && jarOf(before.cookies)) || newJar(site);
  }

  headers(url: Url): readonly string[] {
    const cookies = this.#jar.getCookieStringSync(url);
    return cookies === "" ? this.#headers : [...this.#headers, "cookie", cookies];
  }

  learn(url: Url, outcome: FetchOutcome): FetchOutcome {
    if (!("headers" in outcome) || outcome.headers === undefined) return outcome;
    const set = outcome.headers.filter(isSetCookie).map(([, value]) => value);
    if (set.length === 0) return outcome;
    const before = this.#state();
    for (const text of set) this.#keep(text, url);
    if (this.#state() !== before) this.#save();
    return { ...outcome, headers: outcome.headers.filter((header) => !isSetCookie(header)) };
  }

  #keep(text: string, url: Url): void {
    if (!mayBeKept(text)) return;
    const cookie = Cookie.parse(text, { loose: true });
    if (cookie === undefined) return;
    const known = this.#cookies();
    if (known.length >= MAX_COOKIES && !known.some(({ key }) => key === cookie.key)) return;
    this.#jar.setCookieSync(cookie, url, { ignoreError: true });
  }

  #cookies(): readonly SerializedCookie[] {
    return this.#jar.serializeSync()?.cookies ?? [];
  }

  #state(): string {
    return JSON.stringify(this.#cookies(), (key, value: unknown) =>
      TIMES.has(key) ? undefined : value,
    );
  }

  kept(): KeptSite {
    return { print: this.#print, cookies: this.#jar.serializeSync() };
  }
}

/** Checks whether a `Set-Cookie` is short enough, and could not end the header of a request. */
function mayBeKept(text: string): boolean {
  return text.length <= MAX_SET_COOKIE && HEADER_VALUE.test(text);
}

function isSetCookie([name]: HeaderList[number]): boolean {
  return name === "set-cookie";
}

/** Parts of a cookie that change with each use. */
const TIMES: ReadonlySet<string> = new Set(["creation", "lastAccessed"]);

const JAR_OPTIONS = { allowSpecialUseDomain: true, looseMode: true } as const;

function newJar({ origin, cookies }: SiteAccess): CookieJar {
  const jar = new CookieJar(undefined, JAR_OPTIONS);
  for (const cookie of cookies) {
    jar.setCookieSync(toCookie(cookie), `${origin}${cookie.path}`, { ignoreError: true });
  }
  return jar;
}

function toCookie({ name, value, domain, isHostOnly, path, isSecure, expiresAt }: SiteCookie) {
  return new Cookie({
    key: name,
    value,
    // A cookie without a domain is for the host that it is set by.
    domain: isHostOnly ? null : domain,
    path,
    secure: isSecure,
    expires: expiresAt === undefined ? "Infinity" : new Date(expiresAt),
  });
}

/** Returns the jar that was kept; `undefined` when it cannot be read. */
function jarOf(cookies: unknown): CookieJar | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the jar checks what it reads
    return CookieJar.deserializeSync(cookies as string);
  } catch {
    // The session begins with the access that the user gave.
    return undefined;
  }
}

function parseKept(text: string | undefined): ReadonlyMap<string, KeptSite> {
  if (text === undefined) return new Map();
  try {
    const { sites } = Object(JSON.parse(text));
    return new Map(Object.entries(Object(sites)));
  } catch {
    return new Map();
  }
}
