import type { z } from "zod";
import { type Route, route } from "../stack/api/route.ts";
import { labelledSchema, noParametersSchema, orderSchema } from "../stack/api/schemas.ts";
import { BEGIN_ROUTES } from "./begin-routes.ts";
import { LOOK_ROUTES } from "./look-routes.ts";
import { type Asked, JSON_BODY, parsed, textOf } from "./request-body.ts";
import {
  cardSchema,
  hostSchema,
  namedPageSchema,
  namedRunSchema,
  projectSchema,
  queueQuerySchema,
  queueSchema,
  resumeSchema,
  runCrawlSchema,
  runsSchema,
  sampledSchema,
  tableQuerySchema,
  tableSchema,
  tallySchema,
  verdictsSchema,
  watchSchema,
} from "./schemas.ts";
import type { WorkbenchPorts } from "./workbench-ports.ts";

const YAML_BODY = { description: "A project file.", content: { "application/yaml": {} } };

const CRAWL_ROUTES: readonly Route<WorkbenchPorts>[] = [
  route({
    method: "GET",
    path: "/runs",
    operation: "listRuns",
    summary: "The runs of this host, the last one first.",
    parameters: noParametersSchema,
    status: 200,
    answer: runsSchema,
    run: async ({ ports }: Asked) => ({ runs: await ports.crawls.list() }),
  }),
  route({
    method: "PUT",
    path: "/runs/{run}/crawl",
    operation: "beginCrawl",
    summary: "Keeps a project file and begins its crawl.",
    parameters: namedRunSchema,
    body: YAML_BODY,
    status: 201,
    answer: orderSchema,
    run: ({ parameters: { run }, body, ports }: Asked<Named>) =>
      ports.crawls.begin(run, textOf(body)),
  }),
  ofRun("/crawl", "getRunCrawl", "State and totals of a crawl.", runCrawlSchema, (ports, run) =>
    ports.crawls.crawl(run),
  ),
  ofRun("/watch", "watchRun", "What a crawl has done so far.", watchSchema, (ports, run) =>
    ports.crawls.watch(run),
  ),
  ofRun("/project", "getProject", "The project file of a run.", projectSchema, (ports, run) =>
    ports.projects.ofRun(run),
  ),
  route({
    method: "POST",
    path: "/runs/{run}/crawl/stop",
    operation: "stopRun",
    summary: "Ends a crawl for good, where the host can; what it has found stays.",
    parameters: namedRunSchema,
    status: 202,
    answer: orderSchema,
    run: ({ parameters: { run }, ports }: Asked<Named>) => ports.crawls.stop(run),
  }),
  route({
    method: "POST",
    path: "/runs/{run}/crawl/pause",
    operation: "pauseRun",
    summary: "Completes the pages in flight, then pauses.",
    parameters: namedRunSchema,
    status: 202,
    answer: orderSchema,
    run: ({ parameters: { run }, ports }: Asked<Named>) => ports.crawls.pause(run),
  }),
  route({
    method: "POST",
    path: "/runs/{run}/crawl/resume",
    operation: "resumeRun",
    summary: "Goes on with a crawl, also a running one, with another page budget if one is given.",
    parameters: namedRunSchema,
    body: { description: "A page budget, or nothing.", content: JSON_BODY },
    status: 202,
    answer: orderSchema,
    run: ({ parameters: { run }, body, ports }: Asked<Named>) =>
      ports.crawls.resume(run, body.length === 0 ? undefined : parsed(body, resumeSchema).pages),
  }),
];

