/** What reports and commands say of sessions. */
import { safeText } from "../../domain/text/safe-text.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { FeatureWords } from "../feature.ts";

/** A site whose session has ended. */
export interface LoggedOut {
  readonly origin: string;
  /** Links in a row that were answered with a login. */
  readonly links: number;
  /** The last of them. */
  readonly url: Url;
}

/** Returns the site that paused a crawl, of the event in its log; `undefined` when another cause did. */
function loggedOutSite(detail: Readonly<Record<string, unknown>>): LoggedOut | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the rule of sessions wrote it
  return detail["site"] as LoggedOut | undefined;
}

/** What is said of a link that would end a session, and of a crawl that paused as one had ended. */
export const sessionWords: FeatureWords = {
  reasons: { logout: "a request would end the session of its site" },
  notAsked: ["logout"],
  pause: {
    end: "logged-out",
    because: "a site with a session answers with its login: the session has to be renewed",
    exitCode: 5,
    notice(detail, { access = "" }) {
      const site = loggedOutSite(detail);
      if (site === undefined) return "";
      const { origin, links, url } = site;
      return [
        `logged out: ${origin} answered ${links === 1 ? "a link" : `${links} links in a row`} with its login, the last is ${safeText(url)}`,
        `these links are queued again; renew the session in ${safeText(access)}, then the same command resumes`,
        "if the session holds, and these pages need other rights, the same command gives them up after a few attempts",
      ].join("\n");
    },
    stack: {
      message: "a site with a session answers with its login: the crawl is paused",
      hint: "renew the session in the file under access, then run dowser resume with the project file, which stores it; the log of the function planner names the site",
    },
  },
};
