/** Asks the assessor of a stack's crawl about its pages, in the process of the trainer. */
import { labelledNeed } from "../crawl/labels.ts";
import { addUsage } from "../domain/cost/cost.ts";
import { DowserError, fail } from "../errors.ts";
import { assessablePages, assessedFigures, pagesRead } from "../evaluation/assessed-pages.ts";
import {
  type AskedSoFar,
  answersTo,
  labelsOfAnswers,
  pagesToCount,
  pagesToLearnFrom,
  stepsReached,
} from "../evaluation/choose-pages.ts";
import { type AskedPages, type AskSettings, askAboutPages } from "../features/assess/ask-pages.ts";
import { digestOf, PROMPT } from "../features/assess/page-prompt.ts";
import { pagesToAsk } from "../features/assess/stored-questions.ts";
import type { AssessmentEntry, AssessmentStore } from "../ports/assessment-store.ts";
import type { Assessor } from "../ports/assessor.ts";
import type { Clock } from "../ports/clock.ts";
import type { LabelStore } from "../ports/label-store.ts";
import { storedPages, viewsOf } from "../project/stored-pages.ts";
import {
  askingDue,
  knownAssessed,
  mostAssessorDollars,
  type PlannedAssessor,
} from "./assessing.ts";
import { endedBefore } from "./earlier-crawls.ts";
import { pagesOfTraining } from "./ended-pages.ts";
import type { PlannedCrawl } from "./stack-ports.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";
import type { AssessedState, PlannerState, StackStatus } from "./stack-state.ts";
import type { TrainerPorts } from "./trainer.ts";

/** Longest wait for one answer, in ms: a function ends after a quarter of an hour. */
export const MOST_ANSWER_MS = 300_000;

/** Time that is kept for labels and the last entry, in ms. */
const STORING_MS = 60_000;

/** Everything outside that asking uses. */
export interface AssessingPorts
  extends Pick<TrainerPorts, "keyValueStore" | "readStores" | "openRecords" | "blobs" | "usage"> {
  readonly clock: Clock;
  readonly labels: Pick<LabelStore, "list" | "append">;
  readonly readPlan: (key: string) => Promise<Pick<PlannedCrawl, "plan" | "assessor">>;
  /** Opens the answers of a crawl, of which `objects` are known; says how many there are after each new one. */
  readonly openAnswers: (known: {
    readonly crawl: string;
    readonly objects: number;
    readonly onObject: (objects: number, entries: readonly AssessmentEntry[]) => Promise<void>;
  }) => Promise<AssessmentStore>;
  /** Reads the first `objects` of the answers of a crawl. */
  readonly readAnswers: (crawl: string, objects: number) => Promise<readonly AssessmentEntry[]>;
  /** Opens the assessor; fails with a DowserError when the stack has not got its key. */
  readonly openAssessor: (assessor: PlannedAssessor) => Promise<Assessor>;
}

/** The result of a call. */
type Assessing = "asked" | "capped" | "nothing-to-ask" | "others-ask" | "failed";

/** What is asked for, of which crawl. */
interface AskedCrawl extends Pick<PlannedCrawl, "plan"> {
  readonly what: "learn" | "count";
  readonly assessor: PlannedAssessor;
  readonly planner: PlannerState;
  readonly status: StackStatus;
  readonly order: { readonly crawl: string };
}

/**
 * Asks about the pages that are due, if any, and makes labels of the answers while the crawl is at work. One process at a time
 * asks, until `end` (ms since the epoch), when it is killed; what is left is asked later. Each answer is durable
 * before the next page is begun in its place, and no page is asked about whose answer is there. An assessor that fails
 * ends no crawl: the register says why.
 */
