import type { Signals } from "../domain/web/signals/signals.ts";
import type { Host, Url } from "../domain/web/url/url.ts";

/** The decision that a URL is not fetched. */
export interface Refusal {
  readonly kind: "refused";
  /** `robots-unreachable` when the rules stayed unknown for so long that waiting ends. */
  readonly rule: "robots" | "robots-unreachable" | "address" | "port" | "tls";
  readonly detail: string;
}

/** The decision whether a URL may be fetched now by its host's rules. */
export type Admission =
  | {
      readonly kind: "allowed";
      readonly crawlDelayMs: number | undefined;
      /** What the host's files say may be done with the page; absent when they say nothing. */
      readonly signals?: Signals;
    }
  | Refusal
  /**
   * Not now. Either a file with rules was just fetched, and the host needs its delay before the page. Or
   * the rules are unknown (RFC 9309 §2.3.1.4: unreachable means disallowed). Ask again at
   * `retryAt`, in ms since the epoch.
   */
  | {
      readonly kind: "later";
      readonly retryAt: number;
      readonly reason: "robots-fetched" | "robots-unreachable";
      /** With `robots-unreachable`: the failure of the server or the network. */
      readonly detail?: string;
      /** With `robots-unreachable`: the requests after which the host is given up, from 1. */
      readonly triesLeft?: number;
      readonly crawlDelayMs: number | undefined;
    };

/** Applies the rules that hosts set for robots. */
export interface HostGate {
  /**
   * Decides on a URL. Never throws for what a server does. Rules are cached; at most one request
   * per host is made.
   */
  admit(url: Url): Promise<Admission>;

  /**
   * Returns the refusal of a URL by rules that are in memory, and sends no request; `undefined` when
   * only {@link admit} can decide. Absent in a gate without rules.
   */
  refusal?(url: Url): Refusal | undefined;

  /** Returns the sitemap URLs in the host's rules; none before `admit` has read them. */
  sitemaps(host: Host): readonly Url[];
}
