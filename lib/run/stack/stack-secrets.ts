/** What a project's stack is given as its secrets: read on this machine, stored with the stack and nowhere else. */
import {
  findStack,
  type StackClients,
  stackClients,
  storeSecret,
} from "../../adapters/aws/find-stack.ts";
import { BRAVE_KEY_VARIABLE } from "../../adapters/search/brave-search.ts";
import {
  asksWithKey,
  assessorSecretText,
  GIVEN_SECRETS,
  type GivenSecret,
} from "../../project/given-secrets.ts";
import type { Project } from "../../project/project-schema.ts";
import { assessorKey } from "../judge/assess.ts";
import { printNotice } from "../print/print-line.ts";
import { terminal } from "../print/terminal.ts";
import { type SecretAccess, secretAccess } from "../web/open-access.ts";
import { nameOf, type StackChoice } from "./stack-client.ts";

/** The secrets of a project for its stack. */
export interface StackSecrets {
  /** What each holds; those that the project lacks are absent. */
  readonly texts: Partial<Record<GivenSecret["name"], string>>;
  /** What the crawl has to know of them. */
  readonly facts: SecretAccess["facts"];
}

/**
 * Reads the secrets of a project for its stack. Says on standard error when others may read the files.
 * @throws DowserError `access-unreadable`, `bad-access`, `sessions-need-walls`, `project-not-for-stack`,
 * `assessor-key-missing`
 */
export function stackSecrets(
  project: Pick<Project, "access" | "scope" | "search" | "assessor">,
  environment: NodeJS.ProcessEnv = terminal().env,
): StackSecrets {
  const key = asksWithKey(project) ? environment[BRAVE_KEY_VARIABLE]?.trim() : undefined;
  const { access, scope, assessor: { url, key: named } = {} } = project;
  const assessorKeyText = assessorKey(named, environment);
  const ofSites = secretAccess({ access, scope }, environment);
  return {
    texts: {
      ...ofSites.texts,
      ...(key && { SearchKey: key }),
      ...(url !== undefined &&
        assessorKeyText !== undefined && {
          Assessor: assessorSecretText({ url, key: assessorKeyText }),
        }),
    },
    facts: ofSites.facts,
  };
}

/**
 * Reads what a stack is given when its crawl goes on: a session may have ended, a key has not.
 * @throws DowserError as {@link stackSecrets} does
 */
export function renewedSecrets(
  project: Parameters<typeof stackSecrets>[0],
  environment: NodeJS.ProcessEnv = terminal().env,
): StackSecrets {
  return stackSecrets({ ...project, search: undefined, assessor: undefined }, environment);
}

/**
 * Stores secrets with their stack.
 * @throws DowserError `no-sessions-secret`, `no-search-secret`, `no-stack`, `aws-refused`
 */
export async function sendSecrets(
  { texts }: Pick<StackSecrets, "texts">,
  choice: StackChoice,
  environment: NodeJS.ProcessEnv = terminal().env,
  open: () => StackClients = stackClients,
): Promise<void> {
  const given = GIVEN_SECRETS.filter(({ name }) => texts[name] !== undefined);
  if (given.length === 0) return;
  const { DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: token } = environment;
  if (endpoint !== undefined && token !== undefined) {
    for (const { left } of given) printNotice(left);
    return;
  }
  const clients = open();
  const { name: stack, secrets } = await findStack(await nameOf(choice), clients);
  for (const { name, missing } of given) {
    if (secrets.get(name) === undefined) throw missing(stack);
  }
  await storeSecrets({ texts }, secrets, clients);
}

/**
 * Stores secrets in those that a stack has, by name → ARN.
 * @throws DowserError `aws-refused`
 */
export async function storeSecrets(
  { texts }: Pick<StackSecrets, "texts">,
  secrets: ReadonlyMap<string, string>,
  clients: StackClients,
): Promise<void> {
  for (const { name } of GIVEN_SECRETS) {
    const [secret, text] = [secrets.get(name), texts[name]];
    if (secret !== undefined && text !== undefined) await storeSecret(secret, text, clients);
  }
}
