import type { z } from "zod";
import { costOf, withBought } from "../../domain/cost/cost.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host } from "../../domain/web/url/url.ts";
import { urlNamed } from "../../project/url-named.ts";
import { boughtBy } from "../assessing.ts";
import { bundleText, isPacked, storedBundle, unpackBundle } from "../bundle.ts";
import { formOf } from "../export-form.ts";
import { parseReport } from "../stack-registers.ts";
import type { CrawlOrder, StackExport, StackReport, StackStatus } from "../stack-state.ts";
import { askedLink, linkSchema } from "./asked-link.ts";
import { budgetRoute } from "./change-budget.ts";
import {
  againRoute,
  type KnownCrawl,
  orderCrawl,
  orderOf,
  startCrawl,
  theCrawl,
} from "./crawl-orders.ts";
import { askForExport, lastExport } from "./export-orders.ts";
import { FORGET_ROUTES } from "./forget-orders.ts";
import { labelPages } from "./label-pages.ts";
import {
  copyHtml,
  frontierSchema,
  linkOf,
  listedPages,
  pageAt,
  pageOf,
  slicePages,
  toldFrontier,
} from "./listed-pages.ts";
import { askForReport, lastReport } from "./report-orders.ts";
import { type ApiPorts, type Route, route } from "./route.ts";
import {
  crawlSchema,
  exportQuerySchema,
  exportSchema,
  givenLabelsSchema,
  healthSchema,
  htmlSchema,
  labelledSchema,
  linkQuerySchema,
  madeReportSchema,
  metricsSchema,
  noParametersSchema,
  orderSchema,
  pageQuerySchema,
  pagesSchema,
  reportQuerySchema,
  sequenceSchema,
} from "./schemas.ts";
import { filesRoute } from "./sent-files.ts";
import { sentProject } from "./sent-project.ts";
import { stackHealth } from "./stack-health.ts";

/** Projects that the API can start: the examples in its description. */
export const EXAMPLE_PROJECT = {
  name: "bees",
  need: { topic: "beekeeping" },
  seeds: { urls: ["https://bees.example/"] },
  budget: { pages: 10_000 },
  politeness: { contact: "you@example.org" },
};

/** Without any seed: the stack asks the topic, later queries of its own. */
export const EXAMPLE_SEARCH = {
  ...EXAMPLE_PROJECT,
  seeds: {},
  search: { provider: "brave", dollarsPerQuery: 0.005, compose: { queries: 20, every: 50 } },
};

/** Labels that the API takes: the example in its description. */
const EXAMPLE_LABELS = {
  labels: [
    { url: "https://bees.example/hive", label: "good", by: "Ada", note: "has dates" },
    { url: "https://bees.example/shop", label: "bad" },
  ],
};

