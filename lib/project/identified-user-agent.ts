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

/**
 * Returns the name by which robots.txt files know this crawler: the part before the version (RFC
 * 9309 §2.2.1).
 */
export function productToken({ userAgent }: Pick<Project["politeness"], "userAgent">): string {
  return userAgent.split(/[/ ]/, 1)[0] ?? userAgent;
}
