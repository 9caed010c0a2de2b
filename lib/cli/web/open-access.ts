import { createFileCookieKeeper } from "../../adapters/files/file-cookie-keeper.ts";
import { openSessions, type Sessions } from "../../adapters/web/live/sessions.ts";
import { DowserError } from "../../errors.ts";
import { loadAccess } from "../../project/load-access.ts";
import type { Project } from "../../project/project-schema.ts";
import { printNotice } from "../print/print-line.ts";

/** Ends the name of the file beside the user's that keeps the cookies which sites set. */
const KEPT = ".cookies";

/**
 * Opens the sessions that a project has; `undefined` when it has none. Says on standard error when
 * others may read the secrets.
 * @throws DowserError `access-unreadable`, `bad-access`, `sessions-need-walls`
 */
export function openAccess(
  { access, scope }: Pick<Project, "access" | "scope">,
  environment: NodeJS.ProcessEnv = process.env,
): Sessions | undefined {
  if (access === undefined) return undefined;
  const { sites, warnings } = loadAccess(access, environment);
  for (const warning of warnings) printNotice(warning);
  if (sites.length === 0) return undefined;
  if (scope.walls === "keep") throw needsWalls();
  const keeper = createFileCookieKeeper(`${access}${KEPT}`, (reason) => {
    printNotice(`cookies that sites set are lost when this crawl pauses: ${reason}`);
  });
  return openSessions(sites, keeper);
}

function needsWalls(): DowserError {
  return new DowserError("a crawl that keeps logins as pages cannot notice that it is logged out", {
    code: "sessions-need-walls",
    reaction: "fix-config",
    value: "keep",
    hint: "set scope.walls to leave-out or probe, or leave out access",
  });
}
