import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** What a request is allowed: everything, the page that asks for the token, or nothing. */
export type Verdict =
  | { readonly kind: "allowed" }
  /** The URL holds the token: the answer sets the cookie. */
  | { readonly kind: "greeted" }
  | { readonly kind: "refused"; readonly status: 401 | 403 | 421; readonly why: string };

/** The parts of a request that say who asks. */
export interface Asking {
  readonly method: string;
  readonly path: string;
  /** The token in the URL, if there is one. */
  readonly token: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Bytes of a token: nobody guesses it. */
const TOKEN_BYTES = 32;

/** Names by which this machine knows itself. */
const OWN_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Methods that change nothing. */
const SAFE = new Set(["GET", "HEAD"]);

/**
 * Decides who may ask the server. A request must be sent to an address and not to a name that could
 * point here (DNS rebinding); it must have the token, in a cookie that other sites cannot send; and what
 * changes something must come from the page itself (CSRF).
 */
export class Guard {
  readonly token: string;
  readonly #session = randomBytes(TOKEN_BYTES).toString("base64url");
  readonly #port: number;
  readonly #host: string;

  constructor({ port, host, token }: { port: number; host: string; token?: string | undefined }) {
    this.#port = port;
    this.#host = host.includes(":") ? `[${host}]` : host;
    this.token = token ?? randomBytes(TOKEN_BYTES).toString("base64url");
  }

  /** Name of the cookie: cookies do not tell ports apart. */
  get #cookie(): string {
    return `dowser-${this.#port}`;
  }

  /** Value of the header that sets the cookie. */
  get setCookie(): string {
    return `${this.#cookie}=${this.#session}; HttpOnly; SameSite=Strict; Path=/`;
  }

  judge({ method, path, token, headers }: Asking): Verdict {
    if (!this.#isOwnHost(headers.host)) {
      return { kind: "refused", status: 421, why: "this server is not known by that name" };
    }
    if (isSame(bearerOf(headers.authorization), this.token)) return { kind: "allowed" };
    if (!this.#isOwnOrigin(method, headers)) {
      return { kind: "refused", status: 403, why: "another site asks" };
    }
    if (method === "GET" && path === "/" && isSame(token, this.token)) return { kind: "greeted" };
    if (isSame(cookieIn(headers.cookie, this.#cookie), this.#session)) return { kind: "allowed" };
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

  #isOwnOrigin(
    method: string,
    { host, origin, "sec-fetch-site": site }: IncomingHttpHeaders,
  ): boolean {
    if (origin !== undefined && origin !== `http://${host}`) return false;
    if (SAFE.has(method)) return site !== "cross-site" && site !== "same-site";
    return origin !== undefined && (site === undefined || site === "same-origin");
  }
}

function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer (?<token>\S+)$/i.exec(header ?? "")?.groups?.["token"];
}

function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Compares secrets in a time that says nothing about them. */
function isSame(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
