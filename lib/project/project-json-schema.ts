/** The JSON Schema of project files. */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { StrategyModule } from "../domain/methods/strategy-module.ts";
import { projectSchema } from "./project-schema.ts";

/** The committed file of the schema; project files name it for their editors. */
export const PROJECT_SCHEMA_FILE = fileURLToPath(
  new URL("../../docs/project.schema.json", import.meta.url),
);

/** The part of JSON Schema (draft 2020-12) that the project file's schema uses. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

let generated: JsonSchema | undefined;

/**
 * Makes the JSON Schema of project files, for editors and hints, with the options of these
 * strategies.
 */
export function projectJsonSchema(strategies: readonly StrategyModule[]): JsonSchema {
  generated ??= jsonSchemaOf(projectSchema);
  const { properties = {} } = generated;
  const { anyOf: _, ...described } = properties["strategy"] ?? {};
  const strategy: JsonSchema = {
    ...described,
    anyOf: [
      { type: "string", enum: strategies.map(({ name }) => name) },
      { oneOf: strategies.map(strategyJsonSchema) },
      MODULE,
      { type: "null", description: "Left empty: as if the key were left out." },
    ],
  };
  return { ...generated, properties: { ...properties, strategy } };
}

/** A strategy that is not Dowser's: its own schema knows its options. */
const MODULE: JsonSchema = {
  type: "object",
  properties: {
    module: {
      type: "string",
      description:
        "Strategy of your own: a path relative to this file, or a package that is installed beside it.",
    },
    hash: {
      type: "string",
      description: "Hash that the module's content must have, as `sha256:` and hexadecimal digits.",
    },
  },
  required: ["module"],
  additionalProperties: true,
};

/** Makes the schema of a strategy as a mapping with its name. */
function strategyJsonSchema({ name, description, options }: StrategyModule): JsonSchema {
  const { $schema: _, properties, required = [], ...schema } = jsonSchemaOf(options);
  return {
    ...schema,
    properties: { name: { type: "string", const: name }, ...properties },
    required: ["name", ...required],
    description,
  };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's type describes every draft at once
  return z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
}
