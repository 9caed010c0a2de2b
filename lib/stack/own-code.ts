/** Code of the user that the functions of a stack were deployed with, as files beside them. Whoever has the token names no code. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fail } from "../errors.ts";
import type { PageHandler } from "../features/handler/handle-pages.ts";
import { loadHandler } from "../project/load-handler.ts";
import { hashOf } from "../project/load-strategy-module.ts";
import type { Project } from "../project/project-schema.ts";

/** A bundle, as far as it names code. */
interface Bundle {
  readonly project: Project;
  /** Hash of its handler. */
  readonly handler?: string | undefined;
}

/** The strategy module of a bundle. */
export const MODULE = "./strategy-module.mjs";

const HANDLER = path.join(import.meta.dirname, "page-handler.mjs");

/** Returns a project with its strategy module as the functions of its stack have it. */
export function withDeployedModule(project: Project, hash: string): Project {
  return { ...project, strategy: { ...project.strategy, module: MODULE, hash } };
}

/**
 * Returns a project with the path of its module on this machine.
 * @throws DowserError `project-not-for-stack` where the functions have none, or another one
 */
export function withModuleHere(project: Project): Project {
  const { strategy } = project;
  if (strategy.module !== MODULE) return project;
  const module = path.join(import.meta.dirname, MODULE);
  if (!existsSync(module) || hashOf(module) !== strategy["hash"])
    throw fail("project-not-for-stack/module", { value: strategy["hash"] });
  return { ...project, strategy: { ...strategy, module } };
}

/** Returns the hash of the handler that acts on the pages of the crawls that begin now; `undefined` without one. */
export function deployedHandler(): string | undefined {
  return existsSync(HANDLER) ? hashOf(HANDLER) : undefined;
}

/**
 * Refuses a crawl that was begun with a handler that the functions do not have.
 * @throws DowserError `project-not-for-stack`
 */
export function requireHandler({ handler }: Pick<Bundle, "handler">): void {
  if (handler !== undefined && handler !== deployedHandler())
    throw fail("project-not-for-stack/handler", { value: handler });
}

/** Loads the handler of a crawl; `undefined` where it has none. */
export async function handlerOf({
  handler,
}: Pick<Bundle, "handler">): Promise<PageHandler | undefined> {
  return handler === undefined ? undefined : loadHandler(HANDLER);
}

/** A project, and whether a handler acts on the pages of its crawl. */
export type HandledProject = Project & { readonly handler?: true };

/** Returns the project of a crawl as its exports and its run on disk have it. */
export function handledProject({ project, handler }: Bundle): HandledProject {
  return handler === undefined ? project : { ...project, handler: true };
}

/** Hashes of the code of a crawl, or of a deployment. */
export interface OwnCode {
  readonly module?: string | undefined;
  readonly handler?: string | undefined;
}

/** Says which code of a crawl a deployment would take away or replace; `undefined` where it would none. */
export function replacedCode(
  { project: { strategy }, handler }: Bundle,
  deployed: OwnCode,
): string | undefined {
  if (strategy.module === MODULE && strategy["hash"] !== deployed.module) return "strategy module";
  return handler !== undefined && handler !== deployed.handler ? "handler of pages" : undefined;
}
