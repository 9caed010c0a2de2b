/** Secrets that a user gives a stack. Its resources, rights and variables, and what commands send, follow from this list. */
import { z } from "zod";
import { jsonIn } from "../domain/json.ts";
import type { SiteAccess } from "../domain/web/http/site-access.ts";
import { type DowserError, fail } from "../errors.ts";
import type { Project } from "./project-schema.ts";

/** A secret whose value others have issued. */
export interface GivenSecret {
  /** Names its resource in the stack; the stack's output with its ARN is called so, with `Arn`. */
  readonly name: "SearchKey" | "Sessions" | "Assessor";
  /** Variable of functions with its ARN. */
  readonly variable: "SEARCH_KEY_ARN" | "SESSIONS_ARN" | "ASSESSOR_ARN";
  /** The function that may read it. */
  readonly reader: "planner" | "harvester" | "trainer";
  /** Whether the stack of a project has it. */
  readonly isUsed: (project: Pick<Project, "search" | "access" | "assessor">) => boolean;
  readonly description: string;
  /** Why the stack does not rotate it. */
  readonly reason: string;
  /** Said where it is not sent, as the stack is known by its endpoint alone. */
  readonly left: string;
  /** Makes the error of a stack that lacks it. */
  readonly missing: (stack: string) => DowserError;
}

/** All of them. */
export const GIVEN_SECRETS: readonly GivenSecret[] = [
  {
    name: "SearchKey",
    variable: "SEARCH_KEY_ARN",
    reader: "planner",
    isUsed: asksWithKey,
    description: "Key of the search engine that the crawl asks its queries",
    reason: "Another service has issued it, and it changes when its user says so.",
    left: "the stack keeps the search key that dowser deploy stored: it is known by its endpoint alone",
    missing: (name) => fail("no-search-secret", { name }),
  },
  {
    name: "Sessions",
    variable: "SESSIONS_ARN",
    reader: "harvester",
    isUsed: ({ access }) => access !== undefined,
    description: "Cookies, headers and passwords of the sites with a session",
    reason: "Sites have issued them, and they change when their user logs in again.",
    left: "the stack keeps the sessions that were stored last: it is known by its endpoint alone",
    missing: (stack) => fail("no-sessions-secret", { stack }),
  },
  {
    name: "Assessor",
    variable: "ASSESSOR_ARN",
    reader: "trainer",
    isUsed: asksWithOwnKey,
    description: "Key of the model that reads pages, and the address of its server",
    reason: "Another service has issued it, and it changes when its user says so.",
    left: "the stack keeps the key of the assessor that dowser deploy stored: it is known by its endpoint alone",
    missing: (stack) => fail("no-assessor-secret", { stack }),
  },
];

/** Returns whether a project's crawl asks queries of an engine that wants a key. */
export function asksWithKey({ search }: Pick<Project, "search">): boolean {
  return search?.provider === "brave" && search.compose !== undefined;
}

/** Returns whether a project's crawl asks an assessor that wants a key. */
export function asksWithOwnKey({ assessor }: Pick<Project, "assessor">): boolean {
  return assessor?.key !== undefined;
}

/** The key of an assessor, and the one server that is sent it: who may start a crawl names a server, too. */
const assessorKeySchema = z.strictObject({ url: z.string(), key: z.string() });

/** Writes the key of an assessor as the secret of a stack keeps it. */
export function assessorSecretText(secret: z.output<typeof assessorKeySchema>): string {
  return JSON.stringify(secret);
}

/**
 * Reads the key for a server from the secret of a stack.
 * @throws DowserError `assessor-refused` when the secret holds the key of another server, or none
 */
export function assessorKeyFor(url: string, text: string): string {
  const { data } = assessorKeySchema.safeParse(jsonIn(text));
  if (data?.url === url) return data.key;
  throw fail("assessor-refused", { detail: "the stack has no key for its address" });
}

/** What each site is sent. */
const sitesSchema = z.array(
  z.strictObject({
    origin: z.string().min(1),
    headers: z.array(z.tuple([z.string(), z.string()])),
    cookies: z.array(
      z.strictObject({
        name: z.string(),
        value: z.string(),
        domain: z.string(),
        isHostOnly: z.boolean(),
        path: z.string(),
        isSecure: z.boolean(),
        expiresAt: z.number().exactOptional(),
      }),
    ),
  }),
);

/** Writes what sites are sent as the secret of a stack keeps it. */
export function secretText(sites: readonly SiteAccess[]): string {
  return JSON.stringify(sites);
}

/**
 * Reads what sites are sent from the secret of a stack. No message quotes any of it.
 * @throws DowserError `sessions-unreadable`
 */
export function parseSecret(text: string): readonly SiteAccess[] {
  const parsed = sitesSchema.safeParse(jsonIn(text));
  if (parsed.success) return parsed.data;
  throw fail("sessions-unreadable");
}
