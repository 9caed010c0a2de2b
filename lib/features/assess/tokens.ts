/** How many tokens a question about a page takes, with its answer. */
import type { TokenCount } from "../../domain/cost/spend.ts";
import type { Question } from "../../ports/assessor.ts";

/** Tokens that a server may add to a question, for roles and for the template of its model. */
const ADDED_TOKENS = 200;

/** Bytes of a token of ordinary text, about. */
const BYTES_A_TOKEN = 4;

/** Tokens of an ordinary answer, about. */
const ANSWER_TOKENS = 60;

/** Tokens of a question about an ordinary page and of its answer, about: what is shown of a page is bounded. */
export const LIKELY_TOKENS: TokenCount = { in: 900, out: ANSWER_TOKENS };

/** Returns the most tokens that a question can take: no token is shorter than a byte. */
export function mostTokens(question: Question): TokenCount {
  return { in: bytesOf(question) + ADDED_TOKENS, out: question.mostTokens };
}

/** Returns about how many tokens a question takes. */
export function likelyTokens(question: Question): TokenCount {
  return { in: Math.ceil(bytesOf(question) / BYTES_A_TOKEN), out: ANSWER_TOKENS };
}

function bytesOf({ system, user, schema }: Question): number {
  return Buffer.byteLength(system + user + JSON.stringify(schema ?? ""));
}
