import { errors } from "undici";

import type { FailureReason, FetchOutcome } from "../../../domain/fetch/fetch-outcome.ts";
import { ConnectionRefusal } from "./guarded-connector.ts";

/** The outcome of an exchange that ended with `error` before a response was complete. */
export function failureOf(error: Error): FetchOutcome {
  if (error instanceof ConnectionRefusal) return { ...error.verdict, detail: error.message };
  return { kind: "failed", reason: reasonOf(error), detail: error.message || error.name };
}

/** Once a connection stands, all but these is some way of losing it. */
function reasonOf(error: Error): FailureReason {
  if (error instanceof errors.HTTPParserError) return "protocol";
  if (error instanceof errors.HeadersOverflowError) return "protocol";
  if (error instanceof errors.InvalidArgumentError) return "protocol";
  return "code" in error && error.code === "ETIMEDOUT" ? "timeout" : "reset";
}
