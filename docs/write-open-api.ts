/** Writes the description of the API of a stack into `docs/openapi.json`: `npm run generate`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openApi } from "./open-api.ts";

/** The committed file with the description of the API. */
export const OPEN_API_FILE: string = fileURLToPath(new URL("./openapi.json", import.meta.url));

/** Returns the text for the committed file. */
export function openApiText(): string {
  return `${JSON.stringify(openApi(), undefined, 2)}\n`;
}

if (import.meta.main) writeFileSync(OPEN_API_FILE, openApiText());
