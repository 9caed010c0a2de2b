/** A client of search engines that answer with JSON, and the results that it makes of their answers. */
import { decodeHTML } from "entities";
import { Agent, fetch, type Headers, type Response } from "undici";
import { askedWaitMs } from "../../domain/web/politeness/retry.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SearchAnswer, SearchResult } from "../../ports/search-provider.ts";
import { faultOf, isTimeout, readText } from "../http-answer.ts";

/** The settings of an engine that takes GET requests and answers in JSON. */
interface JsonClientSettings {
  /** The engine's name in messages. */
  readonly name: string;
  /** Sent with each request; values are printable ASCII and appear in no message. */
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** Longest time of one request, in ms; {@link TIMEOUT_MS} if not given. */
  readonly timeoutMs?: number | undefined;
  /** Returns the engine's short code for a refusal; `""` when it gives none. */
  readonly problemOf?: (body: unknown) => string;
  /** Returns a hint for the user about a refusal with this status and problem. */
  readonly hintOf: (status: number, problem: string) => string;
  /** Returns the wait that engine-specific headers ask for besides Retry-After, in ms. */
  readonly waitOf?: (headers: Headers) => number | undefined;
}

/**
 * Longest time of one request, in ms: a metasearch engine waits some ten seconds for its own
 * engines.
 */
const TIMEOUT_MS = 30_000;

/**
 * Time between the starts of two requests, in ms: free plans allow one a second, and clocks differ.
 */
const MIN_INTERVAL_MS = 1_100;

/** Largest answer, decoded, in bytes: twenty results take 100 kB. */
const MAX_ANSWER_BYTES = 5_000_000;

/** Most requests for one answer. */
const MAX_ATTEMPTS = 3;

/** First wait when a busy engine names none, in ms; it doubles. */
const FIRST_WAIT_MS = 1_000;

/**
 * Longest wait that is observed, in ms: a longer one means a quota, and waiting for that is no use.
 */
const MAX_WAIT_MS = 60_000;

/** Statuses that may be temporary (RFC 9110 §15.5.9, RFC 6585 §4), besides all of 5xx. */
const PASSING = new Set([408, 429]);

/** Longest header value quoted in a message, in characters. */
const MAX_QUOTED = 200;

/** The outcome of one request that got a response. */
type Outcome =
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "busy"; readonly detail: string; readonly waitMs: number | undefined };

/**
 * Creates a function that requests a URL from the engine and returns the JSON of its answer.
 * Requests are spaced. A busy engine is asked again after the wait it names, if that is short. No
 * redirect is followed.
 * @throws DowserError `search-refused`, `search-unavailable`, `bad-search-answer`
 */
export function createJsonClient(settings: JsonClientSettings): (url: URL) => Promise<unknown> {
  const { name, clock } = settings;
  let freeAt = 0;

  async function ask(url: URL): Promise<Outcome> {
    const slot = Math.max(clock.now(), freeAt);
    freeAt = slot + MIN_INTERVAL_MS;
    if (slot > clock.now()) await clock.waitUntil(slot);
    return exchange(url, settings);
  }

  return async (url) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await ask(url);
      if (outcome.kind === "answered") return outcome.value;
      const waitMs = outcome.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
      if (attempt === MAX_ATTEMPTS || waitMs > MAX_WAIT_MS) {
        const wish =
          outcome.waitMs === undefined
            ? ""
            : `, and asks for ${Math.ceil(waitMs / 1000)} s of rest`;
        const fault = `does not answer: ${outcome.detail}${wish}`;
        throw fail("search-unavailable", { engine: name, fault, value: url.href });
      }
      await clock.waitUntil(clock.now() + waitMs);
    }
  };
}

