import {
  findStack,
  type StackClients,
  stackClients,
  storeSecret,
} from "../../adapters/aws/find-stack.ts";
import { fail } from "../../errors.ts";
import { loadAccess } from "../../project/load-access.ts";
import type { Project } from "../../project/project-schema.ts";
import { secretText } from "../../stack/site-secrets.ts";
import { printNotice } from "../print/print-line.ts";
import { terminal } from "../print/terminal.ts";
import { requireWalls } from "../web/open-access.ts";
import { nameOf, type StackChoice } from "./stack-client.ts";

/** Longest text of a secret, in bytes (AWS Secrets Manager). */
const MOST_BYTES = 65_536;

/** The sessions of a project for its stack. */
export interface StackSessions {
  /** Origins that are sent something. */
  readonly origins: readonly string[];
  /** What its secret holds. */
  readonly secret: string;
}

/**
 * Reads the sessions of a project for its stack; `undefined` where it has none. Says on standard error
 * when others may read the files.
 * @throws DowserError `access-unreadable`, `bad-access`, `sessions-need-walls`, `project-not-for-stack`
 */
export function stackSessions(
  { access, scope }: Pick<Project, "access" | "scope">,
  environment: NodeJS.ProcessEnv,
): StackSessions | undefined {
  if (access === undefined) return undefined;
  const { sites, proxies, warnings } = loadAccess(access, environment);
  for (const warning of warnings) printNotice(warning);
  if (proxies.length > 0) throw fail("project-not-for-stack/proxies", { access });
  if (sites.length === 0) return undefined;
  requireWalls(scope);
  const secret = secretText(sites);
  const bytes = Buffer.byteLength(secret);
  if (bytes > MOST_BYTES)
    throw fail("bad-access/size", { access, bytes, most: MOST_BYTES, value: bytes });
  return { origins: sites.map(({ origin }) => origin), secret };
}

/**
 * Stores sessions with their stack. They go to the stack's secret and nowhere else.
 * @throws DowserError `no-sessions-secret`, `no-stack`, `aws-refused`
 */
export async function sendSessions(
  sessions: StackSessions | undefined,
  choice: StackChoice,
  environment: NodeJS.ProcessEnv = terminal().env,
  open: () => StackClients = stackClients,
): Promise<void> {
  if (sessions === undefined) return;
  const { DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: token } = environment;
  if (endpoint !== undefined && token !== undefined) {
    printNotice(
      "the stack keeps the sessions that were stored last: it is known by its endpoint alone",
    );
    return;
  }
  const clients = open();
  const { name, sessions: stored } = await findStack(await nameOf(choice), clients);
  if (stored === undefined) throw fail("no-sessions-secret", { stack: name });
  await storeSecret(stored, sessions.secret, clients);
}
