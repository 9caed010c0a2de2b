import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { projectJsonSchema } from "./project-json-schema.ts";
import { loadAllStrategies } from "./registry.ts";

/** The committed file of the schema; project files name it for their editors. */
export const PROJECT_SCHEMA_FILE = fileURLToPath(
  new URL("../../docs/project.schema.json", import.meta.url),
);

/** Returns the text of the committed file. */
export async function projectSchemaText(): Promise<string> {
  const schema = projectJsonSchema(await loadAllStrategies());
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

if (import.meta.main) writeFileSync(PROJECT_SCHEMA_FILE, await projectSchemaText());
