/** Forgets pages in all crawls of a stack, while none is at work. */
import { forgottenModels } from "../crawl/crawl-rules.ts";
import { updatesOf } from "../crawl/need-state.ts";
import { updatedPlan } from "../crawl/need-updates.ts";
import { reportCrawl } from "../crawl/report-crawl.ts";
import { joinedPages } from "../crawl/run-rules.ts";
import { trainModel } from "../crawl/train-model.ts";
import { addUsage, NO_USAGE, type Usage } from "../domain/cost/cost.ts";
import { compileUrlRules, type UrlTest } from "../domain/frontier/scope.ts";
import { DowserError, fail } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { ModelStore } from "../ports/model-store.ts";
import { type PlanBundle, parseBundle, planOf } from "./bundle.ts";
import { asEnded, endedBefore, policyAfter, storedEarlier } from "./earlier-crawls.ts";
import {
  type ForgettableCrawl,
  forgetInCrawl,
  type OpenForgettable,
  planToForget,
} from "./forget-crawl.ts";
import {
  bundleWithout,
  clearRegisters,
  crawlsWithAnswers,
  type ErasingPorts,
  eraseAnswers,
  forgetAssessments,
  forgetLabels,
  keysOf,
  listWithout,
  refileAll,
} from "./forget-objects.ts";
import type { PlannedCrawl } from "./stack-ports.ts";
import { readRegister, type StackForget, writeRegister } from "./stack-registers.ts";
import {
  type CrawlOrder,
  type EndedCrawl,
  NO_SNAPSHOTS,
  type PlannerState,
} from "./stack-state.ts";

/** Time that the stack is held while its crawls forget, in ms: as long as the function may run. */
const HELD_MS = 900_000;

/** Everything outside that is used to forget pages. */
export interface ForgetPorts extends ErasingPorts {
  readonly models: ModelStore;
  readonly clock: Clock;
  readonly openForgettable: OpenForgettable;
  readonly readPlan: (key: string) => Promise<PlannedCrawl & { readonly bundle: PlanBundle }>;
  /** Returns the resources that this process used since the last call. */
  readonly usage: () => Usage;
}

/** What there was of pages. */
type Found = NonNullable<StackForget["found"]>;

/**
 * Forgets the pages that were asked for, if any; without a reason it only counts them. What it does not come to, as its process
 * dies, the same request completes: objects and items go first, then the planner's state names the new
 * journals, and what is named by nothing any more is removed last.
 */
export async function forgetAsked(
  ports: ForgetPorts,
): Promise<"forgotten" | "counted" | "failed" | "nothing-asked" | "overtaken"> {
  const { value: asked, version } = await readRegister(ports.keyValueStore, "forget");
  if (asked === undefined || asked.found !== null || asked.fault !== null) return "nothing-asked";
  try {
    const found = await forgetIn(ports, asked);
    const done = { ...asked, found };
    if (!(await writeRegister(ports.keyValueStore, "forget", done, version))) return "overtaken";
    return asked.reason === null ? "counted" : "forgotten";
  } catch (error) {
    const known = error instanceof DowserError ? error : fail("forget-failed", {}, error);
    const fault = { code: known.code, message: known.message, at: ports.clock.now() };
    await writeRegister(ports.keyValueStore, "forget", { ...asked, fault }, version);
    if (known === error) return "failed";
    throw error;
  }
}

/** Crawls that are open to forget, the first one first, and what is to be done in them. */
interface Forgetting {
  readonly asked: StackForget;
  readonly isForgotten: UrlTest;
  readonly isDry: boolean;
  readonly bundle: PlanBundle;
  readonly crawls: readonly (EndedCrawl & ForgettableCrawl)[];
  readonly held: HeldByForget;
}

/** A stack that is held, or that is only read. */
interface HeldByForget {
  readonly planner: PlannerState;
  /** Version of the planner's register. */
  readonly version: number;
  readonly order: CrawlOrder;
  readonly ordered: number;
  readonly ended: readonly EndedCrawl[];
}

async function forgetIn(ports: ForgetPorts, asked: StackForget): Promise<Found> {
  const isDry = asked.reason === null;
  const held = await hold(ports, asked, isDry);
  const { bundle, policy } = await ports.readPlan(held.order.plan);
  const { snapshots, ...own } = held.planner;
  const crawls: (EndedCrawl & ForgettableCrawl)[] = [];
  try {
    for (const crawl of [...held.ended, { ...own, snapshot: snapshots.current }]) {
      const ruled = policyAfter(crawls, policy);
      crawls.push({ ...crawl, ...(await ports.openForgettable(crawl, ruled)) });
    }
    const isForgotten = compileUrlRules(asked.rules);
    return await forgetInAll(ports, { asked, isForgotten, isDry, bundle, crawls, held });
  } catch (error) {
    if (!isDry) await leave(ports, held, {});
    throw error;
  } finally {
    for (const each of crawls) each.close();
  }
}

