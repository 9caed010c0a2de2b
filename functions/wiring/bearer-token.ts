import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether an `Authorization` header (RFC 6750 §2.1) bears the token. Takes as long whatever of it is
 * wrong, so that nobody finds the token out by its parts.
 */
export function bearsToken(header: string | undefined, token: string): boolean {
  const [, borne = ""] = /^Bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  // Digests have one length, which a comparison in constant time needs. An empty token opens nothing.
  return timingSafeEqual(digestOf(borne), digestOf(token)) && token !== "";
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** How long a token is kept before it is read again, in ms: a new one is known after so long. */
const TOKEN_AGE_MS = 300_000;

/** Reads a token now and then: again when the one kept is five minutes old; a failed reading is not kept. */
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
