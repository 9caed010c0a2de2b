import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createBraveSearch } from "../lib/adapters/search/brave-search.ts";
import { searchUnavailable } from "../lib/adapters/search/json-client.ts";
import { createSearxngSearch } from "../lib/adapters/search/searxng-search.ts";
import { systemClock } from "../lib/adapters/system-clock.ts";
import type { SearchProvider } from "../lib/ports/search-provider.ts";
import type { Project } from "../lib/project/project-schema.ts";
import { cachedToken } from "./wiring/bearer-token.ts";

/** The engine that a project's crawl asks its queries; `undefined` where it composes none. */
export function openSearch(
  { search, politeness: { userAgent } }: Pick<Project, "search" | "politeness">,
  readKey: () => Promise<string>,
  braveUrl?: string,
): SearchProvider | undefined {
  // A stack has no recording to search: a project that asks for it is refused when it is deployed.
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
 * Reads the key of a search engine from its secret, when it is first needed and now and then after; the
 * text is empty in a stack that has no such secret.
 */
export function searchKeyReader(secret: string | undefined): () => Promise<string> {
  if (secret === undefined) return async () => "";
  const client = new SecretsManagerClient();
  const read = async () => {
    const command = new GetSecretValueCommand({ SecretId: secret });
    try {
      return (await client.send(command)).SecretString ?? "";
    } catch (cause) {
      throw searchUnavailable("the key of the search engine cannot be read", secret, cause);
    }
  };
  return cachedToken(read, Date.now);
}
