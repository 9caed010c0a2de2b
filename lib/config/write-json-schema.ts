import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadAllStrategies } from "../domain/strategy/registry.ts";
import { projectJsonSchema } from "./project-json-schema.ts";

/** Where the schema is committed; project files name it for their editors. */
export const PROJECT_SCHEMA_FILE = fileURLToPath(
  new URL("../../docs/project.schema.json", import.meta.url),
);

/** The committed file's text. */
export async function projectSchemaText(): Promise<string> {
  const schema = projectJsonSchema(await loadAllStrategies());
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

if (import.meta.main) writeFileSync(PROJECT_SCHEMA_FILE, await projectSchemaText());
