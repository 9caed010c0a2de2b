/** All that a crawl begins with as one text, packed to be sent. */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod/mini";
import { GZIP_MAGIC } from "../adapters/warc/gzip-member.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { fail } from "../errors.ts";
import { keptFrom } from "../evaluation/assessed-pages.ts";
import { wholeGuide } from "../features/assess/stored-questions.ts";
import { manifestsOf } from "../features/registry.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import { type FoundSeeds, isFoundSeeds } from "../project/found-seeds.ts";
import { asksWithOwnKey } from "../project/given-secrets.ts";
import { identifiedUserAgent } from "../project/identified-user-agent.ts";
import { isNeed, type KeptNeed, keptNeed, needText, reviveNeed } from "../project/need-text.ts";
import { frontierPolicy, type InitialState, openPlan } from "../project/plan-crawl.ts";
import { type Project, projectSchema } from "../project/project-schema.ts";
import { STRATEGY_NAMES } from "../project/registry.ts";
import { withoutRetiredKeys } from "../project/retired-keys.ts";
import { harvesterSeconds, leastHarvesterMb, readingLoad } from "../project/stack-limits.ts";
import { projectStrategy } from "../project/strategy-choice.ts";
import type { PlannedAssessor } from "./assessing.ts";
import { MODULE, requireHandler, withModuleHere } from "./own-code.ts";
import { parsed } from "./parsed.ts";
import type { PlannedCrawl, ReadSitemaps } from "./stack-ports.ts";
import { usageSchema } from "./stack-state.ts";

/** Version of the text's format; other versions are refused. */
const VERSION = 1;

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
  readonly sessions?: readonly string[];
  /** The text of the assessor's guide; absent where it has none. */
  readonly guide?: string | undefined;
  /** Of a crawl that was begun by the API alone: its sitemaps before they are read, and then what they gave beside seeds. */
  readonly sitemaps?: "to-read" | ReadSitemaps | undefined;
  /** Hash of the handler that acts on its pages, a file beside the functions; absent where it has none. */
  readonly handler?: string | undefined;
}

/** Returns the bundle as JSON: the same bundle gives the same text. */
export function bundleText(bundle: PlanBundle): string {
  const { project, need, foundSeeds, sitemapSeeds, sessions = [], year } = bundle;
  const { guide, handler, sitemaps } = bundle;
  const some = {
    ...(sessions.length > 0 && { sessions }),
    ...(guide && { guide }),
    ...(handler && { handler }),
    ...(sitemaps && { sitemaps }),
  };
  return needText({ version: VERSION, project, need, foundSeeds, sitemapSeeds, ...some, year });
}

/** What a bundle has beside its project. Long parts are checked and not copied. */
const partsSchema = z.object({
  need: z.custom<KeptNeed>((kept) => isObject(kept) && isNeed(kept)),
  foundSeeds: z.optional(z.custom<FoundSeeds>((kept) => isObject(kept) && isFoundSeeds(kept))),
  sitemapSeeds: z.custom<Url[]>(areUrls),
  sessions: z.exactOptional(z.custom<Url[]>(areUrls)),
  guide: z.optional(z.string()),
  handler: z.optional(z.string()),
  sitemaps: z.optional(
    z.union([
      z.literal("to-read"),
      z.object({
        unread: z.record(z.string(), z.string()),
        beyond: z.number(),
        usage: usageSchema,
      }),
    ]),
  ),
  year: z.number(),
});

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function areUrls(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((url) => typeof url === "string" && canonicalUrl(url).ok)
  );
}

/**
 * Reads a bundle; its project is checked like a project file.
 * @throws DowserError `plan-damaged`
 */
export function parseBundle(text: string): PlanBundle {
  const value = objectIn(text);
  if (!("version" in value) || value.version !== VERSION)
    throw fail("plan-damaged", { fault: "is of another version", value: undefined });
  const written = "project" in value ? value.project : undefined;
  const project = projectSchema.safeParse(withoutRetiredKeys(written, "those-as-now"));
  if (!project.success) {
    const [issue] = project.error.issues;
    throw fail("plan-damaged", {
      fault: `its project is wrong at ${issue?.path.join(".")}: ${issue?.message}`,
      value: undefined,
    });
  }
  const { module } = project.data.strategy;
  // Whoever sends a bundle may not choose what code runs.
  if (module !== undefined && module !== MODULE)
    throw fail("project-not-for-stack/module", { value: module });
  const {
    need,
    foundSeeds,
    sessions = [],
    ...parts
  } = parsed<z.output<typeof partsSchema>>(partsSchema, value, ({ path }) =>
    fail("plan-damaged", { fault: `has no valid ${path.split(".", 1)[0]}`, value: undefined }),
  );
  return { ...parts, project: project.data, need: keptNeed(need), foundSeeds, sessions };
}

