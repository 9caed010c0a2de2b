import { DowserError } from "../errors.ts";
import type { Project } from "./project-schema.ts";

/** Returns whether a project's crawl asks queries of an engine that wants a key. */
export function asksWithKey({ search }: Pick<Project, "search">): boolean {
  return search?.provider === "brave" && search.compose !== undefined;
}

/** The error of a stack that has no secret for the key that a project's crawl needs. */
export function noSearchSecret(name: string): DowserError {
  return new DowserError(`${name} has no secret for the key of a search engine`, {
    code: "no-search-secret",
    reaction: "fix-config",
    value: name,
    hint: "deploy the stack again: it was made of a project that composes no queries",
  });
}
