/** Hosts as users write them. */
import { z } from "zod";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";

/** Letters, digits, hyphens and dots, an IPv6 address in brackets, and perhaps a port. */
const HOST = /^(?:[^\s/?#@:*[\]]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** A host name, perhaps with a port, in its canonical form. */
export const hostSchema = z
  .string()
  .regex(HOST, "expected a host name such as example.org, without scheme and path")
  .transform((name, context) => {
    const parsed = canonicalUrl(`http://${name}/`);
    if (parsed.ok) return parsed.host;
    context.addIssue({ code: "custom", message: "expected a host name", input: name });
    return z.NEVER;
  });
