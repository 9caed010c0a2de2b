import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  appendToRunLog,
  openFileRunLog,
  readFileRunLog,
} from "../../adapters/files/file-run-log.ts";
import { createSqliteFrontier } from "../../adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../adapters/sqlite/open-database.ts";
import { createSqliteRecordStore } from "../../adapters/sqlite/sqlite-record-store.ts";
import { createSqliteModelStore } from "../../adapters/sqlite/sqlite-stores.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { forgottenModels } from "../../crawl/crawl-rules.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import { updatedPlan } from "../../crawl/need-updates.ts";
import { joinedPages, readablePages } from "../../crawl/run-rules.ts";
import { lastModel, trainModel } from "../../crawl/train-model.ts";
import { compileUrlRules } from "../../domain/frontier/scope.ts";
import { canonicalUrl, hostOf } from "../../domain/web/url/canonical-url.ts";
import { fail } from "../../errors.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import { frontierPolicy, openPlan } from "../../project/plan-crawl.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { urlRules } from "../../project/url-named.ts";
import { hasPaths } from "../../run/crawl/gather-paths.ts";
import { beganInYear } from "../../run/folder/open-run.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { isCrawling, migrationOf, RUN_FILES } from "../../run/folder/run-database.ts";
import { loadFoundSeeds, loadNeed } from "../../run/folder/run-inputs.ts";
import {
  earlierDirectory,
  loadRunProject,
  type RunProject,
  strategyOfRun,
} from "../../run/folder/run-project.ts";
import { MAX_COMPARED_URLS, offerKnownUrl, spellingsOf } from "../../run/folder/spell-url.ts";
import { lookAtRun } from "../../run/judge/look-at-run.ts";
import { earlierRuns, type Forgettable, findForgettable, forgetIn } from "./forget-run.ts";

/** The options of the command line. */
export interface ForgetOptions {
  /** Why the pages are forgotten, for the log; required unless nothing is done. */
  readonly reason?: string | undefined;
  readonly dryRun: boolean;
  /** Whether to forget in the runs that this one visits again, and in those that visit it again. */
  readonly chain?: boolean;
  readonly json: boolean;
}

/**
 * Removes pages from a run and from the training crawl in it: stored answers, records, labels,
 * texts and models. The log says what was removed, when and why, before anything is; and the run does not
 * fetch such URLs again. Returns a message about it, which names the runs of the same pages that still have them.
 * @throws DowserError `no-run`, `bad-url`, `forget-needs-reason`, `run-is-locked`
 */
export async function forgetText(
  directory: string,
  named: readonly string[],
  { reason, dryRun, chain = false, json }: ForgetOptions,
): Promise<string> {
  if (!existsSync(join(directory, RUN_FILES.database))) throw fail("no-run", { directory });
  if (!dryRun && (reason ?? "").trim() === "") throw fail("forget-needs-reason");
  const project = loadRunProject(directory) ?? {};
  const spelt = (url: string) => spellingsOf(url, project);
  const rulesOf = new Map(named.map((text) => [text, urlRules(text, spelt)]));
  const rules = [...new Set([...rulesOf.values()].flat())];
  const others = chainOf(directory);
  const elsewhere: string[] = [];
  for (const run of chain ? [] : others) if (await holds(run, rules)) elsewhere.push(run);
  const found: Forgettable[] = [];
  const runs = chain ? laterFirst([directory, ...others]) : [directory];
  for (const run of runs) found.push(await forgetInRun(run, rules, dryRun ? undefined : reason));
  const total = found.reduce(sum);
  const unmatched = await unmatchedIn(runs, rulesOf);
  if (json)
    return JSON.stringify({
      directory,
      rules,
      dryRun,
      ...total,
      elsewhere,
      unmatched: [...unmatched.keys()],
    });
  return describe(total, { directory, dryRun, elsewhere, unmatched });
}

