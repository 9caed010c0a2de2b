/** Reads the file of sessions and proxies that a project names, and profiles of logins. */
import { statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { ProxyAccess, SiteAccess, SiteCookie } from "../domain/web/http/site-access.ts";
import { type DowserError, fail } from "../errors.ts";
import { parseYaml } from "./parse-yaml.ts";
import { pathText } from "./project-problem.ts";
import { readTextFile } from "./read-text-file.ts";
import { isWebUrl } from "./search-schema.ts";

/** Largest file of secrets, in bytes: the state of a browser with many sites. */
const MAX_BYTES = 4_000_000;

/** A value of the environment in a text: `${NAME}`. */
const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Rights of others than the owner of a file. */
const OTHERS = 0o077;

/** What sites are sent, and what the user should know of the files. */
export interface Access {
  readonly sites: readonly SiteAccess[];
  readonly proxies: readonly ProxyAccess[];
  readonly warnings: readonly string[];
}

/** Longest value, in UTF-16 units: servers take heads of some 8 KiB. */
const MAX_VALUE = 8_000;

/** Names of headers (RFC 9110 §5.1) and of cookies (RFC 6265 §4.1.1). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Printable ASCII: other characters could end a header. */
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Printable ASCII without the separators of a Cookie header. */
const COOKIE_VALUE = /^[\x21-\x3a\x3c-\x7e]*$/;

/** Headers that the crawl sets itself: who it is, what it reads, and where a request ends. */
const OWN_HEADERS: ReadonlySet<string> = new Set(
  (
    "user-agent from host accept accept-encoding accept-language cookie connection content-length " +
    "transfer-encoding te trailer upgrade expect keep-alive range if-none-match if-modified-since " +
    "if-match if-unmodified-since if-range"
  ).split(" "),
);

const secret = z.string("expected text; write numbers in quotes").min(1).max(MAX_VALUE);

const cookieName = z.string().regex(TOKEN, "expected the name of a cookie");
const cookieValue = secret.regex(COOKIE_VALUE, "expected a value without spaces and semicolons");

const headerName = z
  .string()
  .toLowerCase()
  .regex(TOKEN, "expected the name of a header")
  .refine(
    (name) => !OWN_HEADERS.has(name) && !name.startsWith("proxy-"),
    "expected a header that the crawl does not set itself; cookies have a key of their own",
  );

const siteSchema = z
  .strictObject({
    cookies: z.record(cookieName, cookieValue).default({}).describe("Cookies: name → value."),
    headers: z
      .record(headerName, secret.regex(PRINTABLE, "expected printable ASCII"))
      .default({})
      .describe("Headers sent with each request: name → value."),
    basic: z
      .strictObject({ user: secret, password: secret })
      .optional()
      .describe("User name and password of HTTP's basic authentication."),
    profile: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Recorded login: a `cookies.txt` in Netscape's format, or the storage state of Playwright; relative to this file.",
      ),
  })
  .refine(
    ({ basic, headers }) => basic === undefined || headers["authorization"] === undefined,
    "expected either basic or a header authorization",
  );

const origin = z
  .string()
  .refine(
    (text) => isWebUrl(text) && /^https?:\/\/[^/?#]+\/?$/i.test(text),
    "expected scheme and host, such as https://forum.example.org",
  )
  .transform((text) => new URL(text).origin);

/** Port of a SOCKS proxy when none is named (RFC 1928 §3), and of an HTTP proxy by custom. */
const SOCKS_PORT = 1_080;
const HTTP_PORTS = { http: 8_080, https: 443 } as const;

const proxyUrl = z
  .string()
  .regex(
    /^(?:http|https|socks5):\/\/[^/?#@\s]+\/?$/i,
    "expected http://, https:// or socks5:// with host and port; user and password are keys of their own",
  )
  .transform((text, context) => {
    // The scheme of SOCKS has no rules for hosts, so that of http is read.
    const [scheme = "", rest = ""] = text.toLowerCase().split("://");
    const parsed = URL.parse(`http://${rest}`);
    const protocol = scheme === "socks5" || scheme === "https" ? scheme : "http";
    if (parsed !== null) {
      const hostname = parsed.hostname.replace(/^\[|\]$/g, "");
      const usual = protocol === "socks5" ? SOCKS_PORT : HTTP_PORTS[protocol];
      const written = /:(\d+)\/?$/.exec(rest)?.[1];
      return { protocol, hostname, port: Number(written ?? usual) } as const;
    }
    context.addIssue({ code: "custom", message: "expected host and port", input: "" });
    return z.NEVER;
  });

const proxySchema = z
  .strictObject({
    url: proxyUrl.describe("`http://`, `https://` or `socks5://` with host and port."),
    user: secret.optional(),
    password: secret.optional(),
    private: z
      .boolean()
      .default(false)
      .describe("Whether its address may be one of this machine or its network."),
    forward: z
      .boolean()
      .default(false)
      .describe(
        "Whether http pages are asked for by their URL: for proxies that tunnel https only.",
      ),
  })
  .refine(
    ({ forward, url }) => !forward || url.protocol !== "socks5",
    "expected no forward: a SOCKS proxy has tunnels only",
  )
  .transform(
    ({ url, user, password, private: isPrivate, forward: forwards }): ProxyAccess => ({
      ...url,
      user,
      password,
      isPrivate,
      forwards,
    }),
  );

/** The file that a project names under `access`: what sites want to be sent, which is secret. */
const accessSchema = z.strictObject({
  sites: z
    .record(z.string(), siteSchema)
    .default({})
    .describe("Sites with a session: scheme and host → what is sent there, and nowhere else."),
  proxies: z
    .array(proxySchema)
    .default([])
    .describe("Proxies that all requests go through; a host stays on one of them."),
});

/** Schema of the keys of `sites`. */
const originSchema = origin;

/** What is sent to one site. */
type SiteSection = z.output<typeof siteSchema>;

/**
 * Reads the file that a project names under `access`, with the values of the environment that it
 * refers to. No message quotes a value of it.
 * @throws DowserError `access-unreadable`, `bad-access`
 */
export function loadAccess(file: string, environment: NodeJS.ProcessEnv): Access {
  const yaml = parseYaml(readSecret(file));
  // The parser's messages quote parts of the text.
  if (!yaml.ok) throw badAccess(file, ["is no valid YAML, or repeats a key"]);
  const problems: string[] = [];
  const filled = withEnvironment(yaml.value ?? {}, [], { environment, problems });
  const parsed = accessSchema.safeParse(filled);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map(({ path: keys, ...issue }) => wordsOf(keys, issue)));
  }
  if (!parsed.success || problems.length > 0) throw badAccess(file, problems);
  const warnings = warningsOf(file);
  const sites = Object.entries(parsed.data.sites).map(([key, section], index) => {
    const origin = originSchema.safeParse(key);
    if (!origin.success) {
      throw badAccess(file, [`sites, key ${index + 1}: ${origin.error.issues[0]?.message}`]);
    }
    const profile = section.profile && path.resolve(path.dirname(file), section.profile);
    if (profile !== undefined) warnings.push(...warningsOf(profile));
    return siteAccess(origin.data, section, profile === undefined ? [] : readProfile(profile));
  });
  return { sites, proxies: parsed.data.proxies, warnings };
}

