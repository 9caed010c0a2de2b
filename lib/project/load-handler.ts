import path from "node:path";
import { fieldsOf } from "../domain/json.ts";
import { fail } from "../errors.ts";
import type { PageHandler } from "../features/handler/handle-pages.ts";
import { importUserModule } from "./import-user-module.ts";
import { reasonOf } from "./read-text-file.ts";

/**
 * Imports a handler of pages: the default export of a module.
 * @throws DowserError `bad-handler`
 */
export async function loadHandler(file: string): Promise<PageHandler> {
  let exports: object;
  try {
    exports = await importUserModule(path.resolve(file));
  } catch (cause) {
    throw fail("bad-handler", { file, problem: `cannot be loaded: ${reasonOf(cause)}` }, cause);
  }
  const { default: handler } = fieldsOf(exports);
  if (!isHandler(handler))
    throw fail("bad-handler", { file, problem: "has no function as its default export" });
  return handler;
}

function isHandler(value: unknown): value is PageHandler {
  return typeof value === "function";
}
