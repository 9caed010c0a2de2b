import { z } from "zod";
import type { SiteAccess } from "../domain/web/http/site-access.ts";
import { fail } from "../errors.ts";

const schema = z.array(
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
  const parsed = schema.safeParse(valueOf(text));
  if (parsed.success) return parsed.data;
  throw fail("sessions-unreadable");
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    return undefined;
  }
}
