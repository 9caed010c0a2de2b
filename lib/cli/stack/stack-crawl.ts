import type { z } from "zod";
import { crawlSchema, metricsSchema, orderSchema } from "../../api/schemas.ts";
import { figures, formatTable } from "../print/table.ts";
import { formatTotals } from "../report/report-totals.ts";
import { type StackChoice, stackAccess } from "./stack-access.ts";
import { callStack, type StackAccess } from "./stack-client.ts";

/** The options of the command line. */
export interface StackOptions extends StackChoice {
  readonly json: boolean;
}

/** The orders for a crawl, as the API's paths and for a person. */
const TOLD = {
  pause: "what is in flight comes to its end, then the stack rests; dowser resume goes on",
  resume: "the stack goes on",
  stop: "what is in flight comes to its end, then the crawl; its pages stay",
} as const;

/** Runs `dowser status`: prints the state of a stack's crawl, and its cost. */
export async function stackStatusCommand({ json, ...choice }: StackOptions): Promise<void> {
  const access = await stackAccess(choice);
  const crawl = await getCrawl(access);
  const { bill } = await callStack(access, {
    method: "GET",
    path: "/metrics",
    schema: metricsSchema,
  });
  const told = { ...crawl, bill };
  process.stdout.write(json ? `${JSON.stringify(told)}\n` : `${formatStackStatus(told)}\n`);
}

/** Runs `dowser pause`, `resume` and `stop`. */
export async function stackOrderCommand(
  verb: keyof typeof TOLD,
  { json, ...choice }: StackOptions,
): Promise<void> {
  const order = await orderStack(await stackAccess(choice), verb);
  process.stdout.write(json ? `${JSON.stringify(order)}\n` : `${order.crawl}: ${TOLD[verb]}\n`);
}

/** Sends an order to the crawl of a stack. */
export function orderStack(access: StackAccess, verb: keyof typeof TOLD) {
  return callStack(access, { method: "POST", path: `/crawl/${verb}`, schema: orderSchema });
}

/** Returns the state of a stack's crawl. */
export function getCrawl(access: StackAccess): Promise<z.output<typeof crawlSchema>> {
  return callStack(access, { method: "GET", path: "/crawl", schema: crawlSchema });
}

/** A crawl with its cost. */
type BilledCrawl = z.output<typeof crawlSchema> & Pick<z.output<typeof metricsSchema>, "bill">;

/** Formats the status for a terminal: state, totals, cost by service. */
export function formatStackStatus({
  crawl,
  state,
  end,
  wanted,
  seconds,
  report,
  bill,
}: BilledCrawl): string {
  const why = end === null ? "" : ` (${end})`;
  const asked = state === "finished" || wanted === "run" ? "" : `; asked to ${wanted}`;
  const services = Object.entries(bill.services).toSorted(([, a], [, b]) => b - a);
  const rows = [...services, ["in all", bill.dollars] as const];
  return [
    `${crawl}: ${state}${why}${asked}, ${Math.round(seconds).toLocaleString("en")} s of crawling`,
    ...(report === null ? [] : [formatTotals(report)]),
    formatTable(
      [{ title: "bill at list price", align: "left" }, figures("$")],
      rows.map(([service, dollars]) => [service, dollars.toFixed(4)]),
    ),
  ].join("\n\n");
}
