import { z } from "zod";
import { fail } from "../errors.ts";
import type { WorkbenchPorts } from "./workbench-ports.ts";

/** A request to a route of the workbench. */
export interface Asked<Parameters = unknown> {
  readonly parameters: Parameters;
  readonly body: Uint8Array;
  readonly ports: WorkbenchPorts;
}

/** The form of a body that is read by a schema. */
export const JSON_BODY = { "application/json": {} };

/** Returns the body of a request as text. */
export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

/**
 * Reads the body of a request by a schema.
 * @throws DowserError `bad-body`
 */
export function parsed<Schema extends z.ZodType>(
  body: Uint8Array,
  schema: Schema,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(textOf(body));
  } catch (cause) {
    throw fail("bad-body", { what: "it is no JSON" }, cause);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw fail("bad-body", { what: z.prettifyError(result.error) }, result.error);
}
