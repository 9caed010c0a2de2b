/** All requests that the page of `dowser ui` sends: what each takes, by which schema, and who answers. */
import { z } from "zod";
import { fail } from "../errors.ts";
import { byParameters, type Served } from "../stack/api/route.ts";
import { noParametersSchema } from "../stack/api/schemas.ts";
import {
  answersSchema,
  foundPageSchema,
  keepConceptsSchema,
  keepFoundSchema,
  keepPathsSchema,
  linksAskedSchema,
  namedFileSchema,
  searchAskedSchema,
  seedAskedSchema,
  topicAskedSchema,
} from "./begin-schemas.ts";
import { corpusQuerySchema, cutChosenSchema, sampleQuerySchema } from "./corpus-schemas.ts";
import { compareQuerySchema, overlapQuerySchema } from "./look-schemas.ts";
import {
  namedPageSchema,
  namedRunSchema,
  queueQuerySchema,
  renameSchema,
  resumeSchema,
  snippetsAskedSchema,
  tableQuerySchema,
  verdictsSchema,
} from "./schemas.ts";
import type { WorkbenchPorts } from "./workbench-ports.ts";

/** The form of a new crawl: the project file, and what it is made of. */
const BEGIN_ROUTES = [
  post("/projects/propose", 200, answersSchema, (ports, given) => ports.projects.propose(given)),
  send("POST", "/projects/check", 200, noParametersSchema, (ports, _, body) =>
    ports.projects.check(textOf(body)),
  ),
  post("/seeds", 200, seedAskedSchema, (ports, asked) => ports.projects.askSeed(asked)),
  send("PUT", "/examples/{name}", 201, namedFileSchema, (ports, { name }, body) =>
    ports.examples.keep(name, body),
  ),
  send("POST", "/lists/{name}", 200, namedFileSchema, (ports, { name }, body) =>
    ports.examples.list(name, body),
  ),
  get("/search", noParametersSchema, async ({ search }) => ({ sources: await search.sources() })),
  post("/search", 200, searchAskedSchema, (ports, asked) => ports.search.find(asked)),
  get("/search/page", foundPageSchema, async ({ search }, page) => ({
    text: await search.text(page),
  })),
  post("/search/page", 201, keepFoundSchema, (ports, page) => ports.search.keep(page)),
  get("/search/links", linksAskedSchema, (ports, asked) => ports.paths.links(asked)),
  post("/paths", 201, keepPathsSchema, (ports, given) => ports.paths.keep(given.paths)),
  get("/ontologies", noParametersSchema, async ({ concepts }) => ({
    ontologies: await concepts.ontologies(),
  })),
  post("/ontologies/topic", 200, topicAskedSchema, (ports, asked) => ports.concepts.topic(asked)),
  post("/ontologies/concepts", 201, keepConceptsSchema, (ports, kept) => ports.concepts.keep(kept)),
];

const CRAWL_ROUTES = [
  get("/runs", noParametersSchema, async ({ crawls }) => ({ runs: await crawls.list() })),
  send("PUT", "/runs/{run}/crawl", 201, namedRunSchema, (ports, { run }, body) =>
    ports.crawls.begin(run, textOf(body)),
  ),
  get("/runs/{run}/crawl", namedRunSchema, (ports, { run }) => ports.crawls.crawl(run)),
  get("/runs/{run}/watch", namedRunSchema, (ports, { run }) => ports.crawls.watch(run)),
  get("/runs/{run}/project", namedRunSchema, (ports, { run }) => ports.projects.ofRun(run)),
  get("/runs/{run}/again", namedRunSchema, (ports, { run }) => ports.projects.again(run)),
  send("POST", "/runs/{run}/crawl/stop", 202, namedRunSchema, (ports, { run }) =>
    ports.crawls.stop(run),
  ),
  send("POST", "/runs/{run}/crawl/pause", 202, namedRunSchema, (ports, { run }) =>
    ports.crawls.pause(run),
  ),
  send("POST", "/runs/{run}/crawl/resume", 202, namedRunSchema, (ports, { run }, body) =>
    ports.crawls.resume(run, body.length === 0 ? undefined : parsed(body, resumeSchema).pages),
  ),
];

/** Runs as they lie on the disk. */
const RUN_ROUTES = [
  get("/runs/{run}/figures", namedRunSchema, (ports, { run }) => ports.runs.figures(run)),
  send("POST", "/runs/{run}/rename", 200, namedRunSchema, async (ports, { run }, body) =>
    ports.runs.rename(run, parsed(body, renameSchema).to),
  ),
  send("POST", "/runs/{run}/duplicate", 201, namedRunSchema, (ports, { run }) =>
    ports.runs.duplicate(run),
  ),
  send("POST", "/runs/{run}/delete", 200, namedRunSchema, (ports, { run }) =>
    ports.runs.remove(run),
  ),
];

