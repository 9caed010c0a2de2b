import {
  findStack,
  type StackClients,
  stackClients,
  storeSecret,
} from "../../adapters/aws/find-stack.ts";
import { BRAVE_KEY_VARIABLE } from "../../adapters/search/brave-search.ts";
import { fail } from "../../errors.ts";
import type { Project } from "../../project/project-schema.ts";
import { asksWithKey } from "../../project/search-secret.ts";
import { printNotice } from "../print/print-line.ts";
import { terminal } from "../print/terminal.ts";
import { nameOf, type StackChoice } from "./stack-client.ts";

/**
 * Returns the key of the engine that a project's crawl asks in its stack; `undefined` when it needs
 * none.
 */
export function searchKeyOf(
  project: Pick<Project, "search">,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (!asksWithKey(project)) return undefined;
  return environment[BRAVE_KEY_VARIABLE]?.trim() || undefined;
}

/**
 * Stores the key of the project's search engine with its stack, when the crawl composes queries. It
 * goes to the stack's secret and nowhere else.
 * @throws DowserError `no-search-secret`, `no-stack`, `aws-refused`
 */
export async function sendSearchKey(
  project: Pick<Project, "search">,
  choice: StackChoice,
  environment: NodeJS.ProcessEnv = terminal().env,
  open: () => StackClients = stackClients,
): Promise<void> {
  const key = searchKeyOf(project, environment);
  if (key === undefined) return;
  const { DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: token } = environment;
  if (endpoint !== undefined && token !== undefined) {
    printNotice(
      "the stack keeps the search key that dowser deploy stored: it is known by its endpoint alone",
    );
    return;
  }
  const clients = open();
  const { name, searchKey } = await findStack(await nameOf(choice), clients);
  if (searchKey === undefined) throw fail("no-search-secret", { name });
  await storeSecret(searchKey, key, clients);
}
