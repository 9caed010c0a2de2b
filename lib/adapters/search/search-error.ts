import { DowserError } from "../../errors.ts";

/** The error of an engine that will not answer this request, however often it is asked. */
export function searchRefused(message: string, value: unknown, hint: string): DowserError {
  return new DowserError(message, { code: "search-refused", reaction: "fix-config", value, hint });
}

/** The error of an engine that cannot answer now. */
export function searchUnavailable(message: string, value: unknown, cause?: unknown): DowserError {
  return new DowserError(message, {
    code: "search-unavailable",
    reaction: "stop-crawl",
    value,
    hint: "run the same command again later (nothing is lost), or name another engine under search",
    cause,
  });
}

/** The error of an answer that is none of the engine's. */
export function badSearchAnswer(message: string, value: unknown, cause?: unknown): DowserError {
  return new DowserError(message, {
    code: "bad-search-answer",
    reaction: "fix-config",
    value,
    hint: "check search.url, and whether something between this machine and the engine answers in its place",
    cause,
  });
}
