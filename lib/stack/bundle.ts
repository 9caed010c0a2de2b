import { canonicalUrl } from "../domain/url/canonical-url.ts";
import type { Url } from "../domain/url/url.ts";
import { DowserError } from "../errors.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import { isFoundSeeds } from "../project/found-seeds.ts";
import { identifiedUserAgent } from "../project/identified-user-agent.ts";
import { languageReading } from "../project/language-reading.ts";
import { isNeed, keptNeed, needText, reviveNeed } from "../project/need-text.ts";
import { frontierPolicy, type InitialState, planCrawl } from "../project/plan-crawl.ts";
import { type Project, projectSchema } from "../project/project-schema.ts";
import { projectStrategy } from "../project/project-strategy.ts";
import { withoutRetiredKeys } from "../project/retired-keys.ts";
import { LEAST_MB_TO_DETECT } from "../project/stack-limits.ts";
import type { PlannedCrawl } from "./stack-ports.ts";

/** Version of the text's format; other versions are refused. */
const VERSION = 1;

/**
 * Time that a lease lasts in a stack, in ms. A host's batch window takes most of a minute. There is
 * also time for a slow host, for storing, and for the message of the queue.
 */
const LEASE_MS = 300_000;

/** A stack crawls the live web. */
const LIVE = { isLive: true };

/**
 * Everything that a crawl needs from files and the web at its first start, so that both are read
 * only once. For click paths it includes the pages.
 */
export interface PlanBundle extends InitialState {
  readonly project: Project;
  /** Seeds that the sitemaps of the other seeds' hosts list. */
  readonly sitemapSeeds: readonly Url[];
  /** Origins with a session; what they are sent is in the stack's secret alone. */
  readonly sessions: readonly string[];
}

/** Returns the bundle as JSON: the same bundle gives the same text. */
export function bundleText(bundle: PlanBundle): string {
  const { project, need, foundSeeds, sitemapSeeds, sessions, year } = bundle;
  const some = sessions.length === 0 ? {} : { sessions };
  return needText({ version: VERSION, project, need, foundSeeds, sitemapSeeds, ...some, year });
}

/**
 * Reads a bundle; its project is checked like a project file.
 * @throws DowserError `plan-damaged`
 */