/**
 * Takes the stack, so that no planner begins.
 * @throws DowserError `forget-needs-rest` where one is at work
 */
async function hold(
  { keyValueStore, blobs, clock }: ForgetPorts,
  { crawl }: StackForget,
  isDry: boolean,
): Promise<HeldByForget> {
  const { value: order, version: ordered } = await readRegister(keyValueStore, "order");
  const { value: known, version } = await readRegister(keyValueStore, "planner");
  if (order?.crawl !== crawl || known?.crawl !== crawl) throw fail("forget-needs-rest", { crawl });
  const ended = await endedBefore(blobs, known);
  const reading = { planner: known, version, order, ordered, ended };
  if (isDry) return reading;
  const now = clock.now();
  const { status, until, owner, epoch } = known;
  const rests = status !== null && status.state !== "running";
  if (!rests || (until > now && owner !== OWNER)) throw fail("forget-needs-rest", { crawl });
  // Each crawl gets a journal of an epoch of its own.
  const lease = { owner: OWNER, until: now + HELD_MS, epoch: epoch + 1 + ended.length };
  const planner = { ...known, ...lease, keptUntil: null };
  if (!(await writeRegister(keyValueStore, "planner", planner, version)))
    throw fail("forget-needs-rest", { crawl });
  return { ...reading, planner, version: version + 1 };
}

const OWNER = "forget";

/** Writes a state, and leaves the stack. */
async function leave(
  { keyValueStore }: Pick<ForgetPorts, "keyValueStore">,
  { planner, version }: HeldByForget,
  changed: Partial<PlannerState>,
): Promise<void> {
  const left = { ...planner, until: 0, ...changed };
  if (await writeRegister(keyValueStore, "planner", left, version)) return;
  throw fail("planner-overtaken", { value: planner.owner });
}

/** A crawl, with what it has of the pages. */
type Planned = Awaited<ReturnType<typeof planToForget>> & {
  readonly crawl: EndedCrawl & ForgettableCrawl;
};

async function forgetInAll(ports: ForgetPorts, forgetting: Forgetting): Promise<Found> {
  const { asked, isForgotten, isDry, bundle, crawls } = forgetting;
  const { blobs, clock } = ports;
  const plans: Planned[] = [];
  for (const [index, crawl] of crawls.entries()) {
    const chain = [crawl, ...crawls.slice(0, index).toReversed()] as const;
    plans.push({ crawl, ...(await planToForget(chain, isForgotten, bundle, clock)) });
  }
  const kept = bundleWithout(bundle, isForgotten);
  const { found, models } = await eraseBeside(ports, forgetting, plans, kept);
  if (isDry) return found;
  const old = await keysOf(blobs, "journal/", "plans/", ...PASSING);
  let emptied = 0;
  for (const { crawl, what } of plans) {
    const { copies, ...counts } = found;
    const detail = { rules: [...asked.rules], reason: asked.reason, ...counts };
    const event = { kind: "forgotten", detail: { ...detail, copies: copies.length } } as const;
    await crawl.log.append({ at: clock.now(), ...event });
    emptied += forgetInCrawl(crawl, what, isForgotten);
  }
  const queries = new Set(plans.flatMap(({ what }) => [...what.queries]));
  await clearRegisters(ports, isForgotten, queries);
  await listAll(ports, forgetting);
  await blobs.putNew(kept.key, Buffer.from(kept.text));
  await blobs.remove(models);
  const trained = models.length === 0 ? {} : await trainAgain(ports, forgetting, kept.text);
  await publish(ports, forgetting, { plan: kept.key, trained });
  // What was there before: a journal has all that was ever in its database.
  await blobs.remove(old.filter((key) => key !== kept.key));
  return { ...found, texts: found.texts + emptied };
}

/** Objects that hold something of pages for a time, or are made again when they are asked for. */
const PASSING = ["exports/", "batches/", "html/", "frontier/"];

