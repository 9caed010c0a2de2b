// The packages of AWS and the schema of project files are imported where they are needed: a stack that the
// environment names is asked without either.

import type { StackClients } from "../../adapters/aws/find-stack.ts";
import { fail } from "../../errors.ts";
import { isDirectory } from "../folder/run-database.ts";
import { terminal } from "../print/terminal.ts";
import type { StackAccess } from "./stack-client.ts";

/** The ways in which a user names a stack. */
export interface StackChoice {
  /** The project file that it was deployed for. */
  readonly project: string | undefined;
  /** Its name in CloudFormation. */
  readonly stackName: string | undefined;
}

/** Returns the name of a project's stack. */
export function stackName(project: string): string {
  return `Dowser-${project}`;
}

/**
 * Returns the name of the stack that the user means.
 * @throws DowserError `no-stack-named`, `project-unreadable`, `bad-project`
 */
export async function nameOf({ project, stackName: name }: StackChoice): Promise<string> {
  if (name !== undefined) return name;
  if (project !== undefined) {
    const { inspectProject } = await import("../../project/load-project.ts");
    return stackName((await inspectProject(project)).name);
  }
  throw fail("no-stack-named");
}

/**
 * Finds the address and token of a stack's API: from the environment, else from the stack's outputs
 * and its secret.
 * @throws DowserError `run-is-local`, `no-stack-named`, `no-stack`, `aws-refused`
 */
export async function stackAccess(
  choice: StackChoice,
  { DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: token }: NodeJS.ProcessEnv = terminal().env,
  open?: () => StackClients,
): Promise<StackAccess> {
  const { project } = choice;
  if (project !== undefined && isDirectory(project))
    throw fail("run-is-local", { directory: project });
  if (endpoint !== undefined && token !== undefined) return { endpoint, token };
  const name = await nameOf(choice);
  const { findStack, readToken, stackClients } = await import("../../adapters/aws/find-stack.ts");
  const clients = (open ?? stackClients)();
  const stack = await findStack(name, clients);
  return {
    endpoint: endpoint ?? stack.endpoint,
    token: token ?? (await readToken(stack, clients)),
  };
}
