import { parse } from "tldts";
import { hostOf } from "./canonical-url.ts";
import type { Url } from "./url.ts";

/** Endings of pages that tell of the server, not of the page. */
const EXTENSION = /\.(?:[sx]?html?|php\d?|phtml|aspx?|jspx?|cgi|pl|cfm|do)$/i;

/**
 * The parts of a URL that a person chose, percent-decoded, with spaces between: path and query, and
 * before them the host without its public suffix where the URL leads away from `from`.
 */
export function urlWords(url: Url, from: Url): string {
  const { hostname, pathname, search } = new URL(url);
  const path = decodeParts(pathname.replace(EXTENSION, ""), "/");
  const query = decodeParts(search.replaceAll("+", " "), "&");
  return `${hostOf(url) === hostOf(from) ? "" : hostWords(hostname)} ${path} ${query}`;
}

/** The names a person chose; an address has none. */
function hostWords(hostname: string): string {
  const { isIp, subdomain, domainWithoutSuffix } = parse(hostname);
  return isIp === true ? "" : `${subdomain ?? ""} ${domainWithoutSuffix ?? ""}`;
}

function decodeParts(text: string, separator: string): string {
  return text.split(separator).map(decode).join(separator);
}

/** What cannot be decoded, such as a lone `%` or bytes of another charset, stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
