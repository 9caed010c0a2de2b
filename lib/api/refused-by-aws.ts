import { DowserError } from "../errors.ts";

/** What AWS, or the way to it, says to a request that cannot be. */
export function refusedByAws(cause: unknown): DowserError {
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new DowserError(`AWS does not answer: ${why}`, {
    code: "aws-refused",
    reaction: "retry",
    value: why,
    hint: "check AWS_REGION, the credentials and what they allow, then run the same command again",
    cause,
  });
}
