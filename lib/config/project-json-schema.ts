import { z } from "zod";
import { projectSchema } from "./project-schema.ts";

/** The part of JSON Schema (draft 2020-12) that the project file's schema uses. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

let generated: JsonSchema | undefined;

/** JSON Schema of what may stand in a project file, for editors; generated once, in some 30 ms. */
export function projectJsonSchema(): JsonSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's type describes every draft at once
  generated ??= z.toJSONSchema(projectSchema, { io: "input" }) as JsonSchema;
  return generated;
}
