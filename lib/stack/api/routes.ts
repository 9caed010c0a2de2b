import type { z } from "zod";
import { costOf, withSearch } from "../../domain/cost/cost.ts";
import type { ListedPage } from "../../ports/page-listing.ts";
import type { CrawlOrder, StackStatus } from "../../ports/stack-state.ts";
import { parseReport } from "../stack-registers.ts";
import { type KnownCrawl, orderCrawl, startCrawl, theCrawl } from "./crawl-orders.ts";
import { labelPages } from "./label-pages.ts";
import { copyHtml, listedPage, slicePages } from "./listed-pages.ts";
import { unpackBundle } from "./packed-bundle.ts";
import { type Route, route } from "./route.ts";
import {
  crawlSchema,
  healthSchema,
  htmlSchema,
  labelledSchema,
  metricsSchema,
  noParametersSchema,
  orderSchema,
  pageQuerySchema,
  pagesSchema,
  sequenceSchema,
} from "./schemas.ts";
import { stackHealth } from "./stack-health.ts";

/** All operations of the API. */
export const ROUTES: readonly Route[] = [
  route({
    method: "PUT",
    path: "/crawl",
    operation: "startCrawl",
    summary: "Starts the crawl of a bundle.",
    parameters: noParametersSchema,
    body: {
      mediaType: "application/gzip",
      description: "The bundle that `dowser start` makes of a project, packed by gzip.",
    },
    status: 201,
    answer: orderSchema,
    run: async ({ body, ports }) => orderOf(await startCrawl(unpackBundle(body), ports)),
  }),
  route({
    method: "GET",
    path: "/crawl",
    operation: "getCrawl",
    summary: "State and progress of the crawl.",
    parameters: noParametersSchema,
    status: 200,
    answer: crawlSchema,
    run: async ({ ports }) => crawlOf(await theCrawl(ports)),
  }),
  route({
    method: "GET",
    path: "/health",
    operation: "getHealth",
    summary: "Planner, rules and queues as they are now, and what is wrong with them.",
    parameters: noParametersSchema,
    status: 200,
    answer: healthSchema,
    run: async ({ ports }) => {
      const [crawl, activity] = await Promise.all([theCrawl(ports), ports.activityState()]);
      const { problems, ...health } = stackHealth(crawl, activity, ports.clock.now());
      return { ...health, problems: [...problems] };
    },
  }),
  orderRoute("pause", "pause", "Lets what is in flight come to its end, then rests."),
  orderRoute("resume", "run", "Goes on with a paused crawl."),
  orderRoute("stop", "stop", "Ends the crawl; what it has found stays."),
  route({
    method: "GET",
    path: "/pages",
    operation: "listPages",
    summary: "The crawl's pages with their scores, in order of settling.",
    parameters: pageQuerySchema,
    status: 200,
    answer: pagesSchema,
    run: async ({ parameters, ports }) => {
      const { status } = await theCrawl(ports);
      const { pages, next } = await slicePages(ports.listing, status?.listed ?? 0, parameters);
      return { pages: pages.map(pageOf), next };
    },
  }),
  route({
    method: "GET",
    path: "/pages/{sequence}/html",
    operation: "getHtml",
    summary: "A URL under which the HTML of a page can be downloaded, as a text file.",
    parameters: sequenceSchema,
    status: 200,
    answer: htmlSchema,
    run: async ({ parameters, ports }) => {
      const { status } = await theCrawl(ports);
      const listed = status?.listed ?? 0;
      const page = await listedPage(ports.listing, listed, parameters.sequence);
      return { url: await copyHtml(page, ports) };
    },
  }),
  route({
    method: "POST",
    path: "/labels",
    operation: "labelPages",
    summary:
      "Labels pages as relevant or not: the crawl learns from the labels. All are stored, or none.",
    parameters: noParametersSchema,
    body: {
      mediaType: "text/csv",
      description: "A line a page: its URL, a comma, `good` or `bad`.",
    },
    status: 201,
    answer: labelledSchema,
    run: async ({ body, ports }) => ({
      labels: [...(await labelPages(Buffer.from(body).toString("utf8"), ports))],
    }),
  }),
  route({
    method: "GET",
    path: "/metrics",
    operation: "getMetrics",
    summary: "Totals, harvest rate by the crawl's own judgement, and cost.",
    parameters: noParametersSchema,
    status: 200,
    answer: metricsSchema,
    run: async ({ ports }) => {
      const { order, status } = await theCrawl(ports);
      return {
        crawl: order.crawl,
        state: stateOf(status),
        seconds: status?.seconds ?? 0,
        report: status && parseReport(status.report),
        cost: {
          dollars: status?.dollars ?? 0,
          services:
            status === null
              ? {}
              : { ...withSearch(costOf(status.usage), status.searchDollars).services },
        },
      };
    },
  }),
];

function orderRoute(verb: string, requested: CrawlOrder["requested"], summary: string): Route {
  return route({
    method: "POST",
    path: `/crawl/${verb}`,
    operation: `${verb}Crawl`,
    summary,
    parameters: noParametersSchema,
    status: 202,
    answer: orderSchema,
    run: async ({ ports }) => orderOf(await orderCrawl(requested, ports)),
  });
}

function orderOf({ crawl, requested }: CrawlOrder): z.output<typeof orderSchema> {
  return { crawl, requested };
}

function crawlOf({ order, status }: KnownCrawl): z.output<typeof crawlSchema> {
  return {
    ...orderOf(order),
    state: stateOf(status),
    end: status?.end ?? null,
    seconds: status?.seconds ?? 0,
    model: status?.model || null,
    dollars: status?.dollars ?? 0,
    listed: status?.listed ?? 0,
    report: status && parseReport(status.report),
  };
}

function stateOf(status: StackStatus | null): z.output<typeof crawlSchema>["state"] {
  return status?.state ?? "starting";
}

function pageOf({ type, ref, ...page }: ListedPage): z.output<typeof pagesSchema>["pages"][number] {
  return { ...page, type: type ?? null, ref: ref ?? null };
}
