/** Writes the JSON Schema of project files into `docs/project.schema.json`: `npm run generate`. */
import { writeFileSync } from "node:fs";
import { PROJECT_SCHEMA_FILE, projectJsonSchema } from "../lib/project/project-json-schema.ts";
import { loadAllStrategies } from "../lib/project/registry.ts";

/** Returns the text of the committed file. */
export async function projectSchemaText(): Promise<string> {
  const schema = projectJsonSchema(await loadAllStrategies());
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

if (import.meta.main) writeFileSync(PROJECT_SCHEMA_FILE, await projectSchemaText());