export async function assessCrawl(ports: AssessingPorts, end: number): Promise<Assessing> {
  const { value: held, version } = await readRegister(ports.keyValueStore, "assessed");
  const asked = await askedCrawl(ports, held);
  if (asked === undefined) return "nothing-to-ask";
  const { timeout } = asked.assessor.choice;
  const until = end - STORING_MS - Math.min(timeout, MOST_ANSWER_MS);
  if (ports.clock.now() >= until) return "nothing-to-ask";
  const known = knownAssessed(held, asked.order.crawl);
  const register = new AssessedRegister(ports, known, version);
  if (!(await register.begin(end))) return "others-ask";
  try {
    const { end } = await ask(ports, asked, { register, until });
    return end === "cap" ? "capped" : "asked";
  } catch (error) {
    if (!(error instanceof DowserError)) {
      // Whatever it was of AWS, the next call tries again; a process that cannot even say so is waited for.
      await register.end({});
      throw error;
    }
    const { code, message } = error;
    if (code === "assessing-already") return "others-ask";
    const fault = { code, message, at: ports.clock.now() };
    await register.end({ fault, idle: 0, ...(asked.what === "count" && { counted: true }) });
    return "failed";
  }
}

/** Returns what is due, of the crawl that was ordered. */
async function askedCrawl(
  ports: AssessingPorts,
  held: AssessedState | undefined,
): Promise<AskedCrawl | undefined> {
  const [{ value: order }, { value: planner }] = await Promise.all([
    readRegister(ports.keyValueStore, "order"),
    readRegister(ports.keyValueStore, "planner"),
  ]);
  if (order === undefined || planner?.crawl !== order.crawl || planner.status === null)
    return undefined;
  const { plan, assessor } = await ports.readPlan(order.plan);
  if (assessor === undefined) return undefined;
  const { status } = planner;
  const assessed = knownAssessed(held, order.crawl);
  const what = askingDue(assessor.choice, { order, status, assessed }, ports.clock.now());
  return what && { what, plan, assessor, planner, status, order };
}

/** Who asks, and until when. */
interface Session {
  readonly register: AssessedRegister;
  readonly until: number;
}

async function ask(
  ports: AssessingPorts,
  asked: AskedCrawl,
  { register, until }: Session,
): Promise<AskedPages> {
  const { what, plan, planner, assessor } = asked;
  const { choice, guide, keptFrom, project } = assessor;
  const read = await ports.readStores(planner.journal);
  const { pages, close } = pagesOfTraining(ports, planner, read.pages);
  const client = await ports.openAssessor(assessor);
  const abort = new AbortController();
  const cancel = ports.clock.wakeAt(until, () => abort.abort());
  try {
    const store = await register.openAnswers();
    const { open, kept } = await assessablePages(read.records, keptFrom);
    const same = { prompt: PROMPT, guide: digestOf([guide]), model: choice.model };
    const soFar = { open, answered: answersTo(same, await store.list()) };
    const fetched = open.length + Object.values(kept).reduce((sum, count) => sum + count, 0);
    const urls = await pagesDue(read.records, soFar, { asked, fetched });
    const viewOf = viewsOf(storedPages(pages, project, ports));
    const questions = pagesToAsk(read.records, viewOf, urls);
    const earlier = await earlierAnswers(ports, planner);
    const askPorts = { assessor: client, store, clock: ports.clock, earlier };
    const { signal } = abort;
    const done = await askAboutPages(askPorts, settingsOf(asked), questions, { signal });
    if (what === "learn")
      await teach({ ...ports, pages }, plan, answersTo(same, await store.list()));
    const isWhole = done.end !== "interrupted";
    const progress = { ...progressOf(what, fetched), capped: done.end === "cap" };
    await register.end(isWhole ? { ...progress, idle: 0, fault: null } : {});
    return done;
  } finally {
    cancel();
    await client.close();
    await close();
  }
}

/** Reads what was answered in the crawls that a crawl comes back to: no page is asked about whose answer is there. */
async function earlierAnswers(
  { blobs, readAnswers }: AssessingPorts,
  planner: PlannerState,
): Promise<readonly AssessmentEntry[]> {
  const entries: AssessmentEntry[] = [];
  for (const { crawl, status } of await endedBefore(blobs, planner))
    entries.push(...(await readAnswers(crawl, status?.assessed?.objects ?? 0)));
  return entries;
}

