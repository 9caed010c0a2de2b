import { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import { hostSchema } from "../config/host-schema.ts";
import { duration } from "../config/quantity.ts";
import { isWebUrl } from "./search-schema.ts";

const { politeness } = DEFAULTS;

/** Longest interval of a JavaScript timer, in ms: about 24 days. */
const MAX_TIMER_MS = 2_147_483_647;

/** ASCII without controls and white space, which the URL parser would drop silently. */
const PRINTABLE = /^[\x21-\x7e]+$/;

const text = () => z.string().trim().min(1);

const wait = (leastMs: number) => duration("ms").pipe(z.int().min(leastMs).max(MAX_TIMER_MS));

/** Section `politeness` of a project file. */
export const politenessSchema = z.strictObject({
  userAgent: text()
    .max(200)
    .regex(
      /^[A-Za-z_-]+(?:\/[\x21-\x7e]+)?(?: [\x20-\x7e]+)?$/,
      "expected a product name such as Dowser/0.1",
    )
    .default(politeness.userAgent)
    .describe("Name sent to servers; robots rules are looked up by the part before the slash."),
  contact: text()
    .max(200)
    .refine(isContact, "expected an e-mail address or an http(s) URL")
    .optional()
    .describe("E-mail address or web page sent to servers with each request; live crawls need it."),
  minDelayMs: wait(0)
    .prefault(politeness.minDelayMs)
    .describe(
      "Least time between two requests to a host: ms, or text such as `1s`. Hosts of one registrable domain at one address share it.",
    ),
  minDelayPerAddressMs: wait(1)
    .prefault(politeness.minDelayPerAddressMs)
    .describe(
      "Least time between the starts of two requests to one address (IPv6: one /64 network), whatever its hosts: ms, or text such as `1s`. At most minDelayMs counts.",
    ),
  maxCrawlDelayMs: wait(0)
    .prefault(politeness.maxCrawlDelayMs)
    .describe(
      "Longest crawl delay that a host's robots.txt is obeyed in: ms, or text such as `30s`.",
    ),
  connectionsPerHost: z
    .int()
    .min(1)
    .max(16)
    .default(politeness.connectionsPerHost)
    .describe(
      "Requests at one time that a host sees, or the hosts of one registrable domain at one address.",
    ),
  concurrency: z
    .int()
    .min(1)
    .max(10_000)
    .default(politeness.concurrency)
    .describe("Hosts fetched from at one time."),
  timeoutMs: wait(1)
    .prefault(politeness.timeoutMs)
    .describe("Longest time of one request: ms, or text such as `30s`."),
  maxRedirects: z
    .int()
    .min(0)
    .max(20)
    .default(politeness.maxRedirects)
    .describe("Most redirects followed from one link."),
  maxAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(politeness.maxAttempts)
    .describe("Most attempts to fetch a page that fails for a passing reason."),
  robotsMeta: z
    .enum(["obey", "ignore"])
    .default(politeness.robotsMeta)
    .describe(
      "Whether to obey noindex (the page is no target) and nofollow (its links are left out) in `meta` elements and X-Robots-Tag headers.",
    ),
  relNofollow: z
    .enum(["follow", "skip"])
    .default(politeness.relNofollow)
    .describe('Whether links marked rel="nofollow" are followed or left out.'),
  allowLoopback: z
    .boolean()
    .default(politeness.allowLoopback)
    .describe("Whether pages on this machine may be fetched: for demos and tests."),
  allowInvalidCertificates: z
    .array(hostSchema)
    .max(1_000)
    .prefault([...politeness.allowInvalidCertificates])
    .describe(
      "Hosts, with their subdomains, that are fetched though their certificate is incomplete, expired or of another host, or their TLS too old. Whoever is between may change their pages.",
    ),
});

/** Returns whether a contact is an e-mail address or a web page, and fits in a header as it is. */
export function isContact(value: string): boolean {
  return PRINTABLE.test(value) && (z.email().safeParse(value).success || isWebUrl(value));
}