/**
 * Compiles a bundle to a plan, including the policy of its frontier.
 * @throws DowserError `project-not-for-stack`, `contact-missing`, `no-seeds`, and the errors of a
 * strategy that cannot use the need
 */
export async function planOf(bundle: PlanBundle): Promise<PlannedCrawl> {
  const { project, need, sitemapSeeds, sitemaps, sessions } = bundle;
  refuseSecrets(project);
  requireForStack(project);
  requireHandler(bundle);
  identifiedUserAgent(project.politeness);
  const strategy = await projectStrategy(withModuleHere(project));
  strategy.checkNeed?.(need);
  const plan = await openPlan(project, { ...LIVE, sessions: new Set(sessions) }, bundle);
  const isRead = sitemaps !== "to-read";
  return {
    plan: {
      ...plan,
      strategy,
      // Nothing is offered before: seeds are offered once.
      seeds: isRead ? [...plan.seeds, ...sitemapSeeds] : [],
    },
    awaited: isRead ? undefined : plan.seeds,
    sitemaps: isRead ? sitemaps : undefined,
    policy: {
      ...frontierPolicy(project, strategy, LIVE),
      // A host's batch window takes most of a minute. There is also time for a slow host, for storing, and for the message of the queue.
      leaseMs: 1_000 * harvesterSeconds(project),
      leasesOutliveProcess: true,
    },
    listed: sitemapSeeds,
    load: readingLoad(project),
    assessor: plannedAssessor(bundle),
  };
}

function plannedAssessor({
  project,
  sessions,
  guide = "",
}: PlanBundle): PlannedAssessor | undefined {
  const { assessor: choice, need } = project;
  if (choice === undefined) return undefined;
  const whole = wholeGuide(need.topic, guide);
  return { choice, guide: whole, keptFrom: keptFrom(project.purpose, sessions ?? []), project };
}

/**
 * Refuses a project that a stack cannot crawl: it has no browser, no local search and no peers, and
 * asks no program.
 * @throws DowserError `project-not-for-stack`
 */
export function requireForStack(project: Project): void {
  const { search, strategy, scope, render } = project;
  for (const { notForStack } of manifestsOf({ scope, render }))
    if (notForStack !== undefined) throw fail(notForStack.error, { value: notForStack.key });
  refuseOwnAssessor(project);
  if (strategy.module === undefined && !STRATEGY_NAMES.includes(strategy.name)) {
    const names = STRATEGY_NAMES.join(", ");
    throw fail("project-not-for-stack/peer", { names, value: strategy.name });
  }
  if (search?.provider !== "local" || search.compose === undefined) return;
  throw fail("project-not-for-stack/search", { value: search.provider });
}

/** Refuses an assessor on the machine of its user: a program, or a server that only this machine reaches. */
function refuseOwnAssessor({
  assessor,
  politeness,
}: Pick<Project, "assessor" | "politeness">): void {
  if (assessor === undefined) return;
  const { url, command } = assessor;
  if (url === undefined) throw fail("project-not-for-stack/command", { value: command });
  if (politeness.allowLoopback || !ON_THIS_MACHINE.test(new URL(url).hostname)) return;
  throw fail("project-not-for-stack/assessor", { url, value: url });
}

const ON_THIS_MACHINE = /^(?:(?:.+\.)?localhost\.?|127\.[\d.]+|\[::1\])$/;

/** Refuses a plan that names the file of secrets: it stays on the machine of its user. */
function refuseSecrets({ access }: Project): void {
  if (access !== undefined) throw fail("project-not-for-stack/access", { value: access });
}

/**
 * Refuses a project that tells languages by their text, or reads PDFs, where the harvesters lack the memory for it.
 * @throws DowserError `project-not-for-stack`
 */
