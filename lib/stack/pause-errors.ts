import type { LoggedOut } from "../crawl/logged-out.ts";
import { DowserError } from "../errors.ts";

/** Creates the error of a crawl whose site with a session wants a login. */
export function loggedOut({ origin, links }: LoggedOut): DowserError {
  return new DowserError(`${origin} answers with its login, after ${links} links in a row`, {
    code: "logged-out",
    reaction: "stop-crawl",
    value: origin,
    hint: "renew the session, then continue with dowser resume PROJECT.yaml",
  });
}

/** Creates the error of a crawl whose harvesters die with whatever they fetch. */
export function harvestersLost(links: number): DowserError {
  return new DowserError(`${links} harvesters in a row died with one link each`, {
    code: "harvesters-lost",
    reaction: "stop-crawl",
    value: links,
    hint: "read the log of the stack's function harvester, then continue with dowser resume",
  });
}
