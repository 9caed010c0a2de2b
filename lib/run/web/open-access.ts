import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createProxyPool, type ProxyPool } from "../../adapters/web/live/proxy-tunnel.ts";
import { openSessions, type Sessions } from "../../adapters/web/live/sessions.ts";
import { fail } from "../../errors.ts";
import type { WebFacts } from "../../features/feature.ts";
import { secretText } from "../../project/given-secrets.ts";
import { loadAccess } from "../../project/load-access.ts";
import type { Project } from "../../project/project-schema.ts";
import { reasonOf, refuseUnlessFile } from "../../project/read-text-file.ts";
import type { PlanBundle } from "../../stack/bundle.ts";
import { printNotice } from "../print/print-line.ts";
import { terminal } from "../print/terminal.ts";

/** Ends the name of the file beside the user's that keeps the cookies which sites set. */
const KEPT = ".cookies";

/** How the web of a crawl reaches what is not open to everybody. */
export interface OpenedAccess {
  /** What the web needs for it. */
  readonly means: { readonly sessions?: Sessions; readonly proxies: ProxyPool | undefined };
  /** What the crawl has to know of it. */
  readonly facts: Omit<WebFacts, "isLive">;
}

/**
 * Opens the sessions and proxies that a project has. Says on standard error when others may read the
 * secrets.
 * @throws DowserError `access-unreadable`, `bad-access`, `sessions-need-walls`
 */
export function openAccess(
  { access, scope }: Pick<Project, "scope"> & { readonly access: string },
  environment: NodeJS.ProcessEnv = terminal().env,
): OpenedAccess {
  const { sites, proxies: named } = readAccess(access, environment);
  const proxies = named.length > 0 ? createProxyPool(named) : undefined;
  if (sites.length === 0) return { means: { proxies }, facts: {} };
  requireWalls(scope);
  const kept = `${access}${KEPT}`;
  if (existsSync(kept)) refuseNoFile(kept);
  const keeper = createFileCookieKeeper(kept, (reason) => {
    printNotice(`cookies that sites set are lost when this crawl pauses: ${reason}`);
  });
  const sessions = openSessions(sites, keeper);
  return { means: { sessions, proxies }, facts: { sessions: sessions.origins } };
}

function readAccess(access: string, environment: NodeJS.ProcessEnv) {
  const { warnings, ...read } = loadAccess(access, environment);
  for (const warning of warnings) printNotice(warning);
  return read;
}

/** What sites are sent, as a secret of a stack holds it, and what its crawl has to know of that. */
export interface SecretAccess {
  /** By the name of the secret; absent where there are no such sites. */
  readonly texts: { readonly Sessions?: string };
  readonly facts: Pick<PlanBundle, "sessions">;
}

/** Longest text of a secret, in bytes (AWS Secrets Manager). */
const MOST_BYTES = 65_536;

/**
 * Reads what the sites of a project are sent, for its stack, which has no proxies. Says on standard error when
 * others may read the file.
 * @throws DowserError `access-unreadable`, `bad-access`, `sessions-need-walls`, `project-not-for-stack`
 */
export function secretAccess(
  { access, scope }: Pick<Project, "access" | "scope">,
  environment: NodeJS.ProcessEnv,
): SecretAccess {
  if (access === undefined) return { texts: {}, facts: { sessions: [] } };
  const { sites, proxies } = readAccess(access, environment);
  if (proxies.length > 0) throw fail("project-not-for-stack/proxies", { access });
  if (sites.length === 0) return { texts: {}, facts: { sessions: [] } };
  requireWalls(scope);
  const text = secretText(sites);
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES)
    throw fail("bad-access/size", { access, bytes, most: MOST_BYTES, value: bytes });
  return { texts: { Sessions: text }, facts: { sessions: sites.map(({ origin }) => origin) } };
}

/** A pipe there would be waited for without end. */
function refuseNoFile(file: string): void {
  try {
    refuseUnlessFile(file);
  } catch (cause) {
    throw fail("access-unreadable", { file, why: reasonOf(cause) }, cause);
  }
}

/**
 * Refuses sessions in a crawl that would not notice that one has ended.
 * @throws DowserError `sessions-need-walls`
 */
function requireWalls({ walls }: Pick<Project["scope"], "walls">): void {
  if (walls !== "keep") return;
  throw fail("sessions-need-walls", { value: "keep" });
}

/** Rights of the owner alone. */
const PRIVATE = 0o600;

/** Keeps a text of secrets in a file; satisfies the keeper of a web's sessions. */
interface FileCookieKeeper {
  load(): string | undefined;
  save(text: string): void;
}

/**
 * Keeps cookies in a file that its owner alone may read. Where it cannot be written, cookies last as
 * long as the process, and `onTrouble` gets the reason once.
 */
function createFileCookieKeeper(
  file: string,
  onTrouble: (reason: string) => void,
): FileCookieKeeper {
  let isBroken = false;
  return {
    load: () => readIfThere(file),
    save(text) {
      if (isBroken) return;
      const written = `${file}.${process.pid}.tmp`;
      try {
        rmSync(written, { force: true });
        writeFileSync(written, text, { mode: PRIVATE, flag: "wx" });
        renameSync(written, file);
      } catch (error) {
        isBroken = true;
        onTrouble(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
