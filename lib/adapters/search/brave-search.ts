import type { Headers } from "undici";
import { z } from "zod";
import { fail } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SearchProvider } from "../../ports/search-provider.ts";
import {
  collectResults,
  createJsonClient,
  type EngineResult,
  plainText,
  type ResultPage,
} from "./json-client.ts";

/** The environment variable that holds the key: project files are shared, keys are not. */
export const BRAVE_KEY_VARIABLE = "BRAVE_SEARCH_API_KEY";

/** The settings of Brave Search. */
interface BraveSearchSettings {
  /** The subscription token of the user's plan. */
  readonly key: string | undefined;
  readonly userAgent: string;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** URL of the API, for tests; Brave's own if not given. */
  readonly baseUrl?: string;
  /** Longest time of one request, in ms. */
  readonly timeoutMs?: number;
}

const BASE_URL = "https://api.search.brave.com";

/** Most results per page, and most pages (api-dashboard.search.brave.com, Web search). */
const PAGE_SIZE = 20;
const MAX_PAGES = 10;

/** Brave omits `web` when it has no web results. */
const answerSchema = z.object({
  type: z.literal("search"),
  query: z.object({ more_results_available: z.boolean().optional() }).optional(),
  web: z.object({ results: z.array(z.unknown()) }).optional(),
});

const resultSchema = z.object({
  url: z.string(),
  title: z.string().catch(""),
  description: z.string().catch(""),
});

const refusalSchema = z.object({
  error: z.object({ code: z.string().regex(/^[A-Z_]{1,60}$/) }),
});

/** A header value. Anything else would be refused in an error that quotes the key. */
const KEY = /^[\x21-\x7e]+$/;

/**
 * Creates a client of the Brave Search API. The key is sent in a header and appears in no message.
 * @throws DowserError `search-key-missing`
 */
export function createBraveSearch(settings: BraveSearchSettings): SearchProvider {
  const key = settings.key?.trim() ?? "";
  if (!KEY.test(key)) throw fail("search-key-missing", { variable: BRAVE_KEY_VARIABLE });
  const ask = createJsonClient({
    name: "Brave Search",
    // Requests without cache-control got status 422 on some plans.
    headers: {
      "x-subscription-token": key,
      "cache-control": "no-cache",
      "user-agent": settings.userAgent,
    },
    clock: settings.clock,
    timeoutMs: settings.timeoutMs,
    problemOf,
    hintOf,
    waitOf: quotaWaitMs,
  });
  return {
    search: (query, limit, exclude = []) =>
      collectResults(limit, MAX_PAGES, async (page) => {
        const url = new URL("/res/v1/web/search", settings.baseUrl ?? BASE_URL);
        url.searchParams.set("q", withoutPhrases(query, exclude));
        url.searchParams.set("count", String(PAGE_SIZE));
        url.searchParams.set("offset", String(page));
        return pageOf(await ask(url), url);
      }),
  };
}

/**
 * Adds Brave's operators to the query: a minus excludes, and quotes keep a phrase together (Search
 * operators).
 */
function withoutPhrases(query: string, exclude: readonly string[]): string {
  const negated = exclude.map((phrase) => `-"${phrase.replaceAll('"', " ")}"`);
  return [query, ...negated].join(" ");
}

function pageOf(answer: unknown, url: URL): ResultPage {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) {
    const words = { engine: "Brave Search", fault: "answered without results", value: url.href };
    throw fail("bad-search-answer", words, parsed.error);
  }
  const { query, web } = parsed.data;
  return {
    results: (web?.results ?? []).map(toResult),
    isLast: query?.more_results_available === false,
  };
}

function toResult(value: unknown): EngineResult {
  const { data } = resultSchema.safeParse(value);
  if (data === undefined) return { url: "", title: "", extract: "" };
  const { url, title, description } = data;
  return { url, title: plainText(title), extract: plainText(description) };
}

function problemOf(body: unknown): string {
  return refusalSchema.safeParse(body).data?.error.code ?? "";
}

/**
 * Returns a hint. Status 422 answers both a wrong key and a wrong query: the problem distinguishes
 * them.
 */
function hintOf(status: number, problem: string): string {
  if (status === 422 && !problem.startsWith("SUBSCRIPTION_TOKEN")) {
    return `shorten the query (Brave takes 400 characters and 50 words), or check the key in ${BRAVE_KEY_VARIABLE}`;
  }
  return `check the key in ${BRAVE_KEY_VARIABLE}, and that its plan includes web search`;
}

/**
 * Returns the longest wait of the quotas used up, in ms. Both headers list a number per window, for
 * the second and the month: `X-RateLimit-Remaining: 0, 1999` and `X-RateLimit-Reset: 1, 1419704`
 * (seconds).
 */
function quotaWaitMs(headers: Headers): number | undefined {
  const remaining = numbersOf(headers.get("x-ratelimit-remaining"));
  const resets = numbersOf(headers.get("x-ratelimit-reset"));
  const waits = resets.filter((_reset, window) => remaining[window] === 0);
  return waits.length === 0 ? undefined : Math.max(...waits) * 1_000;
}

function numbersOf(header: string | null): number[] {
  return (header ?? "")
    .split(",")
    .map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : Number.NaN));
}
