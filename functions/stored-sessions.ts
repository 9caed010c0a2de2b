import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { openSessions, type Sessions } from "../lib/adapters/web/live/sessions.ts";
import { parseSecret, sessionsUnreadable } from "../lib/stack/site-secrets.ts";
import { cachedToken } from "./wiring/bearer-token.ts";

/** Age at which sessions are read again, in ms: a renewed login applies after this time. */
const SESSIONS_AGE_MS = 60_000;

/** Cookies that sites set live as long as the process: no other harvester has them. */
const NOT_KEPT = { load: () => undefined, save: () => {} };

/**
 * Creates a reader of the sessions in a secret. It reads when a plan first needs them, and a minute
 * later again; they are opened anew when the secret has changed. Only the plan's `origins` get theirs:
 * of others the planner does not know that a login is no answer.
 */
export function sessionsReader(
  secret: string | undefined,
  now: () => number = Date.now,
): (origins: ReadonlySet<string>) => Promise<Sessions | undefined> {
  const client = new SecretsManagerClient();
  const read = cachedToken(() => readSecret(client, secret), now, SESSIONS_AGE_MS);
  let opened: { readonly of: string; readonly sessions: Sessions } | undefined;
  return async (origins) => {
    if (origins.size === 0) return undefined;
    const text = await read();
    const of = JSON.stringify([text, ...origins]);
    if (opened?.of !== of) {
      const sites = parseSecret(text).filter(({ origin }) => origins.has(origin));
      opened = { of, sessions: openSessions(sites, NOT_KEPT) };
    }
    return opened.sessions;
  };
}

async function readSecret(client: SecretsManagerClient, secret: string | undefined) {
  if (secret === undefined) throw sessionsUnreadable("the stack has no secret for sessions");
  try {
    const command = new GetSecretValueCommand({ SecretId: secret });
    return (await client.send(command)).SecretString ?? "";
  } catch (cause) {
    throw sessionsUnreadable("the secret of the sessions cannot be read", cause);
  }
}
