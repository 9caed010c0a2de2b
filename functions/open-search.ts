import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createBraveSearch } from "../lib/adapters/search/brave-search.ts";
import { createSearxngSearch } from "../lib/adapters/search/searxng-search.ts";
import { systemClock } from "../lib/adapters/system-clock.ts";
import { fail } from "../lib/errors.ts";
import type { SearchProvider } from "../lib/ports/search-provider.ts";
import type { Project } from "../lib/project/project-schema.ts";
import { cachedToken } from "./wiring/bearer-token.ts";

/** Opens the engine for the queries of a project's crawl; `undefined` when it composes none. */
export function openSearch(
  { search, politeness: { userAgent } }: Pick<Project, "search" | "politeness">,
  readKey: () => Promise<string>,
  braveUrl?: string,
): SearchProvider | undefined {
  // A stack has no recording to search: a project that asks for it is refused at deployment.
  if (search?.compose === undefined || search.provider === "local") return undefined;
  const common = { userAgent, clock: systemClock };
  if (search.provider === "searxng") return createSearxngSearch({ ...common, url: search.url });
  const baseUrl = braveUrl === undefined ? {} : { baseUrl: braveUrl };
  let opened: { readonly key: string; readonly engine: SearchProvider } | undefined;
  return {
    async search(...asked) {
      const key = await readKey();
      if (opened?.key !== key) {
        opened = { key, engine: createBraveSearch({ ...common, ...baseUrl, key }) };
      }
      return opened.engine.search(...asked);
    },
  };
}

/**
 * Creates a reader of a search engine's key in its secret. It reads when first needed and at
 * intervals; the text is empty in a stack without such a secret.
 */
export function searchKeyReader(secret: string | undefined): () => Promise<string> {
  if (secret === undefined) return async () => "";
  const client = new SecretsManagerClient();
  const read = async () => {
    const command = new GetSecretValueCommand({ SecretId: secret });
    try {
      return (await client.send(command)).SecretString ?? "";
    } catch (cause) {
      throw fail("search-unavailable/key", { value: secret }, cause);
    }
  };
  return cachedToken(read, Date.now);
}
