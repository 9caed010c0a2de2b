/** What clients of services read of an answer, and how they say what broke one. */
import type { Response } from "undici";

/** Reads the text of an answer, its content coding undone; returns `undefined` when it has more than `most` bytes. */
export async function readText({ body }: Response, most: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > most) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns whether a request was broken off by its own time limit. */
export function isTimeout(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** Describes a failed request: `fetch` names the real fault only in the error's cause. */
export function faultOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
