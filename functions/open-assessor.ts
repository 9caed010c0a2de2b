import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { Agent } from "undici";
import { createChatAssessor } from "../lib/adapters/assess/chat-assessor.ts";
import { systemClock } from "../lib/adapters/system-clock.ts";
import { dnsResolver, guardedConnector } from "../lib/adapters/web/live/guarded-connector.ts";
import { fail } from "../lib/errors.ts";
import { assessorKeyFor } from "../lib/project/given-secrets.ts";
import { type AssessingPorts, MOST_ANSWER_MS } from "../lib/stack/assess-crawl.ts";

/** Time in which a connection must be open, in ms. */
const CONNECT_MS = 10_000;

/**
 * Creates what opens the assessor of a crawl. Its key is read from the secret each time, as a new one has to apply, and
 * is sent to the one server that it was stored for. Addresses of the function's own machine and network are refused as
 * those of pages are: whoever may start a crawl names the server.
 */
export function assessorOpener(secret: string | undefined): AssessingPorts["openAssessor"] {
  const client = new SecretsManagerClient();
  return async ({ choice: { url, model, key: named, timeout }, project }) => {
    if (url === undefined) throw fail("project-not-for-stack/command");
    const key = named === undefined ? undefined : assessorKeyFor(url, await read(client, secret));
    const { allowLoopback } = project.politeness;
    const resolve = dnsResolver();
    const connect = guardedConnector({ allowLoopback, connectTimeoutMs: CONNECT_MS, resolve });
    return createChatAssessor({
      url,
      model,
      key,
      clock: systemClock,
      timeoutMs: Math.min(timeout, MOST_ANSWER_MS),
      dispatcher: new Agent({ connect }),
    });
  };
}

async function read(client: SecretsManagerClient, secret: string | undefined): Promise<string> {
  if (secret === undefined) return "";
  try {
    const command = new GetSecretValueCommand({ SecretId: secret });
    return (await client.send(command)).SecretString ?? "";
  } catch (cause) {
    throw fail("assessor-refused", { detail: "the secret with its key cannot be read" }, cause);
  }
}
