import { LRUCache } from "lru-cache";
import { headerTokens } from "../../../domain/web/http/response-outcome.ts";
import type { PageAnswer } from "./page-answer.ts";

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