export function requireMemory(project: Pick<Project, "scope">, harvesterMb: number): void {
  const load = readingLoad(project);
  const leastMb = leastHarvesterMb(load);
  if (Object.keys(load).length === 0 || harvesterMb >= leastMb) return;
  const what = load.readsPdfs ? "read PDFs" : "tell languages by text";
  throw fail("project-not-for-stack/memory", { harvesterMb, what, leastMb });
}

/**
 * Refuses a crawl whose sites or assessor are sent secrets that the stack was not deployed with.
 * @throws DowserError `no-sessions-secret`, `no-assessor-secret`
 */
export function requireSecrets(
  { sessions = [], project }: Pick<PlanBundle, "sessions" | "project">,
  secrets: ReadonlySet<string>,
): void {
  if (asksWithOwnKey(project) && !secrets.has("Assessor"))
    throw fail("no-assessor-secret", { stack: "the stack" });
  if (sessions.length > 0 && !secrets.has("Sessions"))
    throw fail("no-sessions-secret", { stack: "the stack" });
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text, reviveNeed);
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw fail("plan-damaged", { fault: "is not JSON", value: undefined }, cause);
  }
  throw fail("plan-damaged", { fault: "holds no object", value: undefined });
}

/** Stores a bundle under the hash of its text, and returns its key. */
export async function storePlan(
  blobs: Pick<BlobStore, "putNew">,
  bundle: PlanBundle,
): Promise<string> {
  const { text, key } = planText(bundle);
  await blobs.putNew(key, Buffer.from(text));
  return key;
}

/** Returns the text of a bundle, and the key that names it by its hash. */
export function planText(bundle: PlanBundle): { readonly text: string; readonly key: string } {
  const text = bundleText(bundle);
  return { text, key: `plans/sha256-${createHash("sha256").update(text).digest("hex")}.json` };
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
  if (bytes === undefined) throw fail("plan-missing", { key });
  return parseBundle(new TextDecoder().decode(bytes));
}

/**
 * Largest body of a request, in bytes: a function accepts 6 MB, including headers, with the body in
 * base64.
 */
const MAX_BODY_BYTES = 4_400_000;

/**
 * Largest text of a bundle, in bytes. One with a list of seeds so long takes 532 MB and 2.4 s of a processor when a crawl is started: the
 * function has 768 MB, and 29 s of 0.4 of a processor.
 */
const MAX_TEXT_BYTES = 24 << 20;

/**
 * What a packed byte may unpack to, beyond the first MiB: pages, addresses and lists of words stay far below. A short body that unpacks to
 * millions of numbers would take longer to read than the function may run.
 */
const MAX_RATIO = 40;

/** Returns how many bytes of text a body of so many bytes may have. */
function mostTextBytes(packed: number): number {
  return Math.min(MAX_TEXT_BYTES, (1 << 20) + MAX_RATIO * packed);
}

/**
 * Packs a bundle into the body that starts a crawl.
 * @throws DowserError `plan-too-large`
 */
export function packBundle(text: string): Buffer {
  const body = gzipSync(text);
  if (body.length > MAX_BODY_BYTES) {
    throw fail("plan-too-large", {
      size: `${body.length} bytes packed, of at most ${MAX_BODY_BYTES}`,
    });
  }
  refuseLong(text, mostTextBytes(body.length));
  return body;
}

/**
 * Refuses the text of a bundle that is longer than a function reads.
 * @throws DowserError `plan-too-large`
 */
export function refuseLong(text: string, most: number = MAX_TEXT_BYTES): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > most) throw fail("plan-too-large", { size: `${bytes} bytes, of at most ${most}` });
}

/** Returns whether a body is a packed bundle, and not the text of a project. */
export function isPacked(body: Uint8Array): boolean {
  return GZIP_MAGIC.equals(body.subarray(0, GZIP_MAGIC.length));
}

/**
 * Returns the text of a packed bundle.
 * @throws DowserError `plan-damaged`, `plan-too-large`
 */
export function unpackBundle(body: Uint8Array): string {
  const most = mostTextBytes(body.length);
  try {
    return gunzipSync(body, { maxOutputLength: most }).toString("utf8");
  } catch (cause) {
    const isLong =
      cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    if (isLong) throw fail("plan-too-large", { size: `more than ${most} bytes` });
    throw fail("plan-damaged/gzip", { value: body.length }, cause);
  }
}
