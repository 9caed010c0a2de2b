import * as z from "zod/mini";
import type { FrontierLink, Lease, OfferedLink, Snippet } from "../domain/frontier/link.ts";
import type { HostPace } from "../domain/web/politeness/crawl-delay.ts";
import type { Host, Url } from "../domain/web/url/url.ts";

/*
 * Schemas of the links that processes of a stack send each other. Only the stack's own functions
 * write them: a URL in them was parsed before, and is not parsed again.
 */

/** Makes the schema of a value that JSON leaves out when it is undefined. */
export function maybe<Value>(schema: z.ZodMiniType<Value>): z.ZodMiniType<Value | undefined> {
  return z.pipe(
    z.optional(schema),
    z.transform((value: Value | undefined) => value),
  );
}

/** Schema of a canonical URL. */
export const urlSchema = z.custom<Url>(isText, "expected a URL");

const hostSchema = z.custom<Host>(isText, "expected a host");

/** Schema of the pace of a host. */
export const paceSchema: z.ZodMiniType<HostPace> = z.object({
  delayMs: z.number(),
  baseDelayMs: z.number(),
  crawlDelayMs: z.number(),
  consecutiveFailures: z.number(),
  notBefore: z.number(),
});

/** Schema of the snippet of a link. */
export const snippetSchema: z.ZodMiniType<Snippet> = z.object({
  anchor: z.string(),
  before: z.string(),
  after: z.string(),
  title: z.string(),
  inherited: z.exactOptional(z.number()),
  shortfall: z.exactOptional(z.number()),
  query: z.exactOptional(z.string()),
  place: z.exactOptional(z.string()),
  advice: z.exactOptional(z.number()),
});

/** The fields of a link in every message. */
const link = {
  url: urlSchema,
  host: hostSchema,
  priority: z.number(),
  group: z.string(),
  depth: z.number(),
  redirects: z.number(),
  parent: maybe(urlSchema),
  snippet: maybe(snippetSchema),
  why: z.string(),
  model: z.string(),
};

const quotaSchema = z.object({
  key: z.string(),
  limit: z.number(),
  rule: z.string(),
  counts: z.exactOptional(z.enum(["hosts", "domain"])),
});

/** Schema of a link on its way into the frontier. */
export const offeredLinkSchema: z.ZodMiniType<OfferedLink> = z.object({
  ...link,
  quotas: z.array(quotaSchema),
  refusedBy: maybe(z.string()),
});

const frontierLinkSchema: z.ZodMiniType<FrontierLink> = z.object({
  ...link,
  sequence: z.number(),
  attempts: z.number(),
});

/** Schema of a lease. */
export const leaseSchema: z.ZodMiniType<Lease> = z.object({
  id: z.string(),
  link: frontierLinkSchema,
  pace: paceSchema,
  startAt: z.number(),
  expiresAt: z.number(),
  layer: z.number(),
  server: z.exactOptional(z.number()),
  notFound: z.exactOptional(z.array(z.number())),
});

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
