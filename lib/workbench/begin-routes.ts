import { type Route, route } from "../stack/api/route.ts";
import { noParametersSchema } from "../stack/api/schemas.ts";
import { exampleSchema, listSchema, namedFileSchema } from "./begin-schemas.ts";
import { type Asked, JSON_BODY, parsed, textOf } from "./request-body.ts";
import { answersSchema, projectSchema } from "./schemas.ts";
import type { WorkbenchPorts } from "./workbench-ports.ts";

const YAML_BODY = { description: "A project file.", content: { "application/yaml": {} } };

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
];
