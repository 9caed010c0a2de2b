import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { fail } from "../lib/errors.ts";
import { loadProject } from "../lib/project/load-project.ts";
import { DowserStack } from "./dowser-stack.ts";

/**
 * Adds the stack of the project that the context names (`-c project=path/to/project.yaml`), and its
 * checks. Where the project names no number of workers, `-c workers=20` does; `-c handler=FILE` names what acts on its pages.
 * @throws DowserError `no-project-named`, and the errors of the project file
 */
export async function addStack(app: App): Promise<DowserStack> {
  const file: unknown = app.node.tryGetContext("project");
  if (typeof file !== "string" || file === "") {
    throw fail("no-project-named", { value: file });
  }
  const project = await loadProject(file);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const props = { project, workers: workersOf(app), handler: handlerOf(app) };
  return new DowserStack(app, `Dowser-${project.name}`, props);
}

function workersOf(app: App): number | undefined {
  const workers: unknown = app.node.tryGetContext("workers");
  return workers === undefined ? undefined : Number(workers);
}

function handlerOf(app: App): string | undefined {
  const handler: unknown = app.node.tryGetContext("handler");
  return typeof handler === "string" ? handler : undefined;
}
