import type { z } from "zod";
import { crawlSchema, metricsSchema, orderSchema } from "../../stack/api/schemas.ts";
import { figures, formatTable } from "../print/table.ts";
import { formatTotals } from "../report/report-totals.ts";
import { type StackChoice, stackAccess } from "./stack-access.ts";
import { callStack, type StackAccess } from "./stack-client.ts";

/** The options of the command line. */
export interface StackOptions extends StackChoice {
  readonly json: boolean;
}

/** The orders for a crawl, as the API's paths and for a person. */
const ORDER_EFFECTS = {
  pause: "pages in flight are completed, then the stack pauses; dowser resume continues",
  resume: "the stack continues",
  stop: "pages in flight are completed, then the crawl ends; its pages stay",
} as const;

/** Runs `dowser status`: prints the state of a stack's crawl, and its cost. */
export async function stackStatusCommand({ json, ...choice }: StackOptions): Promise<void> {
  const access = await stackAccess(choice);
  const crawl = await getCrawl(access);
  const { cost } = await callStack(access, {
    method: "GET",
    path: "/metrics",
    schema: metricsSchema,
  });
  const status = { ...crawl, cost };
  process.stdout.write(json ? `${JSON.stringify(status)}\n` : `${formatStackStatus(status)}\n`);
}

/** Runs `dowser pause`, `resume` and `stop`. */
export async function stackOrderCommand(
  verb: keyof typeof ORDER_EFFECTS,
  { json, ...choice }: StackOptions,
): Promise<void> {
  const order = await orderStack(await stackAccess(choice), verb);
  process.stdout.write(
    json ? `${JSON.stringify(order)}\n` : `${order.crawl}: ${ORDER_EFFECTS[verb]}\n`,
  );
}

/** Sends an order to the crawl of a stack. */
export function orderStack(access: StackAccess, verb: keyof typeof ORDER_EFFECTS) {
  return callStack(access, { method: "POST", path: `/crawl/${verb}`, schema: orderSchema });
}

/** Returns the state of a stack's crawl. */
export function getCrawl(access: StackAccess): Promise<z.output<typeof crawlSchema>> {
  return callStack(access, { method: "GET", path: "/crawl", schema: crawlSchema });
}

/** A crawl with its cost. */
type CrawlStatus = z.output<typeof crawlSchema> & Pick<z.output<typeof metricsSchema>, "cost">;

/** Formats the status for a terminal: state, totals, cost by service. */
export function formatStackStatus({
  crawl,
  state,
  end,
  requested,
  seconds,
  report,
  cost,
}: CrawlStatus): string {
  const why = end === null ? "" : ` (${end})`;
  const asked = state === "finished" || requested === "run" ? "" : `; asked to ${requested}`;
  const services = Object.entries(cost.services).toSorted(([, a], [, b]) => b - a);
  const rows = [...services, ["in all", cost.dollars] as const];
  return [
    `${crawl}: ${state}${why}${asked}, ${Math.round(seconds).toLocaleString("en")} s of crawling`,
    ...(report === null ? [] : [formatTotals(report)]),
    formatTable(
      [{ title: "cost at list price", align: "left" }, figures("$")],
      rows.map(([service, dollars]) => [service, dollars.toFixed(4)]),
    ),
  ].join("\n\n");
}