export function parseBundle(text: string): PlanBundle {
  const value = parsed(text);
  if (!("version" in value) || value.version !== VERSION) throw damaged("is of another version");
  const written = "project" in value ? value.project : undefined;
  const project = projectSchema.safeParse(withoutRetiredKeys(written, "those-as-now"));
  if (!project.success) {
    const [issue] = project.error.issues;
    throw damaged(`its project is wrong at ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const need = keptNeed(part(value, "need", isNeed));
  const foundSeeds = "foundSeeds" in value ? part(value, "foundSeeds", isFoundSeeds) : undefined;
  const sitemapSeeds = part(value, "sitemapSeeds", areUrls);
  const sessions = "sessions" in value ? part(value, "sessions", areUrls) : [];
  if (!("year" in value) || typeof value.year !== "number") throw damaged("has no year");
  return { project: project.data, need, foundSeeds, sitemapSeeds, sessions, year: value.year };
}

/**
 * Compiles a bundle to a plan, including the policy of its frontier.
 * @throws DowserError `project-not-for-stack`, `contact-missing`, `no-seeds`, and the errors of a
 * strategy that cannot use the need
 */
export async function planOf(bundle: PlanBundle): Promise<PlannedCrawl> {
  const { project, need, sitemapSeeds, sessions } = bundle;
  refuseSecrets(project);
  requireForStack(project);
  identifiedUserAgent(project.politeness);
  const strategy = await projectStrategy(project);
  strategy.checkNeed?.(need);
  const plan = planCrawl(project, { ...LIVE, sessions: new Set(sessions) }, bundle);
  return {
    plan: {
      ...plan,
      strategy,
      languageReading: await languageReading(project.scope),
      seeds: [...plan.seeds, ...sitemapSeeds],
    },
    policy: {
      ...frontierPolicy(project, strategy, LIVE),
      leaseMs: LEASE_MS,
      leasesOutliveProcess: true,
    },
    listed: sitemapSeeds,
  };
}

/**
 * Refuses a project that a stack cannot crawl: it has no browser and no local search, and runs no
 * strategy module; it reads no feeds and no PDFs.
 * @throws DowserError `project-not-for-stack`
 */
export function requireForStack({ search, strategy, scope, render }: Project): void {
  if (render !== undefined) {
    throw notForStack("a stack has no browser, so it renders no pages", "render", HERE);
  }
  if (scope.feeds) {
    const why = "a stack reads no feeds: the pages of its batches alone are stored whole";
    throw notForStack(why, "scope.feeds", HERE);
  }
  if (scope.pdf) {
    const why = "a stack reads no PDFs: its functions lack the memory";
    throw notForStack(why, "scope.pdf", HERE);
  }
  const { module } = strategy;
  if (module !== undefined) {
    const hint = "name a strategy of Dowser's under strategy, or crawl here with dowser crawl";
    throw notForStack("a strategy module is not run in a stack", module, hint);
  }
  if (search?.provider !== "local" || search.compose === undefined) return;
  throw notForStack(
    "search.provider local searches a recording; a stack crawls without one",
    search.provider,
    "name brave or searxng under search.provider, or crawl a recording with dowser crawl --web",
  );
}

const HERE = "crawl on this machine with dowser crawl, or leave it out";

function notForStack(message: string, value: unknown, hint: string): DowserError {
  return new DowserError(message, {
    code: "project-not-for-stack",
    reaction: "fix-config",
    value,
    hint,
  });
}

/** Refuses a plan that names the file of secrets: it stays on the machine of its user. */
function refuseSecrets({ access }: Project): void {
  if (access === undefined) return;
  throw notForStack(
    "a plan names no file of secrets: they go to the secret of the stack",
    access,
    "start the crawl with dowser start, which reads the file under access",
  );
}

/** Creates the error of a stack without a secret for sessions. */
export function noSessionsSecret(stack: string): DowserError {
  return new DowserError(`${stack} has no secret for sessions`, {
    code: "no-sessions-secret",
    reaction: "fix-config",
    value: stack,
    hint: "deploy the stack with this project: it was made of a project without sessions",
  });
}

/**
 * Refuses a project that tells languages by their text where the harvesters lack the memory for it.
 * @throws DowserError `project-not-for-stack`
 */
export function requireMemory({ scope }: Pick<Project, "scope">, harvesterMb: number): void {
  if (scope.detectLanguage === undefined || harvesterMb >= LEAST_MB_TO_DETECT) return;
  throw new DowserError(
    `harvesters of ${harvesterMb} MB cannot tell languages by text: they need ${LEAST_MB_TO_DETECT} MB`,
    {
      code: "project-not-for-stack",
      reaction: "fix-config",
      value: harvesterMb,
      hint: "deploy the stack with this project and a stack.memory that is large enough, or leave out scope.detectLanguage",
    },
  );
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text, reviveNeed);
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw damaged("is not JSON", cause);
  }
  throw damaged("holds no object");
}

function part<Part>(
  whole: object,
  name: string,
  isPart: (value: object) => value is Part & object,
) {
  const value: unknown = Reflect.get(whole, name);
  if (typeof value === "object" && value !== null && isPart(value)) return value;
  throw damaged(`has no valid ${name}`);
}

function areUrls(value: object): value is Url[] {
  return (
    Array.isArray(value) && value.every((url) => typeof url === "string" && canonicalUrl(url).ok)
  );
}

function damaged(what: string, cause?: unknown): DowserError {
  return new DowserError(`the plan of the crawl ${what}`, {
    code: "plan-damaged",
    reaction: "fix-config",
    value: undefined,
    hint: "start the crawl with the dowser version that deployed the stack",
    cause,
  });
}

/**
 * Reads the bundle that a stack stores under a key.
 * @throws DowserError `plan-missing`, `plan-damaged`
 */
export async function storedBundle(
  blobs: Pick<BlobStore, "get">,
  key: string,
): Promise<PlanBundle> {
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw missing(key);
  return parseBundle(new TextDecoder().decode(bytes));
}

function missing(key: string): DowserError {
  return new DowserError(`the plan ${key} is gone`, {
    code: "plan-missing",
    reaction: "stop-crawl",
    value: key,
    hint: "start the crawl again with dowser start; only dowser destroy should empty the bucket",
  });
}
