/** Another budget for the crawl of a stack, also when it ended by the one that it had. */
import { z } from "zod";
import { fail } from "../../errors.ts";
import { type Project, projectSchema } from "../../project/project-schema.ts";
import { storedBundle, storePlan } from "../bundle.ts";
import type { CrawlOrder } from "../stack-state.ts";
import {
  changeOrder,
  isActive,
  isBoundByOrder,
  type KnownCrawl,
  orderOf,
  requireFit,
  theCrawl,
} from "./crawl-orders.ts";
import { type ApiPorts, badParameters, bodyOf, type Route, route } from "./route.ts";
import { noParametersSchema, orderSchema } from "./schemas.ts";

/** Body of `PATCH /crawl`. */
export const changeSchema = z
  .strictObject({
    budget: z
      .record(z.string(), z.unknown())
      .describe("Keys of `budget` in a project file, with their new values; the others stay."),
  })
  .meta({ id: "CrawlChange" });

/** What a crawl may have ended by, and go on with more of. */
const BUDGET_END = /^budget-/;

/**
 * Changes the budget of the crawl. One that is paused stays so; one that ended by its budget goes on.
 * @throws DowserError `no-crawl`, `crawl-not-active`, `budget-is-fixed`, `bad-parameters`, `crawl-too-large`
 */
export async function changeBudget(text: string, ports: ApiPorts): Promise<CrawlOrder> {
  const { budget } = bodyOf(text, { path: "/crawl", schema: changeSchema });
  const known = await theCrawl(ports);
  refuseEnded(known);
  const bundle = await storedBundle(ports.blobs, known.order.plan);
  const changed = { ...bundle, project: withBudget(bundle.project, budget) };
  await requireFit(changed, ports);
  const plan = await storePlan(ports.blobs, changed);
  return changeOrder(ports, (crawl) => {
    if (crawl?.order.plan !== known.order.plan) throw fail("order-contended");
    refuseEnded(crawl);
    if (isActive(crawl)) return { ...crawl.order, plan };
    // Later than its end, whatever the clocks of this function and of the planner say.
    const goesOnAt = Math.max(ports.clock.now(), (crawl.planner?.lastTickAt ?? 0) + 1);
    return { ...crawl.order, plan, requested: "run", goesOnAt };
  });
}

/** Refuses a crawl that has ended by anything else than its budget, and one whose budget is that of its order. */
function refuseEnded(crawl: KnownCrawl): void {
  const { order, status } = crawl;
  if (isBoundByOrder(order)) throw fail("budget-is-fixed", { value: order.crawl });
  if (isActive(crawl) || BUDGET_END.test(status?.end ?? "")) return;
  throw fail("crawl-not-active", { crawl: order.crawl, what: "has ended" });
}

function withBudget(project: Project, given: Readonly<Record<string, unknown>>): Project {
  const changed = projectSchema.safeParse({ ...project, budget: { ...project.budget, ...given } });
  if (changed.success) return changed.data;
  throw badParameters("/crawl", changed.error);
}

/** Changes the budget for a user. */
export const budgetRoute: Route<ApiPorts> = route({
  method: "PATCH",
  path: "/crawl",
  operation: "changeBudget",
  summary:
    "Changes the budget of the crawl. One that is paused stays so until it is resumed; one that has ended by its budget goes on.",
  parameters: noParametersSchema,
  body: {
    description: "Keys of `budget` with their new values.",
    content: {
      "application/json": {
        schema: changeSchema,
        examples: { pages: { budget: { pages: 20_000 } } },
      },
    },
  },
  status: 200,
  answer: orderSchema,
  run: async ({ body, ports }) =>
    orderOf(await changeBudget(Buffer.from(body).toString("utf8"), ports)),
});
