import type { Project } from "./project-schema.ts";

/** Returns whether a project's crawl asks queries of an engine that wants a key. */
export function asksWithKey({ search }: Pick<Project, "search">): boolean {
  return search?.provider === "brave" && search.compose !== undefined;
}
