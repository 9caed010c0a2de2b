import { z } from "zod";
import { type DowserError, fail } from "../../errors.ts";
import type { KeyValueStore } from "../../ports/key-value-store.ts";
import { requireRoom } from "../../project/planner-room.ts";
import { listingForm } from "../../project/stack-limits.ts";
import {
  type PlanBundle,
  parseBundle,
  planOf,
  refuseLong,
  requireMemory,
  requireSecrets,
  storedBundle,
  storePlan,
} from "../bundle.ts";
import { readRegister, type StackForget, writeRegister } from "../stack-registers.ts";
import type { CrawlOrder, PlannerState, StackStatus } from "../stack-state.ts";
import { type ApiPorts, type Route, route } from "./route.ts";
import { orderSchema } from "./schemas.ts";

/** Times that a change of the order is tried: concurrent changes are rare. */
const MAX_TRIES = 5;

/** The crawl of a stack: its order and its state. */
export interface KnownCrawl {
  readonly order: CrawlOrder;
  /** `null` before the first tick of a planner. */
  readonly status: StackStatus | null;
  /** `undefined` before it has the crawl. */
  readonly planner: PlannerState | undefined;
}

interface ReadingPorts {
  readonly keyValueStore: Pick<KeyValueStore, "read">;
}

/**
 * Returns the crawl that was started last.
 * @throws DowserError `no-crawl`
 */
export async function theCrawl(ports: ReadingPorts): Promise<KnownCrawl> {
  const { crawl } = await readCrawl(ports);
  if (crawl === undefined) throw fail("no-crawl");
  return crawl;
}

/**
 * Starts a crawl: stores its bundle, writes the order, and wakes the stack.
 * @throws DowserError `plan-damaged`, `plan-too-large`, `crawl-active`, `crawl-too-large`, `no-sessions-secret`, and the errors of {@link planOf}
 */
export async function startCrawl(text: string, ports: ApiPorts): Promise<CrawlOrder> {
  refuseLong(text);
  // The handler is that of the stack, whoever sends the bundle.
  const bundle = { ...parseBundle(text), handler: ports.handler };
  await requireFit(bundle, ports);
  refuseSecond((await readCrawl(ports)).crawl);
  const started = newOrder(bundle, await storePlan(ports.blobs, bundle), ports);
  return changeOrder(ports, (known) => {
    refuseSecond(known);
    return started;
  });
}

/**
 * Starts another crawl of the same plan, which comes back to the pages of the one that has ended.
 * `pages` bounds it in the place of the plan's budget.
 * @throws DowserError `no-crawl`, `crawl-active`, and the errors of {@link startCrawl}
 */
export async function startRecrawl(
  pages: number | undefined,
  ports: ApiPorts,
): Promise<CrawlOrder> {
  const ended = await theCrawl(ports);
  refuseSecond(ended);
  const { crawl: recrawlOf } = ended.order;
  const stored = await storedBundle(ports.blobs, ended.order.plan);
  const bundle = { ...stored, handler: ports.handler };
  await requireFit(bundle, ports, pages);
  const plan =
    bundle.handler === stored.handler ? ended.order.plan : await storePlan(ports.blobs, bundle);
  const bounded = pages === undefined ? {} : { pages };
  const started = { ...newOrder(bundle, plan, ports, pages), recrawlOf, ...bounded };
  return changeOrder(ports, (known) => {
    refuseSecond(known);
    if (known?.order.crawl !== recrawlOf) throw fail("order-contended");
    return started;
  });
}

/** Parameters of `POST /crawl/recrawl`. */
const recrawlQuerySchema = z.strictObject({
  pages: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Most pages to fetch; the project's `budget.pages` if absent."),
});

/** Starts another crawl of the same plan for a user. */
export const againRoute: Route<ApiPorts> = route({
  method: "POST",
  path: "/crawl/recrawl",
  operation: "recrawl",
  summary:
    "Starts another crawl of the same plan, which visits the pages of the one that has ended again: what is new, changed, unchanged, moved or gone.",
  parameters: recrawlQuerySchema,
  status: 201,
  answer: orderSchema,
  run: async ({ parameters: { pages }, ports }) => orderOf(await startRecrawl(pages, ports)),
});

/** Returns what the API says of an order. */
export function orderOf({ crawl, requested }: CrawlOrder): z.output<typeof orderSchema> {
  return { crawl, requested };
}

/**
 * Starts a recrawl if the crawl has ended: not while one is active, and not after one that a user has
 * ended, as that may have been to end them all.
 */
export async function recrawlIfDue(
  pages: number | undefined,
  ports: ApiPorts,
): Promise<CrawlOrder | undefined> {
  const { crawl } = await readCrawl(ports);
  if (crawl === undefined || isActive(crawl) || crawl.order.requested === "stop") return undefined;
  return startRecrawl(pages, ports);
}

