import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openApi } from "./open-api.ts";

/** Where the description of the API is committed. */
export const OPEN_API_FILE: string = fileURLToPath(
  new URL("../../../docs/openapi.json", import.meta.url),
);

/** The committed file's text. */
export function openApiText(): string {
  return `${JSON.stringify(openApi(), undefined, 2)}\n`;
}

if (import.meta.main) writeFileSync(OPEN_API_FILE, openApiText());
