import { existsSync } from "node:fs";
import { join } from "node:path";
import { createFileLabelStore } from "../../adapters/files/file-label-store.ts";
import { forgottenUrls } from "../../crawl/crawl-rules.ts";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { UrlTest } from "../../domain/frontier/scope.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { auditAssessments } from "../../evaluation/audit/audit-assessments.ts";
import { auditConservation } from "../../evaluation/audit/audit-conservation.ts";
import {
  type AuditedCheck,
  auditCrawl,
  auditPoliteness,
  type PlannedCheck,
} from "../../evaluation/audit/audit-crawl.ts";
import { auditForgotten } from "../../evaluation/audit/audit-forgotten.ts";
import { auditLinks } from "../../evaluation/audit/audit-links.ts";
import { auditReplay, replayExtent } from "../../evaluation/audit/audit-replay.ts";
import { auditSignals } from "../../evaluation/audit/audit-signals.ts";
import { auditStore } from "../../evaluation/audit/audit-store.ts";
import { auditTables } from "../../evaluation/audit/audit-tables.ts";
import type { AuditedRun, RunHistory } from "../../evaluation/audit/audited-run.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import {
  frontierPolicy,
  type InitialState,
  openPlan,
  planCrawl,
} from "../../project/plan-crawl.ts";
import { readableStore } from "../../project/stored-pages.ts";
import { hasPaths, loadPaths } from "../../run/crawl/gather-paths.ts";
import { readLeftInStack } from "../../run/folder/read-cost.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { loadRunProject, type RunProject, strategyOfRun } from "../../run/folder/run-project.ts";
import { assessmentsOf } from "../../run/judge/assessed-run.ts";
import { EXIT } from "../../run/print/print-error.ts";
import { printResult } from "../../run/print/print-line.ts";
import { type StatusLine, startStatus } from "../../run/print/progress-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import { openRecording, recorded } from "../../run/web/open-web.ts";
import { forgetInFiles } from "../forget/forget-files.ts";
import { earlierRuns } from "../forget/forget-run.ts";
import { type OpenedLedger, openLedger } from "./open-ledger.ts";
import { type AuditedFiles, readAuditedFiles } from "./read-audited-files.ts";
import { type OpenedAudit, openAudit } from "./read-audited-run.ts";
import { hindranceOf, withoutStrategy } from "./replay-hindrance.ts";
import { replayRun } from "./replay-run.ts";

/** The options of the command line. */
export interface AuditOptions {
  /** Whether to crawl a recording again. */
  readonly replay: boolean;
  readonly json: boolean;
  /** The strategy module of the run, where it has one: it is not loaded otherwise. */
  readonly strategyModule?: string | undefined;
}

/** Runs `dowser audit`: returns 0 when nothing is found, else 1. */
export async function auditCommand(directory: string, options: AuditOptions): Promise<number> {
  const checks = await auditRun(directory, options);
  const isGreen = checks.every(({ violations }) => violations === 0);
  const text = options.json
    ? JSON.stringify({ directory, isGreen, checks })
    : checks.flatMap(linesOf).join("\n");
  printResult(text);
  return isGreen ? EXIT.ok : EXIT.failure;
}

/**
 * Makes all checks of a run that can be made.
 * @throws DowserError `no-run`, `run-damaged`
 */
export async function auditRun(
  directory: string,
  { replay, strategyModule }: Pick<AuditOptions, "replay" | "strategyModule">,
): Promise<readonly AuditedCheck[]> {
  if (!existsSync(join(directory, RUN_FILES.database))) throw fail("no-run", { directory });
  const project = wholeProject(directory);
  const files = await readAuditedFiles(directory, project);
  const strategy = await strategyOfRun(project, { strategyModule });
  const isLive = project.web === "live";
  const policy = strategy && frontierPolicy(project, strategy, { isLive });
  await using opened = openAudit(directory);
  using status = startStatus(terminal().stderr);
  const audit = { ...opened, run: withReadProgress(opened.run, status) };
  const readings = { strategy, strategyModule, policy, audit, replay, status };
  const context = { directory, project, files, ...readings };
  return project.web === "live" ? await auditLive(context) : await auditRecorded(context);
}

/** The inputs of the checks. */
interface AuditContext {
  readonly directory: string;
  readonly project: RunProject;
  readonly files: AuditedFiles;
  /** `undefined` when the project names none, or a module that the user did not name. */
  readonly strategy: Strategy | undefined;
  readonly strategyModule: string | undefined;
  /** `undefined` without a strategy. */
  readonly policy: FrontierPolicy | undefined;
  readonly audit: OpenedAudit;
  readonly replay: boolean;
  readonly status: Pick<StatusLine, "show">;
}

async function auditLive(context: AuditContext): Promise<readonly AuditedCheck[]> {
  const { directory, project, audit, files } = context;
  const web = { identify: <Name>(url: Name): Name => url };
  await using ledger = await openLedger(directory, project);
  return await auditCrawl([
    ...(await checksOfStores(context, files.inputs, { isLive: true, web })),
    {
      check: "politeness",
      findings: auditPoliteness(audit.run, ledger.ledgerOf),
      notes: ledger.notes,
    },
    { check: "replay", findings: undefined, notes: ["the live web gives no answer twice"] },
    checkOfSignals(context, ledger.ledgerOf),
    ...checksOfRows(context, faultsOfLedger(ledger, files.history)),
  ]);
}

