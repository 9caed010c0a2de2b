import { FEATURE_REASONS } from "../../features/words.ts";

/** Meanings of the most common reasons in a run, for a reader who does not know the crawler. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["page", "a page, kept"],
  ["redirect", "led to another URL, which counts for itself"],
  ["gone", "the server says that there is nothing (4xx)"],
  ["not-recorded", "the recording has no answer; says nothing of the web"],
  ["robots", "the host's robots.txt forbids it"],
  ["robots-unreachable", "the host's robots.txt could not be read, which forbids everything"],
  ["alias", "fetched under a twin name of its host, with or without www. or by the other scheme"],
  ["forgotten", "removed on request, and not fetched again"],
  ["address", "no public address"],
  ["scheme", "leads out of the web"],
  ["port", "a port of another service"],
  ["content-type", "of a media type that was not asked for"],
  ["too-many-redirects", "redirected too often"],
  ["needs-cookie", "redirected to itself, whatever cookie was sent back"],
  ["bad-redirect", "a redirect without a usable target"],
  ["dns", "the host has no address"],
  ["connect", "the host took no connection"],
  ["tls", "no secure connection: its certificate is not valid, or its TLS too old"],
  ["timeout", "took too long"],
  ["reset", "the connection broke off"],
  ["protocol", "no valid HTTP"],
  ["decompression", "the body could not be unpacked"],
  ["server-error", "the server failed (5xx)"],
  ["slow-down", "the server asked to be left alone for too long (429, 503)"],
  ["depth", "out of scope: too many links from a seed"],
  ["extension", "out of scope: the ending of its path"],
  ["host", "out of scope: its host"],
  ["host-denied", "out of scope: its host is denied"],
  ["pattern", "out of scope: no pattern allows it"],
  ["pattern-denied", "out of scope: a pattern denies it"],
  ["site-quota", "out of scope: its site has as many URLs as scope.urlsPerSite allows"],
  ["site-budget", "its site has as many pages as budget.pagesPerSite allows"],
  ["strategy", "the strategy does not follow it"],
  ["nofollow", "its page asks not to follow links"],
  ["rel-nofollow", 'the link is marked rel="nofollow", and the project leaves such links out'],
  ["language", "its page is in a language that was not asked for"],
  ["capacity", "worth less than all that may wait"],
  ...FEATURE_REASONS,
]);

/** Returns the meaning of a reason; empty text for a self-explanatory one. */
export function reasonMeaning(reason: string): string {
  if (reason.startsWith("trap:")) return "looks like a crawler trap: endless URLs of one kind";
  return MEANINGS.get(reason) ?? "";
}
