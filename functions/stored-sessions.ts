import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { openSessions, type Sessions } from "../lib/adapters/web/live/sessions.ts";
import { fail } from "../lib/errors.ts";
import { parseSecret } from "../lib/stack/site-secrets.ts";

/** Cookies that sites set live as long as the process: no other harvester has them. */
const NOT_KEPT = { load: () => undefined, save: () => {} };

/**
 * Creates a reader of the sessions in a secret, for the plan of a batch. It reads each time, as a
 * renewed login has to apply when the crawl goes on; sessions stay open while the secret is the
 * same. Only the plan's `origins` get theirs: of others the planner does not know that a login is no
 * answer.
 */
export function sessionsReader(
  secret: string | undefined,
): (origins: ReadonlySet<string>) => Promise<Sessions | undefined> {
  const client = new SecretsManagerClient();
  let opened: { readonly of: string; readonly sessions: Sessions } | undefined;
  return async (origins) => {
    if (origins.size === 0) return undefined;
    const text = await readSecret(client, secret);
    const of = JSON.stringify([text, ...origins]);
    if (opened?.of !== of) {
      const sites = parseSecret(text).filter(({ origin }) => origins.has(origin));
      opened = { of, sessions: openSessions(sites, NOT_KEPT) };
    }
    return opened.sessions;
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
