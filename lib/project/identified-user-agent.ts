import { fail } from "../errors.ts";
import type { Project } from "./project-schema.ts";

/**
 * Returns the User-Agent header of a live crawl, with a contact for webmasters.
 * @throws DowserError `contact-missing`
 */
export function identifiedUserAgent({ userAgent, contact }: Project["politeness"]): string {
  if (contact === undefined) {
    throw fail("contact-missing", { value: contact });
  }
  return `${userAgent} (+${/^https?:/i.test(contact) ? contact : `mailto:${contact}`})`;
}
