import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** What a request is allowed: everything, the files of the page alone, one file of a run, or nothing. */
export type Verdict =
  | { readonly kind: "allowed" }
  /** The page itself, which has nothing of the folder in it. */
  | { readonly kind: "page" }
  /** A one-time address: what it stands for is answered. */
  | { readonly kind: "once"; readonly target: string }
  | { readonly kind: "refused"; readonly status: 401 | 403 | 421; readonly why: string };

/** The parts of a request that say who asks. */
export interface Asking {
  readonly method: string;
  readonly path: string;
  /** The token in the URL, if there is one. */
  readonly token: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The page and what it is made of; all else has something of the folder. */
const PAGE: ReadonlySet<string> = new Set(["/", "/page.js", "/page.css"]);

/** Begins the one-time addresses. */
const ONCE = "/once/";

/** Time for which a one-time address holds, in ms: the browser asks at once. */
const ONCE_MS = 60_000;

/** Most one-time addresses that wait to be asked for. */
const MOST_ONCE = 1_000;

/** What a one-time address may stand for: what a browser shows or saves, and no script can ask for. */
const SHOWN =
  /^\/api\/runs\/[^/?]+\/(?:pages\/\d+\/frame|report\.html|sample\.jsonl|export|rows)(?:\?|$)/;

/** Bytes of a token: nobody guesses it. */
const TOKEN_BYTES = 32;

/** Names by which this machine knows itself. */
const OWN_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Methods that change nothing. */
const SAFE = new Set(["GET", "HEAD"]);

/**
 * Decides who may ask the server. A request must be sent to an address and not to a name that could
 * point here (DNS rebinding), by no other site, and with the token in a header. A browser sends no header by itself:
 * the page has the token in the storage of its origin, which another port is not (a cookie knows no ports).
 * Frames and files, which get no headers, have addresses that hold once.
 */
export class Guard {
  readonly token: string;
  readonly #once = new Map<string, { readonly target: string; readonly until: number }>();
  readonly #port: number;
  readonly #host: string;
  readonly #now: () => number;

  constructor({
    port,
    host,
    token,
    now = Date.now,
  }: {
    port: number;
    host: string;
    token?: string | undefined;
    now?: () => number;
  }) {
    this.#port = port;
    this.#now = now;
    this.#host = host.includes(":") ? `[${host}]` : host;
    this.token = token ?? randomBytes(TOKEN_BYTES).toString("base64url");
  }

  /** Returns an address at which a file of a run is answered once; `undefined` for anything else. */
  addressOnce(target: string): string | undefined {
    if (!SHOWN.test(target)) return undefined;
    const path = ONCE + randomBytes(TOKEN_BYTES).toString("base64url");
    this.#once.set(path, { target, until: this.#now() + ONCE_MS });
    const [oldest] = this.#once.keys();
    if (this.#once.size > MOST_ONCE && oldest !== undefined) this.#once.delete(oldest);
    return path;
  }

  #redeemed(path: string): string | undefined {
    const found = this.#once.get(path);
    this.#once.delete(path);
    return found !== undefined && this.#now() < found.until ? found.target : undefined;
  }

  judge({ method, path, token, headers }: Asking): Verdict {
    if (!this.#isOwnHost(headers.host)) {
      return { kind: "refused", status: 421, why: "this server is not known by that name" };
    }
    if (!isOwnOrigin(headers)) return { kind: "refused", status: 403, why: "another site asks" };
    if (isSame(bearerOf(headers.authorization), this.token)) return { kind: "allowed" };
    const isRight = token === undefined || isSame(token, this.token);
    if (SAFE.has(method) && PAGE.has(path) && isRight) return { kind: "page" };
    const target = method === "GET" ? this.#redeemed(path) : undefined;
    if (target !== undefined) return { kind: "once", target };
    return { kind: "refused", status: 401, why: "the token is missing or wrong" };
  }

  /** An address cannot be made to point here; a name can, except those that always do. */
  #isOwnHost(host: string | undefined): boolean {
    const found = /^(?<name>.*?)(?::(?<port>\d+))?$/.exec(host ?? "")?.groups;
    const name = (found?.["name"] ?? "").toLowerCase();
    if (Number(found?.["port"] ?? 80) !== this.#port) return false;
    if (OWN_NAMES.has(name) || name === this.#host.toLowerCase()) return true;
    const isOpen = this.#host === "0.0.0.0" || this.#host === "[::]";
    return isOpen && isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
  }
}

/** A browser says where a request comes from; a program says nothing. */
function isOwnOrigin({ host, origin, "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === undefined || site === "same-origin" || site === "none";
}

function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer (?<token>\S+)$/i.exec(header ?? "")?.groups?.["token"];
}

/** Compares secrets in a time that says nothing about them. */
function isSame(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
