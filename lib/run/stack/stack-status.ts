import type { z } from "zod";
import { CAPPED, dollarsInWords } from "../../domain/cost/spend.ts";
import { recallInWords } from "../../domain/stats/intervals/recall-statement.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { DowserError } from "../../errors.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import { formatTotals } from "../../evaluation/report/format-totals.ts";
import {
  type crawlSchema,
  errorSchema,
  healthSchema,
  metricsSchema,
} from "../../stack/api/schemas.ts";
import { printResult } from "../print/print-line.ts";
import { timeSpan } from "../print/progress-line.ts";
import { callStack, type StackAccess, stackAccess } from "./stack-client.ts";
import { getCrawl, type StackOptions } from "./stack-orders.ts";

type Health = z.output<typeof healthSchema>;

/** A crawl with its cost, and the health of its stack. */
type CrawlStatus = z.output<typeof crawlSchema> &
  Pick<z.output<typeof metricsSchema>, "cost"> & {
    /** `null` in a stack of an older version, which does not report it. */
    readonly health: Health | null;
  };

/** Runs `dowser status` for a stack: prints the state of its crawl, what is wrong, and its cost. */
export async function stackStatusCommand({ json, ...choice }: StackOptions): Promise<void> {
  const access = await stackAccess(choice);
  const crawl = await getCrawl(access);
  const [{ cost }, health] = await Promise.all([
    callStack(access, { method: "GET", path: "/metrics", schema: metricsSchema }),
    getHealth(access),
  ]);
  const status = { ...crawl, cost, health };
  const text = json ? JSON.stringify(status) : formatStackStatus(status, Date.now());
  printResult(text);
}

/** Returns the health of a stack; `null` when its version is older than this report. */
export async function getHealth(access: StackAccess): Promise<Health | null> {
  try {
    return await callStack(access, { method: "GET", path: "/health", schema: healthSchema });
  } catch (error) {
    const said = error instanceof DowserError ? errorSchema.safeParse(error.value) : undefined;
    if (said?.data?.code === "no-such-route") return null;
    throw error;
  }
}

/** Formats the status for a terminal: state, problems, totals, parts, and cost by service. */
export function formatStackStatus(
  { crawl, state, end, requested, seconds, report, cost, health, ...stated }: CrawlStatus,
  now: number,
): string {
  const { recall, spentSites, assessed } = stated;
  const why = end === null ? "" : ` (${end})`;
  const asked = state === "finished" || requested === "run" ? "" : `; asked to ${requested}`;
  const services = Object.entries(cost.services).toSorted(([, a], [, b]) => b - a);
  const rows = [...services, ["in all", cost.dollars] as const];
  const problems = health?.problems ?? [];
  return [
    `${crawl}: ${state}${why}${asked}, ${Math.round(seconds).toLocaleString("en")} s of crawling`,
    ...problems.map(({ message, hint }) => `problem: ${message}\n   hint: ${hint}`),
    ...(report === null ? [] : [formatTotals(report)]),
    ...(spentSites === null ? [] : [spentInWords(spentSites)]),
    ...(recall === null ? [] : [recallInWords(recall)]),
    ...(assessed === null ? [] : [askedInWords(assessed)]),
    health === null
      ? "the stack is of an older version: deploy it again to see its parts here"
      : formatParts(health, now),
    formatTable(
      [{ title: "cost at list price", align: "left" }, figures("$")],
      rows.map(([service, dollars]) => [service, dollars.toFixed(4)]),
    ),
  ].join("\n\n");
}

function askedInWords({
  answered,
  requests,
  dollars,
  capped,
  fault,
}: NonNullable<CrawlStatus["assessed"]>): string {
  const [pages, asked] = [counted(answered, "page"), counted(requests, "request")];
  const cap = capped ? `; ${CAPPED}` : "";
  const read = `read by the assessor: ${pages}, ${asked}, ${dollarsInWords(dollars)}${cap}`;
  return fault === null
    ? read
    : `${read}\nit is not asked any more: ${fault.message} [${fault.code}]`;
}

function spentInWords(sites: number): string {
  const have = sites === 1 ? "1 site has its" : `${sites.toLocaleString("en")} sites have their`;
  return `${have} pages (budget.pagesPerSite)`;
}

function formatParts({ planner, rules, deliversBatches, queues }: Health, now: number): string {
  const onOff = (isOn: boolean) => (isOn ? "on" : "off");
  const depth = (name: "batches" | "results") => {
    const { waiting, inFlight } = queues[name];
    const { waiting: givenUp } = queues[`${name}DeadLetters`];
    return `${waiting} waiting, ${inFlight} in flight, ${givenUp} given up`;
  };
  const { lastTickAt } = planner;
  const last = lastTickAt === null ? "never" : `${timeSpan(now - lastTickAt)} ago`;
  return formatTable(
    [
      { title: "part", align: "left" },
      { title: "state", align: "left" },
    ],
    [
      ["planner last ran", planner.ageSeconds === null ? `${last}, not needed now` : last],
      ["rules", `planner ${onOff(rules.planner)}, trainer ${onOff(rules.trainer)}`],
      ["deliveries", onOff(deliversBatches)],
      ["batches", depth("batches")],
      ["results", depth("results")],
    ],
  );
}
