import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Returns whether an `Authorization` header (RFC 6750 §2.1) has the token. Takes the same time
 * whichever part is wrong, so that nobody can guess the token part by part.
 */
export function bearsToken(header: string | undefined, token: string): boolean {
  const [, borne = ""] = /^Bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  // Digests have one length, which a comparison in constant time needs. An empty token admits
  // nobody.
  return timingSafeEqual(digestOf(borne), digestOf(token)) && token !== "";
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
