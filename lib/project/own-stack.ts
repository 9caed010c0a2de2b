/** By what a stack is told from those of others. */
import { createHash, createHmac } from "node:crypto";
import type { Project } from "./project-schema.ts";

/** What the description of a stack begins with that `dowser deploy` made: no other is removed. */
export const OWN_STACK = "Dowser: the crawl of project";

/**
 * Returns the token that reads and changes nothing: it follows from the stack's token, which does not follow from it, and changes with it.
 */
export function readOnlyToken(token: string): string {
  return createHmac("sha256", token).update("read only").digest("base64url");
}

/**
 * Returns a short hash of what makes two projects of one name different: what they look for, and where they begin. Budgets, limits and
 * files of examples, whose paths differ by machine, are not in it.
 */
export function projectHash({ need, seeds }: Pick<Project, "need" | "seeds">): string {
  const parts = [need.topic, need.words, seeds.urls, seeds.queries];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
