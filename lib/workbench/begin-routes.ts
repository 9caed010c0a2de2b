import type { z } from "zod";
import { type Route, route } from "../stack/api/route.ts";
import { noParametersSchema } from "../stack/api/schemas.ts";
import {
  conceptsSchema,
  exampleSchema,
  foundPageSchema,
  foundSchema,
  foundTextSchema,
  keepConceptsSchema,
  keepFoundSchema,
  keepPathsSchema,
  keptConceptsSchema,
  keptFoundSchema,
  keptPathsSchema,
  linksAskedSchema,
  linksSchema,
  listSchema,
  namedFileSchema,
  ontologiesSchema,
  searchAskedSchema,
  sourcesSchema,
  topicAskedSchema,
} from "./begin-schemas.ts";
import { type Asked, JSON_BODY, parsed, textOf } from "./request-body.ts";
import { answersSchema, projectSchema } from "./schemas.ts";
import type { WorkbenchPorts } from "./workbench-ports.ts";

const YAML_BODY = { description: "A project file.", content: { "application/yaml": {} } };

const SEARCH_ROUTES: readonly Route<WorkbenchPorts>[] = [
  route({
    method: "GET",
    path: "/search",
    operation: "listSources",
    summary: "What can be searched for examples: recordings and runs of this host.",
    parameters: noParametersSchema,
    status: 200,
    answer: sourcesSchema,
    run: async ({ ports }: Asked) => ({ sources: await ports.search.sources() }),
  }),
  route({
    method: "POST",
    path: "/search",
    operation: "findPages",
    summary: "Searches the full text of a source, or asks the engine of a project.",
    parameters: noParametersSchema,
    body: { description: "Source and words.", content: JSON_BODY },
    status: 200,
    answer: foundSchema,
    run: ({ body, ports }: Asked) => ports.search.find(parsed(body, searchAskedSchema)),
  }),
  route({
    method: "GET",
    path: "/search/page",
    operation: "readFoundPage",
    summary: "Main text of a page of a source, the words that were searched for marked.",
    parameters: foundPageSchema,
    status: 200,
    answer: foundTextSchema,
    run: async ({ parameters, ports }: Asked<z.output<typeof foundPageSchema>>) => ({
      text: await ports.search.text(parameters),
    }),
  }),
  route({
    method: "POST",
    path: "/search/page",
    operation: "keepFoundPage",
    summary: "Keeps a page of a run as a file that a project can name.",
    parameters: noParametersSchema,
    body: { description: "The page.", content: JSON_BODY },
    status: 201,
    answer: keptFoundSchema,
    run: ({ body, ports }: Asked) => ports.search.keep(parsed(body, keepFoundSchema)),
  }),
];

const CONCEPT_ROUTES: readonly Route<WorkbenchPorts>[] = [
  route({
    method: "GET",
    path: "/ontologies",
    operation: "listOntologies",
    summary: "Ontologies that topics can be looked up in.",
    parameters: noParametersSchema,
    status: 200,
    answer: ontologiesSchema,
    run: async ({ ports }: Asked) => ({ ontologies: await ports.concepts.ontologies() }),
  }),
  route({
    method: "POST",
    path: "/ontologies/topic",
    operation: "lookUpTopic",
    summary: "The concepts around a topic, the strongest relation first.",
    parameters: noParametersSchema,
    body: { description: "Ontology and topic.", content: JSON_BODY },
    status: 200,
    answer: conceptsSchema,
    run: ({ body, ports }: Asked) => ports.concepts.topic(parsed(body, topicAskedSchema)),
  }),
  route({
    method: "POST",
    path: "/ontologies/concepts",
    operation: "keepConcepts",
    summary: "Keeps some of the concepts around a topic as a concept list.",
    parameters: noParametersSchema,
    body: { description: "Ontology, topic and concepts.", content: JSON_BODY },
    status: 201,
    answer: keptConceptsSchema,
    run: ({ body, ports }: Asked) => ports.concepts.keep(parsed(body, keepConceptsSchema)),
  }),
];

const PATH_ROUTES: readonly Route<WorkbenchPorts>[] = [
  route({
    method: "GET",
    path: "/search/links",
    operation: "listLinks",
    summary: "The links of a page of a source to its other pages.",
    parameters: linksAskedSchema,
    status: 200,
    answer: linksSchema,
    run: ({ parameters, ports }: Asked<z.output<typeof linksAskedSchema>>) =>
      ports.paths.links(parameters),
  }),
  route({
    method: "POST",
    path: "/paths",
    operation: "keepPaths",
    summary: "Keeps click paths as a file that a project can name.",
    parameters: noParametersSchema,
    body: { description: "The pages of each path, its target last.", content: JSON_BODY },
    status: 201,
    answer: keptPathsSchema,
    run: ({ body, ports }: Asked) => ports.paths.keep(parsed(body, keepPathsSchema).paths),
  }),
];

/** Operations of the form of a new crawl: the project file, and what it is made of. */
export const BEGIN_ROUTES: readonly Route<WorkbenchPorts>[] = [
  route({
    method: "POST",
    path: "/projects/propose",
    operation: "proposeProject",
    summary: "Writes a project file from the answers of a form, and checks it.",
    parameters: noParametersSchema,
    body: { description: "The answers.", content: JSON_BODY },
    status: 200,
    answer: projectSchema,
    run: ({ body, ports }: Asked) => ports.projects.propose(parsed(body, answersSchema)),
  }),
  route({
    method: "POST",
    path: "/projects/check",
    operation: "checkProject",
    summary: "Checks a project file as `dowser crawl` does, and says what is wrong with it.",
    parameters: noParametersSchema,
    body: YAML_BODY,
    status: 200,
    answer: projectSchema,
    run: ({ body, ports }: Asked) => ports.projects.check(textOf(body)),
  }),
  route({
    method: "PUT",
    path: "/examples/{name}",
    operation: "keepExample",
    summary: "Keeps a saved page, or the pages of a WARC file, as files that a project can name.",
    parameters: namedFileSchema,
    body: { description: "HTML, or a WARC file.", content: { "application/octet-stream": {} } },
    status: 201,
    answer: exampleSchema,
    run: ({ parameters: { name }, body, ports }: Asked<{ name: string }>) =>
      ports.examples.keep(name, body),
  }),
  route({
    method: "POST",
    path: "/lists/{name}",
    operation: "readList",
    summary:
      "Reads a list of URLs as `seeds.file` is read: one a line, or a table with a column url.",
    parameters: namedFileSchema,
    body: { description: "The list.", content: { "text/plain": {}, "text/csv": {} } },
    status: 200,
    answer: listSchema,
    run: ({ parameters: { name }, body, ports }: Asked<{ name: string }>) =>
      ports.examples.list(name, body),
  }),
  ...SEARCH_ROUTES,
  ...CONCEPT_ROUTES,
  ...PATH_ROUTES,
];