const PAGE_ROUTES: readonly Route<WorkbenchPorts>[] = [
  route({
    method: "GET",
    path: "/runs/{run}/pages",
    operation: "listRunPages",
    summary: "Fetched pages that all the given filters select, in the order asked for.",
    parameters: tableQuerySchema,
    status: 200,
    answer: tableSchema,
    run: ({ parameters, ports }: Asked<z.output<typeof tableQuerySchema>>) =>
      ports.pages.table(parameters),
  }),
  route({
    method: "GET",
    path: "/runs/{run}/pages/{sequence}",
    operation: "getRunPage",
    summary: "One page: its record, its main text, and why it has its score.",
    parameters: namedPageSchema,
    status: 200,
    answer: cardSchema,
    run: ({ parameters: { run, sequence }, ports }: Asked<{ run: string; sequence: number }>) =>
      ports.pages.card(run, sequence),
  }),
  route({
    method: "GET",
    path: "/runs/{run}/queue",
    operation: "getQueue",
    summary: "Pages without a verdict, the first to judge first.",
    parameters: queueQuerySchema,
    status: 200,
    answer: queueSchema,
    run: ({ parameters, ports }: Asked<z.output<typeof queueQuerySchema>>) =>
      ports.pages.queue(parameters),
  }),
];

const VERDICT_ROUTES: readonly Route<WorkbenchPorts>[] = [
  ofRun("/verdicts", "countVerdicts", "Verdicts so far.", tallySchema, (ports, run) =>
    ports.verdicts.tally(run),
  ),
  given("labels", "labelRunPages", "Labels pages: the crawl learns from it.", (ports, run, given) =>
    ports.verdicts.label(run, given),
  ),
  given("verdicts", "judgeSample", "Judges sampled pages: a measure only.", (ports, run, given) =>
    ports.verdicts.judge(run, given),
  ),
  route({
    method: "POST",
    path: "/runs/{run}/sample",
    operation: "drawSample",
    summary: "Draws a random sample of the fetched pages to judge.",
    parameters: namedRunSchema,
    status: 201,
    answer: sampledSchema,
    run: async ({ parameters: { run }, ports }: Asked<Named>) => ({
      pages: await ports.verdicts.sample(run),
    }),
  }),
];

/** All operations of the workbench, under `/api`. */
export const WORKBENCH_ROUTES: readonly Route<WorkbenchPorts>[] = [
  route({
    method: "GET",
    path: "/host",
    operation: "describeHost",
    summary: "What this host is, and what it can do.",
    parameters: noParametersSchema,
    status: 200,
    answer: hostSchema,
    run: async ({ ports }: Asked) => ports.describe(),
  }),
  ...BEGIN_ROUTES,
  ...CRAWL_ROUTES,
  ...PAGE_ROUTES,
  ...LOOK_ROUTES,
  ...VERDICT_ROUTES,
];

interface Named {
  readonly run: string;
}

/** Creates a route that reads something of a run. */
function ofRun<Answer extends z.ZodType>(
  path: string,
  operation: string,
  summary: string,
  answer: Answer,
  read: (ports: WorkbenchPorts, run: string) => Promise<z.output<Answer>>,
): Route<WorkbenchPorts> {
  return route({
    method: "GET",
    path: `/runs/{run}${path}`,
    operation,
    summary,
    parameters: namedRunSchema,
    status: 200,
    answer,
    run: ({ parameters: { run }, ports }: Asked<Named>) => read(ports, run),
  });
}

/** Creates a route that takes what a person said of pages. */
function given(
  path: string,
  operation: string,
  summary: string,
  keep: (
    ports: WorkbenchPorts,
    run: string,
    given: z.output<typeof verdictsSchema>["labels"],
  ) => Promise<z.output<typeof labelledSchema>["labels"]>,
): Route<WorkbenchPorts> {
  return route({
    method: "POST",
    path: `/runs/{run}/${path}`,
    operation,
    summary,
    parameters: namedRunSchema,
    body: { description: "Pages and what they are.", content: JSON_BODY },
    status: 201,
    answer: labelledSchema,
    run: async ({ parameters: { run }, body, ports }: Asked<Named>) => ({
      labels: await keep(ports, run, parsed(body, verdictsSchema).labels),
    }),
  });
}
