/** Lets modules of the user import this program and zod by name, also where neither is installed beside them. */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

/** What such a module may import without having it: what is installed beside it goes first. */
const GIVEN = /^(?:dowser|zod)(?:\/|$)/u;

let isReady = false;

/**
 * Imports a module of the user by its absolute path. A program that is installed globally, or run by npx, stands in no
 * folder where Node looks for the imports of that module.
 */
export async function importUserModule(file: string): Promise<object> {
  if (!isReady) registerHooks({ resolve: resolveOwn });
  isReady = true;
  const exports: unknown = await import(pathToFileURL(file).href);
  return typeof exports === "object" && exports !== null ? exports : {};
}

const resolveOwn: Parameters<typeof registerHooks>[0]["resolve"] = (name, context, next) => {
  try {
    return next(name, context);
  } catch (error) {
    if (!GIVEN.test(name)) throw error;
    return next(name, { ...context, parentURL: import.meta.url });
  }
};
