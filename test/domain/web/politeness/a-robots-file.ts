import { disallowedBy, parseRobots } from "../../../../lib/domain/web/politeness/robots-rules.ts";

/** The name of the crawler that reads the files. */
export const TOKEN = "Dowser";

/** A robots.txt file of these lines. */
export function file(...lines: readonly string[]): string {
  return lines.join("\n");
}

/** Whether a robots.txt file allows a path to a crawler. */
export function isAllowed(text: string, path: string, token = TOKEN): boolean {
  return disallowedBy(parseRobots(text, token), path) === undefined;
}
