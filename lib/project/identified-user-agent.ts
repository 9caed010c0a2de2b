/** How the live web is asked for the pages of a project. */
import { productToken } from "../domain/web/politeness/robots-rules.ts";
import { fail } from "../errors.ts";
import { fileNeed } from "./files-schema.ts";
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

/** Returns how the sitemaps of a project are read, the same on one machine and in a stack. */
export function sitemapSettings({ scope, politeness }: Pick<Project, "scope" | "politeness">) {
  const { minDelayMs, minDelayPerAddressMs, concurrency } = politeness;
  const canonical = { dropParameters: scope.dropParameters };
  return { canonical, minDelayMs, minDelayPerAddressMs, concurrency };
}

/**
 * Returns how a project asks the live web, the same on one machine and in a stack.
 * @throws DowserError `contact-missing`
 */
export function liveWebSettings({ need, politeness, purpose, scope, assessor }: Project) {
  return {
    ...politeness,
    identifiedUserAgent: identifiedUserAgent(politeness),
    productToken: productToken(politeness),
    mediaTypes: scope.mediaTypes,
    files: fileNeed(need.files),
    purpose,
    // Who sends pages to a model has to know who reserves them.
    asksModel: assessor !== undefined,
  };
}
