/** Words in URLs, and what they say of a link. */
import { parse } from "tldts";
import { remember } from "../../text/safe-text.ts";
import { hostOf } from "./canonical-url.ts";
import { registrableDomain } from "./registrable-domain.ts";
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
  return text.split(separator).map(decoded).join(separator);
}

/**
 * Decodes a text; invalid encodings stay as they are, such as a lone `%` or bytes of another
 * charset.
 */
export function decoded(text: string): string {
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

/** The values of {@link LinkIntent}. */
export const LINK_INTENTS = ["share", "login", "register", "print", "calendar", "reply"] as const;

/** What a link is for, if it leads to a form or a copy instead of a page of its own. */
export type LinkIntent = (typeof LINK_INTENTS)[number];

/**
 * Names by which software and its translations call these, as the last segment of a path, a parameter name
 * or a parameter value. Words that also name contents are left out, such as `register` or `calendar`.
 */
const NAMES: readonly (readonly [LinkIntent, ...string[]])[] = [
  ["share", "share", "sharer", "sharearticle", "tweet"],
  ["login", "login", "log-in", "logon", "signin", "sign-in", "logout", "signout", "wp-login"],
  ["login", "anmelden", "einloggen", "connexion", "iniciar-sesion", "accedi", "inloggen"],
  ["register", "signup", "sign-up", "create-account", "registrieren", "registrarse"],
  ["print", "print", "printable", "printview", "drucken", "imprimir", "imprimer", "stampa"],
  ["calendar", "ical", "icalendar", "outlook-ical"],
  ["reply", "reply", "replytocom", "newreply", "post-reply"],
];

const INTENTS: ReadonlyMap<string, LinkIntent> = new Map(
  NAMES.flatMap(([intent, ...names]) => names.map((name) => [name, intent] as const)),
);

/** File ending of an appointment (RFC 5545), and of a server's program. */
const APPOINTMENT = /\.ics$/i;
const PROGRAM = /\.[a-z]{3,5}$/i;

/** What a path has that carries another URL. */
const CARRIES = /\/\/|%2f/i;

/** Separates the names of a query. */
const SEPARATOR = /[?&=;]/;

/** The host of a URL inside another. */
const INNER_HOST = /\/\/([\w.-]+\.[a-z]{2,})/giu;

/**
 * Returns what a link on the page `parent` is for; `undefined` for a link to a page of its own. Such
 * links carry the URL of their page, or the name of what they do.
 */
export function linkIntent(url: Url, parent: Url): LinkIntent | undefined {
  const named = namedIntent(url);
  if (named === "none") return undefined;
  if (named !== "carries") return named;
  return carriesOwnUrl(new URL(url), parent) ? "share" : undefined;
}

/** Number of URLs of which is remembered what they name: most links of a site are on many of its pages. */
const URLS_REMEMBERED = 10_000;

/** Returns what a URL names, or whether it may carry that of its page. */
const namedIntent = remember((url: Url): LinkIntent | "carries" | "none" => {
  // Links by the hundred thousand: a canonical URL is cut faster than it is parsed.
  const pathStart = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?", pathStart);
  const pathEnd = query < 0 ? url.length : query;
  if (APPOINTMENT.test(url.slice(pathStart, pathEnd))) return "calendar";
  const lastEnd = url.charAt(pathEnd - 1) === "/" ? pathEnd - 1 : pathEnd;
  const lastStart = Math.max(url.lastIndexOf("/", lastEnd - 1), pathStart) + 1;
  const last = url.slice(lastStart, Math.max(lastStart, lastEnd));
  for (const name of `${last}${url.slice(pathEnd)}`.toLowerCase().split(SEPARATOR)) {
    const intent = INTENTS.get(name) ?? INTENTS.get(name.replace(PROGRAM, ""));
    if (intent !== undefined) return intent;
  }
  const mayCarry = url.includes("=", pathEnd) || CARRIES.test(url.slice(pathStart, pathEnd));
  return mayCarry ? "carries" : "none";
}, URLS_REMEMBERED);

/**
 * Returns whether a link carries the URL of its page. To another site it may be the URL of any page
 * of this site, as in a list of pages with a button each.
 */
function carriesOwnUrl(target: URL, parent: Url): boolean {
  const { host, pathname, search } = target;
  const own = registrableDomain(hostOf(parent));
  if (registrableDomain(host) !== own) {
    const inner = decoded(pathname + search).matchAll(INNER_HOST);
    return inner.some(([, name = ""]) => registrableDomain(name.toLowerCase()) === own);
  }
  const { pathname: ownPath, search: ownSearch, href } = new URL(parent);
  if (ownPath === "/") return false;
  const forms = new Set([href, ownPath, ownPath + ownSearch]);
  for (const value of target.searchParams.values()) if (forms.has(value)) return true;
  return false;
}
