import type * as z from "zod/mini";
import type { DowserError } from "../errors.ts";

/** A fault of a value: where, as a path of keys, and in words. */
export interface Flaw {
  readonly path: string;
  readonly message: string;
}

/**
 * Reads a value of another process by its schema.
 * @throws the error that `damaged` makes of the first flaw
 */
export function parsed<Value>(
  schema: z.ZodMiniType<Value>,
  value: unknown,
  damaged: (flaw: Flaw) => DowserError,
): Value {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw damaged({ path: issue?.path.join(".") || ".", message: issue?.message ?? "is wrong" });
}
