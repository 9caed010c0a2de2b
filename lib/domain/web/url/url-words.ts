import { parse } from "tldts";
import { hostOf } from "./canonical-url.ts";
import type { Url } from "./url.ts";

/** File endings that describe the server, not the page. */
const EXTENSION = /\.(?:[sx]?html?|php\d?|phtml|aspx?|jspx?|cgi|pl|cfm|do)$/i;

/**
 * Returns the parts of a URL that a person chose, percent-decoded, with spaces between: path and
 * query. The host without its public suffix precedes them if the URL leads away from `from`.
 */
export function urlWords(url: Url, from: Url): string {
  const { hostname, pathname, search } = new URL(url);
  const path = decodeParts(pathname.replace(EXTENSION, ""), "/");
  const query = decodeParts(search.replaceAll("+", " "), "&");
  return `${hostOf(url) === hostOf(from) ? "" : hostWords(hostname)} ${path} ${query}`;
}

/** Returns the names of a host that a person chose; an address has no such names. */
function hostWords(hostname: string): string {
  const { isIp, subdomain, domainWithoutSuffix } = parse(hostname);
  return isIp === true ? "" : `${subdomain ?? ""} ${domainWithoutSuffix ?? ""}`;
}

function decodeParts(text: string, separator: string): string {
  if (!text.includes("%")) return text;
  return text.split(separator).map(decode).join(separator);
}

/**
 * Decodes a text; invalid encodings stay as they are, such as a lone `%` or bytes of another
 * charset.
 */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Boundaries of words in a compound: `breastCancer`, `HTMLPage`, `cs414`, `2nd`. */
const SEAM =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?=\p{N})(?<=\p{L}\p{M}*)|(?<=\p{N})(?=\p{L})/gu;

/**
 * Returns a text with spaces at changes of case inside a word, and between its letters and its
 * digits.
 */
export function splitCompounds(text: string): string {
  return text.replace(SEAM, " ");
}