/** Refuses a crawl that cannot be planned, or that the stack, as it is deployed, cannot do. */
export async function requireFit(
  bundle: PlanBundle,
  { harvesterMb, secrets, project, reachesLoopback }: ApiPorts,
  pages = bundle.project.budget.pages,
): Promise<void> {
  const { name, politeness } = bundle.project;
  if (name !== project) throw fail("project-not-for-stack/name", { name, project });
  if (politeness.allowLoopback && !reachesLoopback) throw fail("project-not-for-stack/loopback");
  requireRoom(bundle.project, pages);
  requireMemory(bundle.project, harvesterMb);
  requireSecrets(bundle, secrets);
  await planOf(bundle);
}

function newOrder(
  { project }: PlanBundle,
  plan: string,
  { clock }: ApiPorts,
  pages = project.budget.pages,
): CrawlOrder {
  const date = new Date(clock.now()).toISOString().replaceAll(/[-:.]/g, "");
  const records = listingForm(project, pages);
  return { crawl: `${project.name}-${date}`, requested: "run", plan, records };
}

/**
 * Orders the crawl to go on, to pause or to end, and wakes the stack to do so. Repeating an order
 * has no further effect.
 * @throws DowserError `no-crawl`, `crawl-not-active`
 */
export function orderCrawl(
  requested: CrawlOrder["requested"],
  ports: ApiPorts,
): Promise<CrawlOrder> {
  return changeOrder(ports, (crawl) => {
    if (crawl === undefined) throw fail("no-crawl");
    const { order } = crawl;
    if (!isActive(crawl)) throw notActive(order, "has ended");
    if (order.requested === "stop" && requested !== "stop") throw notActive(order, "is ending");
    return { ...order, requested };
  });
}

/** Returns whether a crawl has not ended, or goes on with another budget. */
export function isActive({ order, status, planner }: KnownCrawl): boolean {
  return status?.state !== "finished" || (order.goesOnAt ?? 0) > (planner?.lastTickAt ?? 0);
}

/** Returns whether the budget of a crawl is that of its order: that of a recrawl, in place of its plan's. */
export function isBoundByOrder({ recrawlOf }: CrawlOrder): boolean {
  return recrawlOf !== undefined;
}

function refuseSecond(crawl: KnownCrawl | undefined): void {
  if (crawl === undefined || !isActive(crawl)) return;
  const { order } = crawl;
  throw fail("crawl-active", { crawl: order.crawl });
}

function notActive({ crawl }: CrawlOrder, what: string): DowserError {
  return fail("crawl-not-active", { crawl, what });
}

/**
 * Changes the order by compare-and-swap, then wakes the stack, even when nothing changed. The rules
 * are on before the order is written. So a failure behind that leaves a crawl that goes on within a
 * minute, and not one that sleeps.
 */
export async function changeOrder(
  ports: ApiPorts,
  change: (crawl: KnownCrawl | undefined) => CrawlOrder,
): Promise<CrawlOrder> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { crawl, version } = await readCrawl(ports);
    await refuseWhileForgetting(ports);
    const wanted = change(crawl);
    // A crawl that paused itself goes on under a new order.
    const goesOn = wanted.requested === "run" && crawl?.status?.state === "paused";
    const isNew =
      goesOn ||
      wanted.crawl !== crawl?.order.crawl ||
      wanted.requested !== crawl.order.requested ||
      wanted.plan !== crawl.order.plan;
    const next = isNew ? { ...wanted, at: ports.clock.now() } : wanted;
    if (isNew) await ports.activity.enableRules();
    if (isNew && !(await writeRegister(ports.keyValueStore, "order", next, version))) continue;
    await ports.activity.wake();
    return next;
  }
  throw fail("order-contended");
}

/**
 * Refuses orders while the stack forgets pages: it holds what a crawl goes on with.
 * @throws DowserError `forget-under-way`
 */
async function refuseWhileForgetting({ keyValueStore, clock }: ApiPorts): Promise<void> {
  const { value } = await readRegister(keyValueStore, "forget");
  if (value !== undefined && isForgetting(value) && clock.now() < value.at + FORGETTING_MS)
    throw fail("forget-under-way", { value: value.crawl });
}

/** Longest run of the function that forgets, in ms: one that died is completed by the same request. */
const FORGETTING_MS = 900_000;

/** Returns whether pages are being forgotten. */
function isForgetting({ reason, found, fault }: StackForget): boolean {
  return reason !== null && found === null && fault === null;
}

/** Reads the crawl, and the version of its order. */
async function readCrawl({ keyValueStore }: ReadingPorts) {
  const { value: order, version } = await readRegister(keyValueStore, "order");
  if (order === undefined) return { crawl: undefined, version };
  const { value } = await readRegister(keyValueStore, "planner");
  // A planner state of another crawl means that this crawl has not begun yet.
  const planner = value?.crawl === order.crawl ? value : undefined;
  return { crawl: { order, status: planner?.status ?? null, planner }, version };
}