function pagesDue(
  records: Parameters<typeof pagesToLearnFrom>[0],
  soFar: AskedSoFar,
  { asked, fetched }: { readonly asked: AskedCrawl; readonly fetched: number },
) {
  const { what, plan, assessor } = asked;
  const most = assessor.choice.pages;
  if (what === "count") return pagesToCount(soFar, { most, seed: plan.seed });
  return pagesToLearnFrom(records, soFar, { pages: fetched, most, seed: plan.seed });
}

function settingsOf({ plan, assessor, status }: AskedCrawl): AskSettings {
  const { choice, guide } = assessor;
  const { model, price = { in: 0, out: 0 }, tokens, requests, parallel } = choice;
  const cap = { dollars: mostAssessorDollars(choice, plan, status), tokens, requests };
  return { guide, model, price, cap, parallel };
}

function progressOf(what: AskedCrawl["what"], fetched: number): Partial<AssessedState> {
  return what === "count" ? { counted: true } : { steps: stepsReached(fetched) };
}

/**
 * Adds the labels that answers give, unless that would leave the strategy nothing to look for.
 * @throws the error of a strategy that cannot use the need
 */
async function teach(
  {
    labels,
    pages,
    clock,
  }: Pick<AssessingPorts, "labels" | "clock"> &
    Pick<Awaited<ReturnType<AssessingPorts["readStores"]>>, "pages">,
  plan: PlannedCrawl["plan"],
  answers: ReturnType<typeof answersTo>,
): Promise<void> {
  const given = await labels.list();
  const added = labelsOfAnswers(given, answers);
  if (added.length === 0) return;
  if (plan.strategy.checkNeed !== undefined)
    plan.strategy.checkNeed(await labelledNeed({ pages, clock }, plan, [...given, ...added]));
  await labels.append(added);
}

/** What a process writes of a crawl's assessor while it alone asks. */
class AssessedRegister {
  readonly #ports: Pick<AssessingPorts, "keyValueStore" | "openAnswers" | "usage">;
  #state: AssessedState;
  #version: number;

  constructor(
    ports: Pick<AssessingPorts, "keyValueStore" | "openAnswers" | "usage">,
    state: AssessedState,
    version: number,
  ) {
    this.#ports = ports;
    this.#state = state;
    this.#version = version;
  }

  /** Takes the register; returns false when another process was first. */
  async begin(until: number): Promise<boolean> {
    return this.#write({ until, idle: this.#state.idle + 1 });
  }

  /** Opens the answers, and writes how many there are after each that is stored. */
  openAnswers(): Promise<AssessmentStore> {
    const { crawl, objects: known } = this.#state;
    const onObject = async (objects: number, entries: readonly AssessmentEntry[]) => {
      const figures = assessedFigures(entries, []);
      const { requests = 0, tokens = 0, dollars = 0 } = figures ?? {};
      const answered = figures === undefined ? 0 : pagesRead(figures);
      const isNews = answered > this.#state.answered;
      const counted = { objects, answered, requests, tokens, dollars };
      await this.#keep({ ...counted, ...(isNews && { idle: 0 }) });
    };
    return this.#ports.openAnswers({ crawl, objects: known, onObject });
  }

  /** Gives the register back. */
  end(changed: Partial<AssessedState>): Promise<void> {
    const usage = addUsage(this.#state.usage, this.#ports.usage());
    return this.#keep({ ...changed, usage, until: 0 });
  }

  async #keep(changed: Partial<AssessedState>): Promise<void> {
    if (await this.#write(changed)) return;
    throw fail("assessing-already", { directory: this.#state.crawl });
  }

  async #write(changed: Partial<AssessedState>): Promise<boolean> {
    const state = { ...this.#state, ...changed };
    if (!(await writeRegister(this.#ports.keyValueStore, "assessed", state, this.#version)))
      return false;
    this.#state = state;
    this.#version += 1;
    return true;
  }
}
