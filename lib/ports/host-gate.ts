import type { Host, Url } from "../domain/url/url.ts";

/** May this URL be fetched now, as far as its host's rules go? */
export type Admission =
  | { readonly kind: "allowed"; readonly crawlDelayMs: number | undefined }
  | {
      readonly kind: "refused";
      /** `robots-unreachable` where the rules stayed unknown so long that nobody waits for them. */
      readonly rule: "robots" | "robots-unreachable" | "address" | "port";
      readonly detail: string;
    }
  /**
   * Not now: the rules were fetched just now (the host must rest before the page), or cannot be
   * known (RFC 9309 §2.3.1.4: unreachable means disallowed). Ask again at `retryAt`, ms since the epoch.
   */
  | {
      readonly kind: "later";
      readonly retryAt: number;
      readonly reason: "robots-fetched" | "robots-unreachable";
      /** Of `robots-unreachable`: what the server or the network did. */
      readonly detail?: string;
      readonly crawlDelayMs: number | undefined;
    };

/** Knows the rules that hosts set for robots. */
export interface HostGate {
  /** Never throws for what a server does. Rules are cached; at most one request a host is made. */
  admit(url: Url): Promise<Admission>;

  /** Sitemap URLs that the host's rules name; empty before `admit` has seen the host. */
  sitemaps(host: Host): readonly Url[];
}
