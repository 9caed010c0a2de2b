import { parse } from "tldts";
import { hostOf } from "./canonical-url.ts";
import type { Url } from "./url.ts";

/** Ending of a file name: it tells of the server, not of the page. */
const EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

/**
 * The parts of a URL that a person chose, percent-decoded, with spaces between: path and query, and
 * before them the host without its public suffix where the URL leads away from `from`.
 */
export function urlWords(url: Url, from: Url): string {
  const { hostname, pathname, search } = new URL(url);
  const path = decode(pathname.replace(EXTENSION, ""));
  const query = decode(search.replaceAll("+", " "));
  return `${hostOf(url) === hostOf(from) ? "" : hostWords(hostname)} ${path} ${query}`;
}

/** The names a person chose; an address has none. */
function hostWords(hostname: string): string {
  const { isIp, subdomain, domainWithoutSuffix } = parse(hostname);
  return isIp === true ? "" : `${subdomain ?? ""} ${domainWithoutSuffix ?? ""}`;
}

/** What cannot be decoded, such as a lone `%` or bytes of another charset, stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