async function auditRecorded(context: AuditContext): Promise<readonly AuditedCheck[]> {
  const { project } = context;
  const paths = project.web === "live" ? [] : project.web;
  const gone = paths.find((path) => !existsSync(path));
  const nobodyAsked = "a crawl of a recording sends no requests, and there are no robots.txt files";
  const polite: PlannedCheck = { check: "politeness", findings: undefined, notes: [nobodyAsked] };
  if (gone !== undefined) {
    const notes = [`the recording ${gone} is gone: links of the pages were not read again`];
    const [conservation, warc] = await checksOfStores(context, context.files.inputs, undefined);
    const replayed: PlannedCheck = {
      check: "replay",
      findings: undefined,
      notes: [`the recording ${gone} is gone`],
    };
    return auditCrawl([
      { ...conservation, notes },
      warc,
      polite,
      replayed,
      checkOfSignals(context),
      ...checksOfRows(context),
    ]);
  }
  const web = await openRecording(paths);
  await using opened = recorded(web);
  const stored = join(context.directory, RUN_FILES.training);
  const marked = hasPaths(project) ? await loadPaths(project, opened, stored) : undefined;
  const begun = context.files.inputs;
  const inputs = { ...begun, need: { ...begun.need, paths: marked } };
  const hindrance = await hindranceOf(context);
  const replayed: PlannedCheck =
    hindrance === undefined
      ? {
          check: "replay",
          findings: replayFindings(context, { project, web, inputs }),
          notes: [],
        }
      : { check: "replay", findings: undefined, notes: [hindrance] };
  const checks = await checksOfStores(context, inputs, { isLive: false, web });
  const signals = checkOfSignals(context);
  return await auditCrawl([...checks, polite, replayed, signals, ...checksOfRows(context)]);
}

/**
 * Makes the checks that need only the stores of the run, and the web to know links by their
 * aliases.
 */
async function checksOfStores(
  { directory, project, files: { events, history }, audit }: AuditContext,
  inputs: InitialState,
  web:
    | (Parameters<typeof planCrawl>[1] & Pick<Parameters<typeof auditLinks>[1], "web">)
    | undefined,
): Promise<readonly [PlannedCheck, PlannedCheck]> {
  const { run, segments } = audit;
  const pages = readableStore(audit.pages, project);
  const plan = await openPlan(project, { isLive: project.web === "live" }, inputs);
  const hasHandler = project.handler === true;
  const links =
    web === undefined ? [] : auditLinks(run, { pages, web: web.web, plan, hasHandler }, history);
  const conserved = auditConservation(run, history, plan.scope);
  const forgotten = forgottenUrls(events);
  const kept =
    forgotten === undefined ? [] : forgottenFindings({ directory, events, audit }, forgotten);
  const left = readLeftInStack(directory);
  const notes = left === 0 ? [] : [`${counted(left, "answer")} left in the stack, not read`];
  return [
    { check: "conservation", findings: both(both(conserved, links), kept), notes },
    { check: "warc", findings: auditStore(run, segments, history), notes },
  ];
}

/** Checks what is left of forgotten pages, with what the runs say that this one visits again. */
async function* forgottenFindings(
  {
    directory,
    events,
    audit,
  }: Pick<AuditContext, "directory" | "audit"> & Pick<AuditedFiles, "events">,
  isForgotten: UrlTest,
): AsyncGenerator<Violation, void, undefined> {
  const { labels, examples, texts } = forgetInFiles(directory, isForgotten, { isDry: true });
  const earlier = earlierRuns(directory).map((at) => readRun(at));
  const foundOn = async (url: Url): Promise<Url | undefined> => {
    for (const { records } of earlier) {
      let parent = (await records.get(url))?.parent;
      // A redirect hands on the text beside the link to it.
      const passed = new Set<Url>();
      while (parent !== undefined && !passed.has(parent)) {
        passed.add(parent);
        const record = await records.get(parent);
        if (record?.reason === "redirect") parent = record.parent;
      }
      if (parent !== undefined) return parent;
    }
    return undefined;
  };
  const { run, tables } = audit;
  const inFiles = labels + examples + texts;
  try {
    yield* auditForgotten({ run, tables, events, inFiles, foundOn }, isForgotten);
  } finally {
    for (const each of earlier) await each.close();
  }
}

/** Checks what keeps pages out of exports; without a purpose nothing does. */
function checkOfSignals(
  { project, files: { inputs }, audit }: AuditContext,
  ledgerOf?: OpenedLedger["ledgerOf"],
): PlannedCheck {
  const { purpose } = project;
  if (purpose === undefined) {
    const notes = ["the project states no purpose that pages could be reserved against"];
    return { check: "signals", findings: undefined, notes };
  }
  const plan = planCrawl(project, { isLive: project.web === "live" }, inputs);
  const pages = readableStore(audit.pages, project);
  const evidence = { pages, plan, purpose, ...(ledgerOf === undefined ? {} : { ledgerOf }) };
  return { check: "signals", findings: auditSignals(audit.run, evidence), notes: [] };
}

