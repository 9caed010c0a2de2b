import type { SiteCookie } from "../domain/web/http/site-access.ts";

/** Begins a line of an HttpOnly cookie in a file of cURL's or a browser's. */
const HTTP_ONLY = "#HttpOnly_";

/** Fields of a line, separated by tabs. */
const FIELDS = 7;

/** Cookies of a recorded login, or why the text is none. The reason never quotes the text. */
type ProfileReading =
  | { readonly ok: true; readonly cookies: readonly SiteCookie[] }
  | { readonly ok: false; readonly reason: string };

/** Reads a recorded login: Netscape's `cookies.txt`, or the storage state of Playwright. */
export function parseLoginProfile(text: string): ProfileReading {
  return /^\s*[{[]/.test(text) ? parseStorageState(text) : parseCookiesText(text);
}

/** Reads lines of domain, whether hosts below get it, path, whether secure, end (s), name and value. */
function parseCookiesText(text: string): ProfileReading {
  const cookies: SiteCookie[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const written = line.startsWith(HTTP_ONLY) ? line.slice(HTTP_ONLY.length) : line;
    if (written.trim() === "" || written.startsWith("#")) continue;
    const fields = written.split("\t");
    const [domain = "", below, path = "/", secure, end, name = "", ...value] = fields;
    if (fields.length < FIELDS || domain === "" || name === "") {
      return { ok: false, reason: `line ${index + 1} has not the seven fields of a cookie` };
    }
    cookies.push({
      name,
      value: value.join("\t"),
      domain: withoutDot(domain),
      isHostOnly: below?.toUpperCase() !== "TRUE",
      path,
      isSecure: secure?.toUpperCase() === "TRUE",
      ...endAt(Number(end)),
    });
  }
  return { ok: true, cookies };
}

function parseStorageState(text: string): ProfileReading {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    // The parser's message would quote the text, which is secret.
    return { ok: false, reason: "is not valid JSON" };
  }
  const listed: unknown = Array.isArray(state) ? state : Object(state)["cookies"];
  if (!Array.isArray(listed)) return { ok: false, reason: "has no list of cookies" };
  const cookies: SiteCookie[] = [];
  for (const [index, entry] of listed.entries()) {
    const { name, value, domain, path = "/", secure, expires } = Object(entry);
    if (typeof name !== "string" || typeof value !== "string" || typeof domain !== "string")
      return { ok: false, reason: `cookie ${index + 1} lacks a name, a value or a domain` };
    cookies.push({
      name,
      value,
      domain: withoutDot(domain),
      isHostOnly: !domain.startsWith("."),
      path: String(path),
      isSecure: secure === true,
      ...endAt(Number(expires)),
    });
  }
  return { ok: true, cookies };
}

function withoutDot(domain: string): string {
  return domain.replace(/^\./, "").toLowerCase();
}

/** `seconds` since the epoch; 0 or less means that the cookie has no end. */
function endAt(seconds: number): { readonly expiresAt?: number } {
  return seconds > 0 ? { expiresAt: seconds * 1_000 } : {};
}
