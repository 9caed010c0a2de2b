import { z } from "zod";
import { fail } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SearchProvider } from "../../ports/search-provider.ts";
import {
  collectResults,
  createJsonClient,
  type EngineResult,
  foldSpace,
  type ResultPage,
} from "./json-client.ts";

/** The settings of a SearXNG instance. */
interface SearxngSearchSettings {
  /**
   * URL of the instance, with path, without query; this machine and private networks are allowed.
   */
  readonly url: string;
  readonly userAgent: string;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** Longest time of one request, in ms. */
  readonly timeoutMs?: number;
}

/** Most pages requested: an instance gives 10 to 30 results a page. */
const MAX_PAGES = 20;

/** Most engines named in a message. */
const MAX_NAMED = 5;

const answerSchema = z.object({
  results: z.array(z.unknown()),
  /** Pairs of an engine's name and its error. */
  unresponsive_engines: z.array(z.array(z.unknown())).catch([]),
});

const resultSchema = z.object({
  url: z.string(),
  title: z.string().catch(""),
  content: z.string().catch(""),
});

/** Creates a client of a SearXNG instance that answers in JSON. */
export function createSearxngSearch(settings: SearxngSearchSettings): SearchProvider {
  const endpoint = endpointOf(settings.url);
  const ask = createJsonClient({
    name: `SearXNG at ${endpoint.host}`,
    headers: { "user-agent": settings.userAgent },
    clock: settings.clock,
    timeoutMs: settings.timeoutMs,
    hintOf,
  });
  return {
    search: (query, limit) =>
      collectResults(limit, MAX_PAGES, async (page) => {
        const url = new URL(endpoint);
        url.searchParams.set("q", query);
        url.searchParams.set("format", "json");
        url.searchParams.set("pageno", String(page + 1));
        return pageOf(await ask(url), url, page === 0);
      }),
  };
}

function endpointOf(instance: string): URL {
  const { origin, pathname } = new URL(instance);
  return new URL(`${origin}${pathname.endsWith("/") ? pathname : `${pathname}/`}search`);
}

function pageOf(answer: unknown, url: URL, isFirst: boolean): ResultPage {
  const engine = `SearXNG at ${url.host}`;
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) {
    const fault = "answered without results";
    throw fail("bad-search-answer", { engine, fault, value: url.href }, parsed.error);
  }
  const { results, unresponsive_engines: silent } = parsed.data;
  // An empty page does not count as an answer when the engines behind the instance gave none.
  if (isFirst && results.length === 0 && silent.length > 0) {
    const names = silent.slice(0, MAX_NAMED).map((engine) => foldSpace(engine.join(": ")));
    const fault = `got no answer of ${names.join(", ")}`;
    throw fail("search-unavailable", { engine, fault, value: url.href });
  }
  return { results: results.map(toResult), isLast: false };
}

function toResult(value: unknown): EngineResult {
  const { data } = resultSchema.safeParse(value);
  if (data === undefined) return { url: "", title: "", extract: "" };
  return { url: data.url, title: foldSpace(data.title), extract: foldSpace(data.content) };
}

function hintOf(status: number): string {
  if (status === 403) {
    return "allow JSON on the instance (settings.yml: search.formats: [html, json]) and start it again; public instances rarely do";
  }
  return "check search.url: it is the instance's own address, without /search";
}