const PAGE_ROUTES = [
  get("/runs/{run}/snippets", snippetsAskedSchema, (ports, { run, sequences }) =>
    ports.pages.snippets(run, sequences.split(",").map(Number)),
  ),
  get("/runs/{run}/pages", tableQuerySchema, (ports, query) => ports.pages.table(query)),
  get("/runs/{run}/pages/{sequence}", namedPageSchema, (ports, { run, sequence }) =>
    ports.pages.card(run, sequence),
  ),
  get("/runs/{run}/queue", queueQuerySchema, (ports, query) => ports.pages.queue(query)),
];

/** A run as a whole, and several runs side by side. */
const LOOK_ROUTES = [
  get("/runs/{run}/site", namedRunSchema, (ports, { run }) => ports.looks.site(run)),
  get("/runs/{run}/compare", compareQuerySchema, (ports, query) => ports.looks.compare(query)),
  get("/runs/{run}/overlap", overlapQuerySchema, (ports, query) => ports.looks.overlap(query)),
];

/** Which pages are called relevant, and by what. */
const CORPUS_ROUTES = [
  get("/runs/{run}/corpus", corpusQuerySchema, (ports, query) => ports.corpus.figures(query)),
  send("PUT", "/runs/{run}/cut", 200, namedRunSchema, async (ports, { run }, body) => {
    await ports.corpus.choose(run, parsed(body, cutChosenSchema));
    return {};
  }),
  send("POST", "/runs/{run}/look", 200, namedRunSchema, async (ports, { run }) => {
    await ports.corpus.look(run);
    return {};
  }),
];

/** What people say of pages: labels teach the crawl, verdicts on a sample only measure it. */
const VERDICT_ROUTES = [
  get("/runs/{run}/verdicts", namedRunSchema, (ports, { run }) => ports.verdicts.tally(run)),
  send("POST", "/runs/{run}/labels", 201, namedRunSchema, async (ports, { run }, body) => ({
    labels: await ports.verdicts.label(run, parsed(body, verdictsSchema).labels),
  })),
  send("POST", "/runs/{run}/verdicts", 201, namedRunSchema, async (ports, { run }, body) => ({
    labels: await ports.verdicts.judge(run, parsed(body, verdictsSchema).labels),
  })),
  send("POST", "/runs/{run}/sample", 201, sampleQuerySchema, async (ports, { run, of }) => ({
    pages: await ports.verdicts.sample(run, of),
  })),
];

/** All operations of the workbench, under `/api`. */
export const WORKBENCH_ROUTES: readonly Served<WorkbenchPorts>[] = [
  get("/host", noParametersSchema, async (ports) => ports.describe()),
  ...BEGIN_ROUTES,
  ...CRAWL_ROUTES,
  ...RUN_ROUTES,
  ...PAGE_ROUTES,
  ...LOOK_ROUTES,
  ...CORPUS_ROUTES,
  ...VERDICT_ROUTES,
];

/** Creates a route that takes parameters, and the bytes of a body. */
function send<Parameters extends z.ZodObject>(
  method: Served<WorkbenchPorts>["method"],
  path: string,
  status: number,
  parameters: Parameters,
  run: (ports: WorkbenchPorts, given: z.output<Parameters>, body: Uint8Array) => Promise<unknown>,
): Served<WorkbenchPorts> {
  const answer = byParameters<WorkbenchPorts, Parameters>(
    { path, parameters },
    ({ ports, parameters, body }) => run(ports, parameters, body),
  );
  return { method, path, status, run: answer };
}

/** Creates a route that reads something by its parameters. */
function get<Parameters extends z.ZodObject>(
  path: string,
  parameters: Parameters,
  read: (ports: WorkbenchPorts, given: z.output<Parameters>) => Promise<unknown>,
): Served<WorkbenchPorts> {
  return send("GET", path, 200, parameters, read);
}

/** Creates a route that takes a body by a schema. */
function post<Schema extends z.ZodType>(
  path: string,
  status: number,
  schema: Schema,
  take: (ports: WorkbenchPorts, given: z.output<Schema>) => Promise<unknown>,
): Served<WorkbenchPorts> {
  return send("POST", path, status, noParametersSchema, async (ports, _, body) =>
    take(ports, parsed(body, schema)),
  );
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

/**
 * Reads the body of a request by a schema.
 * @throws DowserError `bad-body`
 */
function parsed<Schema extends z.ZodType>(body: Uint8Array, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(textOf(body));
  } catch (cause) {
    throw fail("bad-body", { what: "it is no JSON" }, cause);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw fail("bad-body", { what: z.prettifyError(result.error) }, result.error);
}
