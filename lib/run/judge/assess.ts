/** Asks the assessor of a project about pages of a run, for the command and for a crawl at work. */
import { lookup } from "node:dns/promises";
import { join } from "node:path";
import { Agent } from "undici";
import { createChatAssessor } from "../../adapters/assess/chat-assessor.ts";
import { createCommandAssessor } from "../../adapters/assess/command-assessor.ts";
import { holdLock } from "../../adapters/sqlite/open-database.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { guardedConnector } from "../../adapters/web/live/guarded-connector.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { DowserError, fail } from "../../errors.ts";
import {
  type AssessablePages,
  assessablePages,
  type KeptFrom,
  keptFrom,
} from "../../evaluation/assessed-pages.ts";
import { answersTo } from "../../evaluation/choose-pages.ts";
import {
  type AskedPages,
  type AskSettings,
  askAboutPages,
  type PageToAsk,
} from "../../features/assess/ask-pages.ts";
import type { AssessorChoice } from "../../features/assess/manifest.ts";
import { digestOf, PROMPT } from "../../features/assess/page-prompt.ts";
import { pagesToAsk, wholeGuide } from "../../features/assess/stored-questions.ts";
import type { Assessment } from "../../ports/assessment-store.ts";
import type { Assessor } from "../../ports/assessor.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import { loadAccess } from "../../project/load-access.ts";
import type { Project } from "../../project/project-schema.ts";
import { readGuide } from "../../project/read-need.ts";
import { type ReadableRun, storedViews } from "../folder/read-run.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import type { RunProject } from "../folder/run-project.ts";
import { terminal } from "../print/terminal.ts";
import { assessmentsOf, earlierAssessments } from "./assessed-run.ts";

/** Time in which a connection to a server must be open, in ms. */
const CONNECT_MS = 10_000;

/** An assessor that is ready to be asked, and how. */
export interface OpenedAssessor {
  readonly choice: AssessorChoice;
  readonly settings: AskSettings;
  readonly assessor: Assessor;
  readonly keptFrom: KeptFrom;
}

/**
 * Opens the assessor that a project of the user names. Nothing of it comes from a run: a run may be somebody else's,
 * and would get the user's key.
 * @throws DowserError `assessor-not-named`, `assessor-without-guide`, `assessor-guide-unreadable`,
 * `assessor-key-missing`, and the errors of the access file
 */
export function openAssessor(project: Project, file: string): OpenedAssessor {
  const { assessor: choice, need, access, purpose } = project;
  if (choice === undefined) throw fail("assessor-not-named", { file });
  const { env } = terminal();
  const sites = access === undefined ? [] : loadAccess(access, env).sites;
  const { model, price = { in: 0, out: 0 }, dollars, tokens, requests, parallel } = choice;
  const guide = wholeGuide(need.topic, readGuide(choice.guide));
  return {
    choice,
    settings: { guide, model, price, cap: { dollars, tokens, requests }, parallel },
    assessor: adapterOf(choice, env),
    keptFrom: keptFrom(
      purpose,
      sites.map(({ origin }) => origin),
    ),
  };
}

function adapterOf(choice: AssessorChoice, env: NodeJS.ProcessEnv): Assessor {
  const { url, command = [], model, timeout: timeoutMs } = choice;
  if (url === undefined) return createCommandAssessor({ command, model, timeoutMs });
  const key = assessorKey(choice.key, env);
  const connect = guardedConnector({
    allowLoopback: true,
    allowOwnNetwork: true,
    connectTimeoutMs: CONNECT_MS,
    // Names of the user's own network may stand in a file of hosts.
    resolve: async (hostname) =>
      (await lookup(hostname, { all: true })).map(({ address }) => address),
  });
  const dispatcher = new Agent({ connect });
  return createChatAssessor({ url, model, key, timeoutMs, dispatcher, clock: systemClock });
}

/** A header value. Anything else would be refused in an error that quotes the key. */
const KEY = /^[\x21-\x7e]+$/;

/**
 * Returns the key that a project names; `undefined` where it names none.
 * @throws DowserError `assessor-key-missing`
 */
export function assessorKey(named: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (named === undefined) return undefined;
  const name = named.slice("env:".length);
  const key = env[name]?.trim() ?? "";
  if (!KEY.test(key)) throw fail("assessor-key-missing", { name });
  return key;
}

/** The stores of a run that pages are read from, and what its project says of reading them. */
export interface AssessedRun {
  readonly directory: string;
  readonly stores: Pick<ReadableRun, "records" | "pages"> & {
    readonly labels: Pick<LabelStore, "list">;
  };
  readonly project: Partial<RunProject>;
}

/** The pages of a run that may be asked about, and the answers that are there. */
export interface AssessedSoFar extends AssessablePages {
  /** Answers to the same question: guide, prompt and model. */
  readonly answered: ReadonlyMap<Url, Assessment>;
}

/** Lists the pages of a run that may be asked about, with the answers that are there. */
export async function assessedSoFar(
  { directory, stores }: AssessedRun,
  { keptFrom, settings: { guide, model } }: OpenedAssessor,
): Promise<AssessedSoFar> {
  const entries = await assessmentsOf(directory).list();
  const answered = answersTo({ prompt: PROMPT, guide: digestOf([guide]), model }, entries);
  return { ...(await assessablePages(stores.records, keptFrom)), answered };
}

/**
 * Asks about pages of a run, one process at a time.
 * @throws DowserError `assessing-already`, `assessor-refused`, `assessor-unavailable`
 */
export async function askOfRun(
  run: AssessedRun,
  { assessor, settings }: OpenedAssessor,
  urls: readonly Url[],
  watch: Parameters<typeof askAboutPages>[3] = {},
): Promise<AskedPages> {
  const held = lockOf(run.directory);
  try {
    const store = assessmentsOf(run.directory);
    const earlier = await earlierAssessments(run.directory);
    const ports = { assessor, store, clock: systemClock, earlier };
    return await askAboutPages(ports, settings, questionsOfRun(run, urls), watch);
  } finally {
    held.close();
  }
}

function lockOf(directory: string): { close(): void } {
  try {
    return holdLock(join(directory, RUN_FILES.assessments));
  } catch (error) {
    const isHeld = error instanceof DowserError && error.code === "run-is-locked";
    throw isHeld ? fail("assessing-already", { directory }, error) : error;
  }
}

/** Returns the pages with what is shown of them, which is read when their turn comes. */
export function questionsOfRun(
  { stores, project }: AssessedRun,
  urls: readonly Url[],
): AsyncGenerator<PageToAsk> {
  return pagesToAsk(stores.records, storedViews(stores.pages, project), urls);
}
