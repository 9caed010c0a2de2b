import { z } from "zod";
import type { ProxyAccess } from "../domain/web/http/site-access.ts";
import { isWebUrl } from "./search-schema.ts";

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
export const accessSchema = z.strictObject({
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
export const originSchema = origin;

/** What is sent to one site. */
export type SiteSection = z.output<typeof siteSchema>;
