import { z } from "zod";
import type { ApiPorts, BodyForm, Route } from "../lib/stack/api/route.ts";
import { ROUTES } from "../lib/stack/api/routes.ts";
import { errorSchema } from "../lib/stack/api/schemas.ts";
import packageJson from "../package.json" with { type: "json" };

/** Creates the OpenAPI 3.1 document of the API from its routes and their schemas. */
export function openApi(): object {
  const byPath = Map.groupBy(ROUTES, ({ path }) => path);
  return {
    openapi: "3.1.0",
    info: {
      title: "Dowser",
      version: packageJson.version,
      description: "A focused crawl in a serverless stack of its own.",
    },
    security: [{ token: [] }],
    paths: Object.fromEntries(
      Array.from(byPath, ([path, routes]) => [
        path,
        Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operationOf(route)])),
      ]),
    ),
    components: {
      schemas: schemas(),
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "The token that the stack keeps in Secrets Manager.",
        },
      },
    },
  };
}

function operationOf({
  operation,
  summary,
  path,
  parameters,
  body,
  status,
  answer,
}: Route<ApiPorts>): object {
  return {
    operationId: operation,
    summary,
    parameters: parametersOf(path, parameters),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            description: body.description,
            content: Object.fromEntries(
              Object.entries(body.content).map(([mediaType, form]) => [mediaType, contentOf(form)]),
            ),
          },
        }),
    responses: {
      [status]: { description: "Done.", content: json(answer) },
      "401": { description: "Without a token." },
      "403": { description: "With a wrong token." },
      default: { description: "Refused.", content: json(errorSchema) },
    },
  };
}

function contentOf({ schemaFile, schema, examples = {} }: BodyForm): object {
  const $ref = schema === undefined ? schemaFile : refTo(schema.meta()?.id ?? "");
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    schema: $ref && { $ref },
    examples: named.length === 0 ? undefined : Object.fromEntries(named),
  };
}

function parametersOf(path: string, parameters: z.ZodObject): object[] {
  const { properties = {} } = z.toJSONSchema(parameters, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => {
    const inPath = path.includes(`{${name}}`);
    return { name, in: inPath ? "path" : "query", required: inPath, schema };
  });
}

function json(schema: z.ZodType): object {
  return { "application/json": { schema: { $ref: refTo(schema.meta()?.id ?? "") } } };
}

function refTo(id: string): string {
  return `#/components/schemas/${id}`;
}

/** Returns the named schemas by name; the document states its JSON Schema dialect. */
function schemas(): object {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: refTo });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      id,
      { ...schema, $id: undefined, $schema: undefined },
    ]),
  );
}