/** All operations of the API. */
export const ROUTES: readonly Route<ApiPorts>[] = [
  route({
    method: "PUT",
    path: "/crawl",
    operation: "startCrawl",
    summary: "Starts the crawl of a project.",
    parameters: noParametersSchema,
    body: {
      description:
        "A project as in a project file, as JSON. The files that it names are those of POST /crawl/files; all else that the crawl begins with must be in it. With `search.compose` the stack asks the project's queries, or its topic. Or the bundle that `dowser start` makes of a project with its example pages, files and searches, packed by gzip.",
      content: {
        "application/json": {
          schemaFile: "project.schema.json",
          examples: { seeds: EXAMPLE_PROJECT, queries: EXAMPLE_SEARCH },
        },
        "application/gzip": {},
      },
    },
    status: 201,
    answer: orderSchema,
    run: async ({ body, ports }) => {
      const text = isPacked(body)
        ? unpackBundle(body)
        : bundleText(await sentProject(Buffer.from(body).toString("utf8"), ports));
      return orderOf(await startCrawl(text, ports));
    },
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
  orderRoute("pause", "pause", "Completes the pages in flight, then pauses."),
  orderRoute("resume", "run", "Goes on with a paused crawl."),
  againRoute,
  budgetRoute,
  filesRoute,
  orderRoute("stop", "stop", "Ends the crawl; what it has found stays."),
  route({
    method: "GET",
    path: "/pages",
    operation: "listPages",
    summary:
      "What is known of the URLs that the crawl fetched or gave up, in order of completion; only those that all the given filters select.",
    parameters: pageQuerySchema,
    status: 200,
    answer: pagesSchema,
    run: async ({ parameters: { after, limit, host, ...filters }, ports }) => {
      const listed = listedPages(await theCrawl(ports), ports);
      const filter = { ...filters, host: hostNamed(host) };
      const { pages, next } = await slicePages(listed, { after, limit, filter });
      return { pages: pages.map(pageOf), next };
    },
  }),
  route({
    method: "GET",
    path: "/links",
    operation: "getLink",
    summary:
      "What is known of a URL: the page, if the crawl fetched it or gave it up; else its state as the planner tells it, which takes some seconds.",
    parameters: linkQuerySchema,
    status: 200,
    answer: linkSchema,
    run: async ({ parameters, ports }) => {
      const crawl = await theCrawl(ports);
      const { project } = await storedBundle(ports.blobs, crawl.order.plan);
      const { dropParameters } = project.scope;
      const url = urlNamed(parameters.url, { dropParameters });
      const page = await linkOf(listedPages(crawl, ports), url);
      return page === undefined ? askedLink(crawl, url, ports) : pageOf(page);
    },
  }),
  route({
    method: "GET",
    path: "/frontier",
    operation: "getFrontier",
    summary:
      "The best queued links and the hosts with most of them, as the planner told them last: once a minute while it works.",
    parameters: noParametersSchema,
    status: 200,
    answer: frontierSchema,
    run: async ({ ports }) => toldFrontier(await theCrawl(ports), ports),
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
      const listed = listedPages(await theCrawl(ports), ports);
      const page = await pageAt(listed, parameters.sequence);
      return { url: await copyHtml(page, ports) };
    },
  }),
  route({
    method: "POST",
    path: "/labels",
    operation: "labelPages",
    summary:
      "Labels pages as relevant or not, or takes labels back: the crawl learns from the labels. All are stored, or none.",
    parameters: noParametersSchema,
    body: {
      description:
        "A line a page: its URL, a comma, `relevant` or `irrelevant`. Or JSON, which may say who labelled, and why.",
      content: {
        "text/csv": {},
        "application/json": { schema: givenLabelsSchema, examples: { pages: EXAMPLE_LABELS } },
      },
    },
    status: 201,
    answer: labelledSchema,
    run: async ({ body, ports }) => ({
      labels: (await labelPages(Buffer.from(body).toString("utf8"), ports)).map(
        ({ at, url, label }) => ({ at, url, label }),
      ),
    }),
  }),
  route({
    method: "GET",
    path: "/metrics",
    operation: "getMetrics",
    summary: "Totals, harvest rate as predicted by the crawl, and cost.",
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
              : { ...withBought(costOf(status.usage), boughtBy(status)).services },
        },
      };
    },
  }),
  route({
    method: "POST",
    path: "/export",
    operation: "askForExport",
    summary:
      "Asks for an export of the crawl so far: it is written into the stack's bucket, where it is kept for 30 days. Asked again before it is done, it is the same one.",
    parameters: exportQuerySchema,
    status: 202,
    answer: exportSchema,
    run: async ({ parameters, ports }) => exportOf(await askForExport(ports, parameters), ports),
  }),
  route({
    method: "GET",
    path: "/export",
    operation: "getExport",
    summary:
      "The last export of the crawl, and where to download it. One that is not done, and that no function makes any more, goes on.",
    parameters: noParametersSchema,
    status: 200,
    answer: exportSchema,
    run: async ({ ports }) => exportOf(await lastExport(ports), ports),
  }),
  route({
    method: "POST",
    path: "/report",
    operation: "askForReport",
    summary:
      "Asks for the report of the crawl so far: it is written into the stack's bucket, where it is kept for 30 days. Asked again before it is done, it is the same one.",
    parameters: reportQuerySchema,
    status: 202,
    answer: madeReportSchema,
    run: async ({ parameters: { format }, ports }) =>
      reportOf(await askForReport(ports, format), ports),
  }),
  route({
    method: "GET",
    path: "/report",
    operation: "getReport",
    summary: "The last report of the crawl, and where to download it.",
    parameters: noParametersSchema,
    status: 200,
    answer: madeReportSchema,
    run: async ({ ports }) => reportOf(await lastReport(ports), ports),
  }),
  ...FORGET_ROUTES,
];

async function exportOf(
  asked: StackExport,
  { presignMade }: Pick<ApiPorts, "presignMade">,
): Promise<z.output<typeof exportSchema>> {
  const { crawl, at, parts, sofar } = asked;
  const { records, reserved = 0 } = parts === null && sofar ? sofar : asked;
  const urls = await Promise.all((parts ?? []).map((key) => presignMade(key)));
  const state = parts === null ? "asked" : "done";
  return { crawl, at, ...formOf(asked), state, records, reserved, parts: urls };
}

async function reportOf(
  { key, ...asked }: StackReport,
  { presignMade }: Pick<ApiPorts, "presignMade">,
): Promise<z.output<typeof madeReportSchema>> {
  if (key === null) return { ...asked, state: "asked", url: null };
  return { ...asked, state: "done", url: await presignMade(key) };
}

function orderRoute(
  verb: string,
  requested: CrawlOrder["requested"],
  summary: string,
): Route<ApiPorts> {
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

function crawlOf({ order, status }: KnownCrawl): z.output<typeof crawlSchema> {
  return {
    ...orderOf(order),
    state: stateOf(status),
    end: status?.end ?? null,
    seconds: status?.seconds ?? 0,
    model: status?.model || null,
    dollars: status?.dollars ?? 0,
    listed: listedOf(status),
    report: status && parseReport(status.report),
    recall: status?.recall ?? null,
    spentSites: status?.spentSites ?? null,
    assessed: assessedOf(status),
  };
}

function assessedOf(status: StackStatus | null): z.output<typeof crawlSchema>["assessed"] {
  if (status === null || status.assessed === null) return null;
  const { answered, requests, tokens, dollars, capped = false, fault } = status.assessed;
  return { answered, requests, tokens, dollars, capped, fault };
}

function stateOf(status: StackStatus | null): z.output<typeof crawlSchema>["state"] {
  return status?.state ?? "starting";
}

/** @throws DowserError `bad-url` */
function hostNamed(name: string | undefined): Host | undefined {
  return name === undefined ? undefined : hostOf(urlNamed(`http://${name}/`, {}));
}

function listedOf(status: StackStatus | null): number {
  return status?.listedRecords ?? 0;
}