function readSecret(file: string): string {
  return readTextFile(file, {
    what: "a file of secrets",
    most: MAX_BYTES,
    error: "access-unreadable",
  });
}

function readProfile(file: string): readonly SiteCookie[] {
  const reading = parseLoginProfile(readSecret(file));
  if (!reading.ok) throw badAccess(file, [reading.reason]);
  return reading.cookies;
}

interface Filling {
  readonly environment: NodeJS.ProcessEnv;
  readonly problems: string[];
}

/** Returns a value with the environment's in place of its references, however deep. */
function withEnvironment(value: unknown, keys: readonly PropertyKey[], filling: Filling): unknown {
  if (typeof value === "string") return filledText(value, keys, filling);
  if (Array.isArray(value))
    return value.map((each, index) => withEnvironment(each, [...keys, index], filling));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, each]) => [key, withEnvironment(each, [...keys, key], filling)] as const,
  );
  return Object.fromEntries(entries);
}

function filledText(text: string, keys: readonly PropertyKey[], filling: Filling): string {
  return text.replace(REFERENCE, (_, name: string) => {
    const { environment } = filling;
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined || value === "")
      filling.problems.push(`${placeOf(keys)}: the environment has no ${name}`);
    return value ?? "";
  });
}

/** Names the place of a value, as far as that is no secret: a key may have been meant as a value. */
function placeOf(keys: readonly PropertyKey[]): string {
  const [section, site] = keys;
  const isOdd = section === "sites" && !originSchema.safeParse(site).success;
  return pathText(keys.slice(0, isOdd ? 1 : 3));
}

function wordsOf(keys: readonly PropertyKey[], issue: { readonly message: string; code: string }) {
  const named = keys.length > 0 ? `${placeOf(keys)}: ` : "";
  if (issue.code === "unrecognized_keys") return `${named}has an unknown key`;
  return `${named}${issue.code === "invalid_key" ? "has a key that cannot be used" : issue.message}`;
}

function siteAccess(
  origin: string,
  { cookies, headers, basic }: SiteSection,
  recorded: readonly SiteCookie[],
): SiteAccess {
  const { hostname, protocol } = new URL(origin);
  const own = Object.entries(cookies).map(([name, value]) => ({
    name,
    value,
    domain: hostname,
    isHostOnly: true,
    path: "/",
    isSecure: protocol === "https:",
  }));
  return {
    origin,
    cookies: [...recorded.filter((cookie) => isFor(cookie, hostname)), ...own],
    headers: [
      ...Object.entries(headers),
      ...(basic === undefined ? [] : [["authorization", basicOf(basic)] as const]),
    ],
  };
}

/** Returns whether a host gets a cookie (RFC 6265 §5.1.3). */
function isFor({ domain, isHostOnly }: SiteCookie, hostname: string): boolean {
  return domain === hostname || (!isHostOnly && hostname.endsWith(`.${domain}`));
}

/** RFC 7617 §2. */
function basicOf({ user, password }: NonNullable<SiteSection["basic"]>): string {
  return `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;
}

function warningsOf(file: string): string[] {
  // Windows has no such rights: Node makes them up.
  if (process.platform === "win32" || (statSync(file).mode & OTHERS) === 0) return [];
  return [`${file} has secrets, and others on this machine may read it: chmod 600 ${file}`];
}

function badAccess(file: string, problems: readonly string[]): DowserError {
  return fail("bad-access", {
    problems: problems.map((problem) => `${file}: ${problem}`).join("\n"),
    value: file,
  });
}

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