/** Erases what is beside the databases of crawls. Returns what there is of pages in all, and the keys of models that go. */
async function eraseBeside(
  ports: ForgetPorts,
  { isForgotten, isDry }: Forgetting,
  plans: readonly Planned[],
  { examples, texts: ofPlan }: Pick<ReturnType<typeof bundleWithout>, "examples" | "texts">,
): Promise<{ readonly found: Found; readonly models: readonly string[] }> {
  const labels = await forgetLabels(ports, isForgotten, isDry);
  const texts = ofPlan + (await forgetAssessments(ports.blobs, isForgotten, isDry));
  const answers = await eraseAnswers(ports.blobs, isForgotten, isDry);
  const sum = (key: "records" | "pages" | "queued") =>
    plans.reduce((total, { found }) => total + found[key], 0);
  const records = sum("records");
  const titles = plans.reduce((total, { what }) => total + what.titles.size, 0);
  const hasTaught = records + labels + examples + texts + titles > 0;
  const goes = hasTaught || (await hasOldModels(ports, plans));
  const models = goes ? await keysOf(ports.blobs, "models/") : [];
  const copies = [...new Set(plans.flatMap(({ found }) => found.copies))];
  const counts = { records, pages: sum("pages"), queued: sum("queued"), ...answers };
  const found = { ...counts, models: models.length, labels, examples, texts, copies };
  return { found, models };
}

/** Returns whether models are left that pages had taught which were forgotten before: a process died then. */
async function hasOldModels({ models }: ForgetPorts, plans: readonly Planned[]): Promise<boolean> {
  const logs = await Promise.all(plans.map(({ crawl }) => crawl.log.list()));
  const current = logs.at(-1)?.findLast(({ kind }) => kind === "trained")?.detail["model"];
  for (const hash of new Set(logs.flatMap((events) => [...forgottenModels(events)])))
    if (hash !== current && (await models.get(hash)) !== undefined) return true;
  return false;
}

/** Lists the pages of all crawls as they are now, also of those that were before. */
async function listAll(ports: ForgetPorts, { crawls, held, isForgotten }: Forgetting) {
  const { epoch } = held.planner;
  for (const each of crawls) await listWithout(ports, each, { epoch, isForgotten });
  const known = new Set(crawls.map(({ crawl }) => crawl));
  for (const crawl of await crawlsWithAnswers(ports.blobs))
    if (!known.has(crawl)) await listWithout(ports, { crawl }, { epoch, isForgotten });
  await refileAll(ports, crawls);
}

/** Trains the model of the last crawl again, from what is left. Verdicts on pages stay. */
async function trainAgain(
  { models, labels, clock }: ForgetPorts,
  { crawls }: Forgetting,
  bundle: string,
): Promise<{ readonly model?: string; readonly trainedPages?: number }> {
  const [last, ...earlier] = crawls.toReversed();
  if (last === undefined) return {};
  const { log, records } = last;
  const events = await log.list();
  if (!events.some(({ kind }) => kind === "trained")) return {};
  const { plan: asked } = await planOf(parseBundle(bundle));
  const pages = joinedPages(
    last.pages,
    earlier.map((each) => each.pages),
  );
  const ports = { frontier: last.frontier(), records, models, log, labels, pages, clock };
  const plan = await updatedPlan(ports, asked, updatesOf(events).state);
  const trained = await trainModel(ports, plan, undefined);
  return { model: trained.hash, trainedPages: trained.pages };
}

/** What the registers say from now on. */
interface Published {
  /** Key of the plan. */
  readonly plan: string;
  readonly trained: Awaited<ReturnType<typeof trainAgain>>;
}

/** Writes journals of what is left, and names them: from here on nothing comes back. */
async function publish(
  ports: ForgetPorts,
  { crawls, held }: Forgetting,
  { plan, trained }: Published,
): Promise<void> {
  const { planner, order, ordered } = held;
  const ended: EndedCrawl[] = [];
  for (const [index, each] of crawls.entries()) {
    const journal = await each.writeJournal(planner.epoch - index);
    ended.push(asEnded(each, journal, null));
  }
  const own = ended.pop();
  const last = crawls.at(-1);
  if (own === undefined || last === undefined) throw new RangeError("a stack has no crawl");
  const { journal } = own;
  const earlier = await storedEarlier(ports.blobs, own, ended);
  const frontier = last.frontier();
  const report = { ...(await reportCrawl({ records: last.records, frontier })) };
  const usage = addUsage(planner.status?.usage ?? NO_USAGE, ports.usage());
  const status = planner.status && { ...planner.status, ...trained, report, usage };
  const { faults } = planner.snapshots;
  await leave(ports, held, {
    journal,
    snapshots: { ...NO_SNAPSHOTS, faults },
    status,
    ...earlier,
  });
  if (plan === order.plan) return;
  if (!(await writeRegister(ports.keyValueStore, "order", { ...order, plan }, ordered)))
    throw fail("order-contended");
}