/** Returns what names no URL that the runs know, each with the hint to the one that may be meant. */
async function unmatchedIn(
  runs: readonly string[],
  rulesOf: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, string>> {
  const left = new Map([...rulesOf].map(([text, rules]) => [text, compileUrlRules(rules)]));
  const offers = new Map<string, string>();
  for (const directory of withTraining(runs)) {
    await using run = readRun(directory);
    for (const { url } of left.size === 0 ? [] : run.knownLinks())
      for (const [text, matches] of left) if (matches(url, hostOf(url))) left.delete(text);
    for (const text of left.keys()) {
      const parsed = canonicalUrl(text);
      if (!parsed.ok || offers.has(text)) continue;
      offers.set(text, offerKnownUrl(run.urlsOfHost(parsed.host, MAX_COMPARED_URLS), parsed.url));
    }
  }
  return new Map([...left.keys()].map((text) => [text, offers.get(text) ?? ""]));
}

/** Returns runs, each with the training crawl in it where it has one. */
function withTraining(runs: readonly string[]): readonly string[] {
  const all = runs.flatMap((run) => [run, join(run, RUN_FILES.training)]);
  return all.filter((run) => existsSync(join(run, RUN_FILES.database)));
}

/** Returns the runs that a run visits again, and those in its folder that visit one of them again. */
function chainOf(directory: string): readonly string[] {
  const own = resolve(directory);
  const chain = new Map([own, ...earlierRuns(directory)].map((run) => [resolve(run), run]));
  const beside = readdirSync(dirname(own), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(dirname(directory), name))
    .filter((run) => existsSync(join(run, RUN_FILES.database)));
  for (let size = 0; size !== chain.size; ) {
    size = chain.size;
    for (const run of beside) {
      const earlier = earlierDirectory(run);
      if (earlier !== undefined && chain.has(resolve(earlier)) && !chain.has(resolve(run)))
        chain.set(resolve(run), run);
    }
  }
  chain.delete(own);
  return [...chain.values()];
}

/** Later runs first: what they keep may refer to bodies that the earlier ones store. */
function laterFirst(runs: readonly string[]): readonly string[] {
  return runs.toSorted((a, b) => earlierRuns(b).length - earlierRuns(a).length);
}

/** Returns whether a run has something to forget; one that a crawl is at work in may have. */
async function holds(directory: string, rules: readonly string[]): Promise<boolean> {
  if (isCrawling(directory)) return true;
  const { records, answers, labels } = await forgetInRun(directory, rules, undefined);
  return records + answers + labels > 0;
}

/** Forgets in a run and in the training crawl in it; without a reason it only counts. */
async function forgetInRun(
  directory: string,
  rules: readonly string[],
  reason: string | undefined,
): Promise<Forgettable> {
  const wasLookedAt = existsSync(join(directory, RUN_FILES.look));
  const found: Forgettable[] = [];
  for (const run of withTraining([directory])) found.push(await forgetFrom(run, rules, reason));
  if (reason === undefined) return found.reduce(sum);
  // The training crawl is over: none of its models decides any more.
  await trainAgain(directory);
  // So that all who read the run go on with one count of what is left.
  if (wasLookedAt) await lookAtRun(directory);
  return found.reduce(sum);
}

/** Forgets in one run; without a reason it only counts. */
async function forgetFrom(
  directory: string,
  rules: readonly string[],
  reason: string | undefined,
): Promise<Forgettable> {
  const policy = await policyOf(directory);
  const isForgotten = compileUrlRules(rules);
  using database = openDatabase(join(directory, RUN_FILES.database), migrationOf(directory));
  const run = { directory, database, policy };
  const models = createSqliteModelStore(database);
  const old = forgottenModels(await readFileRunLog(join(directory, RUN_FILES.log)));
  const stored = await Promise.all([...old].map((hash) => models.get(hash)));
  const hasOldModels = stored.some((json) => json !== undefined);
  const plan = await findForgettable(run, isForgotten, { hasOldModels });
  if (reason === undefined) return plan.found;
  const { copies, ...counts } = plan.found;
  const detail = { rules: [...rules], reason, ...counts, copies: copies.length };
  appendToRunLog(join(directory, RUN_FILES.log), {
    at: systemClock.now(),
    kind: "forgotten",
    detail,
  });
  await forgetIn(run, isForgotten, plan);
  return plan.found;
}

/** Returns the policy of a frontier; the training crawl and a run without its strategy are breadth-first. */
async function policyOf(directory: string) {
  const project = loadRunProject(directory);
  const isLive = project?.web === undefined || project.web === "live";
  const strategy =
    (project && (await strategyOfRun(project))) ??
    (await createStrategy({ name: "breadth-first" }, { seed: 0, pages: 1 }));
  // A file that `saveRunProject` wrote is complete.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return frontierPolicy(project as RunProject, strategy, { isLive });
}

function sum(one: Forgettable, other: Forgettable): Forgettable {
  return {
    records: one.records + other.records,
    pages: one.pages + other.pages,
    answers: one.answers + other.answers,
    bytes: one.bytes + other.bytes,
    queued: one.queued + other.queued,
    models: one.models + other.models,
    labels: one.labels + other.labels,
    examples: one.examples + other.examples,
    texts: one.texts + other.texts,
    copies: [...one.copies, ...other.copies],
  };
}

function describe(
  found: Forgettable,
  {
    directory,
    dryRun,
    elsewhere,
    unmatched,
  }: Pick<ForgetOptions, "dryRun"> & {
    readonly directory: string;
    readonly elsewhere: readonly string[];
    readonly unmatched: ReadonlyMap<string, string>;
  },
): string {
  const { records, pages, answers, bytes, queued, models } = found;
  const { labels, examples, texts, copies } = found;
  const parts = [
    `${counted(pages, "page")}, ${counted(records, "record")} and ${counted(answers, "stored answer")} (${bytes.toLocaleString("en")} bytes)`,
    `${counted(labels, "label")}, ${counted(examples, "example page")} and ${counted(texts, "text")} in other files`,
  ];
  const also = [
    queued === 0 ? [] : [`${counted(queued, "queued link")} of these URLs will not be fetched`],
    copies.length === 0
      ? []
      : [
          `the same content is kept under other URLs: ${copies.join(", ")}; name them, too, if it must go`,
        ],
    models === 0
      ? []
      : [`${counted(models, "model")} that may know words of them; the last one is trained again`],
    elsewhere.length === 0 ? [] : [`also in ${elsewhere.join(", ")}: --chain forgets there, too`],
    [...unmatched].map(([text, offer]) =>
      `no page or link of ${directory} matches ${text}: it is only kept from being fetched; ${offer}`.replace(
        /;? $/,
        "",
      ),
    ),
    dryRun
      ? []
      : [`logged in ${join(directory, RUN_FILES.log)}; files exported before still have it`],
  ].flat();
  return [`${dryRun ? "would be removed" : "removed"}: ${parts.join("; ")}`, ...also].join("\n");
}

// Trains the models of a run again, from what is left of it: those that knew forgotten pages are gone.

/**
 * Trains a run's model again from the pages, labels and examples that are left, scores the queued links by it,
 * and logs it. Verdicts on pages stay. Does nothing in a run that has its last model, and leaves it to
 * the next start of the crawl in one whose strategy is not there or that learns from click paths.
 */
async function trainAgain(directory: string): Promise<void> {
  const { project, strategy } = await choiceOf(directory);
  const need = loadNeed(join(directory, RUN_FILES.need));
  if (need === undefined || strategy === undefined || hasPaths(project)) return;
  const web = { isLive: project.web === "live" };
  const foundSeeds = loadFoundSeeds(join(directory, RUN_FILES.seeds));
  const inputs = { need, foundSeeds, year: await beganInYear(directory) };
  const asked = { ...(await openPlan(project, web, inputs)), strategy };
  const policy = frontierPolicy(project, strategy, web);
  using database = openDatabase(join(directory, RUN_FILES.database), migrationOf(directory));
  await using run = readRun(directory);
  const [before] = earlierRuns(directory);
  await using earlier = before === undefined ? undefined : readRun(before);
  const log = await openFileRunLog(join(directory, RUN_FILES.log));
  const events = await log.list();
  const [models, records] = [createSqliteModelStore(database), createSqliteRecordStore(database)];
  if (!events.some(({ kind }) => kind === "trained")) return;
  if ((await lastModel({ models, log }, asked)) !== undefined) return;
  const frontier = createSqliteFrontier(database, policy, systemClock.now());
  const pages = readablePages(
    joinedPages(run.pages, earlier ? [earlier.pages] : []),
    asked.rules.fetch,
  );
  const ports = { frontier, records, models, log, labels: run.labels, pages, clock: systemClock };
  const plan = await updatedPlan(ports, asked, updatesOf(events).state);
  await trainModel(ports, plan, undefined);
}

async function choiceOf(directory: string) {
  // A file that `saveRunProject` wrote is complete; an early run may have none.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const project = (loadRunProject(directory) ?? {}) as RunProject;
  return { project, strategy: await strategyOfRun(project) };
}
