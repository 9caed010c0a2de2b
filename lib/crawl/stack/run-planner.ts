import { billOf } from "../../domain/bill/bill-of.ts";
import { DowserError } from "../../errors.ts";
import type { ReceivedMessage } from "../../ports/queue.ts";
import type { CrawlOrder, StackStatus } from "../../ports/stack-state.ts";
import { reportCrawl } from "../report-crawl.ts";
import {
  type BatchResult,
  batchTexts,
  parseNotice,
  parseResult,
  resultKey,
} from "./harvest-batch-message.ts";
import { type HeldStack, takeStack, type WarmPlanner, writeState } from "./hold-stack.ts";
import { listRecords } from "./list-records.ts";
import { packBatches } from "./pack-batches.ts";
import type { PlanStep } from "./stack-crawl.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import { readRegister } from "./stack-registers.ts";

/** Messages taken at a time: as many as SQS gives. */
const MESSAGES = 10;

/** Longest wait for a result, in ms, and waits in vain after which the planner leaves. */
const WAIT_MS = 2_000;
const MOST_IDLE_TICKS = 3;

/** Records that are listed together while the crawl runs: a list's items cost by the piece. */
const LISTED_TOGETHER = 50;

/**
 * Plans until `until` (ms since the epoch), or there is nothing to do: takes in what was harvested,
 * draws what is fetched next, and makes both last before anybody hears of it. Any number of planners
 * may be started; one of them has the stack.
 */
export async function runPlanner(
  ports: PlannerPorts,
  warm: WarmPlanner,
  until: number,
): Promise<void> {
  try {
    const held = await takeStack(ports, warm);
    if (held === undefined) return;
    for (let goesOn = true; goesOn && ports.clock.now() < until; ) goesOn = await tick(ports, held);
    await writeState(ports, held, { until: 0 });
  } catch (error) {
    warm.held?.crawl.shard.close();
    warm.held = undefined;
    throw error;
  }
}

/** One round of the plan; false where the planner may leave. */
async function tick(ports: PlannerPorts, held: HeldStack): Promise<boolean> {
  const order = await readRegister(ports.registers, "order");
  if (order.value?.crawl !== held.state.crawl) return false;
  const received = await ports.results.receive(MESSAGES, held.waitMs);
  const { results, receipts } = await readResults(ports, held, received);
  for (const { harvested, usage } of results) {
    await held.crawl.conclude(harvested);
    held.spend(usage);
  }
  const step = await held.crawl.step(order.value.wanted, billOf(held.spent()).total);
  const texts = textsOf(held, order.value, step);
  await keep(ports, held, step);
  if (texts.length > 0) await ports.batches.send(texts);
  if (receipts.length > 0) await ports.results.remove(receipts);
  const isNews = results.length > 0 || held.idleTicks === 0;
  if (isNews) held.lastNewsAt = ports.clock.now();
  if (step.kind === "rest") {
    await rest(ports, held, order.version);
    return false;
  }
  held.waitMs = waitOf(step, ports.clock.now());
  held.idleTicks = results.length + texts.length > 0 ? 0 : held.idleTicks + 1;
  return held.idleTicks < MOST_IDLE_TICKS;
}

/**
 * What this crawl's harvesters tell. A message that is none of theirs is left where it is: the queue
 * gives up on it and puts it aside.
 */
async function readResults(
  ports: PlannerPorts,
  held: HeldStack,
  received: readonly ReceivedMessage[],
): Promise<{ results: readonly BatchResult[]; receipts: readonly string[] }> {
  const read = received.map(async ({ body, receipt }) => {
    const notice = parsedOrUndefined(body);
    if (notice === undefined) return undefined;
    if (notice.crawl !== held.state.crawl) return { receipt };
    const bytes = await ports.blobs.get(resultKey(notice));
    return bytes === undefined ? undefined : { receipt, result: parseResult(bytes) };
  });
  const known = (await Promise.all(read)).filter((each) => each !== undefined);
  return {
    results: known.flatMap(({ result }) => (result === undefined ? [] : [result])),
    receipts: known.map(({ receipt }) => receipt),
  };
}

function parsedOrUndefined(body: string) {
  try {
    return parseNotice(body);
  } catch (error) {
    if (error instanceof DowserError && error.reaction === "drop") return undefined;
    throw error;
  }
}

function textsOf(held: HeldStack, { crawl, plan }: CrawlOrder, step: PlanStep): string[] {
  if (step.kind === "rest" || step.leases.length === 0) return [];
  held.draws += 1;
  const { hash, pages } = held.crawl.model;
  const batches = packBatches(
    step.leases,
    { crawl, plan, model: { hash, pages } },
    (index) => `${held.state.epoch}-${held.draws}-${index}`,
  );
  return batches.flatMap(batchTexts);
}

/** Makes everything decided so far last, and lists the records that are new. */
async function keep(ports: PlannerPorts, held: HeldStack, step: PlanStep): Promise<void> {
  const journal = await held.crawl.shard.commit();
  held.spend(ports.usage());
  await writeState(ports, held, { journal, status: await statusOf(held) });
  const { records } = await held.crawl.shard.records.totals();
  if (held.labelsListed !== held.crawl.labelsKnown) held.listed = 0;
  if (step.kind === "go" && records - held.listed < LISTED_TOGETHER) return;
  held.listed = await listRecords(ports.listing, held.crawl.shard.records, held.listed);
  held.labelsListed = held.crawl.labelsKnown;
}

/** Puts the stack to rest, unless it was told something else meanwhile. */
async function rest(ports: PlannerPorts, held: HeldStack, ordered: number): Promise<void> {
  await writeState(ports, held, { status: await statusOf(held) });
  await ports.activity.rest();
  const order = await readRegister(ports.registers, "order");
  if (order.version !== ordered) await ports.activity.wake();
}

async function statusOf(held: HeldStack): Promise<StackStatus> {
  const { crawl } = held;
  const usage = held.spent();
  return {
    ...crawl.state(),
    report: { ...(await reportCrawl(crawl.shard)) },
    seconds: crawl.seconds(),
    model: crawl.model.hash,
    trainedPages: crawl.model.pages,
    labels: crawl.labelsKnown,
    usage,
    dollars: billOf(usage).total,
    listed: held.listed,
  };
}

function waitOf(step: PlanStep, now: number): number {
  if (step.kind === "rest") return 0;
  const { leases, nextAt } = step;
  if (leases.length > 0 || nextAt === undefined) return WAIT_MS;
  return Math.min(Math.max(0, nextAt - now), WAIT_MS);
}
