import { DowserError } from "../errors.ts";
import type { Project } from "./project-schema.ts";

/**
 * The User-Agent header of a live crawl, with the contact that webmasters can turn to.
 * @throws DowserError `contact-missing`
 */
export function identifiedUserAgent({ userAgent, contact }: Project["politeness"]): string {
  if (contact === undefined) {
    throw new DowserError("a live crawl needs politeness.contact", {
      code: "contact-missing",
      reaction: "fix-config",
      value: contact,
      mend: "set politeness.contact to an e-mail address or a web page about the crawl",
    });
  }
  return `${userAgent} (+${/^https?:/i.test(contact) ? contact : `mailto:${contact}`})`;
}
