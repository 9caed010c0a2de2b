import { createHash, timingSafeEqual } from "node:crypto";
import { readOnlyToken } from "../../lib/project/own-stack.ts";

/** What a request may do. */
export type Right = "all" | "read";

/**
 * Returns what a request may do by its `Authorization` header (RFC 6750 §2.1): all with the token, and reading with that which follows from
 * it. Takes the same time whichever part is wrong, so that nobody can guess a token part by part.
 */
export function rightOf(header: string | undefined, token: string): Right | undefined {
  const [, borne = ""] = /^Bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  const isToken = isSame(borne, token);
  const isReadOnly = isSame(borne, readOnlyToken(token));
  // An empty token admits nobody.
  if (token === "") return undefined;
  if (isToken) return "all";
  return isReadOnly ? "read" : undefined;
}

/** Compares digests, which have one length: a comparison in constant time needs that. */
function isSame(borne: string, token: string): boolean {
  return timingSafeEqual(digestOf(borne), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Time that a token is cached, in ms. The API keeps an answer for a minute more: then a new one applies. */
const TOKEN_AGE_MS = 240_000;

/**
 * Caches a token: reads it again when the cached one is four minutes old. A failed read is not
 * cached.
 */
export function cachedToken(read: () => Promise<string>, now: () => number): () => Promise<string> {
  let cached: { readonly token: string; readonly readAt: number } | undefined;
  return async () => {
    const at = now();
    if (cached === undefined || at - cached.readAt >= TOKEN_AGE_MS) {
      cached = { token: await read(), readAt: at };
    }
    return cached.token;
  };
}