/** Makes the checks of the database and of the other files, each by itself. */
function checksOfRows(
  context: AuditContext,
  others: readonly Violation[] = [],
): readonly PlannedCheck[] {
  const { directory, project, files, policy, audit } = context;
  const { events, history, violations, notes } = files;
  const { maxCrawlDelayMs, maxRedirects } = project.politeness;
  const until = history.isIdle ? Math.max(...events.map(({ at }) => at)) : Date.now();
  const bounds = {
    maxCrawlDelayMs,
    maxRedirects,
    pages: project.budget.pages,
    history,
    events,
    until,
  };
  return [
    {
      check: "database",
      findings: policy && auditTables(audit.tables, { ...bounds, policy }),
      notes: policy === undefined ? [withoutStrategy(project)] : [],
    },
    { check: "files", findings: [...violations, ...others], notes },
    ...(existsSync(join(directory, RUN_FILES.assessments)) ? [checkOfAssessor(context)] : []),
  ];
}

/** Checks what an assessor was asked and said. */
function checkOfAssessor({ directory, project: { purpose }, audit }: AuditContext): PlannedCheck {
  const findings = async function* () {
    const entries = await assessmentsOf(directory).list();
    const labels = await createFileLabelStore(join(directory, RUN_FILES.labels)).list();
    yield* auditAssessments(audit.run, { entries, labels, purpose });
  };
  return { check: "assessor", findings: findings(), notes: [] };
}

/** A kill may cut a line short; otherwise all lines of the politeness log are entries. */
function faultsOfLedger(
  { damagedLines }: OpenedLedger,
  { wereKilled }: RunHistory,
): readonly Violation[] {
  if (damagedLines === 0 || wereKilled) return [];
  const what = `has a line that is not an entry, ${damagedLines} in all`;
  return [{ check: "files", url: RUN_FILES.politeness, what }];
}

/** Crawls again and compares. */
async function* replayFindings(
  { directory, strategy, strategyModule, files: { events, history }, audit, status }: AuditContext,
  again: Omit<Parameters<typeof replayRun>[0], "pages" | "strategyModule" | "events" | "labels">,
): AsyncGenerator<Violation, void, undefined> {
  if (strategy === undefined) return;
  let pages = 0;
  for await (const { page } of audit.run.records()) if (page !== undefined) pages += 1;
  const { isWhole, budget } = replayExtent(events, pages);
  await using replayed = await replayRun(
    {
      ...again,
      strategyModule,
      pages: isWhole ? undefined : budget,
      events,
      labels: join(directory, RUN_FILES.labels),
    },
    counter(status, "pages asked for again"),
  );
  const { wereKilled } = history;
  yield* auditReplay(audit.decisions, replayed.decisions, { isWhole, wereKilled });
}

function wholeProject(directory: string): RunProject {
  const project = loadRunProject(directory);
  if (project?.web === undefined)
    throw fail("run-damaged", { file: directory, fault: "does not say what it was asked for" });
  // A file that `saveRunProject` wrote is complete.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return project as RunProject;
}

async function* both(
  first: AsyncIterable<Violation>,
  second: AsyncIterable<Violation> | readonly Violation[],
): AsyncGenerator<Violation, void, undefined> {
  yield* first;
  yield* second;
}

function linesOf({ check, isMade, violations, reported, notes }: AuditedCheck): string[] {
  if (!isMade) return [`${check}: not checked, ${notes.join("; ")}`];
  const verdict =
    violations === 0 ? "nothing found" : `${violations.toLocaleString("en")} violations`;
  const head = [`${check}: ${verdict}`, ...notes.map((note) => `  (${note})`)];
  const lines = reported.map(({ url, what }) => `  ${safeText(url)}: ${safeText(what)}`);
  const more = violations - reported.length;
  return [...head, ...lines, ...(more > 0 ? [`  and ${more.toLocaleString("en")} more`] : [])];
}

/** Returns the run, and shows on a line how much of it has been read. */
export function withReadProgress(run: AuditedRun, status: Pick<StatusLine, "show">): AuditedRun {
  return {
    ...run,
    *links() {
      const count = counter(status, "links of the frontier read");
      for (const link of run.links()) yield count(link);
    },
    async *records() {
      const count = counter(status, "records read");
      for await (const record of run.records()) yield count(record);
    },
    *indexedAnswers() {
      const count = counter(status, "stored answers read");
      for (const answer of run.indexedAnswers()) yield count(answer);
    },
  };
}

/** Returns a function that counts its arguments and returns them unchanged. */
function counter(status: Pick<StatusLine, "show">, what: string): <Each>(each: Each) => Each {
  let counted = 0;
  return (each) => {
    counted += 1;
    status.show(() => `audit: ${counted.toLocaleString("en")} ${what}`);
    return each;
  };
}
