import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { openSessions, type Sessions } from "../lib/adapters/web/live/sessions.ts";
import { fail } from "../lib/errors.ts";
import { parseSecret } from "../lib/project/given-secrets.ts";
import type { PlanBundle } from "../lib/stack/bundle.ts";
import type { Environments } from "./wiring/environment.ts";

/** Cookies that sites set live as long as the process: no other harvester has them. */
const NOT_KEPT = { load: () => undefined, save: () => {} };

/** What harvesters send beside requests: given to the web as it is. */
export interface StoredAccess {
  readonly sessions: Sessions;
}

/**
 * Creates a reader of the sessions in a secret, for the plan of a batch. It reads each time, as a
 * renewed login has to apply when the crawl goes on; sessions stay open while the secret is the
 * same. Only the origins of the bundle get theirs: of others the planner does not know that a login is no
 * answer.
 */
export function accessReader({
  SESSIONS_ARN: secret,
}: Pick<Environments["harvester"], "SESSIONS_ARN">): (
  bundle: Pick<PlanBundle, "sessions">,
) => Promise<StoredAccess | undefined> {
  const client = new SecretsManagerClient();
  let opened: (StoredAccess & { readonly of: string }) | undefined;
  return async ({ sessions }) => {
    const origins = new Set(sessions);
    if (origins.size === 0) return undefined;
    const text = await readSecret(client, secret);
    const of = JSON.stringify([text, ...origins]);
    if (opened?.of !== of) {
      const sites = parseSecret(text).filter(({ origin }) => origins.has(origin));
      opened = { of, sessions: openSessions(sites, NOT_KEPT) };
    }
    return opened;
  };
}

async function readSecret(client: SecretsManagerClient, secret: string | undefined) {
  if (secret === undefined) throw fail("sessions-unreadable/missing");
  try {
    const command = new GetSecretValueCommand({ SecretId: secret });
    return (await client.send(command)).SecretString ?? "";
  } catch (cause) {
    throw fail("sessions-unreadable/secret", {}, cause);
  }
}