async function exchange(url: URL, settings: JsonClientSettings): Promise<Outcome> {
  const { name, headers, timeoutMs = TIMEOUT_MS } = settings;
  // Its own agent, so that no connection stays open after a search.
  const agent = new Agent();
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json", ...headers },
      redirect: "manual",
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readText(response, MAX_ANSWER_BYTES);
    if (body === undefined) {
      const fault = `answered with more than ${MAX_ANSWER_BYTES / 1e6} MB`;
      throw fail("bad-search-answer", { engine: name, fault, value: url.href });
    }
    return judge(url, response, body, settings);
  } catch (error) {
    if (!(error instanceof TypeError) && !isTimeout(error)) throw error;
    return { kind: "busy", detail: faultOf(error), waitMs: undefined };
  } finally {
    await agent.destroy();
  }
}

function judge(url: URL, response: Response, body: string, settings: JsonClientSettings): Outcome {
  const { name, clock, problemOf, hintOf, waitOf } = settings;
  const { status, headers } = response;
  if (PASSING.has(status) || status >= 500) {
    const waitMs = askedWaitMs(headers.get("retry-after") ?? "", clock.now()) ?? waitOf?.(headers);
    return { kind: "busy", detail: `HTTP ${status}`, waitMs };
  }
  if (status >= 300 && status < 400) {
    const location = headers.get("location")?.slice(0, MAX_QUOTED) ?? "nowhere";
    const fault = `redirects to ${location}`;
    throw fail("bad-search-answer", { engine: name, fault, value: url.href });
  }
  const json = parseJson(body);
  if (status >= 400) {
    const problem = json.ok ? (problemOf?.(json.value) ?? "") : "";
    const what = problem === "" ? `HTTP ${status}` : `HTTP ${status} ${problem}`;
    const hint = hintOf(status, problem);
    throw fail("search-refused", { engine: name, what, hint, value: url.href });
  }
  if (!json.ok) {
    const fault = "answered without JSON";
    throw fail("bad-search-answer", { engine: name, fault, value: url.href }, json.cause);
  }
  return { kind: "answered", value: json.value };
}

type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly cause: unknown };

function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (cause) {
    return { ok: false, cause };
  }
}

/** A result as the engine gives it; `""` when it gives no URL. */
export interface EngineResult {
  readonly url: string;
  readonly title: string;
  readonly extract: string;
}

/** One page of an engine's results. */
export interface ResultPage {
  readonly results: readonly EngineResult[];
  /** Whether the engine says that this is the last page. */
  readonly isLast: boolean;
}

/**
 * Requests page after page (from 0) until it has `limit` results, the engine has no more, or its
 * pages bring nothing new. Engines repeat results, and some repeat their whole first page.
 */
export async function collectResults(
  limit: number,
  maxPages: number,
  askPage: (page: number) => Promise<ResultPage>,
): Promise<SearchAnswer> {
  const results = new Map<Url, SearchResult>();
  let leftOut = 0;
  for (let page = 0; page < maxPages && results.size < limit; page += 1) {
    const before = results.size;
    const answer = await askPage(page);
    for (const { url: reference, title, extract } of answer.results) {
      if (results.size === limit) break;
      const parsed = canonicalUrl(reference);
      if (!parsed.ok) leftOut += 1;
      else if (!results.has(parsed.url)) {
        results.set(parsed.url, { url: parsed.url, title, extract });
      }
    }
    if (answer.isLast || results.size === before) break;
  }
  return { results: [...results.values()], leftOut };
}

const TAG = /<\/?[a-z][^<>]*>/gi;

/** White space and control characters: texts of an engine are printed on terminals. */
const WHITE_SPACE = /[\s\p{Cc}]+/gu;

/**
 * Returns the words of a line of HTML: tags dropped, character references decoded, white space
 * folded.
 */
export function plainText(html: string): string {
  return foldSpace(decodeHTML(html.replace(TAG, "")));
}

/** Returns a text on one line. */
export function foldSpace(text: string): string {
  return text.replace(WHITE_SPACE, " ").trim();
}
