import type * as z from "zod/mini";

import { fail } from "../../lib/errors.ts";
import { ENVIRONMENTS, type Environments, type FunctionName } from "./environment.ts";

const SCHEMAS: { readonly [Name in FunctionName]: z.ZodMiniType<Environments[Name]> } =
  ENVIRONMENTS;

/**
 * Returns the variables of one function.
 * @throws DowserError `environment-invalid`, naming all that are missing or empty.
 */
export function readEnvironment<Name extends FunctionName>(
  name: Name,
  variables: Readonly<Record<string, string | undefined>>,
): Environments[Name] {
  const read = SCHEMAS[name].safeParse(variables);
  if (read.success) return read.data;
  const wrong = read.error.issues.map((issue) => issue.path.join("."));
  throw fail("environment-invalid", { name, variables: wrong.join(", "), value: wrong });
}
